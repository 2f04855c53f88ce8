/** Returns a row as it is sent, with `id` renamed to `_id`. */
export const withId = <R extends { id: string }>({ id, ...row }: R) => ({ _id: id, ...row })

/**
 * True if the caller saw another version of the record (If-Match). A call without that header accepts any
 * version.
 */
export const isStale = (seen: number | null, version: number) => seen !== null && seen !== version
