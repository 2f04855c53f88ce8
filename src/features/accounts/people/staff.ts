import { avatarFor } from '#shared/avatars.ts'
import { t } from '#shared/language.ts'
import { isStale, withId } from '#server/records.ts'
import { v7 as newId } from 'uuid'
import { putDuty } from '#features/centers/queries.ts'
import { Id } from '#shared/ids.ts'
import { conflict, forbidden, notFound, refused, stale } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one, refuseOnConstraint, type Db } from '#server/db.ts'
import type { Actor, CenterId } from '#server/gate.ts'
import { countMail, invitationsBy, invitationsTo } from '#server/throttle.ts'
import { publish, publishEnd } from '#server/live.ts'
import type { Settings } from '#server/settings.ts'
import { mayManage } from '../management-queries.ts'
import { endSessions } from '../passwords/queries.ts'
import { sendLink } from '../passwords/passwords.ts'
import { putPerson, type NewPerson } from '../queries.ts'
import { putRequest } from '../requests/queries.ts'
import { requestPut } from '../requests/requests.ts'
import { people, type StaffMember } from './api.ts'
import {
  changeType,
  endDuty,
  isFamilyOf,
  lockByEmail,
  lockMember,
  lockTeacher,
  makeOperator,
  type PersonRow,
  renamePerson,
  staffOf,
  type StaffRow,
} from './queries.ts'
import type { HandlerInput, CenterCall, IfMatch } from '#server/call.ts'

export const emailTaken = refuseOnConstraint(
  'email_taken',
  conflict('email_taken', 'An account with this email address already exists.'),
)

export const newPerson = (
  person: Pick<NewPerson, 'firstName' | 'lastName'> & Partial<NewPerson>,
): NewPerson => {
  const id = newId()
  return {
    id,
    role: null,
    group: null,
    avatar: avatarFor(id),
    email: null,
    userName: null,
    passwordHash: null,
    ...person,
  }
}

export const cursor = {
  read: (text: string | undefined) => {
    if (!text) return null
    const [id, ...name] = text.split(' ')
    if (!Id.safeParse(id).success)
      throw refused('cursor', t('This page no longer exists. Start again from the first page.'), '/after')
    return { id: id as string, lastName: name.join(' ') }
  },
  write: (last: PersonRow | null) => last && `${last.id} ${last.lastName}`,
}

export function unlessClosed<P extends { disabled: boolean }>(person: P) {
  if (person.disabled) throw conflict('closed', t('This account is closed. An admin can reopen it.'))
  return person
}

const above = () =>
  forbidden('above', t('This is a manager’s or an admin’s account, so only an admin can change its centers.'))

const inUse = () =>
  conflict(
    'in_use',
    t('This account is in use. If the owner lost the password, they can reset it on the login page.'),
  )

type NewMember = {
  firstName: string
  lastName: string
  email: string | null
  duty: StaffMember['duties'][number]
}

type Invitation = { center: CenterId; member: NewMember }

/**
 * Creates the 409 for an email address that belongs to a student or parent of this center. For families of
 * other centers, only admins get this error.
 */
const ofFamily = () =>
  conflict(
    'email_taken',
    t('This email address belongs to a student’s or parent’s account. Enter a different one.'),
  )

/**
 * Returns the person who gets the duty: a new one, or the owner of the email if no consent is needed. For an
 * office duty, a person without a role becomes an operator. Returns `asks: true` if the owner of the account
 * has to accept first. Throws 409 if the account is closed or belongs to a student or parent (`ofFamily`).
 */
async function memberFor(
  db: Db,
  actor: Actor,
  { center, member: { firstName, lastName, email, duty } }: Invitation,
) {
  const [known] = email ? await lockByEmail(db, email) : []
  const role = duty === 'office' ? 'operator' : null
  if (!known) {
    const person = newPerson({ firstName, lastName, role, email })
    await putPerson(db, person).catch(emailTaken)
    return { ...person, isNew: true, invited: true, before: null }
  }
  if (known.group && (actor.kind === 'admin' || (await isFamilyOf(db, center, known.id)))) throw ofFamily()
  if (!(await mayManage(db, actor, { operation: 'employ', personId: known.id })))
    return { id: known.id, isNew: false, asks: true as const }
  if (await mayManage(db, actor, { operation: 'renameStaff', personId: known.id }))
    await renamePerson(db, { id: known.id, firstName, lastName })
  if (role) await makeOperator(db, known.id)
  return { ...unlessClosed(known), isNew: false, before: { role: known.role } }
}

/** Asks the owner of an account to accept a duty and returns the staff member that they would become. */
async function askMember(
  db: Db,
  actor: Actor,
  { center, member, personId, type }: Invitation & { personId: string; type: StaffMember['type'] },
) {
  const { firstName, lastName, duty } = member
  const email = member.email ?? ''
  await countMail(db, invitationsBy(center))
  await putRequest(db, {
    id: newId(),
    centerId: center,
    personId,
    firstName,
    lastName,
    email,
    by: actor.id,
    duty,
    type,
  })
  const { id: _id } = await requestPut(db, center, { personId, duty })
  record(db, actor, {
    action: 'staff.ask',
    entity: _id,
    center,
    after: { firstName, lastName, email, duty },
  })
  const nobodyYet = { role: null, userName: null, invited: false, disabled: false }
  return { _id, firstName, lastName, email, duties: [duty], type, ...nobodyYet, waiting: true, version: 1 }
}

type Invited = { id: string; firstName: string; email: string }

/**
 * Emails a person the link for setting their first password. Counts toward the email limits of `by`, which is
 * the center, or an admin who isn't acting for a center. Throws 429 when a limit is reached.
 */
export async function sendInvitation(
  db: Db,
  settings: Settings,
  { person, by, center }: { person: Invited; by: string; center?: string },
) {
  await countMail(db, invitationsBy(by), invitationsTo(person.id))
  await sendLink(db, settings, person, { purpose: 'setup', center })
}

/**
 * Throws 409 unless the caller may invite the owner of the account. An account in use can't be invited,
 * because the invitation could be used for seven days to reset its password.
 */
export async function unlessUsed(db: Db, actor: Actor, personId: string) {
  if (!(await mayManage(db, actor, { operation: 'invite', personId }))) throw inUse()
}

const member = async (db: Db, center: CenterId, id: string) =>
  withId(one(await staffOf(db, center, { id }), notFound) satisfies StaffRow)

/** Gives a person a duty at a center, or asks the owner of the account first. */
export async function inviteStaff(
  { actor, db, center }: CenterCall,
  input: HandlerInput<(typeof people)['inviteStaff']>,
  settings: Settings,
) {
  const operator = input.duty === 'operator'
  const duty = input.duty === 'operator' ? 'office' : input.duty
  if (operator && !input.email)
    throw refused('needs_email', t('An operator needs an email address for the invitation.'), '/email')
  const invitation: Invitation = { center, member: { ...input, email: input.email ?? null, duty } }
  const person = await memberFor(db, actor, invitation)
  const [now] = await staffOf(db, center, { id: person.id })
  if (now?.duties.includes(duty))
    throw conflict('already_staff', t('The person with this email address already has this role here.'))
  if ('asks' in person)
    return await askMember(db, actor, { ...invitation, personId: person.id, type: input.type })
  await putDuty(db, { centerId: center, personId: person.id, duty, type: input.type })
  const { email } = person
  if (operator && person.invited && email)
    await sendInvitation(db, settings, { person: { ...person, email }, by: center, center })
  record(db, actor, {
    action: 'staff.invite',
    entity: person.id,
    center,
    before: person.before,
    after: input,
  })
  return await member(db, center, person.id)
}

const namedByOwner = () =>
  forbidden(
    'has_account',
    t('This person has an account. Only an admin or the person, in their own profile, can change the name.'),
  )

const worksElsewhere = () =>
  forbidden(
    'works_elsewhere',
    t('This person also works at another center, so only an admin can change the name.'),
  )

const fieldsOf = ({ firstName, lastName, type }: StaffMember) => ({ firstName, lastName, type })

/**
 * Renames a teacher or assistant, and makes them permanent or a substitute. Throws 403 when renaming a person
 * who has an account or, for a manager, a person who also belongs to another center. Throws 412 if the person
 * has changed in the meantime.
 */
export async function changeMember(
  { actor, db, ifMatch, center }: CenterCall & IfMatch,
  input: HandlerInput<(typeof people)['changeMember']>,
) {
  const { personId: id, firstName, lastName, type } = input
  const { hasAccount } = one(await lockTeacher(db, center, id), notFound)
  const before = await member(db, center, id)
  if (isStale(ifMatch, before.version)) throw stale(before)
  if (firstName !== before.firstName || lastName !== before.lastName) {
    if (hasAccount) throw namedByOwner()
    if (!(await mayManage(db, actor, { operation: 'renameStaff', personId: id }))) throw worksElsewhere()
    await renamePerson(db, { id, firstName, lastName })
  }
  if (type !== before.type) await changeType(db, center, { personId: id, type })
  const after = await member(db, center, id)
  if (after.version === before.version) return before
  record(db, actor, {
    action: 'staff.change',
    entity: id,
    center,
    before: fieldsOf(before),
    after: fieldsOf(after),
  })
  publish(db, { channel: `center:${center}`, topic: 'schedule' })
  return after
}

/**
 * Ends a duty at a center. Ending an office duty also ends the person's sessions, except an admin's. Throws
 * 404 if the person doesn't have this duty, and 403 `above` if the caller may not end it.
 */
export async function endStaffDuty(
  { actor, db, center }: CenterCall,
  input: HandlerInput<(typeof people)['endDuty']>,
) {
  const { personId, duty } = input
  const person = one(await lockMember(db, center, input), notFound)
  if (!(await mayManage(db, actor, { operation: duty === 'office' ? 'endOffice' : 'endTeaching', personId })))
    throw above()
  await endDuty(db, center, input)
  if (duty === 'office' && person.role !== 'admin') {
    await endSessions(db, { personId })
    publishEnd(db, { person: personId })
  }
  record(db, actor, { action: 'staff.end', entity: personId, center, before: { duty } })
}
