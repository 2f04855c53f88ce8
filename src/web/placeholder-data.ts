import type { QueryKey } from '@tanstack/react-query'

/** Returns a read's input from its key, which `read` builds from the endpoint's path and the input. */
const inputOf = (key: QueryKey | undefined): Partial<Record<string, unknown>> =>
  (key?.[1] as object | undefined) ?? {}

/**
 * Keeps the old result on screen until the next one arrives, for example during a search, but only for the
 * same center or person. Use it as `placeholderData`: `keepPrevious({ centerId })` never shows one center's
 * children under another's name. While `isPlaceholderData` is true, the page must not show a count or "nobody
 * found".
 */
export const keepPrevious =
  (same: Record<string, unknown>) =>
  <T>(before: T | undefined, query: { queryKey: QueryKey } | undefined) => {
    const input = inputOf(query?.queryKey)
    return Object.entries(same).every(([name, value]) => input[name] === value) ? before : undefined
  }
