import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMaterialChange } from '#features/material/use-material-change.ts'
import { t } from '#shared/language.ts'
import { call, useSend } from '#web/api.ts'
import { keepPrevious } from '#web/placeholder-data.ts'
import { toast } from '#web/toast.tsx'
import { questions } from '../api.ts'
import { reviews, type QuestionToReview } from './api.ts'
import type { ReviewFilter } from './review-filter.ts'

/** Identifies a version of a question, so that a question changed after its review is listed again. */
const keyOf = ({ _id, version }: QuestionToReview) => `${_id} ${version}`

/** Returns a set with an item added or removed. */
const toggled = (set: ReadonlySet<string>, item: string, isIn: boolean) =>
  new Set([...set].filter((each) => each !== item).concat(isIn ? item : []))

/**
 * Loads the questions that wait for a review, and approves them or sends them back. An approved question
 * leaves the list immediately, but comes back if the approval is refused or undone. A question that is sent
 * back leaves the list once the note is stored.
 */
export function useReviewQueue(filter: ReviewFilter) {
  const query = useInfiniteQuery({
    queryKey: [reviews.queue.path, filter],
    queryFn: ({ pageParam, signal }) => call(reviews.queue, { ...filter, after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPrevious({}),
  })
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState({ id: '', place: 0 })
  const changed = useMaterialChange()
  const arrange = useSend(questions.arrange, { onSettled: changed })
  const returned = useSend(reviews.sendBack, { onSettled: changed, onError: () => {} })
  const lines = query.data?.pages.flatMap((page) => page.questions).filter((line) => !done.has(keyOf(line)))
  const found = lines?.findIndex(({ _id }) => _id === chosen.id) ?? -1
  const place = found >= 0 ? found : Math.max(0, Math.min(chosen.place, (lines?.length ?? 0) - 1))
  const remove = (question: QuestionToReview) => {
    const at = lines?.findIndex(({ _id }) => _id === question._id) ?? -1
    setDone((old) => toggled(old, keyOf(question), true))
    setChosen({ id: '', place: Math.max(0, at) })
  }
  const comeBack = (question: QuestionToReview) => {
    setDone((old) => toggled(old, keyOf(question), false))
    setChosen((old) => ({ ...old, id: question._id }))
  }
  const undo = (question: QuestionToReview) =>
    arrange.mutate(
      { ids: [question._id], status: 'warn' },
      { onSuccess: () => setChosen((old) => ({ ...old, id: question._id })) },
    )
  return {
    ...query,
    lines,
    place,
    current: lines?.[place],
    waiting: query.data?.pages[0]?.waiting,
    authors: query.data?.pages[0]?.authors ?? [],
    choose: (id: string, at: number) => setChosen({ id, place: at }),
    approve: async (question: QuestionToReview) => {
      const { _id, version } = question
      remove(question)
      try {
        await arrange.mutateAsync({ ids: [_id], status: 'success', ifMatch: version })
      } catch {
        return comeBack(question)
      }
      toast(t('Approved.'), 'success', { label: t('Undo'), act: () => undo(question) })
    },
    isSending: returned.isPending,
    /** Error from the last attempt to send a question back. */
    sendError: returned.error,
    beginSending: returned.reset,
    /**
     * Sends a question back. Returns true once the note is stored; until then, the question stays on the
     * screen.
     */
    sendBack: async (question: QuestionToReview, note: string) => {
      const { _id, version } = question
      const stored = await returned.mutateAsync({ id: _id, note, ifMatch: version }).catch(() => null)
      if (!stored) return false
      remove(question)
      toast(t('Sent back.'))
      return true
    },
  }
}
export type ReviewQueue = ReturnType<typeof useReviewQueue>
