import { createHmac } from 'node:crypto'
import type { Db } from '#server/db.ts'

/** What is kept of an activation key. */
export const keyHash = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** Uses a key up: the pending device that it belongs to is active from now on. No row: wrong, used or older than an hour. */
export const activateDevice = (db: Db, { key, text, userAgent }: { key: Buffer; text: string; userAgent: string }) => db<
  { id: string; centerId: string }[]
>`
  update devices set state = 'active', key_hash = null, key_expires_at = null, activated_at = now(), user_agent = ${userAgent}, version = version + 1
  where key_hash = ${keyHash(key, text)} and state = 'pending' and key_expires_at > now()
  returning id, center_id
`

export type NewDevice = { centerId: string; id: string; name: string; keyHash: Buffer; by: string }

/** A device that waits an hour for its key. */
export const putDevice = (db: Db, { centerId, id, name, keyHash: hash, by }: NewDevice) => db`
  insert into devices (center_id, id, name, key_hash, key_expires_at, created_by)
  values (${centerId}, ${id}, ${name}, ${hash}, now() + interval '1 hour', ${by})
`
