import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useMaterialChange } from '../use-material-change.ts'

const mutationKey = ['move']

type MoveOptions<Stored, Move> = {
  send: (move: Move) => Promise<unknown>
  /** Returns the cached data with the move applied. */
  done: (stored: Stored, move: Move) => Stored
}

/**
 * Returns a function that reorders items and shows the new order immediately. Moves in quick succession are
 * sent one by one, and everything is fetched again after the last one.
 */
export function useMoving<Stored, Move>(queryKey: QueryKey, { send, done }: MoveOptions<Stored, Move>) {
  const queries = useQueryClient()
  const changed = useMaterialChange()
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: 'move' },
    mutationFn: send,
    onMutate: async (move: Move) => {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData<Stored>(queryKey, (stored) => stored && done(stored, move))
    },
    onSettled: async () => {
      if (queries.isMutating({ mutationKey }) <= 1) await changed()
    },
  })
  return mutate
}
