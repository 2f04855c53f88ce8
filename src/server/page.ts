/**
 * Takes one page from rows that were selected with `limit size + 1`. `last` is the row after which the next
 * page begins, or null if there is no next page.
 */
export function pageOf<Row>(found: readonly Row[], size: number) {
  const rows = found.slice(0, size)
  return { rows, last: found.length > size ? (rows.at(-1) ?? null) : null }
}
