import { createTransport, type Transporter } from 'nodemailer'
import { v7 as newId } from 'uuid'
import { plain } from '#shared/text.ts'
import type { Db } from './db.ts'
import type { CenterId } from './gate.ts'
import { addJobs, type JobTools } from './jobs.ts'
import type { Settings } from './settings.ts'

/**
 * A plain-text message to a person, or to a family whose trial request isn't confirmed yet. `purpose` is its
 * kind on the outbox screen.
 */
export type Message = ({ personId: string } | { personId: null; trial: TrialRequest }) & {
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
    | 'makeup'
    | 'trial_confirm'
    | 'trial_booked'
  subject: string
  body: string
  /** The mailing to many families that this message belongs to. */
  mailing?: Mailing
}
type Mailing = { center: CenterId; id: string }
type TrialRequest = { center: string; id: string }

/**
 * Returns the URL of a page for use in emails. Built only from the settings, never from a request
 * (reliability T4).
 */
export const pageAddress = ({ publicUrl, host, port }: Settings, path: string) =>
  `${publicUrl?.replace(/\/$/, '') ?? `http://${host}:${port}`}${path}`

/**
 * Adds a message to the outbox and queues it for sending, both in the caller's transaction. Without SMTP_URL
 * it stays in the outbox to be read there.
 */
export const post = (db: Db, settings: Settings, message: Message) => postAll(db, settings, [message])

/** Number of messages per statement, small enough not to keep the process busy for long. */
const together = 200

/** Adds messages to the outbox and queues them for sending, with two statements for every 200. */
export async function postAll(db: Db, settings: Settings, messages: readonly Message[]) {
  for (let from = 0; from < messages.length; from += together)
    await postSome(db, settings, messages.slice(from, from + together))
}

async function postSome(db: Db, settings: Settings, messages: readonly Message[]) {
  const rows = messages.map(({ to, purpose, subject, body, mailing, ...whom }) => ({
    id: newId(),
    person_id: whom.personId,
    purpose,
    to_address: to,
    subject: plain(subject),
    body: plain(body),
    mailing_center: mailing?.center ?? null,
    mailing_id: mailing?.id ?? null,
    trial_center: 'trial' in whom ? whom.trial.center : null,
    trial_id: 'trial' in whom ? whom.trial.id : null,
  }))
  await db`
    insert into mail (id, person_id, purpose, to_address, subject, body, state, mailing_center, mailing_id, trial_center, trial_id)
    select id, person_id, purpose, to_address, subject, body, ${stateOf(settings)}, mailing_center, mailing_id, trial_center, trial_id
    from jsonb_to_recordset(${db.json(rows)}) as m
      (id uuid, person_id uuid, purpose text, to_address text, subject text, body text, mailing_center text, mailing_id uuid, trial_center text,
      trial_id uuid)
  `
  if (settings.smtpUrl)
    await queueAll(
      db,
      rows.map(({ id }) => id),
    )
}

const stateOf = ({ smtpUrl }: Settings) => (smtpUrl ? 'queued' : 'kept')

/** Queues each message under its own key, so that one waiting for its next try gets no second job. */
const queueAll = (db: Db, ids: readonly string[]) =>
  addJobs(
    db,
    'mail',
    ids.map((id) => ({ key: `mail ${id}`, payload: { id } })),
  )

/**
 * Immediately queues a mailing's failed messages again, without waiting for their next try. Returns the
 * number of messages.
 */
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

/**
 * SQL for a message's text with `words` instead of the link that opens an account (`#token=`), to be stored
 * once the link is no longer needed.
 */
export const withoutLink = (db: Db, words: string) =>
  db`regexp_replace(body, '\\S+#token=\\S+', ${words}, 'g')`

let transport: { url: string; mailer: Transporter } | null = null
/** Timeouts in ms that keep a hanging mail server from blocking the queue. */
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

function mailer(url: string) {
  if (transport?.url !== url) transport = { url, mailer: createTransport({ url, ...patience }) }
  return transport.mailer
}

/**
 * Job that sends one message. The queue retries it with growing pauses if the mail server refuses or is
 * unavailable. The Message-ID is derived from the message's id, so that mail systems recognize a repeat after
 * a crash.
 */
export async function sendMail({ id }: { id: string }, { database, settings }: JobTools) {
  const [message] = await database.read<{ toAddress: string; subject: string; body: string }[]>`
    select to_address, subject, body from mail
    where id = ${id} and state in ('queued', 'failed') and (mailing_center is null or not is_archived(mailing_center))
  `
  if (!message || !settings.smtpUrl) return
  const from = {
    name: 'Blended Learning',
    address: `no-reply@${new URL(pageAddress(settings, '/')).hostname}`,
  }
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
  const body = withoutLink(database.single, '(The link is in the message that was sent.)')
  await database.single`update mail set state = 'sent', error = null, sent_at = now(), body = ${body} where id = ${id}`
}
