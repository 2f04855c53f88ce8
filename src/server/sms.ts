import type { Settings } from './settings.ts'

/**
 * Outcome of a text message: `sent`, or `gone` if the number doesn't accept messages because it doesn't
 * exist, can't be reached, isn't mobile, or its owner has replied STOP.
 */
type SmsOutcome = 'sent' | 'gone'

/**
 * Error for a message that the provider certainly hasn't accepted, so sending it again makes no second copy.
 */
export class SmsNotSent extends Error {}

/**
 * Sends a text message to an E.164 number. Throws `SmsNotSent` if it was refused or the provider couldn't be
 * reached, and another error if it is unknown whether it was sent.
 */
export type SmsProvider = (message: { to: string; text: string }) => Promise<SmsOutcome>

const timeoutMs = 10_000

/**
 * Twilio's error codes for numbers that don't accept messages: invalid, stopped, not reachable, not mobile.
 * 21408 isn't one of them: the region isn't enabled in our account, which can change.
 */
const invalidNumberCodes = new Set([21211, 21610, 21612, 21614])

/** Error codes of failures that happen before anything is sent. */
const unreachable = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

function failure(error: unknown) {
  const { cause } = error as { cause?: { code?: string } }
  return cause?.code !== undefined && unreachable.has(cause.code)
    ? new SmsNotSent('The SMS provider couldn’t be reached.', { cause: error })
    : error
}

/**
 * Returns a provider that uses Twilio's Messages API. Twilio handles STOP replies itself, so the product
 * learns of a STOP only when Twilio refuses the next message.
 */
const twilio =
  ({ accountSid, authToken, from, url }: NonNullable<Settings['twilio']>): SmsProvider =>
  async ({ to, text }) => {
    // A sender is a number, or a messaging service, whose id begins with MG.
    const sender = from.startsWith('MG') ? 'MessagingServiceSid' : 'From'
    const response = await fetch(`${url}/2010-04-01/Accounts/${accountSid}/Messages.json`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
      body: new URLSearchParams({ To: to, Body: text, [sender]: from }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw failure(error)
    })
    if (response.ok) return 'sent'
    const { code } = (await response.json().catch(() => ({}))) as { code?: number }
    if (response.status === 400 && code !== undefined && invalidNumberCodes.has(code)) return 'gone'
    throw new SmsNotSent(
      `The SMS provider answered ${response.status}${code === undefined ? '' : ` (${code})`}.`,
    )
  }

/** Returns the provider of text messages, or null if none is set up. */
export const smsProvider = ({ twilio: set }: Pick<Settings, 'twilio'>): SmsProvider | null =>
  set && twilio(set)
