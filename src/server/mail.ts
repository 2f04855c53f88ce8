import { v7 as newId } from 'uuid'
import { plain } from '#shared/text.ts'
import type { Db } from './db.ts'
import type { CenterId } from './gate.ts'
import { addJobs, type JobTools } from './jobs.ts'
import { type Letter, type Look, logoId, mailHtml, mailText } from './mail-layout.ts'
import { mailer, refusalOf } from './mail-transport.ts'
import type { Settings } from './settings.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

/**
 * A message to a person, or to a family whose request for a trial isn't confirmed yet. Its text is plain; the
 * layout is added when it is sent. `purpose` is its kind on the outbox screen.
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
    | 'automatic'
    | 'test'
    | 'invoice'
    | 'receipt'
  subject: string
  body: string
  /** The center that it comes from; none for mail of the product itself. */
  center?: string
  /** The message to many families that this one belongs to. */
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
  const rows = messages.map(({ to, purpose, subject, body, center, mailing, ...whom }) => ({
    id: newId(),
    person_id: whom.personId,
    purpose,
    to_address: to,
    subject: plain(subject),
    body: plain(body),
    from_center: center ?? null,
    mailing_center: mailing?.center ?? null,
    mailing_id: mailing?.id ?? null,
    trial_center: 'trial' in whom ? whom.trial.center : null,
    trial_id: 'trial' in whom ? whom.trial.id : null,
  }))
  await db`
    insert into mail (id, person_id, purpose, to_address, subject, body, state, from_center, mailing_center, mailing_id, trial_center, trial_id)
    select id, person_id, purpose, to_address, subject, body, ${stateOf(settings)}, from_center, mailing_center, mailing_id, trial_center, trial_id
    from jsonb_to_recordset(${db.json(rows)}) as m
      (id uuid, person_id uuid, purpose text, to_address text, subject text, body text, from_center text, mailing_center text, mailing_id uuid,
      trial_center text, trial_id uuid)
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

/** Words on the button for a link to one of the product's pages, by purpose. */
const actions: Partial<Record<Message['purpose'], string>> = {
  setup: 'Choose a password',
  recovery: 'Choose a new password',
  email_confirm: 'Confirm this address',
  request: 'Log in to answer',
  makeup: 'See your make-ups',
  trial_confirm: 'Confirm your request',
  automatic: 'Open the page',
}

/** Purposes of mail that a family can unsubscribe from. */
const optional: readonly Message['purpose'][] = ['family', 'automatic']

type Stored = {
  purpose: Message['purpose']
  personId: string | null
  toAddress: string
  subject: string
  body: string
  center: Omit<Look, 'logo'> | null
  logo: { bytes: Buffer; width: number; height: number } | null
}

/** A message that is still to be sent, with the look of its center. None once it was sent or its center archived. */
async function storedMessage(db: Db, id: string) {
  type Row = Omit<Stored, 'logo'> & { bytes: Buffer | null; width: number; height: number }
  const [row] = await db<Row[]>`
    select m.purpose, m.person_id, m.to_address, m.subject, m.body, l.bytes, l.width, l.height, case when c.id is not null then json_build_object(
      'name', c.id, 'color', c.color, 'phone', c.phone, 'email', c.email, 'website', c.website, 'openingHours', c.opening_hours,
      'address', concat_ws(', ', nullif(c.address, ''), nullif(c.city, ''), nullif(trim(c.state || ' ' || c.zip), ''))) end as center
    from mail m left join centers c on c.id = coalesce(m.from_center, m.mailing_center) left join center_logos l on l.center_id = c.id
    where m.id = ${id} and m.state in ('queued', 'failed')
      and not (m.purpose = any(${[...optional]}) and coalesce(is_archived(coalesce(m.mailing_center, m.from_center)), false))
  `
  if (!row) return null
  const { bytes, width, height, ...message } = row
  return { ...message, logo: bytes && { bytes, width, height } }
}

/** Returns the sender's address: MAIL_FROM, or `no-reply@` and the host of the product. */
const senderAddress = (settings: Settings) =>
  settings.mailFrom ?? `no-reply@${new URL(pageAddress(settings, '/')).hostname}`

/** Address of the page that ends a center's mail to a person. A mail program posts to the same address. */
async function unsubscribeAddress(db: Db, settings: Settings, { purpose, personId, center }: Stored) {
  if (!center || !personId || !optional.includes(purpose)) return null
  return pageAddress(
    settings,
    `/unsubscribe/${await unsubscribeToken(db, { center: center.name, personId })}`,
  )
}

/** Returns a message as mail programs get it: text and HTML, the center's logo, and one-click unsubscribing. */
async function composed(db: Db, settings: Settings, stored: Stored) {
  const { center, logo, subject, body, purpose } = stored
  const look = center && {
    ...center,
    address: plain(center.address),
    website: plain(center.website),
    logo,
  }
  const unsubscribe = await unsubscribeAddress(db, settings, stored)
  const home = pageAddress(settings, '')
  const letter: Letter = { subject, body, action: actions[purpose] ?? 'Open', home, look, unsubscribe }
  return {
    from: { name: center?.name ?? 'Blended Learning', address: senderAddress(settings) },
    to: stored.toAddress,
    subject,
    ...(center?.email && { replyTo: { name: center.name, address: center.email } }),
    text: mailText(letter),
    html: mailHtml(letter),
    attachments: logo
      ? [
          {
            filename: 'logo.png',
            content: logo.bytes,
            contentType: 'image/png',
            cid: logoId,
            contentDisposition: 'inline' as const,
          },
        ]
      : [],
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

/** Notes at a person's address why it was refused, or that it takes mail. */
const noteAddress = (db: Db, { personId, toAddress }: Stored, refusal: string | null) => db`
  update people set mail_refusal = ${refusal}, mail_refused_at = case when ${refusal !== null} then now() end
  where id = ${personId} and lower(email) = lower(${toAddress}) and (mail_refusal is not null or ${refusal !== null})
`

/**
 * Job that sends one message. The queue retries it with growing pauses if the mail server refuses or is
 * unavailable. The Message-ID is derived from the message's id, so that mail systems recognize a repeat after
 * a crash.
 */
export async function sendMail({ id }: { id: string }, { database, settings }: JobTools) {
  const stored = await storedMessage(database.read, id)
  const { smtpUrl } = settings
  if (!stored || !smtpUrl) return
  const message = await composed(database.read, settings, stored)
  try {
    await mailer({ ...settings, smtpUrl }).sendMail({ ...message, messageId: `<${id}@blended-learning>` })
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal !== null) await noteAddress(database.single, stored, refusal)
    const why = `${refusal === null ? '' : `Rejected: ${refusal}. `}${(error as Error).message}`
    await database.single`update mail set state = 'failed', error = ${why.slice(0, 500)} where id = ${id}`
    throw error
  }
  const body = withoutLink(database.single, '(The link is in the message that was sent.)')
  await database.single`update mail set state = 'sent', error = null, sent_at = now(), body = ${body} where id = ${id}`
  await noteAddress(database.single, stored, null)
}
