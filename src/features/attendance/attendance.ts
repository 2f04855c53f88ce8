import { Temporal } from 'temporal-polyfill'
import { v7 as newId } from 'uuid'
import { claiming } from '#features/devices/claims.ts'
import { settleCredits } from '#features/schedule/credits/settlement.ts'
import { refuseImpossible } from '#features/schedule/days/days.ts'
import { lockStudents } from '#features/students/queries.ts'
import { dayOf } from '#features/schedule/day.ts'
import { closedWords, taughtBy } from '#features/schedule/rules.ts'
import type { Day } from '#shared/days.ts'
import { conflict, forbidden, notFound, refused, stale } from '#shared/problem.ts'
import { entityOf, record } from '#server/audit.ts'
import type { CenterCall, HandlerInput, Seen } from '#server/call.ts'
import { dayAt, instantOf, timeAt, today } from '#server/clock.ts'
import { one, type Db } from '#server/db.ts'
import { type Actor, type CenterId, deviceOf, personOf } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import { isStale } from '#server/records.ts'
import type { Attendance, attendance, Roll } from './api.ts'
import {
  type AttendanceRow,
  changeMark,
  dropMarks,
  lockMark,
  lockMarks,
  lockRoll,
  markById,
  putChanges,
  putMarks,
  replacedMarks,
} from './queries.ts'
import { afterMark, deviceHours, factsOfMark, isDeviceTime, mayMark } from './rules.ts'
import { Mark, toldSomebody } from '#features/schedule/rules.ts'

/** Returns a mark as the caller may see it. Devices get no notes or family details (product §9). */
const shown = (actor: Actor, { id, ...row }: AttendanceRow): Attendance => ({
  _id: id,
  ...row,
  ...(actor.kind === 'devices' && { pickedUpBy: null, reason: '', note: '' }),
})

type There = Awaited<ReturnType<typeof classOn>>

/**
 * Returns a class with the students expected on a day, or some of them. Throws 404 if it doesn't meet then,
 * 409 on a closed day. A device sees only today.
 */
async function classOn(
  db: Db,
  actor: Actor,
  center: CenterId,
  { classId, on, studentIds }: { classId: string; on: Day; studentIds?: readonly string[] },
) {
  const { timeZone, closed, classes } = await dayOf(db, center, {
    on,
    classId,
    ...(studentIds && { studentIds }),
  })
  const now = today(timeZone)
  if (actor.kind === 'devices' && on !== now) throw notFound()
  if (closed) throw conflict('not_meeting', closedWords(closed))
  const entry = one(classes, notFound)
  return { entry, timeZone, on, today: now }
}

/** Returns a sentence if the class is canceled, with the reason unless the caller is a device. */
const canceledBy = (actor: Actor, { entry: { canceled } }: There) =>
  canceled &&
  `This class is canceled${actor.kind === 'devices' ? '' : `: ${canceled.reason}`}. No attendance is taken.`

/**
 * Returns why a class can't be marked this way now, or null. A device may mark only around the time of the
 * class (product §4).
 */
function closedTo(actor: Actor, there: There, mark: Mark | null) {
  const { entry, timeZone, on, today: now } = there
  if (entry.canceled) return canceledBy(actor, there)
  return actor.kind === 'devices' && !isDeviceTime(entry, timeAt(timeZone))
    ? deviceHours(entry, timeAt(timeZone))
    : mayMark({ kind: actor.kind, on, today: now, mark })
}

/**
 * Throws 409 for a canceled class, 422 for a mark that nobody may set yet, 403 for one that this caller can't
 * set now. `path` locates the mark.
 */
function allow(actor: Actor, there: There, { mark, path }: { mark: Mark | null; path: string }) {
  const canceled = canceledBy(actor, there)
  if (canceled) throw conflict('not_meeting', canceled)
  const closed = closedTo(actor, there, mark)
  if (closed) throw there.on > there.today ? refused('not_yet', closed, path) : forbidden('not_now', closed)
}

/**
 * Returns arrival and departure times for a new mark: the time at which it was made, if that was on the day
 * of the class, otherwise the class's own times. An absence marked before class is a notice (`ahead`).
 */
function momentsIn({ entry, timeZone, on, today: now }: There, madeAt?: string) {
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

const takenBy = (actor: Actor, at = new Date().toISOString()) => ({
  by: personOf(actor),
  device: deviceOf(actor),
  at,
})

/**
 * Minimum wait, in ms, that counts as waiting on a device. A shorter one may be an error in the device's
 * estimate of our time.
 */
const shortestWait = 10_000

/** Returns when marks that waited on a device were made, or undefined if they were just made. */
const madeAtOf = (markedAt: string | undefined) =>
  markedAt && Date.parse(markedAt) < Date.now() - shortestWait ? markedAt : undefined

/** Notifies the center's screens and the parents of these students. */
const tell = (
  db: Db,
  center: CenterId,
  { classId, studentIds }: { classId: string; studentIds: readonly string[] },
) =>
  [`center:${center}`, ...studentIds.map((id) => `student:${id}`)].forEach((channel) =>
    publish(db, { channel, topic: 'attendance', id: classId }),
  )

type ToChange = { center: CenterId; id: string; seen: number | null; mark: Mark | null | undefined }

/** Locks a mark that this actor may change in this way. Throws if it has changed since they saw it. */
async function markToChange(db: Db, actor: Actor, { center, id, seen, mark }: ToChange) {
  const { classId, on, studentId } = one(await markById(db, center, id), notFound)
  await lockRoll(db, center, { classId, on, studentIds: [studentId], alone: mark === null })
  const row = one(await lockMark(db, center, id), notFound)
  const there = await classOn(db, actor, center, row)
  allow(actor, there, { mark: mark === undefined ? row.mark : mark, path: '/mark' })
  if (isStale(seen, row.version)) throw stale(shown(actor, row))
  return { row, there }
}

const idsOf = (rows: readonly AttendanceRow[]) => rows.map(({ id }) => id)

type Gone = { there: There; rows: readonly AttendanceRow[]; studentIds: readonly string[] }

/**
 * Deletes marks. Students whose absence notice is cleared get their seats back; throws 409 if the seat was
 * given away or they are in another class by now. `studentIds` are all students of the request, because
 * students are locked in order.
 */
async function clear(db: Db, center: CenterId, { there, rows, studentIds }: Gone) {
  await dropMarks(db, center, idsOf(rows))
  const back = rows
    .filter(({ mark, noticedAt }) => mark === 'absent' && noticedAt !== null)
    .map(({ studentId }) => studentId)
  if (back.length === 0 || !momentsIn(there).ahead) return
  await lockStudents(db, center, studentIds)
  await refuseImpossible(db, center, { on: there.on, classIds: [there.entry.id], studentIds: back })
}

type Input<Name extends keyof typeof attendance> = HandlerInput<(typeof attendance)[Name]>
type Taking = Input<'take'>['marks'][number]
type Undoing = {
  center: CenterId
  classId: string
  on: Day
  takings: readonly Taking[]
  rows: ReadonlyMap<string, AttendanceRow>
}

/**
 * Returns the rows that the marks being undone replaced, by student. Throws 412 unless those marks are still
 * current and the caller made them.
 */
async function factsBefore(db: Db, actor: Actor, { center, classId, on, takings, rows }: Undoing) {
  const undone = takings.flatMap(({ studentId, undoes }) => {
    if (undoes === undefined) return []
    const row = rows.get(studentId)
    if (row?.version !== undoes) throw stale(row ? shown(actor, row) : null)
    return [row]
  })
  if (undone.length === 0) return new Map<string, AttendanceRow | null>()
  const found = await replacedMarks(db, center, { ...takenBy(actor), classId, on, made: undone })
  const replaced = new Map(found.map((each) => [each.id, each.replaced]))
  for (const row of undone) if (!replaced.has(row.id)) throw stale(shown(actor, row))
  return new Map(undone.map(({ id, studentId }) => [studentId, replaced.get(id) ?? null]))
}

/** Returns a class's expected students on a day, their marks, and the marks the caller may set now. */
export async function roll({ db, actor, center }: CenterCall, input: Input<'roll'>): Promise<Roll> {
  const there = await classOn(db, actor, center, input)
  const { entry } = there
  return {
    classId: entry.id,
    on: input.on,
    name: entry.name,
    time: entry.time,
    endTime: entry.endTime,
    teacher: taughtBy(entry),
    may: Mark.options.filter((mark) => !closedTo(actor, there, mark)),
    closed: Mark.options.map((mark) => closedTo(actor, there, mark)).find((why) => why !== null) ?? null,
    lines: entry.students
      .filter(({ type }) => type !== 'waitlist')
      .map(({ _id, programs, told, ...student }) => ({
        ...student,
        studentId: _id,
        level: programs[0]?.level ?? '',
        told: told && (actor.kind === 'devices' ? toldSomebody : told),
      })),
  }
}

/**
 * Sets, changes and clears marks of one class on one day. The mark made last wins, so marks that waited on a
 * device don't replace later ones. Returns the marks, and `isNew` if any is new. Throws 409 if the class
 * doesn't meet that day or a seat has been given away, 412 if a mark to undo has changed, 422 for a student
 * who isn't on the roll.
 */
export async function takeMarks({ db, actor, center }: CenterCall, input: Input<'take'>) {
  const { classId, on, marks } = input
  const who = await claiming(db, actor, [center], input.by)
  const asked = marks.map(({ studentId }) => studentId)
  const alone = marks.some(({ mark }) => mark === null)
  // The statements are sent in this order, in one message.
  const [, there, found] = await Promise.all([
    lockRoll(db, center, { classId, on, studentIds: asked, alone }).send(),
    classOn(db, actor, center, { classId, on, studentIds: asked }),
    lockMarks(db, center, { classId, on, studentIds: asked }),
  ])
  const madeAt = madeAtOf(input.markedAt)
  const undoing = new Set(
    marks.filter(({ undoes }) => undoes !== undefined).map(({ studentId }) => studentId),
  )
  const isLater = ({ studentId, takenAt }: AttendanceRow) =>
    madeAt && !undoing.has(studentId) && Date.parse(takenAt) > Date.parse(madeAt)
  const settled = new Set(
    found.filter((row) => input.onlyUnmarked || isLater(row)).map(({ studentId }) => studentId),
  )
  const before = found.filter(({ studentId }) => !settled.has(studentId))
  const takings = new Map(
    marks.filter(({ studentId }) => !settled.has(studentId)).map((taking) => [taking.studentId, taking]),
  )
  const studentIds = [...takings.keys()]
  for (const [n, { mark }] of marks.entries()) allow(actor, there, { mark, path: `/marks/${n}/mark` })
  const expected = new Set(
    there.entry.students.filter(({ type }) => type !== 'waitlist').map(({ _id }) => _id),
  )
  const stranger = marks.findIndex(({ studentId }) => !expected.has(studentId))
  if (stranger >= 0)
    throw refused(
      'not_on_roll',
      'This student isn’t in the class on that day.',
      `/marks/${stranger}/studentId`,
    )
  const rows = new Map(before.map((row) => [row.studentId, row]))
  const grounds = new Map([
    ...rows,
    ...(await factsBefore(db, who, { center, classId, on, takings: [...takings.values()], rows })),
  ])
  const moments = momentsIn(there, madeAt)
  const news = [...takings.values()].flatMap(({ studentId, mark }) => {
    if (mark === null) return []
    const facts = afterMark(grounds.get(studentId) ?? null, mark, moments)
    return [{ id: newId(), centerId: center, classId, studentId, on, ...facts }]
  })
  const gone = before.filter(({ studentId }) => takings.get(studentId)?.mark === null)
  const [after] = await Promise.all([
    news.length > 0 ? putMarks(db, news, takenBy(who, madeAt)).send() : [],
    gone.length > 0 && clear(db, center, { there, rows: gone, studentIds }),
    settleCredits(db, center, { classId, on, studentIds }),
  ])
  putChanges(db, center, { before, after, ...takenBy(who), onRoll: true })
  record(db, who, {
    action: 'attendance.take',
    entity: entityOf.day(classId, on),
    center,
    before,
    after,
  })
  tell(db, center, { classId, studentIds })
  const taken = after.map((row) => shown(actor, row))
  return { taken, isNew: taken.some(({ version }) => version === 1) }
}

/** Returns one mark. Throws 404 if this caller may not see it. */
export async function markOf({ db, actor, center }: CenterCall, id: string) {
  const row = one(await markById(db, center, id), notFound)
  await classOn(db, actor, center, row)
  return shown(actor, row)
}

/**
 * Corrects a mark or its facts. Throws 412 if it has changed since the caller saw it, 422 for facts that
 * don't fit the mark.
 */
export async function correctMark(
  { db, actor, center, seen }: CenterCall & Seen,
  { id, mark, ...facts }: Input<'change'>,
) {
  const { row: before, there } = await markToChange(db, actor, { center, id, seen, mark })
  const given = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
  const wanted = { ...before, ...(mark && afterMark(before, mark, momentsIn(there))), ...given }
  const fits = { ...wanted, ...factsOfMark(wanted) }
  const odd = Object.keys(given).find(
    (name) => fits[name as keyof typeof facts] !== wanted[name as keyof typeof facts],
  )
  if (odd)
    throw refused(
      'does_not_fit',
      'You can only say who picked up for a pick-up, and only excuse a student who didn’t attend.',
      `/${odd}`,
    )
  const [after] = await changeMark(db, center, fits, takenBy(actor))
  await settleCredits(db, center, { ...before, studentIds: [before.studentId] })
  putChanges(db, center, {
    before: [before],
    after: [after as AttendanceRow],
    ...takenBy(actor),
    onRoll: false,
  })
  record(db, actor, { action: 'attendance.change', entity: id, center, before, after })
  tell(db, center, { classId: before.classId, studentIds: [before.studentId] })
  return shown(actor, after as AttendanceRow)
}

/** Clears a mark, so the student is unmarked again. Throws 412 if it has changed since the caller saw it. */
export async function clearMark({ db, actor, center, seen }: CenterCall & Seen, id: string) {
  const { row: before, there } = await markToChange(db, actor, { center, id, seen, mark: null })
  await clear(db, center, { there, rows: [before], studentIds: [before.studentId] })
  await settleCredits(db, center, { ...before, studentIds: [before.studentId] })
  putChanges(db, center, { before: [before], after: [], ...takenBy(actor), onRoll: false })
  record(db, actor, { action: 'attendance.clear', entity: id, center, before })
  tell(db, center, { classId: before.classId, studentIds: [before.studentId] })
}
