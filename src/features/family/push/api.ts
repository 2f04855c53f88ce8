import { z } from 'zod'
import { del, get, None, post } from '#shared/contract.ts'
import { Instant } from '#shared/days.ts'
import { Id } from '#shared/ids.ts'
import { record } from '#shared/record.ts'

/** A browser in which the caller gets notifications. */
const PushDevice = record('PushDevice', {
  _id: Id,
  endpoint: z.string(),
  browser: z.string(),
  createdAt: Instant,
})
export type PushDevice = z.infer<typeof PushDevice>

/** The caller's browsers, and the public key (in base64url) that a browser passes to its push service. */
const Notifications = record('Notifications', { key: z.string(), devices: z.array(PushDevice) })

const Bytes = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+=*$/, 'must be in base64url')

/** Push notifications (Web Push) for the automatic messages that a parent also gets by email. */
export const notifications = {
  list: get('/parent/notifications', { who: 'parent.change', input: None, output: Notifications }),
  /**
   * Turns notifications on in a browser and, unless they were already on, shows a notification there. An
   * eleventh browser replaces the oldest. 422 unless the endpoint is a public https address.
   */
  add: post('/parent/notifications', {
    who: 'parent.change',
    rate: { perSecond: 0.1, burst: 10 },
    input: z.object({
      endpoint: z.string().min(1).max(1000),
      keys: z.object({ p256dh: Bytes(120), auth: Bytes(40) }),
    }),
    output: Notifications,
  }),
  remove: del('/parent/notifications/:id', {
    who: 'parent.change',
    input: z.object({ id: Id }),
    output: Notifications,
  }),
}
