import { useQueryClient } from '@tanstack/react-query'
import { oddities } from './api.ts'

/** Returns a function that refetches the oddities, to be called after one is fixed or a snooze changes. */
export function useOdditiesChange() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: [oddities.list.path] })
}
