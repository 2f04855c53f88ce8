import { studentWork } from '#features/practice/api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { students } from './api.ts'

/** After a change of a student: the list, the profile and the work on the screen are read again. */
export function useStudentChange() {
  const queries = useQueryClient()
  return () =>
    Promise.all([students.list, students.one, studentWork.atWork].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })))
}
