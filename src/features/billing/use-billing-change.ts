import { useQueryClient } from '@tanstack/react-query'

/** Returns a function that refetches the families' accounts, invoices and rates on screen. */
export function useBillingChange() {
  const queries = useQueryClient()
  return () =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [path] }) =>
        typeof path === 'string' && /\/(billing|invoices|rates)\b/.test(path),
    })
}
