import { useQueryClient } from '@tanstack/react-query'
import { useStudentChange } from '#features/students/use-student-change.ts'
import { parents } from './api.ts'

/** After a change of a parent: the parent and the students on the screen are read again. */
export function useParentChange() {
  const queries = useQueryClient()
  const changed = useStudentChange()
  return () => Promise.all([queries.invalidateQueries({ queryKey: [parents.one.path] }), changed()])
}
