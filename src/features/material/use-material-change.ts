import { useQueryClient } from '@tanstack/react-query'

/** After a change of material: every list and count of it on the screen is read again. */
export function useMaterialChange() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith('/bl/') })
}
