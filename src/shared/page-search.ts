/** Returns the search text in a URL as a string, because the router parses digits as a number. */
export const searchText = (find: unknown) =>
  (typeof find === 'string' || typeof find === 'number' ? String(find).slice(0, 100) : '') || undefined

/** Returns the day in a URL, if any. */
export const dayInAddress = (search: Record<string, unknown>): { on?: string } =>
  typeof search['on'] === 'string' ? { on: search['on'] } : {}
