import type { QueryKey } from '@tanstack/react-query'

/** Input of a query, by the convention of `read`: the key is the endpoint's path and its input. */
const inputOf = (key: QueryKey | undefined): Partial<Record<string, unknown>> => (key?.[1] as object | undefined) ?? {}

/**
 * Function for `placeholderData`: keeps the previous data until the next arrives, for example during a search, if it is of the same center or person.
 * `keepPrevious({ centerId })` never shows one center's children under the other's name. Meanwhile a page claims nothing of what it doesn't know yet:
 * neither a count nor that nobody is found (`isPlaceholderData`).
 */
export const keepPrevious =
  (same: Record<string, unknown>) =>
  <T>(before: T | undefined, query: { queryKey: QueryKey } | undefined) => {
    const input = inputOf(query?.queryKey)
    return Object.entries(same).every(([name, value]) => input[name] === value) ? before : undefined
  }
