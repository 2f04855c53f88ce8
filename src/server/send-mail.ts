import { plain } from '#shared/text.ts'
import { inLanguage, type Language, t } from '#shared/language.ts'
import type { Db } from './db.ts'
import { addJob, type JobTools } from './jobs.ts'
import { mailKey, type Message, messageId, pageAddress, withoutLink } from './mail.ts'
import { type Letter, type Look, logoId, mailHtml, mailText } from './mail-layout.ts'
import { mailer, refusalOf } from './mail-transport.ts'
import { quietUntil } from './quiet-hours.ts'
import type { Settings } from './settings.ts'
import { storeOutcome } from './store-outcome.ts'
import { unsubscribeToken } from './unsubscribe-token.ts'

/** Labels of the button for a link to one of the product's pages, by purpose. */
const actions: Partial<Record<Message['purpose'], string>> = {
  setup: 'Choose a password',
  recovery: 'Choose a new password',
  email_confirm: 'Confirm this address',
  request: 'Log in to answer',
  makeup: 'See your make-ups',
  trial_confirm: 'Confirm your request',
  automatic: 'Open the page',
}

/** Purposes of emails that a family can unsubscribe from. */
const optional: readonly Message['purpose'][] = ['family', 'automatic']

/** Purposes of emails from a center to families. These aren't sent once the center is archived. */
const fromCenter: readonly Message['purpose'][] = [
  ...optional,
  'makeup',
  'invoice',
  'receipt',
  'trial_confirm',
  'trial_booked',
]

type StoredMail = {
  purpose: Message['purpose']
  personId: string | null
  toAddress: string
  subject: string
  body: string
  center: Omit<Look, 'logo'> | null
  logo: { bytes: Buffer; width: number; height: number } | null
  timeZone: string | null
  language: Language | null
  /** Reason the message must not be sent anymore, or null if it may be. */
  stopped: string | null
}

/**
 * Returns SQL for the reason why a message `m` of center `c` must not be sent anymore, or null if it may be.
 * A lot may change while a message waits for its next try.
 */
export const isMailStopped = (db: Db) => db`case
  when m.purpose = any(${[...fromCenter]}) and is_archived(c.id) then 'The center is archived.'
  when m.send_until <= now() then 'It was too late to send this.'
  when m.purpose = any(${[...optional]}) and exists (
    select from unsubscriptions u where u.center_id = c.id and u.person_id = m.person_id and u.kind in ('all', m.kind)) then 'This person unsubscribed.'
  when c.id is not null and m.purpose = any(${[...optional]}) and not exists (
    select from parent_links pl where pl.center_id = c.id and pl.parent_id = m.person_id and pl.ended_at is null
      and (m.purpose <> 'automatic' or pl.contact and pl.mails)) then 'This person no longer gets this center’s mail.'
end`

/**
 * Returns a message that is still to be sent, with its center's details. Sets its state to queued, so that it
 * isn't queued a second time during this try. Returns null if it was already sent or stopped.
 */
async function storedMessage(db: Db, id: string) {
  type Row = Omit<StoredMail, 'logo'> & { bytes: Buffer | null; width: number; height: number }
  const [row] = await db<Row[]>`
    with m as (update mail set state = 'queued' where id = ${id} and state in ('queued', 'failed') returning *)
    select m.purpose, m.person_id, m.to_address, m.subject, m.body, l.bytes, l.width, l.height, c.time_zone, coalesce(p.language, r.asked -> 'parent' ->> 'language') as language, ${isMailStopped(db)} as stopped,
      case when c.id is not null then json_build_object(
        'name', c.id, 'color', c.color, 'phone', c.phone, 'email', c.email, 'website', c.website, 'openingHours', c.opening_hours,
        'address', concat_ws(', ', nullif(c.address, ''), nullif(c.city, ''), nullif(trim(c.state || ' ' || c.zip), ''))) end as center
    from m left join centers c on c.id = coalesce(m.from_center, m.mailing_center) left join center_logos l on l.center_id = c.id
      left join people p on p.id = m.person_id
      left join trial_requests r on r.center_id = m.trial_center and r.id = m.trial_id
  `
  if (!row) return null
  const { bytes, width, height, ...message } = row
  return { ...message, logo: bytes && { bytes, width, height } }
}

/** Returns the sender's address: MAIL_FROM, or `no-reply@` and the host of the product. */
const senderAddress = (settings: Settings) =>
  settings.mailFrom ?? `no-reply@${new URL(pageAddress(settings, '/')).hostname}`

/**
 * Returns the URL for unsubscribing a person from a center's emails, or null if this kind of email can't be
 * unsubscribed from. Mail programs post to the same URL.
 */
async function unsubscribeAddress(db: Db, settings: Settings, { purpose, personId, center }: StoredMail) {
  if (!center || !personId || !optional.includes(purpose)) return null
  return pageAddress(
    settings,
    `/unsubscribe/${await unsubscribeToken(db, { center: center.name, personId })}`,
  )
}

/**
 * Returns a message in the form that mail programs get: text and HTML, the center's logo, and one-click
 * unsubscribing.
 */
async function composed(db: Db, settings: Settings, stored: StoredMail) {
  const { center, logo, subject, body, purpose } = stored
  const look = center && {
    ...center,
    address: plain(center.address),
    website: plain(center.website),
    logo,
  }
  const unsubscribe = await unsubscribeAddress(db, settings, stored)
  const home = pageAddress(settings, '')
  const { text, html } = inLanguage(stored.language ?? 'en', () => {
    const letter: Letter = { subject, body, action: t(actions[purpose] ?? 'Open'), home, look, unsubscribe }
    return { text: mailText(letter), html: mailHtml(letter) }
  })
  return {
    from: { name: center?.name ?? 'Blended Learning', address: senderAddress(settings) },
    to: stored.toAddress,
    subject,
    ...(center?.email && { replyTo: { name: center.name, address: center.email } }),
    text,
    html,
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

/**
 * Stores in a person's record the reason their address was rejected, or clears it if the address accepts
 * email. Does nothing if their address has changed since.
 */
const noteAddress = (db: Db, { personId, toAddress }: StoredMail, refusal: string | null) => db`
  update people set mail_refusal = ${refusal}, mail_refused_at = case when ${refusal !== null} then now() end
  where id = ${personId} and lower(email) = lower(${toAddress}) and (mail_refusal is not null or ${refusal !== null})
`

/**
 * Stores a failed try. A message whose address was rejected isn't retried automatically. For other failures,
 * rethrows the error so that the queue retries.
 */
async function noteFailure(db: Db, id: string, { stored, error }: { stored: StoredMail; error: unknown }) {
  const refusal = refusalOf(error)
  if (refusal !== null) await noteAddress(db, stored, refusal)
  const why = `${refusal === null ? '' : `Rejected: ${refusal}. `}${(error as Error).message}`
  const state = refusal === null ? 'failed' : 'stopped'
  await db`update mail set state = ${state}, error = ${why.slice(0, 500)} where id = ${id}`
  if (refusal === null) throw error
}

/**
 * Job that sends one message, unless it must not be sent anymore. If the mail server is unavailable or
 * refuses the message for now, the queue retries it, waiting longer each time. Automatic messages wait until
 * the quiet hours end.
 */
export async function sendMail({ id }: { id: string }, { database, settings }: JobTools) {
  const { smtpUrl } = settings
  if (!smtpUrl) return
  const db = database.single
  const stored = await storedMessage(db, id)
  if (!stored) return
  if (stored.stopped) {
    await db`update mail set state = 'stopped', error = ${stored.stopped} where id = ${id}`
    return
  }
  const at = stored.purpose === 'automatic' && stored.timeZone ? quietUntil(stored.timeZone) : null
  if (at) {
    await addJob(db, 'mail', { id }, { key: mailKey(id), at })
    return
  }
  const message = await composed(database.read, settings, stored)
  try {
    await (await mailer({ ...settings, smtpUrl })).sendMail({ ...message, messageId: messageId(id) })
  } catch (error) {
    return await noteFailure(db, id, { stored, error })
  }
  const body = withoutLink(db, '(The link is in the message that was sent.)')
  await storeOutcome(
    () => db`update mail set state = 'sent', error = null, sent_at = now(), body = ${body} where id = ${id}`,
  )
  // A server that accepts a message may still return it later, and then `readBounces` decides.
  if (!settings.bounceImapUrl) await noteAddress(db, stored, null)
}
