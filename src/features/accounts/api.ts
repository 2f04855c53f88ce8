import { z } from 'zod'
import { get, None, Nothing, post, put } from '#shared/contract.ts'
import { Id } from '#shared/ids.ts'
import { Email, RequiredText, Text } from '#shared/fields.ts'
import { longest } from '#shared/text.ts'
import { Avatar, Group, Me, Role } from './rules.ts'

/** An address that an account in use gets once it is confirmed. `expired`: the link opens nothing any more. */
const NewEmail = z.object({ email: z.string(), expired: z.boolean() })

const User = z.object({
  _id: Id,
  role: Role.nullable(),
  group: Group.nullable(),
  firstName: z.string(),
  lastName: z.string(),
  avatar: Avatar,
  email: z.string().nullable(),
  /** The address that waits for its confirmation; null for who may not change it. */
  newEmail: NewEmail.nullable(),
  userName: z.string().nullable(),
  centers: z.array(z.string()),
  version: z.int(),
})
/** Somebody's account as its own page shows it. */
export type User = z.infer<typeof User>

/** Spec §7, Auth; payloads as in product §2. */
export const accounts = {
  login: post('/login', {
    who: 'auth.enter',
    effect: 'own',
    input: z.object({ email: z.string().trim().min(1).max(254), password: z.string().min(1).max(100) }),
    output: Me,
  }),
  logout: post('/logout', { who: 'auth.leave', input: None, output: Nothing }),
  me: get('/users/me', { who: 'users.me', input: None, output: Me }),
  user: get('/users/:id', { who: 'users.read', input: z.object({ id: Id }), output: User }),
  /**
   * Fields that are only shown (`_id`, `role`, `group`, `centers`, `userName`) may be sent back unchanged; changed they are 403 `readonly_field`.
   * Another `email` needs the caller's own password (403 `reauth`, `wrong_password`). Of an account in use it waits as `newEmail` until the link that
   * was sent to it is opened (`emailChanges`), which is ignored when it is sent back; 429 past three such mails an hour. Otherwise it counts at once and voids the links to the old one.
   */
  change: put('/users/:id', {
    who: 'users.change',
    effect: 'own',
    input: z.object({
      id: Id,
      firstName: RequiredText(longest.name),
      lastName: Text(longest.name),
      avatar: Avatar,
      email: Email.nullable().optional(),
      currentPassword: z.string().max(100).optional(),
      _id: Id.optional(),
      role: Role.nullable().optional(),
      group: Group.nullable().optional(),
      userName: z.string().nullable().optional(),
      centers: z.array(z.string()).optional(),
      newEmail: NewEmail.nullable().optional(),
      version: z.int().optional(),
    }),
    output: User,
  }),
}
