import { useQueryClient } from '@tanstack/react-query'

/** Returns a function to call after a change to the material. It refetches all material on screen. */
export function useMaterialChange() {
  const queries = useQueryClient()
  return () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith('/bl/'),
    })
}
