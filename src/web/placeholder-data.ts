import type { QueryKey } from '@tanstack/react-query'

/** What a read asks for, by the convention of `read`: the key is the endpoint's path and its input. */
const inputOf = (key: QueryKey | undefined): Partial<Record<string, unknown>> => (key?.[1] as object | undefined) ?? {}

/**
 * For `placeholderData`: what is shown stays until the next is there, such as while one searches, but only while it is of the same center or person.
 * `keepPrevious({ centerId })` never shows one center's children under the other's name. Meanwhile a page claims nothing of what it doesn't know yet:
 * neither a count nor that nobody is found (`isPlaceholderData`).
 */
export const keepPrevious =
  (same: Record<string, unknown>) =>
  <T>(before: T | undefined, query: { queryKey: QueryKey } | undefined) => {
    const input = inputOf(query?.queryKey)
    return Object.entries(same).every(([name, value]) => input[name] === value) ? before : undefined
  }
