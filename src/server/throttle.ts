import { setTimeout as pause } from 'node:timers/promises'
import { Problem, tooMany } from '#shared/problem.ts'
import { groupsOf, homeOf, networkOf } from './networks.ts'
import { clearBuckets } from './token-bucket.ts'
import type { Database, Db } from './db.ts'
import type { Settings } from './settings.ts'

/**
 * Limits on failed attempts (reliability T1).
 * - Window: `most` tries within `seconds`.
 * - Pauses: `most` free tries. After that, each try makes the next wait 1, 2, 4 … up to `longest` seconds.
 *   After an hour without tries, counting starts again.
 * - Queue: `most` tries at once, then one `every` so many seconds. A try that comes too early waits for at
 *   most `patience` seconds. With `freshFirst`, networks that have failed before get only part of the room.
 *   Beyond that, their tries are refused without waiting.
 */
export type Window = { subject: string; most: number; seconds: number }
type Pauses = { subject: string; most: number; longest: number }
type Queue = { subject: string; most: number; every: number; patience: number; freshFirst?: true }
export type Limit = Window | Pauses | Queue

const maxPause = 900

/** Returns a limit with pauses that begin after five free tries and last up to `longest` seconds. */
export const pauses = (subject: string, longest = maxPause): Pauses => ({ subject, most: 5, longest })

export const perHour = (subject: string, most: number): Window => ({ subject, most, seconds: 3600 })

const fromHome = (action: string, address: string) => `${action} ${homeOf(address)}`

/**
 * Returns the limit for signing in from an address. It is high, because a whole class may share an address,
 * with many students signing in or mistyping at once.
 */
export const signInsFrom = (address: string): Queue => ({
  subject: fromHome('sign-in', address),
  most: 60,
  every: 1,
  patience: 5,
})

/**
 * Returns the limit for signing in on a device where somebody is already signed in. Counted separately, so
 * that it doesn't use up the address's limit.
 */
const signInsOn = (session: string): Queue => ({
  subject: `sign-in session ${session}`,
  most: 20,
  every: 3,
  patience: 0,
})

/**
 * Network sizes that are counted separately, in bits of an IPv4 address (0 if none) and of an IPv6 address.
 * An IPv6 customer has a /64, a /56 or a /48. Larger networks get more free tries.
 */
const widths = [
  { bits: [24, 64], most: 5 },
  { bits: [0, 56], most: 10 },
  { bits: [0, 48], most: 20 },
] as const

/** Returns the limits for an account, one for each size of the caller's network. */
function networksTo(account: string, address: string): Pauses[] {
  const isIpv6 = groupsOf(address) !== null && !/^::ffff:\d+\./i.test(address)
  return widths
    .filter(({ bits: [ipv4Bits] }) => isIpv6 || ipv4Bits > 0)
    .map(({ bits, most }) => {
      const [, ipv6Bits] = bits
      const network = `${networkOf(address, bits)}${isIpv6 ? `/${ipv6Bits}` : ''}`
      return { ...pauses(`login ${account} ${network}`), most }
    })
}

/**
 * A try to sign in. `account` is the account's id, or the typed name if there is no such account. `browser`
 * is the id of the browser if it has signed in to that account before. `session` is set if somebody is
 * already signed in on the device.
 */
type SignIn = { account: string; address: string; browser: string | null; session: string | null }

/**
 * Returns the limits for signing in to an account. A browser that has signed in to it before has only its own
 * limit, so nobody else can make it wait. All other browsers have pauses by network. They also share a queue
 * that admits 20 tries at once and then one every three seconds (28,800 a day). The queue keeps room for
 * networks that have not failed yet. Guesses from many networks therefore delay a new browser of the owner by
 * seconds, unless twenty new networks come every minute.
 */
export function signInsTo({ account, address, browser, session }: SignIn): Limit[] {
  if (browser) return [pauses(`login ${account} browser ${browser}`, 60)]
  return [
    session ? signInsOn(session) : signInsFrom(address),
    ...networksTo(account, address),
    { subject: `login ${account}`, most: 20, every: 3, patience: 6, freshFirst: true },
  ]
}

/**
 * Returns the limit for the codes of a second factor, which are short. All new browsers of a person count
 * together, while each known browser and each session counts separately.
 */
export const codesOf = (personId: string, on: { browser: string | null } | { session: string }): Pauses => {
  const own = 'session' in on ? ` session ${on.session}` : on.browser ? ` browser ${on.browser}` : ''
  return pauses(`code ${personId}${own}`)
}

/** Returns the limits for wrong activation keys (reliability T10), from an address and overall. */
export const keysFrom = (address: string): Window[] => [
  { subject: 'activate', most: 20, seconds: 60 },
  { subject: fromHome('activate', address), most: 5, seconds: 600 },
]

/** Returns the limit for wrong Google tokens from an address. */
export const tokensFrom = (address: string): Window => ({
  subject: fromHome('google', address),
  most: 60,
  seconds: 60,
})

/**
 * Returns the limits on password reset emails, which anyone may request: per network address, which a whole
 * school may share, and per account.
 */
export const recoveriesFrom = (address: string) => perHour(fromHome('recovery', address), 60)
export const recoveriesOf = (personId: string) => perHour(`recovery ${personId}`, 3)

/**
 * Returns the limits for emails that a center or an admin sends to accounts: invitations, and requests for
 * consent.
 */
export const invitationsBy = (centerOrPerson: string) => perHour(`invitations ${centerOrPerson}`, 200)
export const invitationsTo = (personId: string) => perHour(`invitation ${personId}`, 3)
/** Returns the limit for emails to the old and the new address about changing an account's email address. */
export const emailChangesOf = (personId: string) => perHour(`email ${personId}`, 3)
export const requestsBy = (center: string) => perHour(`requests ${center}`, 200)
export const requestsTo = (personId: string) => perHour(`request ${personId}`, 3)

/**
 * Rate profile of this process. `strict` is for organizations whose staff would rather wait than lose a list
 * (reliability §0.3).
 */
let profile: Settings['rateProfile'] = 'usual'
/** Sets the rate profile. Called at startup, before anything is counted. */
export function setRateProfile(chosen: Settings['rateProfile']) {
  profile = chosen
  clearBuckets()
}
export const rateProfile = () => profile

/** Returns the limit for one person's exports per day. */
export const exportsOf = (personId: string): Window => ({
  subject: `export ${personId}`,
  most: profile === 'strict' ? 5 : 20,
  seconds: 86_400,
})

/** A counted try: the number of earlier failures, or the seconds to wait if it was past the limit. */
type CountedTry = { before: number } | { wait: number }

/**
 * Counts a try against a limit before it is made, so that simultaneous tries count like consecutive ones,
 * even in different server processes.
 */
async function countOne(db: Db, limit: Window | Pauses): Promise<CountedTry> {
  const { subject, most } = limit
  const seconds = 'seconds' in limit ? limit.seconds : null
  const interval = db`make_interval(secs => ${
    'seconds' in limit ? db`${limit.seconds}` : db`least(${limit.longest}, 2 ^ least(10, t.fails - ${most}))`
  })`
  const rested = db`t.last_at <= now() - make_interval(secs => ${seconds ?? 3600})`
  const [counted] = await db<{ fails: number }[]>`
    insert into failed_tries as t (subject, fails) values (${subject}, 1)
    on conflict (subject) do update set fails = case when ${rested} then 1 else t.fails + 1 end,
      last_at = case when ${rested} or ${seconds === null} then now() else t.last_at end
    where t.fails < ${most} or t.last_at + ${interval} <= now() returning fails
  `
  if (counted) return { before: counted.fails - 1 }
  const [row] = await db<{ wait: number }[]>`
    select ceil(extract(epoch from t.last_at + ${interval} - now()))::float8 as wait from failed_tries t where subject = ${subject}
  `
  return { wait: Math.max(1, row?.wait ?? 1) }
}

/**
 * Counts a try and returns 0. If the try is past the limit, doesn't count it and returns the seconds to wait.
 */
export async function countTry(db: Db, limit: Window | Pauses) {
  const counted = await countOne(db, limit)
  return 'wait' in counted ? counted.wait : 0
}

/**
 * Takes a turn in a queue. Returns as `turn` the seconds until that turn. If the queue is full, takes no
 * turn, and returns as `wait` the seconds after which a new try wouldn't have to wait for its turn. The
 * column `last_at` is the time at which the queue will be empty.
 */
async function enqueue(
  db: Db,
  { subject, every, patience, most }: Queue,
): Promise<{ turn: number } | { wait: number }> {
  const end = db`greatest(t.last_at, clock_timestamp()) + make_interval(secs => ${every})`
  const room = most * every
  const [taken] = await db<{ turn: number }[]>`
    insert into failed_tries as t (subject, fails, last_at) values (${subject}, 1, clock_timestamp() + make_interval(secs => ${every}))
    on conflict (subject) do update set fails = t.fails + 1, last_at = ${end}
    where ${end} <= clock_timestamp() + make_interval(secs => ${room + patience})
    returning extract(epoch from last_at - clock_timestamp())::float8 - ${room}::float8 as turn
  `
  if (taken) return { turn: Math.max(0, taken.turn) }
  const [row] = await db<{ wait: number }[]>`
    select ceil(extract(epoch from ${end} - clock_timestamp()) - ${room})::float8 as wait from failed_tries t where subject = ${subject}
  `
  return { wait: Math.max(1, row?.wait ?? 1) }
}

const giveBack = (db: Db, limit: Limit) =>
  'every' in limit
    ? db`update failed_tries set last_at = last_at - make_interval(secs => ${limit.every}) where subject = ${limit.subject}`
    : db`update failed_tries set fails = greatest(0, fails - 1) where subject = ${limit.subject}`

const forget = (db: Db, { subject }: Limit) => db`delete from failed_tries where subject = ${subject}`

function waitWords(seconds: number) {
  if (seconds === 1) return 'a second'
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
}
const tooManyTries = (wait: number) =>
  tooMany(wait, `Too many tries. Please wait ${waitWords(wait)} and try again.`)
const tooManyEmails = (wait: number) =>
  tooMany(wait, `Too many emails of this kind were sent within an hour. Please wait ${waitWords(wait)}.`)

/** Returns the share of a queue that a network gets after this many failures. */
function shareAfter(queue: Queue, failures: number): Queue {
  if (!queue.freshFirst || failures === 0) return queue
  return { ...queue, most: queue.most * (failures === 1 ? 0.75 : 0.5), patience: 0 }
}

/**
 * Counts a try against all of its limits and returns the seconds until its turn. If one limit refuses the
 * try, throws 429 and counts it against none of them.
 */
const countAll = (db: Database, limits: readonly Limit[]) =>
  db.write(async (write) => {
    let turn = 0
    let failed = 0
    for (const limit of limits) {
      const counted =
        'every' in limit ? await enqueue(write, shareAfter(limit, failed)) : await countOne(write, limit)
      if ('wait' in counted) throw tooManyTries(counted.wait)
      if ('turn' in counted) turn = Math.max(turn, counted.turn)
      else failed = Math.max(failed, counted.before)
    }
    return turn
  })

/**
 * Maximum number of calls in one process that may wait for their turn. More would use up the process's limit
 * on concurrent calls.
 */
const maxQueued = 20
let queued = 0

/** Waits for a turn. Returns false if too many calls are already waiting. */
async function waitInQueue(seconds: number) {
  if (seconds === 0) return true
  if (queued >= maxQueued) return false
  queued += 1
  await pause(seconds * 1000)
  queued -= 1
  return true
}

/**
 * Counts a try in each window. If one is full, throws what `problemAfter` returns for the seconds to wait.
 */
async function countEach(db: Db, windows: readonly Window[], problemAfter: (wait: number) => Problem) {
  for (const window of windows) {
    const wait = await countTry(db, window)
    if (wait > 0) throw problemAfter(wait)
  }
}

/** True for a failed attempt, which is always a 401. */
const isWrong = (error: unknown) => error instanceof Problem && error.status === 401

/**
 * Runs work that may be a guess. Only a 401 stays counted: any other outcome removes the count, and success
 * resets the pauses. Throws 429 with the seconds to wait once a limit is reached.
 */
export async function withLimits<T>(
  db: Database,
  limits: readonly Limit[],
  work: () => Promise<T>,
): Promise<T> {
  const turn = await countAll(db, limits)
  try {
    if (!(await waitInQueue(turn))) throw tooManyTries(Math.ceil(turn))
    const done = await work()
    for (const limit of limits) await ('longest' in limit ? forget : giveBack)(db.single, limit)
    return done
  } catch (error) {
    if (!isWrong(error)) for (const limit of limits) await giveBack(db.single, limit)
    throw error
  }
}

/**
 * Runs work that checks a secret too long to guess. Counts each 401, and turns it into 429 past a limit. A
 * valid secret is never refused because of other people's tries.
 */
export async function withLimitsAfter<T>(
  db: Database,
  limits: readonly Window[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isWrong(error)) await countEach(db.single, limits, tooManyTries)
    throw error
  }
}

/** Counts an email sent by a call. Throws 429 past any of the limits. */
export const countMail = (db: Db, ...limits: Window[]) => countEach(db, limits, tooManyEmails)
