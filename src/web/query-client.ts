import { type InvalidateOptions, type InvalidateQueryFilters, type Query, QueryClient } from '@tanstack/react-query'

/**
 * Cache of the pages' queries. A query that is invalidated during its first fetch may have been answered before the change. The library would let
 * that fetch finish and treat it as fresh; here its data is shown and then fetched once more.
 */
export class PageQueries extends QueryClient {
  /** First reads that are under way and known to be made once more, and when that is done. */
  #more = new WeakMap<Query, Promise<void>>()

  override async invalidateQueries(filters: InvalidateQueryFilters = {}, options?: InvalidateOptions) {
    const firstReads = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined)
    await Promise.all([super.invalidateQueries(filters, options), ...firstReads.map((query) => this.#readOnceMore(query))])
  }

  #readOnceMore(query: Query) {
    const known = this.#more.get(query)
    if (known) return known
    const { queryKey } = query
    const more = Promise.resolve(query.promise)
      .finally(() => this.#more.delete(query))
      .then(
        () => this.invalidateQueries({ queryKey, exact: true }),
        // It failed, which the page says, and reads again when asked; or it was given up by who sees to the next one.
        () => {},
      )
    this.#more.set(query, more)
    return more
  }
}
