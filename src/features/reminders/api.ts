import { z } from 'zod'
import { AutomaticKind } from '#features/family/subscriptions/kinds.ts'
import { get, put } from '#shared/contract.ts'
import { CenterName } from '#shared/ids.ts'
import { record } from '#shared/record.ts'

/**
 * A kind of automatic message. `hour` and `days` are null for kinds that don't have them. `preview` is the
 * text for a made-up child, and `sent` is the number of messages in the last 30 days.
 */
const Reminder = record('Reminder', {
  kind: AutomaticKind,
  isOn: z.boolean(),
  hour: z.int().nullable(),
  days: z.int().nullable(),
  preview: z.object({ subject: z.string(), body: z.string() }),
  sent: z.int(),
})
export type Reminder = z.infer<typeof Reminder>

const inCenter = z.object({ centerId: CenterName })

/** Automatic messages from a center to families. All are off until somebody switches them on. */
export const reminders = {
  list: get('/centers/:centerId/reminders', {
    who: 'reminders.read',
    input: inCenter,
    output: z.array(Reminder),
  }),
  /**
   * Switches a kind of message on or off, and sets when it is sent. Responds with 422 for a setting outside
   * the kind's range.
   */
  put: put('/centers/:centerId/reminders/:kind', {
    who: 'reminders.change',
    input: inCenter.extend({
      kind: AutomaticKind,
      isOn: z.boolean(),
      hour: z.int().nullable().default(null),
      days: z.int().nullable().default(null),
    }),
    output: Reminder,
  }),
}
