import { z } from 'zod'
import { get, None, Nothing, post, put } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Id } from '#shared/ids.ts'
import { Email, RequiredText, Text } from '#shared/fields.ts'
import { longest } from '#shared/text.ts'
import { Avatar, Group, Info, LanguageName, Me, Role } from './rules.ts'

/** New address of an account in use, pending confirmation. `expired` is true once its link has expired. */
const NewEmail = record('NewEmail', { email: z.string(), expired: z.boolean() })

const User = record('User', {
  _id: Id,
  role: Role.nullable(),
  group: Group.nullable(),
  firstName: z.string(),
  lastName: z.string(),
  info: Info,
  avatar: Avatar,
  language: LanguageName.nullable(),
  email: z.string().nullable(),
  /** Pending new address. Null if there is none, or if the caller may not change the address. */
  newEmail: NewEmail.nullable(),
  userName: z.string().nullable(),
  centers: z.array(z.string()),
  version: z.int(),
})
/** An account as shown on its own page. */
export type User = z.infer<typeof User>

/** Logging in and out, and reading and changing an account (spec §7, Auth; payloads as in product §2). */
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
   * Read-only fields (`_id`, `role`, `group`, `centers`, `userName`, `info`) may be sent back unchanged;
   * changing one is refused with 403 `readonly_field`. A new `email` requires the caller's own password (403
   * `reauth`, `wrong_password`). If the account is in use, the new address is pending as `newEmail` until it
   * is confirmed with the link sent to it (`emailChanges`); 429 after three such emails in an hour.
   * Otherwise, it applies immediately and voids the links emailed to the old address.
   */
  change: put('/users/:id', {
    who: 'users.change',
    effect: 'own',
    input: z.object({
      id: Id,
      firstName: RequiredText(longest.name),
      lastName: Text(longest.name),
      avatar: Avatar,
      /** Unchanged if omitted. */
      language: LanguageName.nullable().optional(),
      email: Email.nullable().optional(),
      currentPassword: z.string().max(100).optional(),
      _id: Id.optional(),
      role: Role.nullable().optional(),
      group: Group.nullable().optional(),
      userName: z.string().nullable().optional(),
      centers: z.array(z.string()).optional(),
      info: Info.optional(),
    }),
    output: User,
  }),
}
