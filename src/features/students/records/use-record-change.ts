import { useQueryClient } from '@tanstack/react-query'
import { students } from '../api.ts'
import { awards } from '../awards/api.ts'
import { records } from './api.ts'

/** Returns a function that refetches the profile, the timeline and the due awards after a change. */
export function useRecordChange() {
  const queries = useQueryClient()
  return () =>
    Promise.all(
      [students.one, records.activities, awards.due].map(({ path }) =>
        queries.invalidateQueries({ queryKey: [path] }),
      ),
    )
}
