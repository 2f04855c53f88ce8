import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useMaterialChange } from '../use-material-change.ts'

const mutationKey = ['move']

type Moving<Stored, Move> = {
  send: (move: Move) => Promise<unknown>
  /** What is stored under the key once the move is done. */
  done: (stored: Stored, move: Move) => Stored
}

/** Puts things in another order, which shows at once. What is pressed fast goes out one by one, and after the last all is read again. */
export function useMoving<Stored, Move>(queryKey: QueryKey, { send, done }: Moving<Stored, Move>) {
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
