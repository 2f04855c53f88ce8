/** Limit of a token bucket: a rate per second and a burst. */
export type Rate = { perSecond: number; burst: number }

type Bucket = { left: number; at: number }
/** Buckets by key, least recently used first. */
const buckets = new Map<string, Bucket>()
const mostBuckets = 20_000

/**
 * Takes a token from a bucket. Returns 0, or the seconds until the next token. Counts in this process only, because it protects this
 * process's own time. `now` in ms.
 */
export function take(subject: string, { perSecond, burst }: Rate, now = performance.now()) {
  const known = buckets.get(subject) ?? { left: burst, at: now }
  const left = Math.min(burst, known.left + ((now - known.at) / 1000) * perSecond)
  buckets.delete(subject)
  buckets.set(subject, { left: left < 1 ? left : left - 1, at: now })
  const [oldest] = buckets.keys()
  if (buckets.size > mostBuckets && oldest !== undefined) buckets.delete(oldest)
  return left < 1 ? (1 - left) / perSecond : 0
}
