import { kindWords, type Role } from '#features/accounts/rules.ts'
import type { Columns } from '#shared/csv.ts'
import { condition } from '#shared/managing.ts'
import type { Kind } from '#shared/permissions.ts'
import type { Person, StaffMember } from './api.ts'

/** What became of an account: in use, its invitation not yet taken, or closed by an admin. Closed comes first. */
export const stateOf = ({ invited, disabled }: Pick<Person, 'invited' | 'disabled'>) =>
  disabled ? 'closed' : invited ? 'invited' : 'active'

export const stateWords = { active: 'Active', invited: 'Invited', closed: 'Closed' } as const

/** Who sees nothing without a center. An admin has all of them, and an editor may have none (product §2). */
export const needsCenter = (role: Role) => role === 'manager' || role === 'operator'

/** True if a caller of this kind may end a staff member's duty here. */
export const mayEnd = (mine: Kind, { role }: Pick<StaffMember, 'role'>, duty: StaffMember['duties'][number]) =>
  condition(duty === 'office' ? 'endOffice' : 'endTeaching', mine, role ?? 'staff') !== null

/** Those who have a duty, as the staff page calls them in a sentence. */
export const dutyWords = { office: 'office', teacher: 'teachers', assistant: 'assistants' } as const satisfies Record<
  StaffMember['duties'][number],
  string
>

const dutyNames: Record<StaffMember['duties'][number], string> = { office: 'Office', teacher: 'Teacher', assistant: 'Assistant' }

/** The staff of a center as a file; who has no role has no account. */
export const staffColumns: Columns<Omit<StaffMember, '_id' | 'waiting'>> = [
  ['First name', ({ firstName }) => firstName],
  ['Last name', ({ lastName }) => lastName],
  ['Duties', ({ duties }) => duties.map((duty) => dutyNames[duty]).join('; ')],
  ['Substitute', ({ type }) => (type === 'substitute' ? 'yes' : '')],
  ['Role', ({ role }) => role && kindWords[role]],
  ['E-mail', ({ email }) => email],
  ['Account', (member) => (member.role ? stateWords[stateOf(member)] : 'No account')],
]
