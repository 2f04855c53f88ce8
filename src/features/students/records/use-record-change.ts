import { useQueryClient } from '@tanstack/react-query'
import { students } from '#features/students/api.ts'
import { awards } from '../awards/api.ts'
import { records } from './api.ts'

/** After a change of what is recorded: the profile and the timeline on the screen are read again. */
export function useRecordChange() {
  const queries = useQueryClient()
  return () =>
    Promise.all([students.one, records.activities, awards.due].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
}
