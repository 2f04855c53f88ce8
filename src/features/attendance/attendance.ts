import { v7 as newId } from 'uuid'
import { withClaimedPerson } from '#features/devices/claims.ts'
import { settleCredits } from '#features/schedule/credits/settlement.ts'
import { refuseImpossible } from '#features/schedule/days/days.ts'
import { anonymousNotice, Mark, taughtBy } from '#features/schedule/rules.ts'
import { lockStudents } from '#features/students/queries.ts'
import { entityOf, record } from '#server/audit.ts'
import type { CenterCall, HandlerInput, IfMatch } from '#server/call.ts'
import { one, type Db } from '#server/db.ts'
import { type Actor, type CenterId, deviceOf, personOf } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import { isStale } from '#server/records.ts'
import type { Day } from '#shared/days.ts'
import { notFound, refused, stale } from '#shared/problem.ts'
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
import { allow, type ClassOnDay, classOnDay, closedTo, madeAtOf, momentsIn } from './class-on-day.ts'
import { afterMark, factsOfMark } from './rules.ts'

/** Returns a mark as the caller may see it. Devices get no notes or family details (product §9). */
const shown = (actor: Actor, { id, ...row }: AttendanceRow): Attendance => ({
  _id: id,
  ...row,
  ...(actor.kind === 'devices' && { pickedUpBy: null, reason: '', note: '' }),
})

const takenBy = (actor: Actor, at = new Date().toISOString()) => ({
  by: personOf(actor),
  device: deviceOf(actor),
  at,
})

/** Notifies the screens of the center and of these students' families that marks have changed. */
const publishRoll = (
  db: Db,
  center: CenterId,
  { classId, studentIds }: { classId: string; studentIds: readonly string[] },
) =>
  [`center:${center}`, ...studentIds.map((id) => `student:${id}`)].forEach((channel) =>
    publish(db, { channel, topic: 'attendance', id: classId }),
  )

type MarkChange = { center: CenterId; id: string; ifMatch: number | null; mark: Mark | null | undefined }

/**
 * Locks a mark and returns it with its class. Throws 412 if it has changed since the actor saw it, and
 * another error if the actor may not change it in this way.
 */
async function markToChange(db: Db, actor: Actor, { center, id, ifMatch, mark }: MarkChange) {
  const { classId, on, studentId } = one(await markById(db, center, id), notFound)
  await lockRoll(db, center, { classId, on, studentIds: [studentId], alone: mark === null })
  const row = one(await lockMark(db, center, id), notFound)
  const meeting = await classOnDay(db, actor, center, row)
  allow(actor, meeting, { mark: mark === undefined ? row.mark : mark, path: '/mark' })
  if (isStale(ifMatch, row.version)) throw stale(shown(actor, row))
  return { row, meeting }
}

const idsOf = (rows: readonly AttendanceRow[]) => rows.map(({ id }) => id)

type ClearedMarks = { meeting: ClassOnDay; rows: readonly AttendanceRow[]; studentIds: readonly string[] }

/**
 * Deletes marks. Students whose absence notice is cleared before class get their seats back. Throws 409 if a
 * seat was given away or a student has joined another class at that time. `studentIds` lists all students of
 * the request, because they must be locked in order.
 */
async function clear(db: Db, center: CenterId, { meeting, rows, studentIds }: ClearedMarks) {
  await dropMarks(db, center, idsOf(rows))
  const back = rows.filter(({ noticedAt }) => noticedAt !== null).map(({ studentId }) => studentId)
  if (back.length === 0 || !momentsIn(meeting).ahead) return
  await lockStudents(db, center, studentIds)
  await refuseImpossible(db, center, { on: meeting.on, classIds: [meeting.entry.id], studentIds: back })
}

type Input<Name extends keyof typeof attendance> = HandlerInput<(typeof attendance)[Name]>
type TakenMark = Input<'take'>['marks'][number]
type UndoneMarks = {
  center: CenterId
  classId: string
  on: Day
  takings: readonly TakenMark[]
  rows: ReadonlyMap<string, AttendanceRow>
}

/**
 * Returns, by student, the row that each mark being undone had replaced, or null if there was none. Throws
 * 412 unless the marks being undone are still current and were made by the caller.
 */
async function factsBefore(db: Db, actor: Actor, { center, classId, on, takings, rows }: UndoneMarks) {
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
  const meeting = await classOnDay(db, actor, center, input)
  const { entry } = meeting
  return {
    classId: entry.id,
    on: input.on,
    name: entry.name,
    time: entry.time,
    endTime: entry.endTime,
    teacher: taughtBy(entry),
    may: Mark.options.filter((mark) => !closedTo(actor, meeting, { mark })),
    closed:
      Mark.options.map((mark) => closedTo(actor, meeting, { mark })).find((why) => why !== null) ?? null,
    lines: entry.students
      .filter(({ type }) => type !== 'waitlist')
      .map(({ _id, programs, told, ...student }) => ({
        ...student,
        studentId: _id,
        level: programs[0]?.level ?? '',
        told: told && (actor.kind === 'devices' ? anonymousNotice : told),
      })),
  }
}

/** Throws unless the caller may set all of these marks now, and each student is on the roll. */
function refuseMarks(
  actor: Actor,
  meeting: ClassOnDay,
  { marks, madeAt }: { marks: readonly TakenMark[]; madeAt: string | undefined },
) {
  for (const [n, { mark }] of marks.entries())
    allow(actor, meeting, { mark, madeAt, path: `/marks/${n}/mark` })
  const expected = new Set(
    meeting.entry.students.filter(({ type }) => type !== 'waitlist').map(({ _id }) => _id),
  )
  const unexpected = marks.findIndex(({ studentId }) => !expected.has(studentId))
  if (unexpected >= 0)
    throw refused(
      'not_on_roll',
      'This student isn’t in the class on that day.',
      `/marks/${unexpected}/studentId`,
    )
}

/**
 * Returns the students whose current mark is kept. With `onlyUnmarked`, these are all students with a mark.
 * Otherwise, these are students whose current mark was made after the new one, unless it is being undone.
 */
function studentsKept(
  rows: readonly AttendanceRow[],
  { marks, onlyUnmarked }: Input<'take'>,
  madeAt: string | undefined,
) {
  const undone = new Set(marks.filter(({ undoes }) => undoes !== undefined).map(({ studentId }) => studentId))
  const isLater = ({ studentId, takenAt }: AttendanceRow) =>
    madeAt && !undone.has(studentId) && Date.parse(takenAt) > Date.parse(madeAt)
  return new Set(rows.filter((row) => onlyUnmarked || isLater(row)).map(({ studentId }) => studentId))
}

/**
 * Sets, changes and clears marks of one class on one day. The mark made last wins, so marks that are sent
 * late don't replace later ones. Returns the marks that were set, and `isNew`, which is true if any of them
 * is new. Throws 404 if the class isn't scheduled for that day, 409 if the center is closed, the class is
 * canceled or a seat has been given away, 412 if a mark to undo has changed, 403 for a mark that the caller
 * can't set now, and 422 for a student who isn't on the roll or a mark that nobody may set yet.
 */
export async function takeMarks({ db, actor, center }: CenterCall, input: Input<'take'>) {
  const { classId, on, marks, markedAt } = input
  const who = await withClaimedPerson(db, actor, [center], { by: input.by, at: markedAt })
  const markedIds = marks.map(({ studentId }) => studentId)
  const alone = marks.some(({ mark }) => mark === null)
  // These queries are sent in this order and in one socket write, so the roll is locked before the others
  // read.
  const [, meeting, found] = await Promise.all([
    lockRoll(db, center, { classId, on, studentIds: markedIds, alone }).send(),
    classOnDay(db, actor, center, { classId, on, studentIds: markedIds, markedAt }),
    lockMarks(db, center, { classId, on, studentIds: markedIds }),
  ])
  const madeAt = madeAtOf(actor, meeting, markedAt)
  refuseMarks(actor, meeting, { marks, madeAt })
  const kept = studentsKept(found, input, madeAt)
  const before = found.filter(({ studentId }) => !kept.has(studentId))
  const rows = new Map(before.map((row) => [row.studentId, row]))
  // If a student is listed twice, the last mark counts.
  const ofStudents = new Map(marks.map((taking) => [taking.studentId, taking]))
  const takings = [...ofStudents.values()].filter(({ studentId }) => !kept.has(studentId))
  const studentIds = takings.map(({ studentId }) => studentId)
  const undone = await factsBefore(db, who, { center, classId, on, takings, rows })
  const moments = momentsIn(meeting, madeAt)
  const newMarks = takings.flatMap(({ studentId, mark }) => {
    if (mark === null) return []
    const facts = undone.has(studentId) ? undone.get(studentId) : rows.get(studentId)
    return [
      { id: newId(), centerId: center, classId, studentId, on, ...afterMark(facts ?? null, mark, moments) },
    ]
  })
  const cleared = takings.flatMap(({ studentId, mark }) => (mark === null && rows.get(studentId)) || [])
  const [after] = await Promise.all([
    newMarks.length > 0 ? putMarks(db, newMarks, takenBy(who, madeAt)).send() : [],
    cleared.length > 0 && clear(db, center, { meeting, rows: cleared, studentIds }),
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
  publishRoll(db, center, { classId, studentIds })
  const taken = after.map((row) => shown(actor, row))
  return { taken, isNew: taken.some(({ version }) => version === 1) }
}

/** Returns one mark. Throws 404 if this caller may not see it. */
export async function markOf({ db, actor, center }: CenterCall, id: string) {
  const row = one(await markById(db, center, id), notFound)
  await classOnDay(db, actor, center, row)
  return shown(actor, row)
}

/**
 * Corrects a mark or its facts. Throws 412 if it has changed since the caller saw it, 422 for facts that
 * don't fit the mark.
 */
export async function correctMark(
  { db, actor, center, ifMatch }: CenterCall & IfMatch,
  { id, mark, ...facts }: Input<'change'>,
) {
  const { row: before, meeting } = await markToChange(db, actor, { center, id, ifMatch, mark })
  const given = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
  const wanted = { ...before, ...(mark && afterMark(before, mark, momentsIn(meeting))), ...given }
  const fits = { ...wanted, ...factsOfMark(wanted) }
  const odd = Object.keys(given).find(
    (name) => fits[name as keyof typeof facts] !== wanted[name as keyof typeof facts],
  )
  if (odd)
    throw refused(
      'does_not_fit',
      '“Picked up by” is only for pick-ups, and only a student who didn’t attend can be excused.',
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
  publishRoll(db, center, { classId: before.classId, studentIds: [before.studentId] })
  return shown(actor, after as AttendanceRow)
}

/** Clears a mark, so the student is unmarked again. Throws 412 if it has changed since the caller saw it. */
export async function clearMark({ db, actor, center, ifMatch }: CenterCall & IfMatch, id: string) {
  const { row: before, meeting } = await markToChange(db, actor, { center, id, ifMatch, mark: null })
  await clear(db, center, { meeting, rows: [before], studentIds: [before.studentId] })
  await settleCredits(db, center, { ...before, studentIds: [before.studentId] })
  putChanges(db, center, { before: [before], after: [], ...takenBy(actor), onRoll: false })
  record(db, actor, { action: 'attendance.clear', entity: id, center, before })
  publishRoll(db, center, { classId: before.classId, studentIds: [before.studentId] })
}
