import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { usePrintNote } from '#features/students/access/use-print-note.ts'
import { t } from '#shared/language.ts'
import { childRecord } from './api.ts'
import { RecordSheet } from './RecordSheet.tsx'

const page = getRouteApi('/staff/centers/$centerId/students/$studentId/record')

/** Page `/centers/{centerId}/students/{studentId}/record`: all stored data about a student, for admins. */
export function StudentRecordPage() {
  const { centerId, studentId } = page.useParams()
  usePrintNote(centerId, [studentId])
  const back = (
    <Link to="/centers/$centerId/students/$studentId" params={{ centerId, studentId }}>
      <ArrowLeft aria-hidden /> {t('The student')}
    </Link>
  )
  return <RecordSheet key={studentId} endpoint={childRecord.ofStudent} id={studentId} back={back} />
}
