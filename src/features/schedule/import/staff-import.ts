import { people } from '#features/accounts/people/api.ts'
import { lockByEmail, staffOf } from '#features/accounts/people/queries.ts'
import { endStaffDuty, inviteStaff } from '#features/accounts/people/staff.ts'
import { fullName } from '#shared/full-name.ts'
import { fold } from '#shared/fold.ts'
import type { CenterCall } from '#server/call.ts'
import type { Settings } from '#server/settings.ts'
import { conflict, Problem } from '#shared/problem.ts'
import type { Importer } from './imports.ts'
import { isBusy } from './queries.ts'
import { type Cells, inputFor, splitName, valueOf } from './read-rows.ts'

const duties = {
  operator: ['Operator', 'office', 'front desk', 'receptionist'],
  teacher: ['Teacher', 'tutor', 'instructor'],
  assistant: ['Assistant', 'aide', 'helper', 'ta'],
} as const
const types = { permanent: ['Permanent', 'regular'], substitute: ['Substitute', 'sub'] } as const

const nameIn = (cell: Cells) =>
  cell('firstName') === '' && cell('name') !== ''
    ? splitName(cell('name'))
    : { firstName: cell('firstName'), lastName: cell('lastName') }

const readMember = (cell: Cells) =>
  inputFor('staff', people.inviteStaff, {
    firstName: () => nameIn(cell).firstName,
    lastName: () => nameIn(cell).lastName,
    duty: () => valueOf(cell('duty') || 'teacher', { label: 'Role', among: duties }),
    type: () => valueOf(cell('type') || 'permanent', { label: 'Type', among: types }),
    email: () => cell('email') || null,
  })

type Member = { firstName: string; lastName: string; email: string | null; duties: readonly string[] }

/**
 * Returns keys that identify a member: the email address (if any) and the name, each combined with each duty.
 */
const keysOf = ({ firstName, lastName, email, duties: memberDuties }: Member) =>
  memberDuties.flatMap((duty) => [
    ...(email ? [`${email.toLowerCase()} ${duty}`] : []),
    `${fold(fullName({ firstName, lastName }))} ${duty}`,
  ])

/** Imports staff under the same rules as `POST /centers/{centerId}/staff`. */
export const staffImport = (settings: Settings): Importer => ({
  titleOf: (cell) => fullName(nameIn(cell)),

  async begin(call, rows) {
    const { db, center } = call
    const known = new Set((await staffOf(db, center)).flatMap(keysOf))
    const emails = rows.map(({ cell }) => cell('email').toLowerCase()).filter((email) => email !== '')
    for (const email of [...new Set(emails)].toSorted()) await lockByEmail(db, email)
    return async ({ cell }) => {
      const member = readMember(cell)
      const duty = member.duty === 'operator' ? 'office' : member.duty
      const keys = keysOf({ ...member, email: member.email ?? null, duties: [duty] })
      if (known.has(keys[0] ?? ''))
        return { facts: duties[member.duty][0], id: null, note: 'Already on the staff' }
      const { _id, waiting } = await inviteStaff(call, member, settings)
      for (const key of keys) known.add(key)
      // The note must not reveal which addresses have an account. A dry run sends no email, so nobody would
      // notice one that was made to find out.
      const note = member.duty === 'operator' ? 'Gets an invitation' : ''
      return { facts: duties[member.duty][0], id: waiting ? null : _id, duty, note, awaitsConsent: waiting }
    }
  },

  async undo(call, { added, duties: addedDuties = [] }) {
    for (const [at, personId] of added.entries())
      await removeMember(call, personId, addedDuties[at] ?? 'teacher')
  },
})

/** Ends a duty that an import added. Does nothing if it has already ended. */
async function removeMember(call: CenterCall, personId: string, duty: string) {
  const { db, center } = call
  const [member] = await staffOf(db, center, { id: personId })
  if (!member?.duties.some((each) => each === duty)) return
  if (duty !== 'office' && (await isBusy(db, center, personId)).length > 0)
    throw conflict('in_use', `${fullName(member)} now has classes, so this import can’t be undone.`)
  await endStaffDuty(call, { personId, duty: duty as 'office' }).catch((error: unknown) => {
    if (!(error instanceof Problem && error.status === 404)) throw error
  })
}
