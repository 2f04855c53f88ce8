import { v7 as newId } from 'uuid'
import { plain } from '#shared/text.ts'
import { inLanguage, type Language, reader } from '#shared/language.ts'
import type { Db } from './db.ts'
import type { CenterId } from './gate.ts'
import { addJobs } from './jobs.ts'
import type { Settings } from './settings.ts'

/**
 * A message to a person, or to a family whose trial request isn't confirmed yet. Its text is plain, and the
 * layout is added when it is sent. `purpose` is its kind on the outbox screen.
 */
export type Message = ({ personId: string } | { personId: null; trial: TrialRequest }) &
  (Text | { /** Returns the text, in the person's language. */ words: () => Text }) & {
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
      | 'passkey'
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
    /** Center that sends the message. Omitted if the product itself sends it. */
    center?: string
    /** Mailing that this message is part of, if it goes to many families. */
    mailing?: Mailing
    /**
     * Language of the message if the recipient hasn't chosen one, for example because they have no account.
     */
    language?: Language | undefined
    /** Kind of automatic message. A parent can turn off each kind separately. */
    kind?: string
    /**
     * Instant after which the message is no longer useful and isn't sent. Null or omitted if there is none.
     */
    until?: string | null
  }
type Text = { subject: string; body: string }
type Mailing = { center: CenterId; id: string }
type TrialRequest = { center: string; id: string }

/**
 * Returns the URL of a page for use in emails. Built only from the settings, never from a request
 * (reliability T4).
 */
export const pageAddress = ({ publicUrl, host, port }: Settings, path: string) =>
  `${publicUrl?.replace(/\/$/, '') ?? `http://${host}:${port}`}${path}`

/**
 * Returns the path of a page that opens without a login, with a parameter that shows the page in the language
 * of the email being written. English needs no parameter.
 */
export const inReadersLanguage = (path: string) =>
  reader().language === 'en' ? path : `${path}?language=${reader().language}`

/** Returns the Message-ID of a message, by which mail systems recognize a repeat after a crash. */
export const messageId = (id: string) => `<${id}@blended-learning>`

/** Returns the id of the message that has these headers; null if it isn't one of ours. */
export const mailIdIn = (headers: string) =>
  /^message-id:\s*<([\da-f-]{36})@blended-learning>/im.exec(headers)?.[1] ?? null

/**
 * Adds a message to the outbox and queues it for sending, both in the caller's transaction. Without SMTP_URL,
 * it stays in the outbox, where it can be read.
 */
export const queueMail = (db: Db, settings: Settings, message: Message) => queueMails(db, settings, [message])

/** Number of messages per statement, small enough not to keep the process busy for long. */
const together = 200

/**
 * Adds messages to the outbox and queues them for sending, with at most three statements per 200 messages.
 * Returns their ids.
 */
export async function queueMails(db: Db, settings: Settings, messages: readonly Message[]) {
  const ids: string[] = []
  for (let from = 0; from < messages.length; from += together)
    ids.push(...(await queueBatch(db, settings, messages.slice(from, from + together))))
  return ids
}

/** Returns the plain text of a message, in the given language unless its text is fixed. */
function textOf(message: Message, language: Language) {
  const { subject, body } = 'words' in message ? inLanguage(language, message.words) : message
  return { subject: plain(subject), body: plain(body) }
}

/** Returns the languages that people have chosen, by person id. */
async function languagesOf(db: Db, ids: readonly (string | null)[]) {
  const rows = await db<{ id: string; language: Language }[]>`
    select id, language from people where id = any(${ids.filter((id) => id !== null)}::uuid[]) and language is not null
  `
  return new Map<string | null, Language>(rows.map(({ id, language }) => [id, language]))
}

async function queueBatch(db: Db, settings: Settings, messages: readonly Message[]) {
  const languages = await languagesOf(
    db,
    messages.map(({ personId }) => personId),
  )
  const rows = messages.map((message) => {
    const { personId, to, purpose, center, mailing, kind, until } = message
    return {
      id: newId(),
      person_id: personId,
      purpose,
      to_address: to,
      ...textOf(message, languages.get(personId) ?? message.language ?? 'en'),
      from_center: center ?? null,
      mailing_center: mailing?.center ?? null,
      mailing_id: mailing?.id ?? null,
      kind: kind ?? null,
      send_until: until ?? null,
      trial_center: 'trial' in message ? message.trial.center : null,
      trial_id: 'trial' in message ? message.trial.id : null,
    }
  })
  await db`
    insert into mail (id, person_id, purpose, to_address, subject, body, state, from_center, mailing_center, mailing_id, kind, send_until,
      trial_center, trial_id)
    select id, person_id, purpose, to_address, subject, body, ${stateOf(settings)}, from_center, mailing_center, mailing_id, kind, send_until,
      trial_center, trial_id
    from jsonb_to_recordset(${db.json(rows)}) as m
      (id uuid, person_id uuid, purpose text, to_address text, subject text, body text, from_center text, mailing_center text, mailing_id uuid,
      kind text, send_until timestamptz, trial_center text, trial_id uuid)
  `
  const ids = rows.map(({ id }) => id)
  if (settings.smtpUrl) await queueJobs(db, ids)
  return ids
}

const stateOf = ({ smtpUrl }: Settings) => (smtpUrl ? 'queued' : 'kept')

/**
 * Returns the key of a message's job. Because of this key, a message that is waiting to be retried doesn't
 * get a second job.
 */
export const mailKey = (id: string) => `mail ${id}`

const queueJobs = (db: Db, ids: readonly string[]) =>
  addJobs(
    db,
    'mail',
    ids.map((id) => ({ key: mailKey(id), payload: { id } })),
  )

/**
 * Queues a mailing's failed and stopped messages again without waiting for their next try. Returns the number
 * of messages.
 */
export async function requeueMailing(db: Db, settings: Settings, { center, id }: Mailing) {
  const failed = await db<{ id: string }[]>`
    update mail set state = ${stateOf(settings)}, error = null where mailing_center = ${center} and mailing_id = ${id} and state in ('failed', 'stopped')
    returning id
  `
  if (settings.smtpUrl)
    await queueJobs(
      db,
      failed.map((mail) => mail.id),
    )
  return failed.length
}

/**
 * Returns SQL for a message's text in which `words` replace the link that opens an account (`#token=`). Used
 * where the people who read the text must not be able to use the link.
 */
export const withoutLink = (db: Db, words: string) =>
  db`regexp_replace(body, '\\S+#token=\\S+', ${words}, 'g')`
