import { useQueryClient } from '@tanstack/react-query'
import { useStudentChange } from '../use-student-change.ts'
import { parents } from './api.ts'

/** Returns a function that refetches the parent and the students on screen, to call after a change. */
export function useParentChange() {
  const queries = useQueryClient()
  const changed = useStudentChange()
  return () => Promise.all([queries.invalidateQueries({ queryKey: [parents.one.path] }), changed()])
}
