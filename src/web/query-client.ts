import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryClientConfig,
} from '@tanstack/react-query'

const requests = new WeakMap<object, number>()

/** Returns the moment at which a query's data was last requested, as `Date.now()`, or 0 if unknown. */
export const requestedAt = (query: object) => requests.get(query) ?? 0

/**
 * Cache of everything the pages have read. If data changes during its first read, the result may be older
 * than the change, but the library would consider it fresh. This class shows the result, then reads it again.
 */
export class PageQueries extends QueryClient {
  /** Queries whose read in progress must be repeated, each with a promise for the second read. */
  #more = new WeakMap<Query, Promise<void>>()

  constructor(config?: QueryClientConfig) {
    super(config)
    this.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'fetch') return
      // The response may have been requested as the page opened (`early-reads.ts`).
      requests.set(event.query, globalThis.early?.size ? performance.timeOrigin : Date.now())
    })
  }

  override async invalidateQueries(filters: InvalidateQueryFilters = {}, options?: InvalidateOptions) {
    const firstReads = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined)
    await Promise.all([
      super.invalidateQueries(filters, options),
      ...firstReads.map((query) => this.#readOnceMore(query)),
    ])
  }

  #readOnceMore(query: Query) {
    const known = this.#more.get(query)
    if (known) return known
    const { queryKey } = query
    const more = Promise.resolve(query.promise)
      .finally(() => this.#more.delete(query))
      .then(
        () => this.invalidateQueries({ queryKey, exact: true }),
        // If the read failed, the page shows that and offers a retry. If it was canceled, nothing waits for
        // it, or the code that canceled it reads again.
        () => {},
      )
    this.#more.set(query, more)
    return more
  }
}
