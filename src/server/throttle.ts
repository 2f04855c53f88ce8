import { setTimeout as sleep } from 'node:timers/promises'
import { Problem, tooMany } from '#shared/problem.ts'
import { clearBuckets } from './token-bucket.ts'
import type { Database, Db } from './db.ts'
import type { Settings } from './settings.ts'

/**
 * Limits on wrong tries (reliability T1).
 * A window: `most` tries within `seconds`.
 * Pauses: `most` tries are free, and then each makes the next one wait 1, 2, 4 … `longest` seconds, until an hour has passed without any.
 * A line: `most` tries at once, then one `every` so many seconds. A try that comes earlier waits in line for at most `patience` seconds.
 * With `freshFirst`, networks that have failed before get a part of the room and do not wait in line.
 */
type Window = { subject: string; most: number; seconds: number }
type Pauses = { subject: string; most: number; longest: number }
type Line = { subject: string; most: number; every: number; patience: number; freshFirst?: true }
export type Limit = Window | Pauses | Line

const longestPause = 900

/** Pauses of up to a quarter of an hour, after five free tries. */
export const pauses = (subject: string, longest = longestPause): Pauses => ({ subject, most: 5, longest })

/** The eight groups of an IPv6 address, spelled as numbers; null for an IPv4 address. */
function groupsOf(address: string) {
  if (!address.includes(':')) return null
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter(Boolean))
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0')
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16) || 0)
}

/** The network of an address: the first `bits[0]` bits of an IPv4 address, the first `bits[1]` bits of an IPv6 address. */
function networkOf(address: string, [four, six]: readonly [four: number, six: number]) {
  const dotted = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  const groups = groupsOf(address)
  if (dotted || !groups)
    return (dotted ?? address)
      .split('.')
      .slice(0, four / 8)
      .join('.')
  const kept = groups.map((group, at) => {
    const bits = Math.min(16, Math.max(0, six - 16 * at))
    return group & ~(0xffff >> bits)
  })
  return kept
    .slice(0, Math.ceil(six / 16))
    .map((group) => group.toString(16))
    .join(':')
}

/** One address, or the half of an IPv6 address that one line to the internet has at the least. */
const home = [32, 64] as const

/** Key by which limits count an address: all addresses of one IPv6 line are one caller, who has 2^64 of them. */
export const homeOf = (address: string) => networkOf(address, home)

const fromHome = (action: string, address: string) => `${action} ${homeOf(address)}`

/** For signing in from an address: wide, because a whole class may sit behind one, half of it under way and half of it mistyping. */
export const signInsFrom = (address: string): Line => ({ subject: fromHome('sign-in', address), most: 60, every: 1, patience: 5 })

/** For signing in on a device where somebody is signed in already: counted by itself, so that it uses up nothing of its address. */
const signInsOn = (session: string): Line => ({ subject: `sign-in session ${session}`, most: 20, every: 3, patience: 0 })

/** An IPv6 customer has a /64, a /56 or a /48, so that each is counted, the wider ones with more free tries. */
const widths = [
  { bits: [24, 64], most: 5 },
  { bits: [0, 56], most: 10 },
  { bits: [0, 48], most: 20 },
] as const

/** For an account: the networks that a browser may be in, each by itself. */
function networksTo(account: string, address: string): Pauses[] {
  const six = groupsOf(address) !== null && !/^::ffff:\d+\./i.test(address)
  return widths
    .filter(({ bits: [four] }) => six || four > 0)
    .map(({ bits, most }) => ({ ...pauses(`login ${account} ${networkOf(address, bits)}${six ? `/${bits[1]}` : ''}`), most }))
}

/** Target of a sign-in: `account` is its id, or the typed name if nobody has it; `browser` is set if it has signed in to that account before. */
type SignIn = { account: string; address: string; browser: string | null; session: string | null }

/**
 * For signing in to an account. A browser that has signed in to it before answers for itself alone: nobody elsewhere can make it wait. All
 * others pause by their networks and share a line: 20 at once and one in three seconds, 28,800 a day, where networks that have not failed yet
 * go first. So who guesses from many networks makes a new browser of the owner wait for seconds, unless twenty new networks come every minute.
 */
export function signInsTo({ account, address, browser, session }: SignIn): Limit[] {
  if (browser) return [pauses(`login ${account} browser ${browser}`, 60)]
  return [
    session ? signInsOn(session) : signInsFrom(address),
    ...networksTo(account, address),
    { subject: `login ${account}`, most: 20, every: 3, patience: 6, freshFirst: true },
  ]
}

/** For the codes of a second factor, which are short: all new browsers of a person together, each known one and each session by itself. */
export const codesOf = (personId: string, on: { browser: string | null } | { session: string }): Pauses => {
  const own = 'session' in on ? ` session ${on.session}` : on.browser ? ` browser ${on.browser}` : ''
  return pauses(`code ${personId}${own}`)
}

/** For wrong activation keys (reliability T10): from an address, and from all together. */
export const keysFrom = (address: string): Window[] => [
  { subject: 'activate', most: 20, seconds: 60 },
  { subject: fromHome('activate', address), most: 5, seconds: 600 },
]

/** For wrong tokens of Google from an address. */
export const tokensFrom = (address: string): Window => ({ subject: fromHome('google', address), most: 60, seconds: 60 })

/** For mail with a link to a new password that anybody may ask for: from an address, which may be a whole school's, and to an account. */
export const recoveriesFrom = (address: string): Window => ({ subject: fromHome('recovery', address), most: 60, seconds: 3600 })
export const recoveriesOf = (personId: string): Window => ({ subject: `recovery ${personId}`, most: 3, seconds: 3600 })

/** For mail that a center or an admin has sent to accounts: invitations, and requests for consent. */
export const invitationsBy = (centerOrPerson: string): Window => ({ subject: `invitations ${centerOrPerson}`, most: 200, seconds: 3600 })
export const invitationsTo = (personId: string): Window => ({ subject: `invitation ${personId}`, most: 3, seconds: 3600 })
/** For mail about a new e-mail address of an account, to the old and the new one. */
export const emailChangesOf = (personId: string): Window => ({ subject: `email ${personId}`, most: 3, seconds: 3600 })
export const requestsBy = (center: string): Window => ({ subject: `requests ${center}`, most: 200, seconds: 3600 })
export const requestsTo = (personId: string): Window => ({ subject: `request ${personId}`, most: 3, seconds: 3600 })

/** `RATE_PROFILE=strict`: for a house whose staff would rather wait than lose a list (reliability §0.3). One process has one profile. */
let profile: Settings['rateProfile'] = 'usual'
/** Sets the profile of a product that starts, which has counted nothing yet. */
export function setRateProfile(chosen: Settings['rateProfile']) {
  profile = chosen
  clearBuckets()
}
export const rateProfile = () => profile

/** For what one person takes out of the house in a day. */
export const exportsOf = (personId: string): Window => ({
  subject: `export ${personId}`,
  most: profile === 'strict' ? 5 : 20,
  seconds: 86_400,
})

/** Counted try: the number of earlier failures, or the seconds to wait if it was one too many. */
type Counted = { before: number } | { wait: number }

/** Counts a try by windows or pauses before it is made, so that many at once are as many as one after the other, and every replica knows. */
async function countOne(db: Db, limit: Window | Pauses): Promise<Counted> {
  const { subject, most } = limit
  const seconds = 'seconds' in limit ? limit.seconds : null
  const pause = db`make_interval(secs => ${
    'seconds' in limit ? db`${limit.seconds}` : db`least(${limit.longest}, 2 ^ least(10, t.fails - ${most}))`
  })`
  const rested = db`t.last_at <= now() - make_interval(secs => ${seconds ?? 3600})`
  const [counted] = await db<{ fails: number }[]>`
    insert into failed_tries as t (subject, fails) values (${subject}, 1)
    on conflict (subject) do update set fails = case when ${rested} then 1 else t.fails + 1 end,
      last_at = case when ${rested} or ${seconds === null} then now() else t.last_at end
    where t.fails < ${most} or t.last_at + ${pause} <= now() returning fails
  `
  if (counted) return { before: counted.fails - 1 }
  const [row] = await db<{ wait: number }[]>`
    select ceil(extract(epoch from t.last_at + ${pause} - now()))::float8 as wait from failed_tries t where subject = ${subject}
  `
  return { wait: Math.max(1, row?.wait ?? 1) }
}

/** Counts a try; gives the seconds to wait when it was one too many, and then it does not count, else 0. */
export async function countTry(db: Db, limit: Window | Pauses) {
  const counted = await countOne(db, limit)
  return 'wait' in counted ? counted.wait : 0
}

/** Takes a turn in a line, which is when `last_at` says that it is empty: in how many seconds it is, or how many to wait for room. */
async function takeTurn(db: Db, { subject, every, patience, most }: Line): Promise<{ turn: number } | { wait: number }> {
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

const waitWords = (wait: number) => (wait === 1 ? 'a second' : wait < 120 ? `${wait} seconds` : `${Math.ceil(wait / 60)} minutes`)
const tooManyTries = (wait: number) => tooMany(wait, `Too many tries. Please wait ${waitWords(wait)} and try again.`)

/** Share of a line that a network gets after this many failures. */
const lineAfter = (line: Line, failed: number): Line =>
  line.freshFirst && failed > 0 ? { ...line, most: line.most * (failed > 1 ? 0.5 : 0.75), patience: 0 } : line

/** Counts a try by all its limits, or by none when one refuses it; gives the seconds until it is its turn. */
const countAll = (db: Database, limits: readonly Limit[]) =>
  db.write(async (write) => {
    let turn = 0
    let failed = 0
    for (const limit of limits) {
      const counted = 'every' in limit ? await takeTurn(write, lineAfter(limit, failed)) : await countOne(write, limit)
      if ('wait' in counted) throw tooManyTries(counted.wait)
      if ('turn' in counted) turn = Math.max(turn, counted.turn)
      else failed = Math.max(failed, counted.before)
    }
    return turn
  })

/** Calls of one process that may wait for their turn. More would use up the process's limit of concurrent calls. */
const mostInLine = 20
let inLine = 0

/** Waits for a turn; false when too many wait already. */
async function waitTurn(seconds: number) {
  if (seconds === 0) return true
  if (inLine >= mostInLine) return false
  inLine += 1
  await sleep(seconds * 1000)
  inLine -= 1
  return true
}

/** Only a 401 is a wrong try. */
const isWrong = (error: unknown) => error instanceof Problem && error.status === 401

/**
 * Does what may be a guess. Only a 401 that it throws stays counted; every other try is given back, and success forgets the pauses of its
 * account. Throws 429 with the seconds to wait when a limit has been reached.
 */
export async function guarded<T>(db: Database, limits: readonly Limit[], work: () => Promise<T>): Promise<T> {
  const turn = await countAll(db, limits)
  try {
    if (!(await waitTurn(turn))) throw tooManyTries(Math.ceil(turn))
    const done = await work()
    for (const limit of limits) await ('longest' in limit ? forget : giveBack)(db.single, limit)
    return done
  } catch (error) {
    if (!isWrong(error)) for (const limit of limits) await giveBack(db.single, limit)
    throw error
  }
}

/**
 * Does what nobody guesses in the time that there is, and so what is right is never refused because of what others did. A 401 is counted, and
 * is 429 past a limit.
 */
export async function guardedAfter<T>(db: Database, limits: readonly Window[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isWrong(error))
      for (const limit of limits) {
        const wait = await countTry(db.single, limit)
        if (wait > 0) throw tooManyTries(wait)
      }
    throw error
  }
}

/** Counts mail that one call has sent; throws 429 past any of its measures. */
export async function inMailMeasure(db: Db, ...limits: Window[]) {
  for (const limit of limits) {
    const wait = await countTry(db, limit)
    if (wait > 0) throw tooMany(wait, `Too many e-mails of this kind were sent within an hour. Please wait ${waitWords(wait)}.`)
  }
}
