import type { Day } from '#shared/days.ts'
import type { PlaceType } from '../rules.ts'

/** A place for one day: a make-up or a trial (product §3). */
export const isGuest = (type: PlaceType) => type === 'make-up' || type === 'trial'

/** Days from one to another, both included; null goes on for good. */
export type Span = { from: Day; to: Day | null }

/** The earlier of two last days, where null is for good. */
export const earlier = (left: Day | null, right: Day | null) => (left === null || (right !== null && right < left) ? right : left)

/** The days that two spans have in common, or null when there are none. */
export function common(left: Span, right: Span): Span | null {
  const from = left.from > right.from ? left.from : right.from
  const to = earlier(left.to, right.to)
  return to !== null && to < from ? null : { from, to }
}
