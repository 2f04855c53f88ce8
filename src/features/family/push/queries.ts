import type { Db } from '#server/db.ts'
import type { PushTarget } from '#server/push.ts'
import { isMailStopped } from '#server/send-mail.ts'
import type { Language } from '#shared/language.ts'

export type DeviceRow = { id: string; endpoint: string; userAgent: string; createdAt: string }

/** Selects the browsers in which a person has turned on notifications, newest first. */
export const deviceRows = (db: Db, personId: string) => db<DeviceRow[]>`
  select id, endpoint, user_agent, created_at from push_devices where person_id = ${personId} order by created_at desc, id
`

type NewDevice = PushTarget & { id: string; personId: string; userAgent: string }

/** Adds a browser, or reassigns it to this person. */
export const putDevice = (
  db: Db,
  { id, personId, endpoint, publicKey, authSecret, userAgent }: NewDevice,
) => db<{ id: string }[]>`
  insert into push_devices as d (id, person_id, endpoint, public_key, auth_secret, user_agent)
  values (${id}, ${personId}, ${endpoint}, ${publicKey}, ${authSecret}, ${userAgent})
  on conflict (endpoint) do update set person_id = excluded.person_id, public_key = excluded.public_key, auth_secret = excluded.auth_secret,
    user_agent = excluded.user_agent, created_at = case when d.person_id = excluded.person_id then d.created_at else now() end
  returning id
`

/** Removes all of a person's browsers except the newest `most`. */
export const dropOldest = (db: Db, personId: string, most: number) => db`
  delete from push_devices where id in (
    select id from push_devices where person_id = ${personId} order by created_at desc, id offset ${most})
`

export const dropDevice = (db: Db, { id, personId }: { id: string; personId: string }) => db<
  { id: string }[]
>`
  delete from push_devices where id = ${id} and person_id = ${personId} returning id
`

/** Removes a browser whose push subscription is gone. */
export const dropUnreachable = (db: Db, id: string) => db`delete from push_devices where id = ${id}`

/** Queues a notification for each browser of the recipients of these messages. */
export const notifyAll = (db: Db, mailIds: readonly string[]) => db`
  select queue_job('push', json_build_object('mailId', m.id, 'deviceId', d.id), 'push ' || m.id || ' ' || d.id, null)
  from mail m join push_devices d on d.person_id = m.person_id where m.id = any(${[...mailIds]}::uuid[])
`

export type PushMessage = PushTarget & {
  subject: string
  body: string
  timeZone: string | null
  stopped: string | null
}

/**
 * Selects a message with a browser of its recipient. Returns no row if the message or the browser is gone, or
 * if the browser is now someone else's.
 */
export const pushMessage = (db: Db, { mailId, deviceId }: { mailId: string; deviceId: string }) => db<
  PushMessage[]
>`
  select d.endpoint, d.public_key, d.auth_secret, m.subject, m.body, c.time_zone, ${isMailStopped(db)} as stopped
  from mail m join push_devices d on d.id = ${deviceId} and d.person_id = m.person_id left join centers c on c.id = m.from_center
  where m.id = ${mailId}
`

/** Selects a browser with its owner's language. */
export const pushTargetOf = (db: Db, deviceId: string) => db<(PushTarget & { language: Language | null })[]>`
  select d.endpoint, d.public_key, d.auth_secret, p.language from push_devices d join people p on p.id = d.person_id
  where d.id = ${deviceId}
`
