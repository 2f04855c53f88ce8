import { kindWords, type Role } from '#features/accounts/rules.ts'
import type { Columns } from '#shared/csv.ts'
import type { Kind } from '#shared/permissions.ts'
import type { Person, StaffMember } from './api.ts'

/** What became of an account: in use, its invitation not yet taken, or closed by an admin. Closed comes first. */
export const stateOf = ({ invited, disabled }: Pick<Person, 'invited' | 'disabled'>) =>
  disabled ? 'closed' : invited ? 'invited' : 'active'

export const stateWords = { active: 'Active', invited: 'Invited', closed: 'Closed' } as const

/** Who sees nothing without a centre. An admin has all of them, and an editor may have none (product §2). */
export const needsCenter = (role: Role) => role === 'manager' || role === 'operator'

/** Whether somebody may give or end a duty: by its office duty an account of a manager reaches a centre, and that only an admin decides. */
export const mayDecide = (mine: Kind, { role }: Pick<StaffMember, 'role'>, duty: StaffMember['duties'][number]) =>
  mine === 'admin' || duty !== 'office' || (role !== 'manager' && role !== 'admin')

/** Those who have a duty, as the staff page calls them in a sentence. */
export const dutyWords = { office: 'office', teacher: 'teachers', assistant: 'assistants' } as const satisfies Record<
  StaffMember['duties'][number],
  string
>

const dutyNames: Record<StaffMember['duties'][number], string> = { office: 'Office', teacher: 'Teacher', assistant: 'Assistant' }

/** The staff of a centre as a file; who has no role has no account. */
export const staffColumns: Columns<Omit<StaffMember, '_id'>> = [
  ['First name', ({ firstName }) => firstName],
  ['Last name', ({ lastName }) => lastName],
  ['Duties', ({ duties }) => duties.map((duty) => dutyNames[duty]).join('; ')],
  ['Substitute', ({ type }) => (type === 'substitute' ? 'yes' : '')],
  ['Role', ({ role }) => role && kindWords[role]],
  ['E-mail', ({ email }) => email],
  ['Account', (member) => (member.role ? stateWords[stateOf(member)] : 'No account')],
]
