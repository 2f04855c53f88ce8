import { useQueryClient } from '@tanstack/react-query'

/** Returns a function that fetches all data on screen again after a change to the material. */
export function useMaterialChange() {
  const queries = useQueryClient()
  return () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith('/bl/'),
    })
}
