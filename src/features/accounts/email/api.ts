import { z } from 'zod'
import { del, Nothing, post } from '#shared/contract.ts'
import { Token } from '#shared/fields.ts'
import { Id } from '#shared/ids.ts'

/**
 * Changes to the email address of an account that is in use. `PUT /users/:id` starts a change; the account
 * keeps the old address until the new one is confirmed with the link sent to it.
 */
export const emailChanges = {
  /**
   * Returns the address that a link confirms. 400 `token_invalid` if the link was used, replaced or canceled,
   * or has expired.
   */
  link: post('/email/link', {
    who: 'email.confirm',
    effect: 'reads',
    input: z.object({ token: Token }),
    output: z.object({ email: z.string() }),
  }),
  /**
   * Replaces the account's address with the new one. 409 `email_taken` if another account has taken it in the
   * meantime.
   */
  confirm: post('/email/confirmation', {
    who: 'email.confirm',
    once: true,
    input: z.object({ token: Token }),
    output: Nothing,
  }),
  /**
   * Sends a new link to the same address and voids the previous one. 409 `nothing_waits` if no address is
   * pending; 429 after three emails in an hour.
   */
  again: post('/users/:id/email/link', {
    who: 'users.change',
    once: true,
    input: z.object({ id: Id }),
    output: Nothing,
  }),
  cancel: del('/users/:id/email', { who: 'users.change', input: z.object({ id: Id }), output: Nothing }),
}
