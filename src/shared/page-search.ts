/**
 * Returns the search text in a URL, at most 100 characters of it, or undefined if there is none. Also accepts
 * a number, because the router parses digits as one.
 */
export const searchText = (find: unknown) =>
  (typeof find === 'string' || typeof find === 'number' ? String(find).slice(0, 100) : '') || undefined

/** Returns the day in a URL as `{ on }`, unchecked, or an empty object if there is none. */
export const dayInAddress = (search: Record<string, unknown>): { on?: string } =>
  typeof search['on'] === 'string' ? { on: search['on'] } : {}
