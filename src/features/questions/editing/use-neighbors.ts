import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { paramsOf, questionPages, type SectionPlace } from '../listing/question-pages.ts'
import { useQuestions } from '../listing/use-questions.ts'

/**
 * Returns the section's questions loaded so far, and the ids of the questions before and after the current
 * one (null if there is none). Loads pages until they include the current question and the next one. `more`
 * loads another page; it is null at the end.
 */
export function useNeighbors(place: SectionPlace, current: string | null) {
  const { lines = [], hasNextPage, isFetching, fetchNextPage } = useQuestions(place)
  const at = lines.findIndex(({ _id }) => _id === current)
  const isShort = current !== null && (at < 0 || at === lines.length - 1) && hasNextPage && !isFetching
  useEffect(() => {
    if (isShort) void fetchNextPage()
  }, [isShort, fetchNextPage])
  return {
    lines,
    previous: (current === null ? lines.at(-1) : lines[at - 1])?._id ?? null,
    next: (at < 0 ? undefined : lines[at + 1])?._id ?? null,
    more: hasNextPage ? () => void fetchNextPage() : null,
  }
}
export type Neighbors = ReturnType<typeof useNeighbors>

type NeighborOptions = {
  replace?: boolean
  /** True if the input was saved or discarded, so that the user isn't asked about unsaved changes. */
  saved?: boolean
}

/** Returns a function that opens the editor for another question of the section, or for a new one. */
export function useGo(place: SectionPlace) {
  const navigate = useNavigate()
  return (id: string, { replace = false, saved = false }: NeighborOptions = {}) =>
    void navigate({
      to: questionPages[place.test ? 'test' : 'chapter'],
      params: { ...paramsOf(place), quesId: id },
      replace,
      ignoreBlocker: saved,
    })
}
