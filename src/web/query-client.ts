import { type InvalidateOptions, type InvalidateQueryFilters, type Query, QueryClient } from '@tanstack/react-query'

/**
 * What the pages have read. Whatever is told to be out of date while it is just being read for the first time may have been answered before the news,
 * and the library lets such a read go on and takes it for fresh: here it is shown when it comes, and then read once more.
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
