import { createHmac } from 'node:crypto'
import type { Db } from '#server/db.ts'
import type { CenterId, Actor } from '#server/gate.ts'
import { type DeviceState, pinBlockMinutes, pinTries } from './rules.ts'

/** Returns the hash under which an activation key is stored. */
export const keyHash = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/**
 * Consumes a key and activates its pending device. Returns no row if the key is wrong, used or older than an
 * hour, or if the center is archived.
 */
export const activateDevice = (
  db: Db,
  { key, text, userAgent }: { key: Buffer; text: string; userAgent: string },
) => db<{ id: string; centerId: string }[]>`
  update devices set state = 'active', key_hash = null, key_expires_at = null, activated_at = now(), user_agent = ${userAgent}, version = version + 1
  where key_hash = ${keyHash(key, text)} and state = 'pending' and key_expires_at > now() and not is_archived(center_id)
  returning id, center_id
`

export type NewDevice = { centerId: string; id: string; name: string; keyHash: Buffer; by: string }

/** Adds a device whose key is valid for an hour. */
export const putDevice = (db: Db, { centerId, id, name, keyHash: hash, by }: NewDevice) => db`
  insert into devices (center_id, id, name, key_hash, key_expires_at, created_by)
  values (${centerId}, ${id}, ${name}, ${hash}, now() + interval '1 hour', ${by})
`

export type DeviceRow = {
  id: string
  centerId: string
  name: string
  state: DeviceState
  keyExpiresAt: string | null
  lastSeenAt: string | null
  pinBlockedUntil: string | null
  userAgent: string
  createdBy: string
  version: number
}

const pinBlock = (db: Db) => db`make_interval(mins => ${pinBlockMinutes})`

const pinRested = (db: Db) => db`coalesce(d.pin_failed_at <= now() - ${pinBlock(db)}, true)`

const pinBlocked = (db: Db) => db`(d.pin_fails >= ${pinTries} and not ${pinRested(db)})`

type DeviceFilter = { id?: string | null; lock?: boolean }

/**
 * Selects the devices of these centers, or the one with `id`, by center and name, with each center's revoked
 * ones last. `lock` locks the rows for a change.
 */
export const deviceRows = (
  db: Db,
  centers: readonly CenterId[],
  { id = null, lock = false }: DeviceFilter = {},
) => db<DeviceRow[]>`
  select d.id, d.center_id, d.name, d.state, d.key_expires_at, d.user_agent, d.version, trim(p.first_name || ' ' || p.last_name) as created_by,
    case when ${pinBlocked(db)} then d.pin_failed_at + ${pinBlock(db)} end as pin_blocked_until,
    (select max(seen_at) from sessions where device_center = d.center_id and device_id = d.id) as last_seen_at
  from devices d join people p on p.id = d.created_by
  where d.center_id = any(${[...centers]}) and (${id}::uuid is null or d.id = ${id})
  order by d.center_id, d.state = 'revoked', lower(d.name), d.id
  ${lock ? db`for no key update of d` : db``}
`

type Key = { centerId: string; id: string }

/**
 * Counts a try before the PIN is compared, so parallel tries can't exceed the limit. Returns the tries left,
 * or no row if the device is blocked.
 */
export const countPinTry = (db: Db, { centerId, id }: Key) => db<{ left: number }[]>`
  update devices d set pin_fails = case when ${pinRested(db)} then 1 else pin_fails + 1 end, pin_failed_at = now()
  where center_id = ${centerId} and id = ${id} and not ${pinBlocked(db)}
  returning ${pinTries} - pin_fails as left
`

/** Returns the number of seconds until a block ends automatically. */
export const pinWait = (db: Db, { centerId, id }: Key) => db<{ seconds: number }[]>`
  select greatest(1, ceil(extract(epoch from d.pin_failed_at + ${pinBlock(db)} - now())))::int as seconds from devices d
  where center_id = ${centerId} and id = ${id}
`

/** Clears the failed attempts after the right PIN, or when the office lifts the block. */
export const clearPinTries = (db: Db, { centerId, id }: Key) => db`
  update devices set pin_fails = 0, pin_failed_at = null where center_id = ${centerId} and id = ${id}
`

export const renameDevice = (db: Db, { centerId, id, name }: Key & { name: string }) => db`
  update devices set name = ${name}, version = version + 1 where center_id = ${centerId} and id = ${id}
`

/** Stores a new key, valid for an hour, and voids the previous one. */
export const reissueKey = (db: Db, { centerId, id, keyHash: hash }: Key & { keyHash: Buffer }) => db`
  update devices set state = 'pending', key_hash = ${hash}, key_expires_at = now() + interval '1 hour', activated_at = null, version = version + 1
  where center_id = ${centerId} and id = ${id}
`

export const revokeDevice = (db: Db, { centerId, id }: Key) => db`
  update devices set state = 'revoked', key_hash = null, key_expires_at = null, version = version + 1
  where center_id = ${centerId} and id = ${id}
`

/**
 * Ends a device's sessions. Keeps their rows, so that the device's browser is asked to activate again rather
 * than log in (spec §8).
 */
export const endDeviceSessions = (db: Db, { centerId, id }: Key) => db`
  update sessions set ends_at = now() where device_center = ${centerId} and device_id = ${id} and ends_at > now()
`

type Colleague = { id: string; firstName: string; lastName: string; duty: 'teacher' | 'assistant' }

/** Selects the teachers and assistants of a center, ordered by name. With `id`, selects only that person. */
export const colleagues = (db: Db, center: CenterId, id: string | null = null) => db<Colleague[]>`
  select p.id, p.first_name, p.last_name, st.duty from staff st join people p on p.id = st.person_id
  where st.center_id = ${center} and st.active and st.duty in ('teacher', 'assistant') and (${id}::uuid is null or p.id = ${id})
  order by p.last_name, p.first_name, p.id
`

/** Person who claims to be using a device, and the instant of their action if it is sent later. */
export type Claim = { by?: string | undefined; at?: string | undefined }

/**
 * Returns a row if the center has no classroom PIN, or if `by` is the last person who entered it on this
 * device, as of now or of the instant `at`. An entered PIN counts for 12 hours, even if the PIN is changed.
 */
export const claimHolds = (db: Db, center: CenterId, { session }: Actor, { by, at }: Claim) => db`
  select from centers where id = ${center} and (classroom_pin is null or let_in_on(${session}) = ${by ?? null}::uuid
    or was_let_in_on(${session}, ${by ?? null}::uuid, ${at ?? null}::timestamptz))
`
