import { useQueryClient } from '@tanstack/react-query'
import { read, useSend } from '#web/api.ts'
import { subscriptions } from './api.ts'

/** Saves a parent's choice about emails, and shows it immediately. */
export function useMailChoice() {
  const queries = useQueryClient()
  const { queryKey } = read(subscriptions.list, {})
  return useSend(subscriptions.choose, {
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
}
