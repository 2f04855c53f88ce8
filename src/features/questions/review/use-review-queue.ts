import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMaterialChange } from '#features/material/use-material-change.ts'
import { t } from '#shared/language.ts'
import { call, useSend } from '#web/api.ts'
import { keepPrevious } from '#web/placeholder-data.ts'
import { toast } from '#web/toast.tsx'
import { questions } from '../api.ts'
import { reviews, type ToReview } from './api.ts'
import type { ReviewFilter } from './review-filter.ts'

/** Identifies a version of a question, so that a question changed after its review is listed again. */
const keyOf = ({ _id, version }: ToReview) => `${_id} ${version}`

/** Returns a set with an item added or removed. */
const toggled = (set: ReadonlySet<string>, item: string, isIn: boolean) =>
  new Set([...set].filter((each) => each !== item).concat(isIn ? item : []))

/**
 * Loads the questions that wait for a review, and approves them or sends them back. A reviewed question
 * leaves the list immediately, and the next one takes its place; it comes back if the change is refused or
 * undone.
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
  const returned = useSend(reviews.sendBack, { onSettled: changed })
  const lines = query.data?.pages.flatMap((page) => page.questions).filter((line) => !done.has(keyOf(line)))
  const found = lines?.findIndex(({ _id }) => _id === chosen.id) ?? -1
  const place = found >= 0 ? found : Math.max(0, Math.min(chosen.place, (lines?.length ?? 0) - 1))
  /** Removes a question from the list while it is being reviewed. True if the review was stored. */
  const review = async (question: ToReview, store: Promise<unknown>) => {
    const key = keyOf(question)
    setDone((old) => toggled(old, key, true))
    setChosen({ id: '', place: lines?.indexOf(question) ?? 0 })
    const [{ status }] = await Promise.allSettled([store])
    if (status === 'rejected') comeBack(question)
    return status === 'fulfilled'
  }
  const comeBack = (question: ToReview) => {
    setDone((old) => toggled(old, keyOf(question), false))
    setChosen((old) => ({ ...old, id: question._id }))
  }
  const undo = (question: ToReview) =>
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
    approve: async (question: ToReview) => {
      const { _id, version } = question
      const approved = arrange.mutateAsync({ ids: [_id], status: 'success', ifMatch: version })
      if (await review(question, approved))
        toast(t('Approved.'), 'success', { label: t('Undo'), act: () => undo(question) })
    },
    sendBack: async (question: ToReview, note: string) => {
      const { _id, version } = question
      if (await review(question, returned.mutateAsync({ id: _id, note, ifMatch: version })))
        toast(t('Sent back.'))
    },
  }
}
export type ReviewQueue = ReturnType<typeof useReviewQueue>
