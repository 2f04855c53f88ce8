import { useQueryClient } from '@tanstack/react-query'
import { oddities } from './api.ts'

/** Returns a function that refetches the oddities, called after one was fixed or a snooze changed. */
export function useOdditiesChange() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: [oddities.list.path] })
}
