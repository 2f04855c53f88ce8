import type { Query, QueryClient } from '@tanstack/react-query'

/** First reads that are under way and known to be made once more. */
const waiting = new WeakSet<Query>()

/**
 * Reads again what pages show of an address. What is just being read for the first time may have been answered before the news, and the library
 * lets such a read go on: it is shown when it comes, and then read once more.
 */
export function readAgain(queries: QueryClient, path: string) {
  const firstReads = queries
    .getQueryCache()
    .findAll({ queryKey: [path], fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined })
  void queries.invalidateQueries({ queryKey: [path] })
  for (const query of firstReads) {
    if (waiting.has(query)) continue
    waiting.add(query)
    const { queryKey } = query
    const forget = () => waiting.delete(query)
    void query.promise?.finally(forget).then(
      () => queries.invalidateQueries({ queryKey, exact: true }),
      // The page says itself that it couldn't be read, and reads again when asked.
      () => {},
    )
  }
}
