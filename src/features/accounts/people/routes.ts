import { v7 as newId } from 'uuid'
import { putDuty } from '#features/centers/queries.ts'
import { Id } from '#shared/ids.ts'
import { conflict, forbidden, notFound, refused } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one, refusing, type Db } from '#server/db.ts'
import { type Actor, type CenterId, enter } from '#server/gate.ts'
import { inMailMeasure, invitationsBy, invitationsTo } from '#server/guessing.ts'
import { publishEnd } from '#server/live.ts'
import { listFile } from '#server/list-file.ts'
import { pageAddress, post } from '#server/mail.ts'
import { created, type Handlers } from '#server/call.ts'
import { newToken, sha256 } from '#server/session.ts'
import type { Settings } from '#server/settings.ts'
import { dropEmailChange } from '../email/queries.ts'
import { mayManage } from '../managing/queries.ts'
import { endSessions, putLink } from '../passwords/queries.ts'
import { sendLink } from '../passwords/routes.ts'
import { putPerson, type NewPerson } from '../queries.ts'
import { putRequest, requestPut } from '../requests/queries.ts'
import { people, type StaffMember } from './api.ts'
import {
  accountsPage,
  endDuty,
  giveUserName,
  isFamilyOf,
  lockAccount,
  lockByEmail,
  lockMember,
  lockUserNames,
  makeOperator,
  lockAdmins,
  parentAccount,
  parentsToTell,
  type PersonRow,
  setDisabled,
  staffOf,
  type StaffRow,
  studentAccount,
} from './queries.ts'
import { needsCenter, staffColumns } from './rules.ts'

const withId = <R extends { id: string }>({ id, ...row }: R) => ({ _id: id, ...row })

const emailTaken = refusing('email_taken', conflict('email_taken', 'There is an account with this e-mail address already.'))
const newPerson = (person: Pick<NewPerson, 'firstName' | 'lastName'> & Partial<NewPerson>): NewPerson => ({
  id: newId(),
  role: null,
  group: null,
  avatar: 'dog',
  email: null,
  userName: null,
  passwordHash: null,
  ...person,
})

const cursor = {
  read: (text: string | undefined) => {
    if (!text) return null
    const [id, ...name] = text.split(' ')
    if (!Id.safeParse(id).success) throw refused('cursor', 'This page can no longer be found. Begin again.', '/after')
    return { id: id as string, lastName: name.join(' ') }
  },
  write: (last: PersonRow | null) => last && `${last.id} ${last.lastName}`,
}

function unlessClosed<P extends { disabled: boolean }>(person: P) {
  if (person.disabled) throw conflict('closed', 'This account is closed. An admin can open it again.')
  return person
}

const above = () => forbidden('above', "This is a manager's or an admin's account, so only an admin can change where it works.")
const inUse = () =>
  conflict('in_use', 'This account is in use. If the password is lost, its owner can ask for a new one on the login page.')

type NewMember = { firstName: string; lastName: string; email: string | null; duty: StaffMember['duties'][number] }
type Asked = { center: CenterId; member: NewMember }

/** Throws 409 if the e-mail belongs to a student or parent of this center. Doesn't reveal families of other centers. */
const ofFamily = () => conflict('email_taken', 'This e-mail address belongs to a student’s or parent’s account. Enter a different one.')

/**
 * Returns the person to give a duty: somebody new, or the owner of the e-mail if no consent is needed. Everybody in the office has a role. Null if
 * the owner of the account, of any kind, has to accept first.
 */
async function memberFor(db: Db, actor: Actor, { center, member: { firstName, lastName, email, duty } }: Asked) {
  const [known] = email ? await lockByEmail(db, email) : []
  const role = duty === 'office' ? 'operator' : null
  if (!known) {
    const person = newPerson({ firstName, lastName, role, email })
    await putPerson(db, person).catch(emailTaken)
    return { ...person, isNew: true, invited: true, before: null }
  }
  if (known.group && (actor.kind === 'admin' || (await isFamilyOf(db, center, known.id)))) throw ofFamily()
  if (!(await mayManage(db, actor, { what: 'employ', personId: known.id }))) return { id: known.id, isNew: false, asks: true as const }
  if (role) await makeOperator(db, known.id)
  return { ...unlessClosed(known), isNew: false, before: { role: known.role } }
}

/** Asks the owner of an account to accept a duty and returns the staff member that they would become. */
async function askMember(
  db: Db,
  actor: Actor,
  { center, member, personId, type }: Asked & { personId: string; type: StaffMember['type'] },
) {
  const { firstName, lastName, duty } = member
  const email = member.email ?? ''
  await inMailMeasure(db, invitationsBy(center))
  await putRequest(db, { id: newId(), centerId: center, personId, firstName, lastName, email, by: actor.id, duty, type })
  const { id: _id } = await requestPut(db, center, { personId, duty })
  await record(db, actor, { deed: 'staff.ask', entity: _id, center, after: { firstName, lastName, email, duty } })
  const nobodyYet = { role: null, userName: null, invited: false, disabled: false }
  return { _id, firstName, lastName, email, duties: [duty], type, ...nobodyYet, waiting: true }
}

type Invited = { id: string; firstName: string; email: string }

/** Mails somebody the link to their first password, within the mail limits of `by`: the center, or an admin acting for none. */
async function sendInvitation(db: Db, settings: Settings, { person, by }: { person: Invited; by: string }) {
  await inMailMeasure(db, invitationsBy(by), invitationsTo(person.id))
  await sendLink(db, settings, person, 'setup')
}

/** Throws 409 if somebody has signed in to the account, because an invitation would reset its password for seven days. */
async function unlessUsed(db: Db, actor: Actor, personId: string) {
  if (!(await mayManage(db, actor, { what: 'invite', personId }))) throw inUse()
}

const member = async (db: Db, center: CenterId, id: string) => withId(one(await staffOf(db, center, { id }), notFound) satisfies StaffRow)

/** A user name from a first name: letters and digits only. */
const wishFrom = (firstName: string) =>
  firstName
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '') || 'student'

const accountRoutes = (settings: Settings) =>
  ({
    async list({ input, db }) {
      const { rows, after } = await accountsPage(db, { search: input.search?.trim() ?? '', after: cursor.read(input.after) })
      return { users: rows.map(withId), after: cursor.write(after) }
    },

    async invite({ input, actor, db }) {
      const { centers, ...names } = input
      if (needsCenter(input.role) && centers.length === 0)
        throw refused('needs_center', 'A manager or an operator needs at least one centre.', '/centers')
      const person = newPerson(names)
      await putPerson(db, person).catch(emailTaken)
      for (const centerId of centers)
        await putDuty(db, { centerId: await enter(db, actor, centerId), personId: person.id, duty: 'office', type: 'permanent' })
      await sendInvitation(db, settings, { person: { ...person, email: input.email }, by: actor.id })
      await record(db, actor, { deed: 'accounts.invite', entity: person.id, after: { ...names, centers } })
      const { passwordHash: _, ...known } = person
      return created(withId({ ...known, centers, invited: true, disabled: false }))
    },

    async inviteAgain({ input, actor, db }) {
      const person = unlessClosed(one(await lockAccount(db, input.id), notFound))
      if (!person.email) throw refused('no_email', 'This account has no e-mail address.')
      await unlessUsed(db, actor, person.id)
      await sendInvitation(db, settings, { person: { ...person, email: person.email }, by: actor.id })
      await record(db, actor, { deed: 'accounts.inviteAgain', entity: person.id })
      return null
    },

    async close({ input, actor, db }) {
      await lockAdmins(db)
      const person = one(await lockAccount(db, input.id), notFound)
      if (person.id === actor.id) throw conflict('own_account', "Your own account can't be closed by yourself.")
      if (!(await setDisabled(db, input))) throw conflict('last_admin', 'The last admin stays.')
      if (input.disabled) {
        await endSessions(db, { personId: person.id })
        await publishEnd(db, { person: person.id })
        await dropEmailChange(db, person.id)
      }
      await record(db, actor, {
        deed: 'accounts.close',
        entity: person.id,
        before: { disabled: person.disabled },
        after: { disabled: input.disabled },
      })
      return null
    },
  }) satisfies Partial<Handlers<typeof people>>

const staffRoutes = (settings: Settings) =>
  ({
    async staff({ db, center }) {
      const rows = await staffOf(db, center)
      return rows.map(withId)
    },

    async staffFile(call) {
      return await listFile(call, { name: 'staff', columns: staffColumns, rows: await staffOf(call.db.read, call.center) })
    },

    async inviteStaff({ input, actor, db, center }) {
      const operator = input.duty === 'operator'
      const duty = input.duty === 'operator' ? 'office' : input.duty
      if (operator && !input.email) throw refused('needs_email', 'An operator needs an e-mail address for the invitation.', '/email')
      const asked: Asked = { center, member: { ...input, email: input.email ?? null, duty } }
      const person = await memberFor(db, actor, asked)
      const [now] = await staffOf(db, center, { id: person.id })
      if (now?.duties.includes(duty)) throw conflict('already_staff', 'Whoever has this e-mail address does this here already.')
      if ('asks' in person) return created(await askMember(db, actor, { ...asked, personId: person.id, type: input.type }))
      await putDuty(db, { centerId: center, personId: person.id, duty, type: input.type })
      const { email } = person
      if (operator && person.invited && email) await sendInvitation(db, settings, { person: { ...person, email }, by: center })
      await record(db, actor, { deed: 'staff.invite', entity: person.id, center, before: person.before, after: input })
      return created(await member(db, center, person.id))
    },

    async endDuty({ input, actor, db, center }) {
      const { personId, duty } = input
      const person = one(await lockMember(db, center, input), notFound)
      if (!(await mayManage(db, actor, { what: duty === 'office' ? 'endOffice' : 'endTeaching', personId }))) throw above()
      await endDuty(db, center, input)
      if (duty === 'office' && person.role !== 'admin') {
        await endSessions(db, { personId })
        await publishEnd(db, { person: personId })
      }
      await record(db, actor, { deed: 'staff.end', entity: personId, center, before: { duty } })
      return null
    },
  }) satisfies Partial<Handlers<typeof people>>

type HandedOver = { center: CenterId; student: { id: string; firstName: string; invited: boolean; userName: string | null } }

/**
 * Creates a link for choosing a password that the office hands over. It lasts seven days for the first password. For an account in use it lasts half an
 * hour, and the parents are notified.
 */
async function handOver(db: Db, settings: Settings, { center, student }: HandedOver) {
  await lockUserNames(db)
  const userName = student.userName ?? one(await giveUserName(db, { id: student.id, wish: wishFrom(student.firstName) }), notFound).userName
  const purpose = student.invited ? ('setup' as const) : ('recovery' as const)
  const token = newToken()
  await putLink(db, { personId: student.id, tokenHash: sha256(token), purpose })
  if (purpose === 'recovery')
    for (const parent of await parentsToTell(db, student.id))
      await post(db, settings, {
        personId: parent.id,
        to: parent.email,
        purpose: 'password_link',
        subject: `A new password for ${student.firstName}`,
        body: `Hello ${parent.firstName},\n\n${center} created a link that lets ${student.firstName} choose a new password. If nobody asked for it, please contact the center right away.\n`,
      })
  return { userName, purpose, link: pageAddress(settings, `/${purpose === 'setup' ? 'setup' : 'password-reset'}#token=${token}`) }
}

const familyRoutes = (settings: Settings) =>
  ({
    async inviteStudent({ input, actor, db, center }) {
      return await db.write(async (write) => {
        const student = unlessClosed(one(await studentAccount(write, center, input.studentId), notFound))
        const { id: personId, email, userName } = student
        if (email) {
          await unlessUsed(write, actor, personId)
          await record(write, actor, { deed: 'families.invite', entity: personId, center })
          await sendInvitation(write, settings, { person: { ...student, email }, by: center })
          return { email, userName, link: null, purpose: 'setup' as const }
        }
        if (!(await mayManage(write, actor, { what: 'handOver', personId })))
          throw conflict('elsewhere', 'This student is at another center too, so only an admin can make this link.')
        await inMailMeasure(write, invitationsBy(center), invitationsTo(personId))
        const made = await handOver(write, settings, { center, student })
        const after = { userName: made.userName, inUse: !student.invited }
        await record(write, actor, { deed: 'families.invite', entity: personId, center, after })
        return { email: null, ...made }
      })
    },

    async inviteParent({ input, actor, db, center }) {
      const person = unlessClosed(one(await parentAccount(db, center, input.parentId), notFound))
      if (!person.email) throw refused('no_email', 'This parent has no e-mail address.')
      await unlessUsed(db, actor, person.id)
      await sendInvitation(db, settings, { person: { ...person, email: person.email }, by: center })
      await record(db, actor, { deed: 'families.invite', entity: person.id, center })
      return null
    },
  }) satisfies Partial<Handlers<typeof people>>

export const peopleRoutes = (settings: Settings): Handlers<typeof people> => ({
  ...accountRoutes(settings),
  ...staffRoutes(settings),
  ...familyRoutes(settings),
})
