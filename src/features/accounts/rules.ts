import { z } from 'zod'
import { avatars } from '#shared/avatars.ts'
import { kinds, permissions, type Permission } from '#shared/permissions.ts'
import { Id } from '#shared/ids.ts'

/**
 * Accounts: who somebody is, how they sign in and where that leads (spec §2, §4, §6; product §2). An account has a role (staff) or a
 * group (devices, students, parents). Passwords are scored 0-4 by the server; staff need 3, everybody else 2.
 */
export const roles = ['admin', 'manager', 'operator', 'editor'] as const
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>
export const Group = z.enum(['devices', 'students', 'parents'])
export type Group = z.infer<typeof Group>
export const Avatar = z.enum(avatars)
export type Avatar = z.infer<typeof Avatar>

/** The signed-in user as `/users/me` gives it: a role or a group, what they may do, and the centers they work at or belong to. */
export const Me = z.object({
  _id: Id,
  role: Role.nullable(),
  group: Group.nullable(),
  firstName: z.string(),
  lastName: z.string(),
  avatar: Avatar,
  centers: z.array(z.string()),
  permissions: z.array(z.enum(Object.keys(permissions) as [Permission, ...Permission[]])),
  version: z.int(),
})
export type Me = z.infer<typeof Me>

/** What a one-time link is for: the first password, or a new one in place of a forgotten one. */
export const Purpose = z.enum(['setup', 'recovery'])
export type Purpose = z.infer<typeof Purpose>

/** The least score (0-4) that a password needs. */
export const leastScore = (who: { role: Role | null }) => (who.role ? 3 : 2)

/** The words of a password's score, for the strength bar. */
export const strengthWords = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const

export const kindOf = (me: Pick<Me, 'role' | 'group'>) => me.role ?? me.group ?? kinds[7]

/** Where somebody lands after signing in, and where they are sent from a page that isn't theirs (spec §4). */
export function landing(me: Pick<Me, 'role' | 'group'>, centerId: string | null) {
  if (me.group === 'devices') return '/classroom'
  if (me.group === 'students') return '/student'
  if (me.group === 'parents') return '/parent'
  if (me.role === 'editor') return '/material-editor'
  return centerId ? `/centers/${encodeURIComponent(centerId)}` : '/centers'
}

/** What a role or group is called on a screen. */
export const kindWords = {
  admin: 'Admin',
  manager: 'Manager',
  operator: 'Operator',
  editor: 'Editor',
  devices: 'Device',
  students: 'Student',
  parents: 'Parent',
} as const satisfies Record<Role | Group, string>

/** Whether somebody may change the names of an account (product §2): an admin any, others their own; a student asks the center. */
export const mayRename = ({ _id, role, group }: Pick<Me, '_id' | 'role' | 'group'>, userId: string) =>
  role === 'admin' || (_id === userId && group !== 'students' && group !== 'devices')
