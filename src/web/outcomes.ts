import type { Sent } from './outbox.ts'

/** Tells listeners the outcomes of the outbox's entries. */

const listeners = new Set<(sent: Sent) => void>()

/**
 * Outcomes that came while the pages' scripts were loading, for the first who asks for them. Null once taken, or
 * if nobody did for this many.
 */
let early: Sent[] | null = []
const mostEarly = 100

/** Passes an outcome to everybody who listens. */
export function publishOutcome(sent: Sent) {
  early?.push(sent)
  if (early && early.length > mostEarly) early = null
  for (const listen of listeners) listen(sent)
}

/**
 * Watches the outcome of every entry, in this tab or another. With `fromStart`, the first caller also gets the
 * outcomes that came before. Returns a function that stops watching.
 */
export function onSent(listen: (sent: Sent) => void, { fromStart = false } = {}) {
  listeners.add(listen)
  if (fromStart) {
    const missed = early ?? []
    early = null
    for (const sent of missed) listen(sent)
  }
  return () => {
    listeners.delete(listen)
  }
}
