import { createTransport, type Transporter } from 'nodemailer'
import { v7 as newId } from 'uuid'
import { plain } from '#shared/text.ts'
import type { Db } from './db.ts'
import type { CenterId } from './gate.ts'
import { addJobs, type JobTools } from './jobs.ts'
import type { Settings } from './settings.ts'

/** A message to a person of the product, in plain text. `purpose` says which kind it is, for the outbox screen. */
export type Message = {
  personId: string
  to: string
  purpose:
    | 'setup'
    | 'recovery'
    | 'password_changed'
    | 'password_link'
    | 'email_asked'
    | 'email_changed'
    | 'email_confirm'
    | 'factor_on'
    | 'factor_off'
    | 'factor_reset'
    | 'notice'
    | 'family'
    | 'request'
  subject: string
  body: string
  /** The message to many families that this is one of. */
  mailing?: Mailing
}
type Mailing = { center: CenterId; id: string }

/** The address of a page for use in mails: only from the settings, never from what a request says (reliability T4). */
export const pageAddress = ({ publicUrl, host, port }: Settings, path: string) =>
  `${publicUrl?.replace(/\/$/, '') ?? `http://${host}:${port}`}${path}`

/** Writes a message into the outbox and queues its sending, both in the caller's transaction. Without SMTP_URL it is kept to be read. */
export const post = (db: Db, settings: Settings, message: Message) => postAll(db, settings, [message])

/** Messages that are written at once: so many are on their way to the database without keeping the process busy for long. */
const together = 200

/** The same for many messages, in two statements for every 200 of them. */
export async function postAll(db: Db, settings: Settings, messages: readonly Message[]) {
  for (let from = 0; from < messages.length; from += together) await postSome(db, settings, messages.slice(from, from + together))
}

async function postSome(db: Db, settings: Settings, messages: readonly Message[]) {
  const rows = messages.map(({ personId, to, purpose, subject, body, mailing }) => ({
    id: newId(),
    person_id: personId,
    purpose,
    to_address: to,
    subject: plain(subject),
    body: plain(body),
    mailing_center: mailing?.center ?? null,
    mailing_id: mailing?.id ?? null,
  }))
  await db`
    insert into mail (id, person_id, purpose, to_address, subject, body, state, mailing_center, mailing_id)
    select id, person_id, purpose, to_address, subject, body, ${stateOf(settings)}, mailing_center, mailing_id
    from jsonb_to_recordset(${db.json(rows)}) as m
      (id uuid, person_id uuid, purpose text, to_address text, subject text, body text, mailing_center text, mailing_id uuid)
  `
  if (settings.smtpUrl)
    await queueAll(
      db,
      rows.map(({ id }) => id),
    )
}

const stateOf = ({ smtpUrl }: Settings) => (smtpUrl ? 'queued' : 'kept')

/** Each under its own key: a message that waits for its next try has no second job beside that. */
const queueAll = (db: Db, ids: readonly string[]) =>
  addJobs(
    db,
    'mail',
    ids.map((id) => ({ key: `mail ${id}`, payload: { id } })),
  )

/** Queues what has failed of a message to many families at once instead of after the pause; how many those are. */
export async function postAgain(db: Db, settings: Settings, { center, id }: Mailing) {
  const failed = await db<{ id: string }[]>`
    update mail set state = ${stateOf(settings)}, error = null where mailing_center = ${center} and mailing_id = ${id} and state = 'failed'
    returning id
  `
  if (settings.smtpUrl)
    await queueAll(
      db,
      failed.map((mail) => mail.id),
    )
  return failed.length
}

/** The text of a message with words in the place of a link that opens an account (`#token=`): what is kept once nobody needs it here. */
export const withoutLink = (db: Db, words: string) => db`regexp_replace(body, '\\S+#token=\\S+', ${words}, 'g')`

let transport: { url: string; mailer: Transporter } | null = null
/** A mail server that hangs must not keep the queue from other work. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

function mailer(url: string) {
  if (transport?.url !== url) transport = { url, mailer: createTransport({ url, ...patience }) }
  return transport.mailer
}

/**
 * The job that sends one message. Tried again by the queue with growing pauses when the mail server refuses or is away; the Message-ID is the
 * message's own, so that a repeat after a crash is known for one.
 */
export async function sendMail({ id }: { id: string }, { database, settings }: JobTools) {
  const [message] = await database.read<{ toAddress: string; subject: string; body: string }[]>`
    select to_address, subject, body from mail where id = ${id} and state in ('queued', 'failed')
  `
  if (!message || !settings.smtpUrl) return
  const from = { name: 'Blended Learning', address: `no-reply@${new URL(pageAddress(settings, '/')).hostname}` }
  try {
    await mailer(settings.smtpUrl).sendMail({
      from,
      to: message.toAddress,
      subject: message.subject,
      text: message.body,
      messageId: `<${id}@blended-learning>`,
    })
  } catch (error) {
    await database.single`update mail set state = 'failed', error = ${(error as Error).message.slice(0, 500)} where id = ${id}`
    throw error
  }
  const body = withoutLink(database.single, '(The link stands in the message that was sent.)')
  await database.single`update mail set state = 'sent', error = null, sent_at = now(), body = ${body} where id = ${id}`
}
