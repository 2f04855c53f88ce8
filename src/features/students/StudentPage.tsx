import { getRouteApi } from '@tanstack/react-router'
import { StudentRecord } from './StudentRecord.tsx'

const page = getRouteApi('/staff/centers/$centerId/students/$studentId')

/** `/centers/{centerId}/students/{studentId}`. */
export function StudentPage() {
  return <StudentRecord {...page.useParams()} />
}
