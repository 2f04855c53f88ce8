import { useQueryClient } from '@tanstack/react-query'
import { oddities } from './api.ts'

/** Reloads the oddities after one was fixed, snoozed or woken. */
export function useOdditiesChange() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: [oddities.list.path] })
}
