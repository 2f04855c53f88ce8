import { z } from 'zod'
import type { Endpoint } from '#shared/contract.ts'
import { tooMany } from '#shared/problem.ts'
import { type Rate, take } from './buckets.ts'
import { homeOf, inMeasure, rateProfile } from './guessing.ts'

/** Limits of one session. */
const rates = {
  usual: { reads: { perSecond: 200, burst: 400 }, writes: { perSecond: 50, burst: 100 } },
  strict: { reads: { perSecond: 20, burst: 60 }, writes: { perSecond: 10, burst: 20 } },
} satisfies Record<string, Record<string, Rate>>

const perMinute = { usual: { uploads: 60, lists: Infinity }, strict: { uploads: 30, lists: 60 } }

/** Takes one from a bucket; 429 with the seconds until there is one again. */
export function spend(subject: string, rate: Rate, now: number) {
  const wait = take(subject, rate, now)
  if (wait > 0) throw tooMany(wait, 'Too many requests at once. Please wait a moment and try again.')
}

/** A list that is read page by page, as by somebody who takes all of it away (reliability T45). */
const isList = ({ method, output }: Endpoint) => method === 'GET' && output instanceof z.ZodObject && 'after' in output.shape

/** Parts of large files, of 1 MiB each, that a session may bring a minute: two files of the largest size. */
const partsPerMinute = 400

/** A picture or a file; the parts of a large one (`bytes`) have a measure of their own. */
const isUpload = ({ limit = 0, bytes }: Endpoint) => limit > 1024 * 1024 && bytes === undefined

/**
 * Counts a call of a session; throws 429 past its limits. In this process only: what it spares is this process's own time. A class behind one
 * address has a session for each, so nobody pays for a neighbour.
 */
export function inRate(session: string, endpoint: Endpoint, now = performance.now()) {
  const profile = rateProfile()
  if (profile === 'none') return
  const reads = endpoint.method === 'GET' || endpoint.effect === 'reads'
  spend(`${reads ? 'reads' : 'writes'} ${session}`, rates[profile][reads ? 'reads' : 'writes'], now)
  if (isUpload(endpoint)) inMeasure(`uploads ${session}`, perMinute[profile].uploads)
  if (endpoint.bytes) inMeasure(`parts ${session}`, partsPerMinute)
  if (isList(endpoint)) inMeasure(`lists ${session}`, perMinute[profile].lists)
}

/** Limit of one address for callers without a session. It is generous, because a whole school behind one address may load its first page at once. */
const strangers: Rate = { perSecond: 100, burst: 2000 }

/** Counts a call without a session; throws 429 past the limit of its address. */
export function inStrangersRate(address: string, now = performance.now()) {
  if (rateProfile() !== 'none') spend(`strangers ${homeOf(address)}`, strangers, now)
}
