import { toldSomebody } from '#features/attendance/rules.ts'
import type { Day } from '#shared/days.ts'
import { notFound } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { today } from '#server/clock.ts'
import type { Db } from '#server/db.ts'
import type { Actor, CenterId } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import { created, type Handlers } from '#server/call.ts'
import type { ClassEntry, Schedule, schedules } from './api.ts'
import { dayOf, openDay } from './queries.ts'

const withoutNotes = (entry: ClassEntry): ClassEntry => ({
  ...entry,
  notes: '',
  note: '',
  teacher: entry.teacher && { ...entry.teacher, notes: '' },
  substitute: entry.substitute && { ...entry.substitute, notes: '' },
  cancelled: entry.cancelled && { reason: '' },
  students: entry.students.map((student) => ({ ...student, told: student.told && toldSomebody })),
})

/** The day as it is derived, for somebody who was let into the centre. A device sees today only, and no notes. */
export async function scheduleOf(db: Db, actor: Actor, center: CenterId, on: Day): Promise<Schedule> {
  const device = actor.kind === 'devices'
  const { timeZone, closed, ta, classes } = await dayOf(db, center, { on })
  const now = today(timeZone)
  if (device && on !== now) throw notFound()
  return {
    _id: on,
    centerId: center,
    date: on,
    today: now,
    closed,
    ta,
    schedules: device ? classes.map(withoutNotes) : classes,
  }
}

export const schedulesRoutes: Handlers<typeof schedules> = {
  async open({ input, actor, db, center }) {
    const [opened] = await openDay(db, center, input.date)
    const schedule = await scheduleOf(db, actor, center, input.date)
    if (!opened) return schedule
    await record(db, actor, { deed: 'schedules.open', entity: `${center} ${input.date}`, center })
    await publish(db, { channel: `center:${center}`, topic: 'schedule', id: input.date })
    return created(schedule)
  },

  async day({ input, actor, db, center }) {
    return await scheduleOf(db, actor, center, input.scheduleId)
  },
}
