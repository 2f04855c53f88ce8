import { refused } from '#shared/problem.ts'
import type { Db } from './db.ts'

export type Answered = { status: number; body: string | null }

/**
 * Claims an Idempotency-Key inside the write's transaction (product §1, Retry). Null: the key is new and the work is to be done. A row:
 * the answer that the key got before. A second call with the same key waits here until the first has committed. Problem 422 when
 * the key was used for another request.
 */
export async function claimKey(db: Db, { caller, key, hash }: { caller: string; key: string; hash: Buffer }): Promise<Answered | null> {
  const [claimed] = await db`
    insert into answered_calls (caller, key, request_hash) values (${caller}, ${key}, ${hash}) on conflict do nothing returning key
  `
  if (claimed) return null
  const [before] = await db<{ requestHash: Buffer; status: number; body: string | null }[]>`
    select request_hash, status, body from answered_calls where caller = ${caller} and key = ${key}
  `
  if (!before?.requestHash.equals(hash)) throw refused('key_reused', 'This Idempotency-Key was used for another request.')
  return before
}

/** Keeps the answer with its key, in the same transaction as the effect. */
export const keepAnswer = (db: Db, { caller, key }: { caller: string; key: string }, { status, body }: Answered) => db`
  update answered_calls set status = ${status}, body = ${body} where caller = ${caller} and key = ${key}
`
