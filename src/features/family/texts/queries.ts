import type { Language } from '#shared/language.ts'
import type { Db } from '#server/db.ts'
import { isMailStopped } from '#server/send-mail.ts'

type NumberRow = {
  phone: string
  isConfirmed: boolean
  codeHash: Buffer | null
  isInTime: boolean
  tries: number
  language: Language | null
}

/** Selects a person's number. `lock` locks the row for a change. */
export const numberOf = (db: Db, personId: string, { lock = false } = {}) => db<NumberRow[]>`
  select phone, confirmed_at is not null as is_confirmed, code_hash, coalesce(code_until > now(), false) as is_in_time, tries,
    (select language from people where id = person_id) as language
  from text_numbers where person_id = ${personId} ${lock ? db`for no key update` : db``}
`

type NewNumber = { personId: string; phone: string; codeHash: Buffer }

/** Stores a number that isn't confirmed yet, with the hash of its code. */
export const putNumber = (db: Db, { personId, phone, codeHash }: NewNumber) => db`
  insert into text_numbers (person_id, phone, code_hash, code_until)
  values (${personId}, ${phone}, ${codeHash}, now() + interval '10 minutes')
  on conflict (person_id) do update set phone = excluded.phone, confirmed_at = null, code_hash = excluded.code_hash,
    code_until = excluded.code_until, tries = 0
`

export const countWrongCode = (db: Db, personId: string) =>
  db`update text_numbers set tries = tries + 1 where person_id = ${personId}`

export const confirmNumber = (db: Db, personId: string) => db`
  update text_numbers set confirmed_at = now(), code_hash = null, code_until = null, tries = 0 where person_id = ${personId}
`

export const dropNumber = (db: Db, personId: string) => db<{ phone: string }[]>`
  delete from text_numbers where person_id = ${personId} returning phone
`

/** Removes a number that no longer accepts messages, unless its owner has changed it. */
export const dropUnreachable = (db: Db, { personId, phone }: { personId: string; phone: string }) =>
  db`delete from text_numbers where person_id = ${personId} and phone = ${phone}`

/** Queues a text for each of these messages whose recipient has confirmed a number. */
export const textAll = (db: Db, mailIds: readonly string[]) => db`
  select queue_job('text', json_build_object('mailId', m.id), 'text ' || m.id, null)
  from mail m join text_numbers n on n.person_id = m.person_id and n.confirmed_at is not null where m.id = any(${[...mailIds]}::uuid[])
`

type TextRow = {
  personId: string
  phone: string
  subject: string
  body: string
  center: string | null
  timeZone: string | null
  stopped: string | null
}

/** Selects a message to send as a text. Returns no row if it is gone or there is no confirmed number. */
export const textOfMail = (db: Db, mailId: string) => db<TextRow[]>`
  select n.person_id, n.phone, m.subject, m.body, c.id as center, c.time_zone, ${isMailStopped(db)} as stopped
  from mail m join text_numbers n on n.person_id = m.person_id and n.confirmed_at is not null
  left join centers c on c.id = m.from_center
  where m.id = ${mailId}
`

/**
 * Claims a message for sending as a text. If it isn't marked as sent a minute later, it can be claimed once
 * more: a call to the provider takes ten seconds at most, so the process must have died or the response was
 * lost. Returns no row if the message can't be claimed.
 */
export const claimText = (db: Db, mailId: string) => db<{ mailId: string }[]>`
  insert into sent_texts as t (mail_id, state) values (${mailId}, 'sending')
  on conflict (mail_id) do update set state = 'resending', at = now()
    where t.state = 'sending' and t.at <= now() - interval '1 minute'
  returning mail_id
`

/** Selects the time from which a claimed message can be claimed once more. Returns no row if it never can. */
export const nextClaim = (db: Db, mailId: string) => db<{ at: string }[]>`
  select at + interval '1 minute' as at from sent_texts where mail_id = ${mailId} and state = 'sending'
`

export const markSent = (db: Db, mailId: string) =>
  db`update sent_texts set state = 'sent' where mail_id = ${mailId}`

export const unclaimText = (db: Db, mailId: string) => db`delete from sent_texts where mail_id = ${mailId}`
