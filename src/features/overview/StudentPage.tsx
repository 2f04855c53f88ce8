import { getRouteApi } from '@tanstack/react-router'
import { usePrintNote } from '#features/students/access/use-print-note.ts'
import { StudentRecord } from './StudentRecord.tsx'

const page = getRouteApi('/staff/centers/$centerId/students/$studentId')

/** Page `/centers/{centerId}/students/{studentId}`: a student's record at a center. */
export function StudentPage() {
  const params = page.useParams()
  usePrintNote(params.centerId, [params.studentId])
  return <StudentRecord {...params} />
}
