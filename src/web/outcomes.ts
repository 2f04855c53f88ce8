import type { Sent } from './outbox.ts'

/** Passes the outcomes of the outbox's entries to listeners. */

const listeners = new Set<(sent: Sent) => void>()

/**
 * Outcomes that arrived while the pages' scripts were loading, for the first listener that requests them.
 * Null once they are taken, or if there are more than `mostEarly`.
 */
let early: Sent[] | null = []
const mostEarly = 100

/** Passes an outcome to all listeners. */
export function publishOutcome(sent: Sent) {
  early?.push(sent)
  if (early && early.length > mostEarly) early = null
  for (const listen of listeners) listen(sent)
}

/**
 * Watches the outcome of every entry, in this tab or another. With `fromStart`, the first caller also gets
 * earlier outcomes. Returns a function that stops watching.
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
