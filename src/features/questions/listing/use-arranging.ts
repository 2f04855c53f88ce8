import { type InfiniteData, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'
import { useMaterialChange } from '#features/material/use-material-change.ts'
import { questions, type QuestionLine } from '../api.ts'
import type { OutputOf } from '#shared/contract.ts'
import { useSend } from '#web/api.ts'
import { behindAfter, rearranged } from './question-pages.ts'

type Pages = InfiniteData<OutputOf<typeof questions.list>>

const mutationKey = ['arrange']

const linesOf = (data: Pages | undefined): QuestionLine[] =>
  data?.pages.flatMap((page) => page.questions) ?? []

/** Distributes the lines over the loaded pages. Each page keeps its size. */
function filledWith(data: Pages, lines: readonly QuestionLine[]): Pages {
  let from = 0
  const pages = data.pages.map((page) => {
    const shown = lines.slice(from, from + page.questions.length)
    from += shown.length
    return { ...page, questions: shown }
  })
  return { ...data, pages }
}

/**
 * Reorders the questions of a list, or changes their review status. The list shows a new order immediately.
 * Sends requests one after the other. After the last one, reloads the list unless it is certainly up to date:
 * no request failed, only the order has changed, and the whole section is loaded (`isWhole`).
 */
export function useArranging(key: QueryKey, { isWhole }: { isWhole: boolean }) {
  const queries = useQueryClient()
  const changed = useMaterialChange()
  const named = JSON.stringify(key)
  /** True if the list may differ from the server's. */
  const isOff = useRef(false)
  const { mutate, isPending } = useSend(questions.arrange, {
    mutationKey,
    scope: { id: 'arrange' },
    onMutate: async ({ ids, behind }) => {
      if (behind === undefined) return
      await queries.cancelQueries({ queryKey: [questions.list.path] })
      queries.setQueryData<Pages>(
        JSON.parse(named) as QueryKey,
        (old) => old && filledWith(old, rearranged(linesOf(old), ids, behind)),
      )
    },
    onSettled: async (_, error, { behind }) => {
      isOff.current ||= !isWhole || behind === undefined || error !== null
      if (queries.isMutating({ mutationKey }) > 1) return
      const isKnown = !isOff.current
      isOff.current = false
      if (isKnown) await queries.invalidateQueries({ queryKey: [questions.list.path], refetchType: 'none' })
      else await changed()
    },
  })
  const step = useCallback(
    (id: string, by: -1 | 1) => {
      const behind = behindAfter(linesOf(queries.getQueryData<Pages>(JSON.parse(named) as QueryKey)), id, by)
      if (behind !== null) mutate({ ids: [id], behind })
    },
    [queries, named, mutate],
  )
  return { arrange: mutate, step, isPending }
}
