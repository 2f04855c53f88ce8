import { z } from 'zod'
import type { Endpoint, Rate } from '#shared/contract.ts'
import { perMinute, spend } from './token-bucket.ts'
import type { Actor } from './gate.ts'
import { homeOf } from './networks.ts'
import { rateProfile } from './throttle.ts'

/** Rate limits for one session, by profile (RATE_PROFILE). `lists` is null for no limit. */
const rates = {
  usual: { reads: { perSecond: 200, burst: 400 }, writes: { perSecond: 50, burst: 100 }, lists: null },
  strict: { reads: { perSecond: 20, burst: 60 }, writes: { perSecond: 10, burst: 20 }, lists: perMinute(60) },
} satisfies Record<string, Record<string, Rate | null>>

/** True for a list that is read page by page. Copying all of it takes many such calls (reliability T45). */
const isList = ({ method, output }: Endpoint) =>
  method === 'GET' && output instanceof z.ZodObject && 'after' in output.shape

/**
 * Counts a call toward its session's limits. Throws 429 past them. Each process counts separately, because
 * the limits protect its own CPU time. Students who share an address have separate sessions, so nobody is
 * limited because of a neighbor.
 */
export function countCall(
  { id, session }: Pick<Actor, 'id' | 'session'>,
  endpoint: Endpoint,
  now = performance.now(),
) {
  const profile = rateProfile()
  if (profile === 'none') return
  const { reads, writes, lists } = rates[profile]
  if (endpoint.method === 'GET' || endpoint.effect === 'reads') spend(`reads ${session}`, reads, now)
  else spend(`writes ${session}`, writes, now)
  // A person may have ten sessions, which share one limit for expensive calls.
  if (endpoint.rate) spend(`${endpoint.method} ${endpoint.path} ${id}`, endpoint.rate, now)
  if (lists && isList(endpoint)) spend(`lists ${session}`, lists, now)
}

/**
 * Limit for callers without a session, by address. It is generous, because a whole school behind one address
 * may load its first page at once.
 */
const strangers: Rate = { perSecond: 100, burst: 2000 }

/** Counts a call without a session. Throws 429 past the limit of its address. */
export function countAnonymousCall(address: string, now = performance.now()) {
  if (rateProfile() !== 'none') spend(`strangers ${homeOf(address)}`, strangers, now)
}

/** Hashes of valid session and access tokens that this process has seen, the least recently seen first. */
const knownTokens = new Set<string>()
const maxKnownTokens = 20_000

/**
 * Counts an unknown session or access token before it is looked up, so that made-up ones can't flood the
 * database. Throws 429 past the limit of the address. Tokens that this process has seen in use aren't
 * counted, so a flood from a school's address doesn't block the people who work there.
 */
export function countUnknownToken(hash: string, address: string, now = performance.now()) {
  if (rateProfile() !== 'none' && !knownTokens.has(hash))
    spend(`unknown tokens ${homeOf(address)}`, strangers, now)
}

/** Records whether a session or access token is valid. */
export function noteToken(hash: string, isAlive: boolean) {
  knownTokens.delete(hash)
  if (isAlive) knownTokens.add(hash)
  const [oldest] = knownTokens
  if (knownTokens.size > maxKnownTokens && oldest !== undefined) knownTokens.delete(oldest)
}

/**
 * Number of invalid links from emails that one IP address may try per minute. Valid ones aren't counted,
 * because nobody can guess 256 bits.
 */
const wrongLinks = perMinute(60)

/** Number of invalid access tokens that one address may try per minute. */
const wrongTokens = perMinute(60)

/** Counts an invalid access token. Throws 429 past the limit of its address. */
export const countWrongToken = (address: string) => spend(`wrong tokens ${homeOf(address)}`, wrongTokens)

/** Counts an invalid email link. Throws 429 past the limit of its address. */
export const countWrongLink = (address: string) => spend(`wrong links ${homeOf(address)}`, wrongLinks)
