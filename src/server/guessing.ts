import { Problem, tooMany } from '#shared/problem.ts'
import type { Database, Db } from './db.ts'

/**
 * Slows guessers down (reliability T1): five fails are free, then 1, 2, 4 … 900 seconds after the last one. Counted in the database, so that every
 * replica knows and a restart forgets nothing; successes never count, because a whole class may sign in from one address.
 */
const secondsToWait = (db: Db, subject: string) => db<{ wait: number }[]>`
  select coalesce(max(greatest(0, extract(epoch from last_at - now()) + least(900, 2 ^ (fails - 5)))), 0)::float8 as wait
  from failed_tries where subject = ${subject} and fails >= 5
`

/** A count that rested for an hour begins anew. */
const countFail = (db: Db, subject: string) => db`
  insert into failed_tries (subject, fails) values (${subject}, 1)
  on conflict (subject) do update set last_at = now(),
    fails = case when failed_tries.last_at < now() - interval '1 hour' then 1 else failed_tries.fails + 1 end
`

export const forgetFails = (db: Db, subject: string) => db`delete from failed_tries where subject = ${subject}`

/** Does what may be a guess: a 401 that it throws is counted under `subject`. Throws 429 with the seconds to wait after too many. */
export async function guarded<T>(db: Database, subject: string, work: () => Promise<T>): Promise<T> {
  const [row] = await secondsToWait(db.read, subject)
  const wait = Math.ceil(row?.wait ?? 0)
  if (wait > 0) throw tooMany(wait, `Too many tries. Please wait ${wait === 1 ? 'a second' : `${wait} seconds`} and try again.`)
  try {
    return await work()
  } catch (error) {
    if (error instanceof Problem && error.status === 401) await countFail(db.single, subject)
    throw error
  }
}

const minute = 60_000
const counts = new Map<string, { from: number; calls: number }>()

/** Throws 429 past so many calls a minute. In this process only: what it spares is this process's own time. */
export function inMeasure(subject: string, perMinute: number) {
  const now = performance.now()
  const count = counts.get(subject)
  if (!count || now - count.from > minute) {
    if (counts.size > 10_000) counts.clear()
    counts.set(subject, { from: now, calls: 1 })
    return
  }
  count.calls += 1
  if (count.calls > perMinute) throw tooMany((minute - (now - count.from)) / 1000)
}
