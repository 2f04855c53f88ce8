import { isStale, withId } from '#server/records.ts'
import { v7 as newId } from 'uuid'
import { mayManage } from '#features/accounts/management-queries.ts'
import { changeUser } from '#features/accounts/queries.ts'
import { centerRows, zoneOf } from '#features/centers/queries.ts'
import { endTime } from '#shared/calendar.ts'
import { beginProspect, enrollProspect } from './prospects/queries.ts'
import { prospectOf } from './prospects/prospects.ts'
import { activitiesOf, awardsOf, notesOf, putLevels, testsOf } from './records/queries.ts'
import { levelsReached } from './records/activities.ts'
import { namesOf } from '#shared/field-table.ts'
import { conflict, notFound, stale } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { today } from '#server/clock.ts'
import { one, refuseOnConstraint, type Db } from '#server/db.ts'
import { type Actor, type CenterId, reachable } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import type { StudentProfile, students } from './api.ts'
import {
  centersOfStudent,
  changeStudents,
  classesOf,
  dropProgramsBut,
  lockStudent,
  parentsOf,
  putProgram,
  type StudentRow,
  studentRow,
  putWording,
  wordingsOf,
} from './queries.ts'
import { personColumns, type StudentValues } from './fields.ts'
import { difference } from './rules.ts'
import type { HandlerInput, ActionCall, IfMatch } from '#server/call.ts'

const byName = (left: { name: string }, right: { name: string }) => (left.name < right.name ? -1 : 1)

export const numberTaken = refuseOnConstraint(
  'student_num_taken',
  conflict('number_taken', 'Another student of this center has this number.'),
)

/** Reads the records of a student of the center, each kind newest first. */
async function recordsOf(db: Db, center: CenterId, studentId: string) {
  const [notes, tests, awards, { activities }] = await Promise.all([
    notesOf(db, center, { studentId }),
    testsOf(db, center, { studentId }),
    awardsOf(db, center, { studentId }),
    activitiesOf(db, center, { studentId }),
  ])
  return { notes, tests: tests.map(withId), awards: awards.map(withId), activities }
}

/** Returns the whole profile of a student of the center. Throws 404 if there is none. */
export async function profileOf(db: Db, center: CenterId, studentId: string): Promise<StudentProfile> {
  const [rows, [place]] = await Promise.all([studentRow(db, center, studentId), centerRows(db, [center])])
  const row = one(rows, notFound)
  const { address = '', city = '', state = '', zip = '', timeZone = 'UTC' } = place ?? {}
  const [parents, wordings, classes, records] = await Promise.all([
    parentsOf(db, center, { studentId }),
    wordingsOf(db, center, studentId),
    classesOf(db, center, { studentId, on: today(timeZone) }),
    recordsOf(db, center, studentId),
  ])
  const { id: _id, firstName, lastName, avatar, note, account, email, userName, version, ...ofCenter } = row
  return {
    _id,
    info: { firstName, lastName, note, avatar },
    center: { ...ofCenter, id: center, active: row.status === 'active' },
    account: { state: account, email, userName },
    parents: parents.map(withId),
    noteBefore: wordings.filter(({ msg }, index) => msg !== '' && !(index === 0 && note !== '')),
    ...records,
    schedules: classes.map(({ minutes, ...each }) => ({
      ...each,
      endTime: endTime(each.time, minutes),
      address,
      city,
      state,
      zip,
    })),
    prospect:
      row.status === 'prospect' ? await prospectOf(db, center, { studentId, on: today(timeZone) }) : null,
    version,
  }
}

/**
 * Updates prospect data after a status change: a student who becomes a prospect starts at the first stage,
 * and a prospect who becomes active counts as enrolled.
 */
async function followStatus(
  db: Db,
  center: CenterId,
  { before, after }: { before: StudentRow; after: StudentRow },
) {
  if (before.status === after.status) return
  if (after.status === 'prospect') await beginProspect(db, center, after.id)
  if (before.status !== 'prospect' || after.status !== 'active') return
  const { timeZone } = one(await zoneOf(db, center), notFound)
  await enrollProspect(db, center, { studentId: after.id, on: today(timeZone) })
}

/** Notifies the screens that show a student and, if `board` is true, the screens that show prospects. */
export async function publishStudent(
  db: Db,
  center: CenterId,
  { id, board }: { id: string; board: boolean },
) {
  publish(db, { channel: `student:${id}`, topic: 'work', id })
  if (board) publish(db, { channel: `center:${center}`, topic: 'work', id })
}

const studentElsewhere = conflict(
  'elsewhere',
  'This student is at another center too, so only an admin can change the name or the picture.',
)

const severalNotes = conflict(
  'several_notes',
  'Each of this student’s centers has its own note. Change it at the center.',
)

type StudentChange = Partial<StudentValues & Pick<StudentRow, 'avatar' | 'programs'>>

type Change = {
  center: CenterId
  studentId: string
  ifMatch: number | null
  fields: { [K in keyof StudentChange]?: StudentChange[K] | undefined }
}

/** Changes fields of a student of the center. */
export async function changeOne(
  db: Db,
  actor: Actor,
  { center, studentId, ifMatch, fields: { programs, ...fields } }: Change,
) {
  one(await lockStudent(db, center, studentId), notFound)
  const before = one(await studentRow(db, center, studentId), notFound)
  if (isStale(ifMatch, before.version)) throw stale(await profileOf(db, center, studentId))
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const after = { ...before, ...given, programs: programs?.sort(byName) ?? before.programs }
  const changed = difference(before, after)
  if (Object.keys(changed.after).length === 0) return await profileOf(db, center, studentId)
  if ([...namesOf(personColumns), 'avatar'].some((field) => field in changed.after)) {
    if (!(await mayManage(db, actor, { operation: 'rename', personId: studentId }))) throw studentElsewhere
    await changeUser(db, after, null)
  }
  await changeStudents(db, center, [after]).catch(numberTaken)
  await followStatus(db, center, { before, after })
  if ('note' in changed.after) await putWording(db, center, { studentId, by: actor.id, msg: after.note })
  if (programs) {
    await dropProgramsBut(db, center, { studentId, names: programs.map(({ name }) => name) })
    for (const program of programs) await putProgram(db, { ...program, centerId: center, studentId })
    const levels = levelsReached(before.programs, programs).map((program) => ({ ...program, id: newId() }))
    await putLevels(db, center, { studentId, by: actor.id, levels })
  }
  record(db, actor, { action: 'students.change', entity: studentId, center, ...changed })
  await publishStudent(db, center, {
    id: studentId,
    board: [before.status, after.status].includes('prospect'),
  })
  return await profileOf(db, center, studentId)
}

/**
 * Changes a student's name, avatar or note at a center that the caller can access. Throws 409 for a note if
 * there are several such centers.
 */
export async function changeInfo(
  { actor, db, ifMatch }: ActionCall & IfMatch,
  { id, ...fields }: HandlerInput<(typeof students)['changeInfo']>,
) {
  const [at, ...others] = await centersOfStudent(db, { id, centers: await reachable(db, actor) })
  if (!at) throw notFound()
  if (fields.note !== undefined && others.length > 0) throw severalNotes
  return await changeOne(db, actor, { center: at.centerId, studentId: id, ifMatch, fields })
}
