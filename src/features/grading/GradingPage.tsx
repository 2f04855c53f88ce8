import { getRouteApi } from '@tanstack/react-router'
import { subjects } from '#features/centers/subjects.ts'
import { t } from '#shared/language.ts'
import { useTitle } from '#web/title.ts'
import { Grading } from './Grading.tsx'

const page = getRouteApi('/staff/centers/$centerId/grading')

/** Page `/centers/{centerId}/grading` (spec §2): everything at a center that needs a person's grade. */
export function GradingPage() {
  const { centerId } = page.useParams()
  const search = page.useSearch()
  const filter = {
    classId: typeof search.classId === 'string' ? search.classId : undefined,
    subject: subjects.find((each) => each === search.subject),
  }
  const navigate = page.useNavigate()
  useTitle(t('Grading at {centerId}', { centerId }))
  return (
    <Grading
      key={centerId}
      centerId={centerId}
      filter={filter}
      onFilter={(next) => void navigate({ search: next, replace: true })}
    />
  )
}
