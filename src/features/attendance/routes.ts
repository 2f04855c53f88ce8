import { v7 as newId } from 'uuid'
import { dayClasses, zoneOf } from '#features/schedule/queries.ts'
import type { Day } from '#shared/days.ts'
import { forbidden, notFound, refused, stale } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { timeAt, today } from '#server/clock.ts'
import { one, type Db } from '#server/db.ts'
import { type Actor, type CenterId, deviceOf, enter, personOf } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import { created, type Handlers } from '#server/serve.ts'
import type { Attendance, attendance } from './api.ts'
import { type AttendanceRow, changeMark, dropMark, lockMark, lockMarks, lockRoll, markById, putMarks } from './queries.ts'
import { afterMark, isDeviceTime } from './rules.ts'

const shown = ({ id, ...row }: AttendanceRow): Attendance => ({ _id: id, ...row })

/** A class with everyone expected in it on a day; 404 when it doesn't meet then. A device sees today only. */
async function classOn(db: Db, actor: Actor, center: CenterId, { classId, on }: { classId: string; on: Day }) {
  const [classes, zone] = await Promise.all([dayClasses(db, center, { on, classId }), zoneOf(db, center)])
  const { timeZone } = one(zone, notFound)
  const entry = one(classes, notFound)
  if (actor.kind === 'devices' && on !== today(timeZone)) throw notFound()
  return { entry, timeZone }
}

/** Why a class can't be marked now, or null: a device marks it around its time only (product §4). */
const closedTo = (actor: Actor, { entry, timeZone }: Awaited<ReturnType<typeof classOn>>) =>
  actor.kind === 'devices' && !isDeviceTime(entry, timeAt(timeZone))
    ? 'Attendance is taken here from 30 minutes before the class to an hour after it.'
    : null

function inTime(actor: Actor, there: Awaited<ReturnType<typeof classOn>>) {
  const closed = closedTo(actor, there)
  if (closed) throw forbidden('not_now', closed)
}

/** Tells the centre's screens, and the parents' of those marked. */
const tell = (db: Db, center: CenterId, { classId, studentIds }: { classId: string; studentIds: readonly string[] }) =>
  Promise.all(
    [`center:${center}`, ...studentIds.map((id) => `student:${id}`)].map((channel) =>
      publish(db, { channel, topic: 'attendance', id: classId }),
    ),
  )

/** A mark that this actor may change, locked, and not changed since they saw it. */
async function markToChange(db: Db, actor: Actor, { center, id, seen }: { center: CenterId; id: string; seen: number | null }) {
  const row = one(await lockMark(db, center, id), notFound)
  const there = await classOn(db, actor, center, row)
  inTime(actor, there)
  if (seen !== null && seen !== row.version) throw stale(shown(row))
  return row
}

export const attendanceRoutes: Handlers<typeof attendance> = {
  async roll({ input, actor, db }) {
    const there = await classOn(db, actor, await enter(db, actor, input.centerId), input)
    const { entry } = there
    const { teacher } = entry
    return {
      classId: entry.id,
      on: input.on,
      name: entry.name,
      time: entry.time,
      endTime: entry.endTime,
      teacher: teacher ? `${teacher.firstName} ${teacher.lastName}`.trim() : null,
      closed: closedTo(actor, there),
      lines: entry.students
        .filter(({ type }) => type !== 'waitlist')
        .map(({ _id, programs, ...student }) => ({ ...student, studentId: _id, level: programs[0]?.level ?? '' })),
    }
  },

  async take({ input, actor, db }) {
    const { classId, on, marks } = input
    const center = await enter(db, actor, input.centerId)
    const there = await classOn(db, actor, center, input)
    inTime(actor, there)
    const expected = new Set(there.entry.students.filter(({ type }) => type !== 'waitlist').map(({ _id }) => _id))
    const stranger = marks.findIndex(({ studentId }) => !expected.has(studentId))
    if (stranger >= 0) throw refused('not_on_roll', 'This student is not in the class on that day.', `/marks/${stranger}/studentId`)
    const wanted = new Map(marks.map(({ studentId, mark }) => [studentId, mark]))
    // One after the other on the wire too: what the lock waited for is there to read.
    const [, rowsBefore] = await Promise.all([
      lockRoll(db, center, classId),
      lockMarks(db, center, { classId, on, studentIds: [...wanted.keys()] }),
    ])
    const before = new Map(rowsBefore.map((row) => [row.studentId, row]))
    const at = new Date().toISOString()
    const news = [...wanted].map(([studentId, mark]) => ({
      id: newId(),
      centerId: center,
      classId,
      studentId,
      on,
      ...afterMark(before.get(studentId) ?? null, mark, at),
    }))
    const taken = await putMarks(db, news, { by: personOf(actor), device: deviceOf(actor), at })
    await record(db, actor, {
      deed: 'attendance.take',
      entity: `${classId} ${on}`,
      center,
      before: [...before.values()].map(({ studentId, mark }) => ({ studentId, mark })),
      after: marks,
    })
    await tell(db, center, { classId, studentIds: [...wanted.keys()] })
    const rows = taken.map(shown)
    return taken.some(({ version }) => version === 1) ? created(rows) : rows
  },

  async one({ input, actor, db }) {
    const center = await enter(db, actor, input.centerId)
    const row = one(await markById(db, center, input.id), notFound)
    await classOn(db, actor, center, row)
    return shown(row)
  },

  async change({ input, actor, db, seen }) {
    const { id, centerId, mark, ...facts } = input
    const center = await enter(db, actor, centerId)
    const before = await markToChange(db, actor, { center, id, seen })
    const marked = mark && mark !== before.mark ? afterMark(before, mark, new Date().toISOString()) : before
    const given = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
    const [after] = await changeMark(db, center, id, { ...before, ...marked, ...given })
    await record(db, actor, { deed: 'attendance.change', entity: id, center, before, after })
    await tell(db, center, { classId: before.classId, studentIds: [before.studentId] })
    return shown(after as AttendanceRow)
  },

  async clear({ input, actor, db, seen }) {
    const center = await enter(db, actor, input.centerId)
    const before = await markToChange(db, actor, { center, id: input.id, seen })
    await dropMark(db, center, input.id)
    await record(db, actor, { deed: 'attendance.clear', entity: input.id, center, before })
    await tell(db, center, { classId: before.classId, studentIds: [before.studentId] })
    return null
  },
}
