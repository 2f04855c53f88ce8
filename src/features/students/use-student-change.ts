import { useQueryClient } from '@tanstack/react-query'

/**
 * Returns a function that refetches everything about students that is on screen: lists, profiles, and work.
 */
export function useStudentChange() {
  const queries = useQueryClient()
  return () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.includes('/students'),
    })
}
