import { v7 as newId } from 'uuid'
import { mayManage } from '#features/accounts/management-queries.ts'
import { putPerson } from '#features/accounts/queries.ts'
import { putRequest, requestsLately } from '#features/accounts/requests/queries.ts'
import { requestPut } from '#features/accounts/requests/requests.ts'
import { phoneAt } from '#features/centers/phones.ts'
import { putProspect } from './prospects/queries.ts'
import { record } from '#server/audit.ts'
import type { CenterCall, FamilyCall, HandlerInput } from '#server/call.ts'
import { one, refuseOnConstraint, type Db } from '#server/db.ts'
import type { Actor, CenterId } from '#server/gate.ts'
import { withId } from '#server/records.ts'
import { fullName } from '#shared/full-name.ts'
import { avatarFor } from '#shared/avatars.ts'
import { conflict, notFound, refused, tooMany } from '#shared/problem.ts'
import type { NewParent, students } from './api.ts'
import { reachWords } from './parents/fields.ts'
import {
  changeStudents,
  isKnownAt,
  isParentOf,
  lastNumber,
  lockEmail,
  lockNumbers,
  lockStudent,
  parentsOf,
  personByEmail,
  putParentLink,
  putStudents,
} from './queries.ts'
import { numberAfter } from './rules.ts'
import { numberTaken, profileOf, publishStudent } from './students.ts'

const emailTaken = conflict('email_taken', 'This email address belongs to an account that is not a parent’s.')

/** Turns the constraint's error for a parent with neither phone nor email into 422 `no_contact`. */
export const unreachable = refuseOnConstraint(
  'parent_can_be_reached',
  refused('no_contact', reachWords, '/phone'),
)

type ParentTarget = { centerId: CenterId; parent: NewParent }
type Linked = { parentId: string; asks: boolean }

/** Locks the parents' email addresses, always in the same order. */
async function lockEmails(db: Db, parents: readonly NewParent[]) {
  const emails = parents.map(({ email }) => email.toLowerCase()).filter((email) => email !== '')
  for (const email of emails.toSorted()) await lockEmail(db, email)
}

/**
 * Finds or creates the person with an email address; `asks` is true if that person must consent before a
 * child is linked. A parent without an address is always a new person. The address must be locked. Without an
 * actor, the caller is the owner of the address.
 */
async function parentFor(
  db: Db,
  actor: Actor | null,
  {
    centerId,
    studentId,
    parent: { firstName, lastName, email, language },
  }: ParentTarget & { studentId?: string },
): Promise<Linked> {
  const [known] = email === '' ? [] : await personByEmail(db, email)
  if (known) {
    if (known.group !== 'parents' && (!actor || (await isKnownAt(db, centerId, known.id)))) throw emailTaken
    if (!actor) return { parentId: known.id, asks: false }
    const linked = studentId && (await isParentOf(db, centerId, { studentId, parentId: known.id }))
    const asks = !linked && !(await mayManage(db, actor, { operation: 'link', personId: known.id }))
    return { parentId: known.id, asks }
  }
  const id = newId()
  const person = {
    id,
    role: null,
    group: 'parents' as const,
    firstName,
    lastName,
    email: email || null,
    avatar: avatarFor(id),
    userName: null,
    passwordHash: null,
    language,
  }
  await putPerson(db, person).catch(refuseOnConstraint('email_taken', emailTaken))
  const after = { group: person.group, firstName, lastName, email }
  record(db, actor, { action: 'students.addParentAccount', entity: id, center: centerId, after })
  return { parentId: id, asks: false }
}

/** Maximum number of consent requests that a center can make within an hour. */
const maxRequests = 200

/**
 * Links a parent to a student, or asks the owner of the parent's account first. Returns whether the link
 * changed and whether it is new.
 */
async function link(db: Db, actor: Actor | null, request: ParentTarget & Linked & { studentId: string }) {
  const { centerId, studentId, parent, parentId, asks } = request
  const { firstName, lastName, email, language: _, ...fields } = parent
  if (actor && asks) {
    if ((await requestsLately(db, centerId)) >= maxRequests)
      throw tooMany(3600, 'Too many requests to parents within an hour. Please try again later.')
    await putRequest(db, { id: newId(), centerId, personId: parentId, studentId, by: actor.id, ...parent })
    const after = { firstName, lastName, email }
    record(db, actor, { action: 'students.askParent', entity: studentId, center: centerId, after })
    return { isChanged: false, isNew: false }
  }
  const [put] = await putParentLink(db, { centerId, studentId, parentId, ...fields }).catch(unreachable)
  return { isChanged: put !== undefined, isNew: put?.isNew ?? false }
}

/** Returns a parent who was sent a consent request, with the data that the center entered. */
async function parentWithRequest(
  db: Db,
  center: CenterId,
  { studentId, parentId, parent }: { studentId: string; parentId: string; parent: NewParent },
) {
  const {
    id: _id,
    askedAt: updated,
    ...row
  } = await requestPut(db, center, { personId: parentId, studentId })
  const { phone, phoneType, relationship } = parent
  const name = fullName(row)
  return {
    _id,
    name,
    email: row.email,
    phone,
    phoneType,
    relationship,
    pickup: false,
    account: 'none' as const,
    unsubscribed: false,
    refusal: null,
    updated,
    waiting: true,
  }
}

type NewStudent = Omit<HandlerInput<(typeof students)['addFamily']>['children'][number], 'studentNum'>

/** Adds a student and returns the id. */
async function addOne(
  { actor, db, center }: FamilyCall,
  { studentNum, source, parents, ...fields }: NewStudent & AddedStudent & { studentNum: string },
) {
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
  for (const each of parents) await link(db, actor, { centerId: center, studentId: id, ...each })
  const [parentId, otherParentId] = parents.filter(({ asks }) => !asks).map((each) => each.parentId)
  record(db, actor, {
    action: 'students.add',
    entity: id,
    center,
    after: { ...fields, studentNum, ...(parentId && { parentId }), ...(otherParentId && { otherParentId }) },
  })
  await publishStudent(db, center, { id, board: status === 'prospect' })
  return id
}

type AddedStudent = { source: string; parents: readonly (Linked & { parent: NewParent })[] }
type Family = Omit<HandlerInput<(typeof students)['addFamily']>, 'centerId'>

/** Adds the children of a family, each linked to the same parents. Returns their profiles. */
async function add(call: FamilyCall, { parents, children, source }: Family) {
  const { db, actor, center } = call
  if (children.some(({ studentNum }) => !studentNum)) await lockNumbers(db, center)
  const linked: (Linked & { parent: NewParent })[] = []
  await lockEmails(db, parents)
  // Link the parents in the order entered, because the parent linked first is the first one to contact.
  for (const parent of parents)
    linked.push({ parent, ...(await parentFor(db, actor, { centerId: center, parent })) })
  const ids: string[] = []
  for (const { studentNum: wanted, ...child } of children) {
    const [last] = wanted ? [] : await lastNumber(db, center)
    const studentNum = wanted ?? numberAfter(last?.studentNum)
    ids.push(await addOne(call, { ...child, studentNum, source, parents: linked }))
  }
  return await Promise.all(ids.map((id) => profileOf(db, center, id)))
}

/** Adds a student and, if given, a first parent. */
export async function addStudent(call: CenterCall, input: HandlerInput<(typeof students)['add']>) {
  const { parent, source, ...child } = input
  const phone = parent && (await phoneAt(call.db, call.center, { ...parent, path: '/parent/phone' }))
  const parents = parent ? [{ ...parent, phone: phone ?? '' }] : []
  return one(await add(call, { parents, children: [child], source }), notFound)
}

/** Adds a family: the children, each linked to the same parents. */
export async function addFamily(call: FamilyCall, input: HandlerInput<(typeof students)['addFamily']>) {
  const parents: NewParent[] = []
  const emails = input.parents.map(({ email }) => email.toLowerCase()).filter((email) => email !== '')
  if (new Set(emails).size < emails.length)
    throw refused('same_email', 'Enter this email address for only one of the parents.', '/parents/1/email')
  for (const [at, parent] of input.parents.entries()) {
    const phone = await phoneAt(call.db, call.center, { ...parent, path: `/parents/${at}/phone` })
    parents.push({ ...parent, phone })
  }
  return { students: await add(call, { ...input, parents }) }
}

/**
 * Links a parent to a student or, if the email address belongs to an account whose owner must consent, asks
 * the owner first. `isNew` is true if a link was created or consent is needed.
 */
export async function addParent(
  { db, actor, center }: CenterCall,
  { studentId, ...typed }: HandlerInput<(typeof students)['addParent']>,
) {
  const parent = { ...typed, phone: await phoneAt(db, center, typed) }
  const student = one(await lockStudent(db, center, studentId), notFound)
  await lockEmails(db, [parent])
  const { parentId, asks } = await parentFor(db, actor, { centerId: center, studentId, parent })
  const at = { centerId: center, studentId, parent, parentId, asks }
  const { isChanged, isNew } = await link(db, actor, at)
  if (asks)
    return { parent: await parentWithRequest(db, center, { studentId, parentId, parent }), isNew: true }
  const row = {
    ...withId(one(await parentsOf(db, center, { studentId, id: parentId }), notFound)),
    waiting: false,
  }
  if (!isChanged) return { parent: row, isNew: false }
  // The student gets a new version, because the profile lists the parents.
  await changeStudents(db, center, [student])
  const { relationship, phone, phoneType } = parent
  record(db, actor, {
    action: 'students.addParent',
    entity: studentId,
    center,
    after: { parentId, relationship, phone, phoneType },
  })
  await publishStudent(db, center, { id: studentId, board: false })
  return { parent: row, isNew }
}
