import { counted, listed } from '#shared/text.ts'
import type { Entry } from './outbox-disk.ts'

export type CountedEntry = Pick<Entry, 'kind' | 'count'>

/**
 * Returns the total number of items in the entries, and the number of each kind in words: `1 answer`, or `3
 * answers and 2 marks`.
 */
export function entryWords(entries: readonly CountedEntry[]) {
  const counts = new Map<string, number>()
  for (const { kind, count = 1 } of entries) counts.set(kind, (counts.get(kind) ?? 0) + count)
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return {
    total,
    words: listed([...counts].map(([kind, count]) => counted(count, kind))),
  }
}
