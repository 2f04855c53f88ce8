import { useQueryClient } from '@tanstack/react-query'
import { oddities } from './api.ts'

/** Reads the oddities again after one was mended, snoozed or woken. */
export function useOdditiesChange() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: [oddities.list.path] })
}
