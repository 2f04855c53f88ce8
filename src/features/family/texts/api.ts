import { z } from 'zod'
import { del, get, None, post } from '#shared/contract.ts'
import { Phone } from '#shared/entries.ts'
import { record } from '#shared/record.ts'

/**
 * The caller's text messages. `isAvailable` is true if the installation can send any. `phone` is in E.164 or
 * null. It gets messages only if `isConfirmed` is true.
 */
const TextMessages = record('TextMessages', {
  isAvailable: z.boolean(),
  phone: z.string().nullable(),
  isConfirmed: z.boolean(),
})
export type TextMessages = z.infer<typeof TextMessages>

/** Text messages (SMS) for the automatic messages that a parent also gets by email. */
export const texts = {
  read: get('/parent/text-messages', { who: 'parent.change', input: None, output: TextMessages }),
  /**
   * Sends a code to a number, which replaces any earlier number. A number without a country code is read as a
   * number in the country of the caller's center. 422 if it isn't a phone number, 404 if the installation
   * sends no text messages, 429 after five codes in a day.
   */
  begin: post('/parent/text-messages', {
    who: 'parent.change',
    rate: { perSecond: 0.02, burst: 3 },
    input: z.object({ phone: Phone }),
    output: TextMessages,
  }),
  /**
   * Confirms the number with the code. `isRight` is false if the code is wrong or has expired, or after five
   * failed attempts.
   */
  confirm: post('/parent/text-messages/code', {
    who: 'parent.change',
    rate: { perSecond: 0.2, burst: 10 },
    input: z.object({ code: z.string().regex(/^\d{6}$/, 'must have six digits') }),
    output: TextMessages.extend({ isRight: z.boolean() }),
  }),
  /** Turns text messages off and deletes the number. */
  end: del('/parent/text-messages', { who: 'parent.change', input: None, output: TextMessages }),
}
