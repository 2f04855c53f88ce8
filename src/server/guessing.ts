import { Problem, tooMany } from '#shared/problem.ts'
import type { Database, Db } from './db.ts'
import type { Settings } from './settings.ts'

/**
 * What slows guessers down (reliability T1): `most` tries within `seconds`; without `seconds` so many are free, and then each makes the next
 * one wait 1, 2, 4 … 900 seconds, until an hour has passed without any.
 */
export type Limit = { subject: string; most: number; seconds?: number }

/** The first `parts` of an IPv4 address. Of an IPv6 address always the first half, because one customer has all of the other. */
function networkOf(address: string, parts: number) {
  const four = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (four) return four.split('.').slice(0, parts).join('.')
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  return [...head, ...zeros, ...tail].slice(0, 4).join(':')
}

const fromHome = (deed: string, address: string) => `${deed} ${networkOf(address, 4)}`

/** For signing in from an address: wide, because a whole class may sit behind one, half of it under way and half of it mistyping. */
export const signInsFrom = (address: string): Limit => ({ subject: fromHome('sign-in', address), most: 60, seconds: 60 })

/** For one account: few from one network, and more from all together, so that nobody far away locks its owner out. */
export const signInsTo = (name: string, address: string): Limit[] => [
  { subject: `login ${name}`, most: 20, seconds: 60 },
  { subject: `login ${name} ${networkOf(address, 3)}`, most: 5 },
]

/** For activation keys, which are short (reliability T10). */
export const keysFrom = (address: string): Limit => ({ subject: fromHome('activate', address), most: 5, seconds: 600 })

/** For asking for a new password, which sends mail: from an address, and for an account (reliability §0.3). */
export const recoveriesFrom = (address: string): Limit => ({ subject: fromHome('recovery', address), most: 20, seconds: 3600 })
export const recoveriesOf = (personId: string): Limit => ({ subject: `recovery ${personId}`, most: 3, seconds: 3600 })

/** `RATE_PROFILE=strict`: for a house whose staff would rather wait than lose a list (reliability §0.3). One process has one profile. */
let profile: Settings['rateProfile'] = 'usual'
export function setRateProfile(chosen: Settings['rateProfile']) {
  profile = chosen
}
export const rateProfile = () => profile

/** For what one person takes out of the house in a day. */
export const exportsOf = (personId: string): Limit => ({
  subject: `export ${personId}`,
  most: profile === 'strict' ? 5 : 20,
  seconds: 86_400,
})

/**
 * Counts a try before it is made, so that many at once are as many as one after the other, and every replica knows. Gives the seconds to wait
 * when it was one too many, and then it does not count; else 0.
 */
export async function countTry(db: Db, { subject, most, seconds }: Limit) {
  const pause = db`make_interval(secs => ${seconds ? db`${seconds}` : db`least(900, 2 ^ least(10, t.fails - ${most}))`})`
  const rested = db`t.last_at <= now() - make_interval(secs => ${seconds ?? 3600})`
  const [counted] = await db`
    insert into failed_tries as t (subject, fails) values (${subject}, 1)
    on conflict (subject) do update set fails = case when ${rested} then 1 else t.fails + 1 end,
      last_at = case when ${rested} or ${seconds === undefined} then now() else t.last_at end
    where t.fails < ${most} or t.last_at + ${pause} <= now() returning 1
  `
  if (counted) return 0
  const [row] = await db<{ wait: number }[]>`
    select ceil(extract(epoch from t.last_at + ${pause} - now()))::float8 as wait from failed_tries t where subject = ${subject}
  `
  return Math.max(1, row?.wait ?? 1)
}

const giveBack = (db: Db, { subject }: Limit) => db`update failed_tries set fails = greatest(0, fails - 1) where subject = ${subject}`

const forget = (db: Db, { subject }: Limit) => db`delete from failed_tries where subject = ${subject}`

const waitWords = (wait: number) => (wait === 1 ? 'a second' : wait < 120 ? `${wait} seconds` : `${Math.ceil(wait / 60)} minutes`)

/**
 * Does what may be a guess. Only a 401 that it throws stays counted; every other try is given back, and success forgets the pauses of its
 * account. Throws 429 with the seconds to wait when a limit has been reached. Several limits stand from the widest to the narrowest, so that
 * nobody waits in a circle.
 */
export async function guarded<T>(db: Database, limits: readonly Limit[], work: () => Promise<T>): Promise<T> {
  await db.write(async (write) => {
    for (const limit of limits) {
      const wait = await countTry(write, limit)
      if (wait > 0) throw tooMany(wait, `Too many tries. Please wait ${waitWords(wait)} and try again.`)
    }
  })
  try {
    const done = await work()
    for (const limit of limits) await (limit.seconds ? giveBack : forget)(db.single, limit)
    return done
  } catch (error) {
    if (!(error instanceof Problem && error.status === 401)) for (const limit of limits) await giveBack(db.single, limit)
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
