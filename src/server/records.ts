/** Returns a row in the form sent to clients, with `id` renamed to `_id`. */
export const withId = <R extends { id: string }>({ id, ...row }: R) => ({ _id: id, ...row })

/**
 * True if the caller last read another version of the record (If-Match). A call without that header accepts
 * any version.
 */
export const isStale = (ifMatch: number | null, version: number) => ifMatch !== null && ifMatch !== version
