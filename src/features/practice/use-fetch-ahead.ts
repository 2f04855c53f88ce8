import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { prepare } from '#features/questions/kinds/KindScreens.tsx'
import { refOf } from './question-ref.ts'
import { questionRead } from './use-own-work.ts'

/**
 * Prefetches questions, given by their `outboxSubject`, and the code that they need. Questions don't change
 * after the work has started, so each is fetched only once.
 */
export function useFetchAhead(names: readonly string[]) {
  const queries = useQueryClient()
  const list = JSON.stringify(names)
  useEffect(() => {
    for (const name of JSON.parse(list) as string[]) {
      const ref = refOf(name)
      if (!ref) continue
      queries.fetchQuery({ ...questionRead(ref), staleTime: Infinity, gcTime: Infinity }).then(
        ({ shown }) => prepare(shown),
        () => {},
      )
    }
  }, [list, queries])
}
