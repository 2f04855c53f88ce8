import postgres from 'postgres'
import { Problem, refused } from '#shared/problem.ts'
import type { Db } from './db.ts'

export type Answered = { status: number; body: string | null }

const lockTimedOut = '55P03'

/** 409: the first call with the key is still at work after as long as a statement waits for another. */
const inFlight = (error: unknown) => {
  if (!(error instanceof postgres.PostgresError) || error.code !== lockTimedOut) throw error
  throw new Problem(409, 'in_flight', 'This is still being done. Please try again in a moment.', { retryAfter: 1 })
}

/**
 * Claims an Idempotency-Key inside the write's transaction (product §1, Retry). Null: the key is new and the work is to be done. A row:
 * the answer that the key got before. A second call with the same key waits here until the first has committed; 409 `in_flight` when that
 * takes too long, 422 `key_reused` when the key was used for another request.
 */
export async function claimKey(db: Db, { caller, key, hash }: { caller: string; key: string; hash: Buffer }): Promise<Answered | null> {
  const [claimed] = await db`
    insert into answered_calls (caller, key, request_hash) values (${caller}, ${key}, ${hash}) on conflict do nothing returning key
  `.catch(inFlight)
  if (claimed) return null
  const [before] = await db<{ requestHash: Buffer; status: number; body: string | null }[]>`
    select request_hash, status, body from answered_calls where caller = ${caller} and key = ${key}
  `
  if (!before?.requestHash.equals(hash)) throw refused('key_reused', 'This Idempotency-Key was used for another request.')
  return before
}

const slipMs = 1000

/**
 * The same for a call without a key, of an endpoint where the same again would make a second one (`once`): what the caller asks again word for
 * word before the first is done, or within a second after it, is a slip and has the first one's answer. `waited`: ms since the call came in.
 */
export async function claimSame(
  db: Db,
  { caller, key, hash }: { caller: string; key: string; hash: Buffer },
  waited: number,
): Promise<Answered | null> {
  const [claimed] = await db`
    insert into answered_calls as before (caller, key, request_hash) values (${caller}, ${key}, ${hash})
    on conflict (caller, key) do update set status = null, body = null
      where before.created_at < clock_timestamp() - ${Math.ceil(waited) + slipMs} * interval '1 millisecond'
    returning key
  `.catch(inFlight)
  return claimed ? null : await claimKey(db, { caller, key, hash })
}

/** Lets a key go again: nothing was made that the same call could make twice. */
export const releaseKey = (db: Db, { caller, key }: { caller: string; key: string }) => db`
  delete from answered_calls where caller = ${caller} and key = ${key}
`

/** Keeps the answer with its key, in the same transaction as the effect. */
export const keepAnswer = (db: Db, { caller, key }: { caller: string; key: string }, { status, body }: Answered) => db`
  update answered_calls set status = ${status}, body = ${body}, created_at = clock_timestamp() where caller = ${caller} and key = ${key}
`
