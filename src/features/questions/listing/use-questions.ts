import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { questions } from '../api.ts'
import { QuestionStatus } from '#features/material/rules.ts'
import { call } from '#web/api.ts'
import { searchText } from '#shared/page-search.ts'
import { keepPrevious } from '#web/placeholder-data.ts'
import { placeQuery, type SectionPlace } from './question-pages.ts'

export type Filter = { status?: QuestionStatus | undefined; find?: string | undefined }
/** The filter as it is in the page's URL, before invalid values are removed. */
export type SectionQuery = { [Name in keyof Filter]?: unknown }

/** Returns the filter in a URL, without invalid values. */
export const filterOf = ({ status, find }: SectionQuery): Filter => ({
  status: QuestionStatus.options.find((each) => each === status),
  find: searchText(find),
})

export const listKey = (place: SectionPlace, { status, find }: Filter = {}) =>
  [questions.list.path, { ...placeQuery(place), status, search: find }] as const

/** Loads a section's questions, a hundred at a time. `of` counts all questions of the section by status. */
export function useQuestions(place: SectionPlace, filter: Filter = {}) {
  const { status, find } = filter
  const query = useInfiniteQuery({
    queryKey: listKey(place, filter),
    queryFn: ({ pageParam, signal }) =>
      call(questions.list, { ...placeQuery(place), status, search: find, after: pageParam }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPrevious(placeQuery(place)),
    // Changes on this screen reload the list, but stepping through the questions doesn't.
    staleTime: 60_000,
  })
  const pages = query.data?.pages
  const lines = useMemo(() => pages?.flatMap((page) => page.questions), [pages])
  return { ...query, lines, of: pages?.[0]?.of }
}
