import { useQueryClient } from '@tanstack/react-query'

/** Returns a function that refetches everything on screen about students: lists, profiles, their work. */
export function useStudentChange() {
  const queries = useQueryClient()
  return () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.includes('/students'),
    })
}
