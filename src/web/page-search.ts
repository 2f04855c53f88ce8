/** Search text from an address. The router parses digits as a number. */
export const searchText = (find: unknown) =>
  (typeof find === 'string' || typeof find === 'number' ? String(find).slice(0, 100) : '') || undefined

/** The day in an address. */
export const dayInAddress = (search: Record<string, unknown>): { on?: string } =>
  typeof search['on'] === 'string' ? { on: search['on'] } : {}
