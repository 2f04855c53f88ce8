import { useLocation, useParams } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { students } from '#features/students/api.ts'
import { plain } from '#shared/text.ts'
import { read } from '#web/api.ts'
import { givenWork, giving } from '../giving/api.ts'
import { rootOf, type Spot } from './rules.ts'

/**
 * Whose work a page shows, in whichever tree it stands: under attendance, under a parent, or in a classroom. `root` is the address up to the student,
 * `name` is empty until it is known.
 */
export function useWhose() {
  const { studentId = '', centerId = '' } = useParams({ strict: false })
  const { pathname } = useLocation()
  const { data } = useQuery(read(students.atWork, { id: studentId }))
  return {
    studentId,
    centerId,
    root: rootOf(pathname),
    student: data ?? null,
    name: data ? plain(`${data.firstName} ${data.lastName}`.trim()) : '',
  }
}

/** Where staff read a question of a student's work. */
export const spotRead = (studentId: string, { kind, id, s, n }: Spot) =>
  s === null
    ? read(givenWork[kind].question, { id: studentId, itemId: id, n })
    : read(giving.sectionQuestion, { id: studentId, itemId: id, s, n })
