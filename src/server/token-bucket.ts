import type { Rate } from '#shared/contract.ts'
import { tooMany } from '#shared/problem.ts'

/** Returns a rate of `calls` per minute, with a burst of the same size. */
export const perMinute = (calls: number): Rate => ({ perSecond: calls / 60, burst: calls })

type Bucket = { left: number; at: number }
/** Buckets by key, least recently used first. */
const buckets = new Map<string, Bucket>()
const maxBuckets = 20_000

/**
 * Takes a token from a bucket. Returns 0, or the seconds until the next token. Counts in this process only,
 * because it protects this process's own CPU time. `now` is in ms.
 */
export function take(subject: string, { perSecond, burst }: Rate, now = performance.now()) {
  const known = buckets.get(subject) ?? { left: burst, at: now }
  const left = Math.min(burst, known.left + ((now - known.at) / 1000) * perSecond)
  buckets.delete(subject)
  buckets.set(subject, { left: left < 1 ? left : left - 1, at: now })
  const [oldest] = buckets.keys()
  if (buckets.size > maxBuckets && oldest !== undefined) buckets.delete(oldest)
  return left < 1 ? (1 - left) / perSecond : 0
}

/** Takes a token from a bucket. Throws 429 with the seconds until the next token. */
export function spend(subject: string, rate: Rate, now?: number) {
  const wait = take(subject, rate, now)
  if (wait > 0) throw tooMany(wait, 'Too many requests at once. Please wait a moment and try again.')
}

/** Clears all buckets. Called when the product starts. */
export const clearBuckets = () => buckets.clear()
