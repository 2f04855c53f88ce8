/** Search text of a list in an address, which gives digits as a number. */
export const searchText = (find: unknown) =>
  (typeof find === 'string' || typeof find === 'number' ? String(find).slice(0, 100) : '') || undefined

/** Day that an address asks for. */
export const dayInAddress = (search: Record<string, unknown>): { on?: string } =>
  typeof search['on'] === 'string' ? { on: search['on'] } : {}
