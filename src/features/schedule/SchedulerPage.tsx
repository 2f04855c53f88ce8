import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Navigate } from '@tanstack/react-router'
import { centers } from '#features/centers/api.ts'
import { isDay } from '#shared/day-text.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { read } from '#web/api.ts'
import { OneDay } from './OneDay.tsx'
import { allSubjects, SubjectBy } from './rules.ts'
import { Subject } from '#features/centers/rules.ts'

const todayRoute = getRouteApi('/staff/centers/$centerId/scheduler')
const dayRoute = getRouteApi('/staff/centers/$centerId/scheduler/$scheduleId')
const subjectRoute = getRouteApi('/staff/centers/$centerId/scheduler/$scheduleId/$subjectBy')

/** `/centers/{centerId}/scheduler`: leads to today at the center. */
export function SchedulerPage() {
  const { centerId } = todayRoute.useParams()
  const { data, error, refetch } = useQuery(read(centers.one, { centerId }))
  if (data) return <Navigate to="/centers/$centerId/scheduler/$scheduleId" params={{ centerId, scheduleId: data.today }} replace />
  return <QueryState query={{ error, refetch }} of="the scheduler" lines={6} height="5rem" page />
}

/** `/centers/{centerId}/scheduler/{scheduleId}`: a day with all its classes. */
export function DayPage() {
  return <AskedDay {...dayRoute.useParams()} subjectBy={allSubjects} />
}

/** `/centers/{centerId}/scheduler/{scheduleId}/{subjectBy}`: a day with the classes of one subject, or `all`. */
export function SubjectDayPage() {
  return <AskedDay {...subjectRoute.useParams()} />
}

/** The address may say anything: only a real day and a subject that exists are asked for. */
function AskedDay({ centerId, scheduleId, subjectBy }: { centerId: string; scheduleId: string; subjectBy: string }) {
  const subject = SubjectBy.safeParse(subjectBy)
  if (isDay(scheduleId) && subject.success) return <OneDay centerId={centerId} on={scheduleId} subjectBy={subject.data} />
  return (
    <div>
      <ErrorState
        page
        title={subject.success ? 'There is no such day.' : 'There is no such subject.'}
        message={
          subject.success
            ? `“${scheduleId}” is not a date such as 2026-03-04.`
            : `Classes are of ${Subject.options.join(', ')}; not of “${subjectBy}”.`
        }
      />
      <Link to="/centers/$centerId/scheduler" params={{ centerId }}>
        Go to today
      </Link>
    </div>
  )
}
