import { useQueryClient } from '@tanstack/react-query'
import { read, useSend } from '#web/api.ts'
import { subscriptions } from './api.ts'

/** Returns a mutation that saves a parent's choice about emails and then refetches all choices. */
export function useMailChoice() {
  const queries = useQueryClient()
  const { queryKey } = read(subscriptions.list, {})
  return useSend(subscriptions.choose, {
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}
