import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { questions } from '#features/questions/api.ts'
import type { QuestionStatus } from '#features/material/rules.ts'
import { call } from '#web/api.ts'
import { keepPrevious } from '#web/placeholder-data.ts'
import { askedAt, type SectionPlace } from './question-pages.ts'

/** Which questions of a section are shown. */
export type Filter = { status?: QuestionStatus | undefined; find?: string | undefined }

/** Names a list among all that were read. */
export const listKey = (place: SectionPlace, { status, find }: Filter = {}) =>
  [questions.list.path, { ...askedAt(place), status, search: find }] as const

/** A section's questions, a hundred at a time; `of` counts all of the section by their status. */
export function useQuestions(place: SectionPlace, filter: Filter = {}) {
  const { status, find } = filter
  const query = useInfiniteQuery({
    queryKey: listKey(place, filter),
    queryFn: ({ pageParam, signal }) => call(questions.list, { ...askedAt(place), status, search: find, after: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPrevious(askedAt(place)),
    // Every change on this screen reads it again; going through the questions one by one doesn't.
    staleTime: 60_000,
  })
  const pages = query.data?.pages
  const lines = useMemo(() => pages?.flatMap((page) => page.questions), [pages])
  return { ...query, lines, of: pages?.[0]?.of }
}
