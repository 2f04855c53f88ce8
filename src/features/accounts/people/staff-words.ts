import { kindWords, type Role } from '../rules.ts'
import type { Columns } from '#shared/csv.ts'
import { t } from '#shared/language.ts'
import { accountCondition } from '#shared/account-permissions.ts'
import type { Kind } from '#shared/permissions.ts'
import { pluralOf } from '#shared/text.ts'
import type { Person, StaffMember } from './api.ts'

/** Returns the state of an account: in use, invited, or closed by an admin. Closed takes precedence. */
export const stateOf = ({ invited, disabled }: Pick<Person, 'invited' | 'disabled'>) =>
  disabled ? 'closed' : invited ? 'invited' : 'active'

export const stateWords = { active: 'Active', invited: 'Invited', closed: 'Closed' } as const

/**
 * True for roles that have no access to anything without a center. An admin has access to all centers, and an
 * editor may have none (product §2).
 */
export const needsCenter = (role: Role) => role === 'manager' || role === 'operator'

/** True if a caller of this kind may end a staff member's duty here. */
export const mayEnd = (
  mine: Kind,
  { role }: Pick<StaffMember, 'role'>,
  duty: StaffMember['duties'][number],
) => accountCondition(duty === 'office' ? 'endOffice' : 'endTeaching', mine, role ?? 'staff') !== null

/** Returns the word for a duty inside a sentence on the staff page: `office staff`, `teachers`. */
export const dutyInWords = (duty: StaffMember['duties'][number]) =>
  duty === 'office' ? t('office staff') : pluralOf(duty)

/** Options for the type of a teacher or assistant (spec §4). */
export const types: { value: StaffMember['type']; label: string }[] = [
  { value: 'permanent', label: 'Permanent' },
  { value: 'substitute', label: 'Substitute' },
]

const dutyNames: Record<StaffMember['duties'][number], string> = {
  office: 'Office',
  teacher: 'Teacher',
  assistant: 'Assistant',
}

/** Columns of the staff export. A person without a role has no account. */
export const staffColumns: Columns<Omit<StaffMember, '_id' | 'waiting'>> = [
  ['First name', ({ firstName }) => firstName],
  ['Last name', ({ lastName }) => lastName],
  ['Duties', ({ duties }) => duties.map((duty) => dutyNames[duty]).join('; ')],
  ['Substitute', ({ type }) => (type === 'substitute' ? 'yes' : '')],
  ['Role', ({ role }) => role && kindWords[role]],
  ['Email', ({ email }) => email],
  ['Account', (member) => (member.role ? stateWords[stateOf(member)] : 'No account')],
]
