import { z } from 'zod'
import { get } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Instant } from '#shared/days.ts'
import { Id } from '#shared/ids.ts'

const Mail = record('Mail', {
  _id: Id,
  to: z.string(),
  name: z.string(),
  subject: z.string(),
  body: z.string(),
  purpose: z.string(),
  state: z.enum(['queued', 'sent', 'failed', 'stopped', 'kept']),
  error: z.string().nullable(),
  createdAt: Instant,
  sentAt: Instant.nullable(),
})
export type Mail = z.infer<typeof Mail>

/**
 * Emails written by the product, newest first. Without a mail server, staff read them here. Links in these
 * emails open accounts, so callers see only what the table allows (`readMail` and `readLinks` in
 * shared/account-permissions.ts). An email that was sent or has expired no longer shows its link.
 */
export const outbox = {
  list: get('/mail', {
    who: 'mail.read',
    input: z.object({ after: Id.optional() }),
    output: z.object({ mail: z.array(Mail), after: Id.nullable() }),
  }),
}
