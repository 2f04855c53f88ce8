import { people } from '#features/accounts/people/api.ts'
import { lockByEmail, staffOf } from '#features/accounts/people/queries.ts'
import { endStaffDuty, inviteStaff } from '#features/accounts/people/staff.ts'
import { nameOf } from '#features/students/import/plan.ts'
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
    ...nameIn(cell),
    duty: valueOf(cell('duty') || 'teacher', { label: 'Duty', among: duties }),
    type: valueOf(cell('type') || 'permanent', { label: 'Type', among: types }),
    email: cell('email') || null,
  })

type Member = { firstName: string; lastName: string; email: string | null; duties: readonly string[] }

/** Returns the keys that identify a member with a duty: by email address, if any, and by name. */
const keysOf = ({ firstName, lastName, email, duties: held }: Member) =>
  held.flatMap((duty) => [
    ...(email ? [`${email.toLowerCase()} ${duty}`] : []),
    `${fold(`${firstName} ${lastName}`)} ${duty}`,
  ])

/** Imports staff under the same rules as `POST /centers/{centerId}/staff`. */
export const staffImport = (settings: Settings): Importer => ({
  titleOf: (cell) => nameOf(nameIn(cell)),

  async begin(call, rows) {
    const { db, center } = call
    const known = new Set((await staffOf(db, center)).flatMap(keysOf))
    const emails = rows.map(({ cell }) => cell('email').toLowerCase()).filter((email) => email !== '')
    for (const email of [...new Set(emails)].toSorted()) await lockByEmail(db, email)
    return async ({ cell }) => {
      const asked = readMember(cell)
      const duty = asked.duty === 'operator' ? 'office' : asked.duty
      const keys = keysOf({ ...asked, email: asked.email ?? null, duties: [duty] })
      if (known.has(keys[0] ?? ''))
        return { facts: duties[asked.duty][0], id: null, note: 'Already on the staff' }
      const { _id, waiting } = await inviteStaff(call, asked, settings)
      for (const key of keys) known.add(key)
      // A dry run sends no email, so it must not show which addresses have an account.
      const note = asked.duty === 'operator' ? 'Gets an invitation' : ''
      return { facts: duties[asked.duty][0], id: waiting ? null : _id, duty, note, isAsked: waiting }
    }
  },

  async undo(call, { added, duties: held = [] }) {
    for (const [at, personId] of added.entries()) await removeMember(call, personId, held[at] ?? 'teacher')
  },
})

/** Ends a duty that an import added. Does nothing if it has already been ended. */
async function removeMember(call: CenterCall, personId: string, duty: string) {
  const { db, center } = call
  const [member] = await staffOf(db, center, { id: personId })
  if (!member?.duties.some((each) => each === duty)) return
  if (duty !== 'office' && (await isBusy(db, center, personId)).length > 0)
    throw conflict('in_use', `${nameOf(member)} now has classes, so this import can’t be undone.`)
  await endStaffDuty(call, { personId, duty: duty as 'office' }).catch((error: unknown) => {
    if (!(error instanceof Problem && error.status === 404)) throw error
  })
}
