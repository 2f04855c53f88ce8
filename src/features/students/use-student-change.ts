import { useQueryClient } from '@tanstack/react-query'

/** Returns a function that reads again whatever the page shows of students: lists, profiles, their work. */
export function useStudentChange() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.includes('/students') })
}
