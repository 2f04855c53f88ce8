import { DatabaseError } from 'pg'
import { Problem, refused } from '#shared/problem.ts'
import type { Db } from './db.ts'

/** Format of an Idempotency-Key. */
export const keyFormat = /^[\w-]{8,64}$/

export type StoredAnswer = { status: number; body: string | null }

const lockTimedOut = '55P03'

/** Turns a lock timeout into 409: the first call with the key is still running. Rethrows other errors. */
const inFlight = (error: unknown) => {
  if (!(error instanceof DatabaseError) || error.code !== lockTimedOut) throw error
  throw new Problem(409, 'in_flight', 'We’re still working on this. Please try again in a moment.', {
    retryAfter: 1,
  })
}

/**
 * Claims an Idempotency-Key inside the write's transaction (product §1, Retry). Returns null if the key is
 * new and the work must be done, otherwise the stored response. A second call with the same key waits here
 * until the first has committed. Throws 409 `in_flight` if that takes too long, and 422 `key_reused` if the
 * key was used for another request.
 */
export async function claimKey(
  db: Db,
  { caller, key, hash }: { caller: string; key: string; hash: Buffer },
): Promise<StoredAnswer | null> {
  const [claimed] = await db`
    insert into answered_calls (caller, key, request_hash) values (${caller}, ${key}, ${hash}) on conflict do nothing returning key
  `.catch(inFlight)
  if (claimed) return null
  const [before] = await db<{ requestHash: Buffer; status: number; body: string | null }[]>`
    select request_hash, status, body from answered_calls where caller = ${caller} and key = ${key}
  `
  if (!before?.requestHash.equals(hash))
    throw refused('key_reused', 'This Idempotency-Key was used for another request.')
  return before
}

const slipMs = 1000

/**
 * Claims a call without a key, for endpoints where a repeat would create a duplicate (`once`). If the caller
 * sends the same request again before the first is done, or within a second after that, the repeat counts as
 * accidental and gets the first call's response. `waited` is the time in ms since the call arrived. Returns
 * and throws the same as `claimKey`.
 */
export async function claimSame(
  db: Db,
  { caller, key, hash }: { caller: string; key: string; hash: Buffer },
  waited: number,
): Promise<StoredAnswer | null> {
  const [claimed] = await db`
    insert into answered_calls as before (caller, key, request_hash) values (${caller}, ${key}, ${hash})
    on conflict (caller, key) do update set status = null, body = null
      where before.created_at < clock_timestamp() - ${Math.ceil(waited) + slipMs} * interval '1 millisecond'
    returning key
  `.catch(inFlight)
  return claimed ? null : await claimKey(db, { caller, key, hash })
}

/** Releases a key when the call created nothing that a repeat could duplicate. */
export const releaseKey = (db: Db, { caller, key }: { caller: string; key: string }) => db`
  delete from answered_calls where caller = ${caller} and key = ${key}
`

/** Stores the response under its key, in the same transaction as the call's effect. */
export const keepAnswer = (
  db: Db,
  { caller, key }: { caller: string; key: string },
  { status, body }: StoredAnswer,
) => db`
  update answered_calls set status = ${status}, body = ${body}, created_at = clock_timestamp() where caller = ${caller} and key = ${key}
`
