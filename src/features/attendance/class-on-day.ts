import { Temporal } from 'temporal-polyfill'
import { dayOf } from '#features/schedule/day.ts'
import { closedWords, type Mark } from '#features/schedule/rules.ts'
import { clockAt, dayAt, instantOf, timeAt, today } from '#server/clock.ts'
import { one, type Db } from '#server/db.ts'
import type { Actor, CenterId } from '#server/gate.ts'
import type { Day } from '#shared/days.ts'
import { conflict, forbidden, notFound, refused } from '#shared/problem.ts'
import { deviceHours, isDeviceTime, mayMark } from './rules.ts'

export type ClassOnDay = Awaited<ReturnType<typeof classOnDay>>
/** A mark to set. `madeAt` is the instant at which it was made, if it was first stored on a device. */
type MarkAttempt = { mark: Mark | null; madeAt?: string | undefined }

type ClassQuery = {
  classId: string
  on: Day
  studentIds?: readonly string[]
  /** Instant at which the marks of this call were made, if the call sends marks and states it. */
  markedAt?: string | undefined
}

/**
 * Returns a class with the students expected on a day, or only those in `studentIds`. Throws 404 if the class
 * doesn't meet on that day, and 409 if the center is closed. A device sees only today's classes, unless it is
 * sending marks that it made on an earlier day.
 */
export async function classOnDay(
  db: Db,
  actor: Actor,
  center: CenterId,
  { classId, on, studentIds, markedAt }: ClassQuery,
) {
  const { timeZone, closed, classes } = await dayOf(db, center, {
    on,
    classId,
    ...(studentIds && { studentIds }),
  })
  const now = today(timeZone)
  const isOtherDay = actor.kind === 'devices' && on !== now
  if (isOtherDay && (markedAt === undefined || on > now)) throw notFound()
  if (closed) throw conflict('not_meeting', closedWords(closed))
  const entry = one(classes, notFound)
  const meeting = { entry, timeZone, on, today: now }
  if (isOtherDay && madeAtOf(actor, meeting, markedAt) === undefined) throw notFound()
  return meeting
}

/** Returns a sentence if the class is canceled, with the reason unless the caller is a device. */
const canceledBy = (actor: Actor, { entry: { canceled } }: ClassOnDay) =>
  canceled &&
  `This class is canceled${actor.kind === 'devices' ? '' : `: ${canceled.reason}`}. There’s no attendance to take.`

/**
 * Returns the reason why this mark can't be set in the class now, or null. A device may mark only around the
 * time of the class (product §4). A mark that it made at such a time (`madeAt`) may be sent later.
 */
export function closedTo(actor: Actor, meeting: ClassOnDay, { mark, madeAt }: MarkAttempt) {
  const { entry, timeZone, on, today: now } = meeting
  if (entry.canceled) return canceledBy(actor, meeting)
  return actor.kind === 'devices' && madeAt === undefined && !isDeviceTime(entry, timeAt(timeZone))
    ? deviceHours(entry, timeAt(timeZone))
    : mayMark({ kind: actor.kind, on, today: now, mark })
}

/**
 * Throws 409 for a canceled class, 422 for a mark that nobody may set yet, 403 for one that this caller can't
 * set now. `path` locates the mark.
 */
export function allow(
  actor: Actor,
  meeting: ClassOnDay,
  { path, ...attempt }: MarkAttempt & { path: string },
) {
  const canceled = canceledBy(actor, meeting)
  if (canceled) throw conflict('not_meeting', canceled)
  const closed = closedTo(actor, meeting, attempt)
  if (closed)
    throw meeting.on > meeting.today ? refused('not_yet', closed, path) : forbidden('not_now', closed)
}

/**
 * Returns the times for a new mark (`afterMark`). `at`, the arrival, is when the mark was made. If the class
 * was on an earlier day and the mark wasn't made on that day, `at` and `until` (the departure) are instead
 * the start and end of the class. `ahead` is set only if the mark was made before the class, so that an
 * absence counts as reported in advance.
 */
export function momentsIn({ entry, timeZone, on, today: now }: ClassOnDay, madeAt?: string) {
  if (madeAt && dayAt(timeZone, Temporal.Instant.from(madeAt)) === on) {
    const early = Temporal.Instant.compare(madeAt, instantOf(timeZone, on, entry.time)) < 0
    return { at: madeAt, ahead: early ? madeAt : null }
  }
  if (on < now)
    return { at: instantOf(timeZone, on, entry.time), until: instantOf(timeZone, on, entry.endTime) }
  const time = timeAt(timeZone)
  return {
    at: new Date().toISOString(),
    ahead: on > now || time < entry.time ? instantOf(timeZone, now, time) : null,
  }
}

/**
 * Minimum delay, in ms, after which a mark counts as sent late. A shorter delay may be an error in the
 * device's estimate of the server's time.
 */
const minWaitMs = 10_000

/**
 * Returns when marks that are sent late were made, or undefined if they were just made. If a classroom
 * device couldn't have marked this class at that time, its clock must be wrong, so its marks count as made
 * now.
 */
export function madeAtOf({ kind }: Actor, { entry, timeZone, on }: ClassOnDay, markedAt: string | undefined) {
  if (!markedAt || Date.parse(markedAt) >= Date.now() - minWaitMs) return undefined
  const at = Temporal.Instant.from(markedAt)
  const isPossible = dayAt(timeZone, at) === on && isDeviceTime(entry, clockAt(timeZone, at))
  return kind !== 'devices' || isPossible ? markedAt : undefined
}
