import { isStale, withId } from '#server/records.ts'
import { v7 as newId } from 'uuid'
import { mayManage } from '#features/accounts/management-queries.ts'
import { changeUser, putPerson } from '#features/accounts/queries.ts'
import { putRequest, requestsLately } from '#features/accounts/requests/queries.ts'
import { requestPut } from '#features/accounts/requests/requests.ts'
import { phoneAt } from '#features/centers/phones.ts'
import { centerRows, zoneOf } from '#features/centers/queries.ts'
import { avatarFor } from '#shared/avatars.ts'
import { endTime } from '#shared/calendar.ts'
import { beginProspect, enrollProspect, putProspect } from '#features/students/prospects/queries.ts'
import { prospectOf } from '#features/students/prospects/prospects.ts'
import { activitiesOf, awardsOf, notesOf, putLevels, testsOf } from '#features/students/records/queries.ts'
import { levelsReached } from './records/activities.ts'
import { namesOf } from '#shared/field-table.ts'
import { conflict, notFound, stale, tooMany } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { today } from '#server/clock.ts'
import { one, refusing, type Db } from '#server/db.ts'
import { type Actor, type CenterId, reachable } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import type { NewParent, StudentProfile, students } from './api.ts'
import {
  centersOfStudent,
  changeStudents,
  classesOf,
  dropProgramsBut,
  isKnownAt,
  isParentOf,
  lastNumber,
  lockEmail,
  lockNumbers,
  lockStudent,
  parentsOf,
  personByEmail,
  putParentLink,
  putProgram,
  putStudents,
  type StudentRow,
  studentRow,
  putWording,
  wordingsOf,
} from './queries.ts'
import { personColumns, type StudentValues } from './fields.ts'
import { difference, numberAfter } from './rules.ts'
import type { CenterCall, HandlerInput, ActionCall, Seen } from '#server/call.ts'

const byName = (left: { name: string }, right: { name: string }) => (left.name < right.name ? -1 : 1)

const numberTaken = refusing(
  'student_num_taken',
  conflict('number_taken', 'Another student of this center has this number.'),
)

const emailTaken = conflict('email_taken', 'This email address belongs to an account that is not a parent’s.')

/** Records of a student of the center, each kind newest first. */
async function recordsOf(db: Db, center: CenterId, studentId: string) {
  const [notes, tests, awards, { activities }] = await Promise.all([
    notesOf(db, center, { studentId }),
    testsOf(db, center, { studentId }),
    awardsOf(db, center, { studentId }),
    activitiesOf(db, center, { studentId }),
  ])
  return { notes, tests: tests.map(withId), awards: awards.map(withId), activities }
}

/** The whole profile of a student of the center, or 404. */
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

type ForParent = { centerId: CenterId; studentId: string; parent: NewParent }

/**
 * Finds or creates the account of an email address; `asks` if its owner must consent before a child is
 * linked.
 */
async function parentFor(
  db: Db,
  actor: Actor,
  { centerId, studentId, parent: { firstName, lastName, email } }: ForParent,
) {
  await lockEmail(db, email)
  const [known] = await personByEmail(db, email)
  if (known) {
    if (known.group !== 'parents' && (await isKnownAt(db, centerId, known.id))) throw emailTaken
    const linked = await isParentOf(db, centerId, { studentId, parentId: known.id })
    return {
      id: known.id,
      asks: !linked && !(await mayManage(db, actor, { what: 'link', personId: known.id })),
    }
  }
  const id = newId()
  const person = {
    id,
    role: null,
    group: 'parents' as const,
    firstName,
    lastName,
    email,
    avatar: avatarFor(id),
    userName: null,
    passwordHash: null,
  }
  await putPerson(db, person).catch(refusing('email_taken', emailTaken))
  const after = { group: person.group, firstName, lastName, email }
  await record(db, actor, { action: 'students.addParentAccount', entity: id, center: centerId, after })
  return { id, asks: false }
}

/** Maximum number of waiting requests that a center can make within an hour. */
const mostRequests = 200

/**
 * Links a parent to a student, or asks the account's owner first. Returns whether the link is new, changed,
 * unchanged or waiting.
 */
async function link(db: Db, actor: Actor, asked: ForParent) {
  const { centerId, studentId, parent } = asked
  const { firstName, lastName, email, ...fields } = parent
  const { id: parentId, asks } = await parentFor(db, actor, asked)
  if (asks) {
    if ((await requestsLately(db, centerId)) >= mostRequests)
      throw tooMany(3600, 'Too many requests to parents within an hour. Please try again later.')
    await putRequest(db, { id: newId(), centerId, personId: parentId, studentId, by: actor.id, ...parent })
    const after = { firstName, lastName, email }
    await record(db, actor, { action: 'students.askParent', entity: studentId, center: centerId, after })
    return { parentId, asks, isChanged: false, isNew: false }
  }
  const [put] = await putParentLink(db, { centerId, studentId, parentId, ...fields })
  return { parentId, asks, isChanged: put !== undefined, isNew: put?.isNew ?? false }
}

/** A parent who was sent a request, with the data the center typed. */
async function askedParent(
  db: Db,
  center: CenterId,
  { studentId, parentId, parent }: Omit<ForParent, 'centerId'> & { parentId: string },
) {
  const {
    id: _id,
    askedAt: updated,
    ...row
  } = await requestPut(db, center, { personId: parentId, studentId })
  const { phone, phoneType, relationship } = parent
  const name = `${row.firstName} ${row.lastName}`.trim()
  return {
    _id,
    name,
    email: row.email,
    phone,
    phoneType,
    relationship,
    pickup: false,
    account: 'none' as const,
    updated,
    waiting: true,
  }
}

/**
 * Updates prospect data after a status change: becoming a prospect starts over, becoming active enrolls them.
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

/** Notifies the screens that show a student and, with `board`, those that show the center's prospects. */
async function tell(db: Db, center: CenterId, { id, board }: { id: string; board: boolean }) {
  await publish(db, { channel: `student:${id}`, topic: 'work', id })
  if (board) await publish(db, { channel: `center:${center}`, topic: 'work', id })
}

const studentElsewhere = conflict(
  'elsewhere',
  'This student is at another center too, so only an admin can change the name or the picture.',
)

const severalNotes = conflict(
  'several_notes',
  'Each of this student’s centers has its own note. Change it at the center.',
)

type Said = Partial<StudentValues & Pick<StudentRow, 'avatar' | 'programs'>>

type Change = {
  center: CenterId
  studentId: string
  seen: number | null
  said: { [K in keyof Said]?: Said[K] | undefined }
}

/** Changes fields of a student of the center. */
export async function changeOne(
  db: Db,
  actor: Actor,
  { center, studentId, seen, said: { programs, ...said } }: Change,
) {
  one(await lockStudent(db, center, studentId), notFound)
  const before = one(await studentRow(db, center, studentId), notFound)
  if (isStale(seen, before.version)) throw stale(await profileOf(db, center, studentId))
  const given = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
  const after = { ...before, ...given, programs: programs?.sort(byName) ?? before.programs }
  const changed = difference(before, after)
  if (Object.keys(changed.after).length === 0) return await profileOf(db, center, studentId)
  if ([...namesOf(personColumns), 'avatar'].some((field) => field in changed.after)) {
    if (!(await mayManage(db, actor, { what: 'rename', personId: studentId }))) throw studentElsewhere
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
  await record(db, actor, { action: 'students.change', entity: studentId, center, ...changed })
  await tell(db, center, { id: studentId, board: [before.status, after.status].includes('prospect') })
  return await profileOf(db, center, studentId)
}

/** Adds a student with a first parent. */
export async function addStudent(
  { actor, db, center }: CenterCall,
  input: HandlerInput<(typeof students)['add']>,
) {
  const { parent, studentNum: wanted, ...fields } = input
  if (!wanted) await lockNumbers(db, center)
  const [last] = wanted ? [] : await lastNumber(db, center)
  const studentNum = wanted ?? numberAfter(last?.studentNum)
  const { firstName, lastName, status, source } = fields
  const id = newId()
  const person = {
    id,
    role: null,
    group: 'students' as const,
    firstName,
    lastName,
    email: null,
    userName: null,
    passwordHash: null,
  }
  await putPerson(db, { ...person, avatar: avatarFor(id) })
  await putStudents(db, center, [{ ...fields, id, studentNum }]).catch(numberTaken)
  if (source !== '')
    await putProspect(db, center, {
      studentId: id,
      source,
      lostReason: '',
      nextStep: '',
      nextOn: null,
      set: null,
    })
  const phone = parent && (await phoneAt(db, center, { phone: parent.phone, path: '/parent/phone' }))
  const linked =
    parent &&
    (await link(db, actor, { centerId: center, studentId: id, parent: { ...parent, phone: phone ?? '' } }))
  await record(db, actor, {
    action: 'students.add',
    entity: id,
    center,
    after: { ...fields, studentNum, ...(linked && !linked.asks ? { parentId: linked.parentId } : {}) },
  })
  await tell(db, center, { id, board: status === 'prospect' })
  return await profileOf(db, center, id)
}

/** Changes a student’s data at any of the centers shared with the caller. */
export async function changeInfo(
  { actor, db, seen }: ActionCall & Seen,
  { id, ...said }: HandlerInput<(typeof students)['changeInfo']>,
) {
  const [at, ...others] = await centersOfStudent(db, { id, centers: await reachable(db, actor) })
  if (!at) throw notFound()
  if (said.note !== undefined && others.length > 0) throw severalNotes
  return await changeOne(db, actor, { center: at.centerId, studentId: id, seen, said })
}

/**
 * Links a parent to a student, or asks the owner of the account first; `isNew` if a link or a request was
 * created.
 */
export async function addParent(
  { db, actor, center }: CenterCall,
  { studentId, ...typed }: HandlerInput<(typeof students)['addParent']>,
) {
  const parent = { ...typed, phone: await phoneAt(db, center, typed) }
  const student = one(await lockStudent(db, center, studentId), notFound)
  const { parentId, asks, isChanged, isNew } = await link(db, actor, { centerId: center, studentId, parent })
  if (asks) return { parent: await askedParent(db, center, { studentId, parentId, parent }), isNew: true }
  const row = {
    ...withId(one(await parentsOf(db, center, { studentId, id: parentId }), notFound)),
    waiting: false,
  }
  if (!isChanged) return { parent: row, isNew: false }
  // The student's profile lists the parents, so it gets a new version.
  await changeStudents(db, center, [student])
  const { relationship, phone, phoneType } = parent
  await record(db, actor, {
    action: 'students.addParent',
    entity: studentId,
    center,
    after: { parentId, relationship, phone, phoneType },
  })
  await tell(db, center, { id: studentId, board: false })
  return { parent: row, isNew }
}
