import type { CenterCall } from '#server/call.ts'
import { anonymousNotice } from './rules.ts'
import type { Day } from '#shared/days.ts'
import { notFound } from '#shared/problem.ts'
import { entityOf, record } from '#server/audit.ts'
import { today } from '#server/clock.ts'
import type { Db } from '#server/db.ts'
import type { Actor, CenterId } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import type { Schedule, Teacher } from './api.ts'
import { dayOf, type ExpectedEntry } from './day.ts'
import { detailsOf, withDetails, withoutDetails } from './details/details.ts'
import { openDay } from './queries.ts'

const unnoted = <T extends Teacher>(teacher: T): T => ({ ...teacher, notes: '' })

const withoutNotes = (entry: ExpectedEntry): ExpectedEntry => ({
  ...entry,
  notes: '',
  note: '',
  teacher: entry.teacher && unnoted(entry.teacher),
  substitute: entry.substitute && unnoted(entry.substitute),
  assistants: entry.assistants.map(unnoted),
  canceled: entry.canceled && { reason: '' },
  students: entry.students.map((student) => ({ ...student, told: student.told && anonymousNotice })),
})

/**
 * Returns a day's schedule for a caller with access to the center. A device gets no notes or details, and a
 * 404 for any day but today.
 */
export async function scheduleOf(db: Db, actor: Actor, center: CenterId, on: Day): Promise<Schedule> {
  const device = actor.kind === 'devices'
  const [{ timeZone, closed, opened, ta, classes }, details] = await Promise.all([
    dayOf(db, center, { on }),
    device ? null : detailsOf(db, center, on),
  ])
  const now = today(timeZone)
  if (device && on !== now) throw notFound()
  return {
    _id: on,
    centerId: center,
    date: on,
    today: now,
    closed,
    opened,
    ta: device ? ta.map(unnoted) : ta,
    schedules: details ? withDetails(classes, details) : withoutDetails(classes.map(withoutNotes)),
  }
}

/** Opens a day for changes. `isNew` is false if it was already open. */
export async function openSchedule({ db, actor, center }: CenterCall, on: Day) {
  const [opened] = await openDay(db, center, on)
  const schedule = await scheduleOf(db, actor, center, on)
  if (!opened) return { schedule, isNew: false }
  record(db, actor, { action: 'schedules.open', entity: entityOf.day(center, on), center })
  publish(db, { channel: `center:${center}`, topic: 'schedule', id: on })
  return { schedule, isNew: true }
}
