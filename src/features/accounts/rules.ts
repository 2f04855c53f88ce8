import { z } from 'zod'
import { avatars } from '#shared/avatars.ts'
import { permissions, type Permission } from '#shared/permissions.ts'
import { Id } from '#shared/ids.ts'
import { type Language, languages } from '#shared/language.ts'

/**
 * Accounts: who people are, how they sign in, and which page they land on (spec §2, §4, §6; product §2). An
 * account has a role (staff) or a group (devices, students, parents).
 */

export const roles = ['admin', 'manager', 'operator', 'editor'] as const
export const Role = z.enum(roles)
export type Role = z.infer<typeof Role>
export const Group = z.enum(['devices', 'students', 'parents'])
export type Group = z.infer<typeof Group>
export const Avatar = z.enum(avatars)

/** Language of a person's pages and messages. */
export const LanguageName = z.enum(Object.keys(languages) as [Language, ...Language[]])
export type Avatar = z.infer<typeof Avatar>

/** Repeats the user's first name, as the specification requires (spec §3, user). */
export const Info = z.object({ firstName: z.string() })
export const infoOf = ({ firstName }: z.infer<typeof Info>) => ({ firstName })

/**
 * The signed-in user as returned by `/users/me`: a role or a group, their permissions, and the centers they
 * work at or belong to.
 */
export const Me = z.object({
  _id: Id,
  role: Role.nullable(),
  group: Group.nullable(),
  firstName: z.string(),
  lastName: z.string(),
  info: Info,
  avatar: Avatar,
  /** Null if the user hasn't chosen one. */
  language: LanguageName.nullable(),
  centers: z.array(z.string()),
  permissions: z.array(z.enum(Object.keys(permissions) as [Permission, ...Permission[]])),
  version: z.int(),
})
export type Me = z.infer<typeof Me>

/**
 * Purpose of a one-time link: `setup` to choose the first password, `recovery` to replace a forgotten one.
 */
export const Purpose = z.enum(['setup', 'recovery'])
export type Purpose = z.infer<typeof Purpose>

/** Returns the lowest accepted score for a password. The server scores passwords from 0 to 4. */
export const minScore = (who: { role: Role | null }) => (who.role ? 3 : 2)

/** Words for a password's score, for the strength bar. */
export const strengthWords = ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'] as const

export const kindOf = (me: Pick<Me, 'role' | 'group'>) => me.role ?? me.group ?? 'anonymous'

/** Returns the landing page after signing in. Also used in place of a page that isn't allowed (spec §4). */
export function landing(me: Pick<Me, 'role' | 'group'>, centerId: string | null) {
  if (me.group === 'devices') return '/classroom'
  if (me.group === 'students') return '/student'
  if (me.group === 'parents') return '/parent'
  if (me.role === 'editor') return '/material-editor'
  return centerId ? `/centers/${encodeURIComponent(centerId)}` : '/centers'
}

/** Names of roles and groups on screen. */
export const kindWords = {
  admin: 'Admin',
  manager: 'Manager',
  operator: 'Operator',
  editor: 'Editor',
  devices: 'Device',
  students: 'Student',
  parents: 'Parent',
} as const satisfies Record<Role | Group, string>

/**
 * True if the user may change the names of an account (product §2): admins may change any, others only their
 * own, and students have to ask the center.
 */
export const mayRename = ({ _id, role, group }: Pick<Me, '_id' | 'role' | 'group'>, userId: string) =>
  role === 'admin' || (_id === userId && group !== 'students' && group !== 'devices')
