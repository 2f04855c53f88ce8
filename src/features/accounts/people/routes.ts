import { v7 as newId } from 'uuid'
import { putDuty } from '#features/centers/queries.ts'
import { Id } from '#shared/ids.ts'
import { conflict, forbidden, notFound, refused } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one, refusing, type Db } from '#server/db.ts'
import { type Actor, type CenterId, enter } from '#server/gate.ts'
import { publishEnd } from '#server/live.ts'
import { listFile } from '#server/list-file.ts'
import { pageAddress } from '#server/mail.ts'
import { created, type Handlers } from '#server/serve.ts'
import { newToken, sha256 } from '#server/session.ts'
import type { Settings } from '#server/settings.ts'
import { endSessions, putLink } from '../passwords/queries.ts'
import { sendLink } from '../passwords/routes.ts'
import { putPerson, type NewPerson } from '../queries.ts'
import { people, type StaffMember } from './api.ts'
import {
  accountsPage,
  endDuty,
  giveUserName,
  lockAccount,
  lockByEmail,
  lockMember,
  lockUserNames,
  makeOperator,
  lockAdmins,
  parentAccount,
  type PersonRow,
  setDisabled,
  staffOf,
  type StaffRow,
  studentAccount,
} from './queries.ts'
import { mayDecide, needsCenter, staffColumns } from './rules.ts'

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

const above = () => forbidden('above', "This is a manager's or an admin's account: only an admin says at which centres it works.")

type NewMember = { firstName: string; lastName: string; email: string | null; duty: StaffMember['duties'][number] }

/** Who gets a duty: whoever of the staff has the e-mail, else somebody new. In the office nobody is without a role. */
async function memberFor(db: Db, actor: Actor, { firstName, lastName, email, duty }: NewMember) {
  const [known] = email ? await lockByEmail(db, email) : []
  const role = duty === 'office' ? 'operator' : null
  if (!known) {
    const person = newPerson({ firstName, lastName, role, email })
    await putPerson(db, person).catch(emailTaken)
    return { ...person, invited: true, before: null }
  }
  if (known.group) throw conflict('email_taken', 'This e-mail address belongs to the account of a student or parent.')
  if (!mayDecide(actor.kind, known, duty)) throw above()
  if (role) await makeOperator(db, known.id)
  return { ...unlessClosed(known), before: { role: known.role } }
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
      await sendLink(db, settings, { ...person, email: input.email }, 'setup')
      await record(db, actor, { deed: 'accounts.invite', entity: person.id, after: { ...names, centers } })
      const { passwordHash: _, ...known } = person
      return created(withId({ ...known, centers, invited: true, disabled: false }))
    },

    async inviteAgain({ input, actor, db }) {
      const person = unlessClosed(one(await lockAccount(db, input.id), notFound))
      if (!person.email) throw refused('no_email', 'This account has no e-mail address.')
      await sendLink(db, settings, { ...person, email: person.email }, 'setup')
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
    async staff({ input, actor, db }) {
      const rows = await staffOf(db, await enter(db, actor, input.centerId))
      return rows.map(withId)
    },

    async staffFile(call) {
      const center = await enter(call.db.read, call.actor, call.input.centerId)
      return await listFile(call, center, { name: 'staff', columns: staffColumns, rows: await staffOf(call.db.read, center) })
    },

    async inviteStaff({ input, actor, db }) {
      const center = await enter(db, actor, input.centerId)
      const operator = input.duty === 'operator'
      const duty = input.duty === 'operator' ? 'office' : input.duty
      if (operator && !input.email) throw refused('needs_email', 'An operator needs an e-mail address for the invitation.', '/email')
      const { before, ...person } = await memberFor(db, actor, { ...input, email: input.email ?? null, duty })
      const [now] = await staffOf(db, center, { id: person.id })
      if (now?.duties.includes(duty)) throw conflict('already_staff', 'Whoever has this e-mail address does this here already.')
      await putDuty(db, { centerId: center, personId: person.id, duty, type: input.type })
      if (operator && person.invited && person.email) await sendLink(db, settings, { ...person, email: person.email }, 'setup')
      await record(db, actor, { deed: 'staff.invite', entity: person.id, center, before, after: input })
      return created(await member(db, center, person.id))
    },

    async endDuty({ input, actor, db }) {
      const { personId, duty } = input
      const center = await enter(db, actor, input.centerId)
      const person = one(await lockMember(db, center, input), notFound)
      if (!mayDecide(actor.kind, person, duty)) throw above()
      await endDuty(db, center, input)
      if (duty === 'office' && person.role !== 'admin') {
        await endSessions(db, { personId })
        await publishEnd(db, { person: personId })
      }
      await record(db, actor, { deed: 'staff.end', entity: personId, center, before: { duty } })
      return null
    },
  }) satisfies Partial<Handlers<typeof people>>

const familyRoutes = (settings: Settings) =>
  ({
    async inviteStudent({ input, actor, db }) {
      return await db.write(async (write) => {
        const center = await enter(write, actor, input.centerId)
        const person = unlessClosed(one(await studentAccount(write, center, input.studentId), notFound))
        if (person.email) {
          await record(write, actor, { deed: 'families.invite', entity: person.id, center })
          await sendLink(write, settings, { ...person, email: person.email }, 'setup')
          return { email: person.email, userName: person.userName, link: null }
        }
        await lockUserNames(write)
        const userName =
          person.userName ?? one(await giveUserName(write, { id: person.id, wish: wishFrom(person.firstName) }), notFound).userName
        await record(write, actor, { deed: 'families.invite', entity: person.id, center, after: { userName } })
        const token = newToken()
        await putLink(write, { personId: person.id, tokenHash: sha256(token), purpose: 'setup' })
        return { email: null, userName, link: pageAddress(settings, `/setup#token=${token}`) }
      })
    },

    async inviteParent({ input, actor, db }) {
      const center = await enter(db, actor, input.centerId)
      const person = unlessClosed(one(await parentAccount(db, center, input.parentId), notFound))
      if (!person.email) throw refused('no_email', 'This parent has no e-mail address.')
      await sendLink(db, settings, { ...person, email: person.email }, 'setup')
      await record(db, actor, { deed: 'families.invite', entity: person.id, center })
      return null
    },
  }) satisfies Partial<Handlers<typeof people>>

export const peopleRoutes = (settings: Settings): Handlers<typeof people> => ({
  ...accountRoutes(settings),
  ...staffRoutes(settings),
  ...familyRoutes(settings),
})
