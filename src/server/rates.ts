import { z } from 'zod'
import type { Endpoint } from '#shared/contract.ts'
import { tooMany } from '#shared/problem.ts'
import { inMeasure, rateProfile } from './guessing.ts'

/** How much one session may ask (reliability §0.3, T26): so many calls a second, and so many at once after a pause. */
type Rate = { perSecond: number; burst: number }
const rates = {
  usual: { reads: { perSecond: 200, burst: 400 }, writes: { perSecond: 50, burst: 100 } },
  strict: { reads: { perSecond: 20, burst: 60 }, writes: { perSecond: 10, burst: 20 } },
} satisfies Record<string, Record<string, Rate>>

const perMinute = { usual: { uploads: 60, lists: Infinity }, strict: { uploads: 30, lists: 60 } }

type Bucket = { left: number; at: number }
/** By session and what it asks, the longest unused first. */
const buckets = new Map<string, Bucket>()
const mostBuckets = 20_000

/** Takes one from a bucket that fills by itself; 429 with the seconds until there is one again. `now` in ms. */
function take(subject: string, { perSecond, burst }: Rate, now: number) {
  const known = buckets.get(subject) ?? { left: burst, at: now }
  const left = Math.min(burst, known.left + ((now - known.at) / 1000) * perSecond)
  buckets.delete(subject)
  buckets.set(subject, { left: left < 1 ? left : left - 1, at: now })
  const [oldest] = buckets.keys()
  if (buckets.size > mostBuckets && oldest !== undefined) buckets.delete(oldest)
  if (left < 1) throw tooMany((1 - left) / perSecond, 'Too much was asked at once. Please wait a moment and try again.')
}

/** A list that is read page by page, as by somebody who takes all of it away (reliability T45). */
const isList = ({ method, output }: Endpoint) => method === 'GET' && output instanceof z.ZodObject && 'after' in output.shape

/** A picture or a file; the parts of a large one (`bytes`) are one file, and bounded as such. */
const isUpload = ({ limit = 0, bytes }: Endpoint) => limit > 1024 * 1024 && bytes === undefined

/**
 * Counts a call of a session; throws 429 past its limits. In this process only: what it spares is this process's own time. A class behind one
 * address has a session for each, so nobody pays for a neighbour.
 */
export function inRate(session: string, endpoint: Endpoint, now = performance.now()) {
  const profile = rateProfile()
  if (profile === 'none') return
  const reads = endpoint.method === 'GET' || endpoint.effect === 'reads'
  take(`${reads ? 'reads' : 'writes'} ${session}`, rates[profile][reads ? 'reads' : 'writes'], now)
  if (isUpload(endpoint)) inMeasure(`uploads ${session}`, perMinute[profile].uploads)
  if (isList(endpoint)) inMeasure(`lists ${session}`, perMinute[profile].lists)
}
