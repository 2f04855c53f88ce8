import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { t } from '#shared/language.ts'
import { childRecord } from './api.ts'
import { RecordSheet } from './RecordSheet.tsx'

const page = getRouteApi('/family/parent/students/$studentId/record')

/** Page `/parent/students/{studentId}/record`: all stored data about a child that the family may see. */
export function ChildRecordPage() {
  const { studentId } = page.useParams()
  const back = (
    <Link to="/parent/students/$studentId" params={{ studentId }}>
      <ArrowLeft aria-hidden /> {t('Back')}
    </Link>
  )
  return <RecordSheet key={studentId} endpoint={childRecord.ofChild} id={studentId} back={back} />
}
