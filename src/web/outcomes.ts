import type { SentEntry } from './outbox.ts'

/** Passes the outcomes of the outbox's entries to listeners. */

const listeners = new Set<(sent: SentEntry) => void>()

/**
 * Outcomes that arrived while the pages' scripts were loading, for the first listener that requests them.
 * Null once they are taken, or if there are more than `maxEarly`.
 */
let early: SentEntry[] | null = []
const maxEarly = 100

/** Passes an outcome to all listeners. */
export function publishOutcome(sent: SentEntry) {
  early?.push(sent)
  if (early && early.length > maxEarly) early = null
  for (const listen of listeners) listen(sent)
}

/**
 * Watches the outcome of every entry, in this tab or another. The first caller with `fromStart` also gets
 * earlier outcomes, unless there were more than `maxEarly`. Returns a function that stops watching.
 */
export function onSent(listen: (sent: SentEntry) => void, { fromStart = false } = {}) {
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
