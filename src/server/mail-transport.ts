import type { Transporter } from 'nodemailer'
import type { Settings } from './settings.ts'

type MailServer = Settings & { smtpUrl: string }

let transport: { settings: MailServer; mailer: Promise<Transporter> } | null = null
/** Timeouts in ms that keep an unresponsive mail server from blocking the queue. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Loads the library only here, because it takes 6 MB of memory. */
async function openTransport({ smtpUrl: url, dkim }: MailServer): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({ url, ...patience, ...(dkim && { dkim }) })
}

/** Returns the connection to the mail server. With a DKIM key, it signs outgoing emails. */
export async function mailer(settings: MailServer) {
  if (transport?.settings.smtpUrl !== settings.smtpUrl || transport.settings.dkim !== settings.dkim)
    transport = { settings, mailer: openTransport(settings) }
  return await transport.mailer
}

/** Returns the words of a mail server's reply, at most 200 characters, without its codes. */
export const reasonOf = (reply: string) =>
  reply
    .replaceAll(/^\d{3}(?:[ -]|$)(?:\d\.\d{1,3}\.\d{1,3}(?: |$))?/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 200) || 'no reason given'

type Refusal = { command?: unknown; response?: unknown; responseCode?: unknown }

/**
 * Returns the mail server's own words for permanently rejecting a recipient, or null if the failure isn't
 * about the address. If a server accepts the recipient but rejects the message, the class of the enhanced
 * code gives the reason: 5.1 is about the address, 5.2 about the mailbox, and 5.7 about us, the senders.
 */
export function refusalOf(error: unknown): string | null {
  const { command, response, responseCode } = error as Refusal
  if (typeof response !== 'string' || typeof responseCode !== 'number' || responseCode < 500) return null
  const isAboutAddress =
    command === 'RCPT TO'
      ? !/^\d{3}[ -]5\.7\./.test(response)
      : command === 'DATA' && /^\d{3}[ -]5\.[12]\./.test(response)
  if (!isAboutAddress) return null
  return reasonOf(response)
}
