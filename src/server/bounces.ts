import PostalMime from 'postal-mime'
import type { Db } from './db.ts'
import type { Cron, JobTools } from './jobs.ts'
import { mailIdIn } from './mail.ts'
import { reasonOf } from './mail-transport.ts'
import type { Settings } from './settings.ts'

/**
 * A message that a mail server returned, with the address to which it couldn't be delivered and the reason.
 */
export type Bounce = { mailId: string; address: string; reason: string }

const report = /^message\/(global-)?delivery-status$/
const returned = /^(message\/rfc822|text\/rfc822-headers|message\/rfc822-headers|message\/global(-headers)?)$/

const textOf = ({ content }: { content: ArrayBuffer | Uint8Array | string }) =>
  typeof content === 'string' ? content : Buffer.from(content as Uint8Array).toString()

/**
 * Classes of permanent status codes (RFC 3463) that say nothing about an address: system, protocol, content,
 * policy.
 */
const aboutOthers = /^5\.[3567]\./

/** True if a status such as `5.1.1` means that an address doesn't accept email. */
const isAboutAddress = (status: string) => status.startsWith('5.') && !aboutOthers.test(status)

/**
 * Returns the groups of fields of a delivery report (RFC 3464): one for the message, then one per recipient.
 */
const groupsOf = (text: string) =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/\n[ \t]+/g, ' ')
    .split(/\n{2,}/)
    .map(
      (group) =>
        new Map(
          [...group.matchAll(/^([\w-]+):[ \t]*(.*)$/gm)].map(([, name = '', value = '']) => [
            name.toLowerCase(),
            value.trim(),
          ]),
        ),
    )

/** Returns a field's value without its type prefix, such as `rfc822;`. Empty if the field is missing. */
const valueOf = (field: string | undefined) => (field ?? '').replace(/^[\w-]+\s*;\s*/, '').trim()

/**
 * Reads the report that a mail server sends if it can't deliver one of our messages (RFC 3464). Returns the
 * addresses that the server permanently refuses. Returns none for other messages, for delays, and for
 * refusals that say nothing about the address. Never throws for malformed messages.
 */
export async function bouncesIn(raw: Buffer): Promise<Bounce[]> {
  const mail = await PostalMime.parse(raw, { forceRfc822Attachments: true }).catch(() => null)
  const parts = mail?.attachments ?? []
  const original = parts.filter(({ mimeType }) => returned.test(mimeType)).map(textOf)
  const mailId = original.map(mailIdIn).find((id) => id !== null)
  if (!mailId) return []
  return parts
    .filter(({ mimeType }) => report.test(mimeType))
    .flatMap((part) => groupsOf(textOf(part)))
    .flatMap((fields) => {
      const address = valueOf(fields.get('original-recipient') ?? fields.get('final-recipient'))
      const diagnosis = valueOf(fields.get('diagnostic-code'))
      const status = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(diagnosis)?.[0] ?? fields.get('status') ?? ''
      const isFinal = fields.get('action')?.toLowerCase() === 'failed' && isAboutAddress(status)
      return address !== '' && isFinal ? [{ mailId, address, reason: reasonOf(diagnosis) }] : []
    })
}

/**
 * Marks a message as returned if it was sent to the bounce's address and isn't marked yet. If so, also stores
 * the reason in the person's record, unless their address has changed since.
 */
const noteBounce = (db: Db, { mailId, address, reason }: Bounce) => db`
  with m as (
    update mail set state = 'stopped', error = ${`Returned: ${reason}`}
    where id = ${mailId} and lower(to_address) = lower(${address}) and state = 'sent'
    returning person_id, to_address)
  update people p set mail_refusal = ${reason}, mail_refused_at = now() from m
  where p.id = m.person_id and lower(p.email) = lower(m.to_address)
`

/**
 * Clears the refusal of every address that has since accepted a message without returning it within a day.
 */
const forgetRefusals = (db: Db) => db`
  update people p set mail_refusal = null, mail_refused_at = null
  where p.mail_refused_at is not null and exists (
    select from mail m where m.person_id = p.id and lower(m.to_address) = lower(p.email)
      and m.state = 'sent' and m.sent_at > p.mail_refused_at and m.sent_at < now() - interval '1 day')
`

/**
 * Limits for one run: the number of messages, and the bytes read from each. They keep a flooded mailbox from
 * blocking the job queue. The next run reads the rest.
 */
const most = { messages: 200, bytes: 256_000 }

/**
 * Returns an IMAP client that isn't connected yet, and the name of the folder to open. Both come from a URL
 * such as `imaps://user:password@mail.example/INBOX`. Loads the library only here, because it takes 10 MB of
 * memory.
 */
async function mailboxOf(address: string) {
  const { ImapFlow } = await import('imapflow')
  const url = new URL(address)
  const secure = url.protocol === 'imaps:'
  const client = new ImapFlow({
    host: url.hostname,
    port: Number(url.port) || (secure ? 993 : 143),
    secure,
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    logger: false,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
  // Without a listener, the error would end the process. Pending calls fail with the same error anyway.
  client.on('error', () => {})
  return { client, folder: decodeURIComponent(url.pathname.slice(1)) || 'INBOX' }
}

/**
 * Job that reads the unread delivery reports in the mailbox to which mail servers return messages, and marks
 * them as read. It doesn't touch other messages. Reading a report twice does no harm. Also clears the
 * refusals of addresses that accept email again.
 */
export async function readBounces(_: unknown, { database, settings }: JobTools) {
  if (!settings.bounceImapUrl) return
  const { client, folder } = await mailboxOf(settings.bounceImapUrl)
  await client.connect()
  try {
    await client.mailboxOpen(folder)
    const found = await client.search(
      { seen: false, header: { 'content-type': 'delivery-status' } },
      { uid: true },
    )
    for (const uid of (found || []).slice(0, most.messages)) {
      const message = await client.fetchOne(String(uid), { source: { maxLength: most.bytes } }, { uid: true })
      const bounces = message && message.source ? await bouncesIn(message.source) : []
      for (const bounce of bounces) await noteBounce(database.single, bounce)
      await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
    }
  } finally {
    await client.logout().catch(() => client.close())
  }
  await forgetRefusals(database.single)
}

/** Returns the schedule of the job, every five minutes, or an empty list if there is no mailbox. */
export const bounceCron = ({ bounceImapUrl }: Settings): Cron[] =>
  bounceImapUrl ? [{ task: 'bounces', match: '*/5 * * * *' }] : []
