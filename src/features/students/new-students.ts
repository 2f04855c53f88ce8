import { v7 as newId } from 'uuid'
import { mayManage } from '#features/accounts/management-queries.ts'
import { putPerson } from '#features/accounts/queries.ts'
import { putRequest, requestsLately } from '#features/accounts/requests/queries.ts'
import { requestPut } from '#features/accounts/requests/requests.ts'
import { putProspect } from '#features/students/prospects/queries.ts'
import { record } from '#server/audit.ts'
import type { CenterCall, HandlerInput } from '#server/call.ts'
import { one, refusing, type Db } from '#server/db.ts'
import type { Actor, CenterId } from '#server/gate.ts'
import { withId } from '#server/records.ts'
import { conflict, notFound, refused, tooMany } from '#shared/problem.ts'
import type { NewParent, students } from './api.ts'
import { reachWords } from './parents/fields.ts'
import {
  changeStudents,
  isKnownAt,
  isParentOf,
  lockEmail,
  lockNumbers,
  lockStudent,
  nextNumber,
  parentsOf,
  personByEmail,
  putParentLink,
  putStudents,
} from './queries.ts'
import { numberTaken, profileOf, tell } from './students.ts'

const emailTaken = conflict('email_taken', 'This email address belongs to an account that is not a parent’s.')

/** A parent with neither phone nor email is refused by the table, whoever writes it. */
export const unreachable = refusing('parent_can_be_reached', refused('no_contact', reachWords, '/phone'))

type ForParent = { centerId: CenterId; studentId: string; parent: NewParent }

/**
 * Finds or creates the person with an email address; `asks` if its owner must consent before a child is
 * linked. A parent without an address is always a new person.
 */
async function parentFor(
  db: Db,
  actor: Actor,
  { centerId, studentId, parent: { firstName, lastName, email } }: ForParent,
) {
  if (email !== '') await lockEmail(db, email)
  const [known] = email === '' ? [] : await personByEmail(db, email)
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
    email: email || null,
    avatar: 'dog',
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
 * unchanged or waiting. `known` is the parent's ID if they were added just now.
 */
async function link(db: Db, actor: Actor, { known, ...asked }: ForParent & { known?: string | undefined }) {
  const { centerId, studentId, parent } = asked
  const { firstName, lastName, email, ...fields } = parent
  const { id: parentId, asks } = known ? { id: known, asks: false } : await parentFor(db, actor, asked)
  if (asks) {
    if ((await requestsLately(db, centerId)) >= mostRequests)
      throw tooMany(3600, 'Too many requests to parents within an hour. Please try again later.')
    await putRequest(db, { id: newId(), centerId, personId: parentId, studentId, by: actor.id, ...parent })
    const after = { firstName, lastName, email }
    await record(db, actor, { action: 'students.askParent', entity: studentId, center: centerId, after })
    return { parentId, asks, isChanged: false, isNew: false }
  }
  const [put] = await putParentLink(db, { centerId, studentId, parentId, ...fields }).catch(unreachable)
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

type NewStudent = Omit<HandlerInput<(typeof students)['add']>, 'parent' | 'centerId'>

/** Adds a student with their parents. Returns the ID, and the parents' unless they were asked first. */
async function addOne(
  { actor, db, center }: CenterCall,
  { source, studentNum: wanted, ...fields }: NewStudent,
  parents: readonly { parent: NewParent; known?: string | undefined }[],
) {
  if (!wanted) await lockNumbers(db, center)
  const studentNum = wanted ?? one(await nextNumber(db, center), notFound).studentNum
  const { firstName, lastName, status } = fields
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
  await putPerson(db, { ...person, avatar: 'dog' })
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
  const linked: (string | undefined)[] = []
  for (const each of parents) {
    const { asks, parentId } = await link(db, actor, { centerId: center, studentId: id, ...each })
    linked.push(asks ? undefined : parentId)
  }
  const [parentId, otherParentId] = linked
  await record(db, actor, {
    action: 'students.add',
    entity: id,
    center,
    after: { ...fields, studentNum, ...(parentId && { parentId }), ...(otherParentId && { otherParentId }) },
  })
  await tell(db, center, { id, board: status === 'prospect' })
  return { id, linked }
}

/** Adds a student with a first parent. */
export async function addStudent(call: CenterCall, input: HandlerInput<(typeof students)['add']>) {
  const { parent, centerId: _, ...fields } = input
  const { id } = await addOne(call, fields, parent ? [{ parent }] : [])
  return await profileOf(call.db, call.center, id)
}

/** Adds a family: the children, each linked to the same parents. */
export async function addFamily(call: CenterCall, input: HandlerInput<(typeof students)['addFamily']>) {
  const { children, source } = input
  // Addresses are locked in one order, whoever writes them.
  const parents = input.parents.toSorted((one, other) => (one.email < other.email ? -1 : 1))
  let known: (string | undefined)[] = []
  const ids: string[] = []
  for (const child of children) {
    const added = await addOne(
      call,
      { ...child, source },
      parents.map((parent, at) => ({ parent, known: known[at] })),
    )
    known = added.linked
    ids.push(added.id)
  }
  return { students: await Promise.all(ids.map((id) => profileOf(call.db, call.center, id))) }
}

/**
 * Links a parent to a student, or asks the owner of the account first; `isNew` if a link or a request was
 * created.
 */
export async function addParent(
  { db, actor, center }: CenterCall,
  { studentId, ...parent }: HandlerInput<(typeof students)['addParent']>,
) {
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
