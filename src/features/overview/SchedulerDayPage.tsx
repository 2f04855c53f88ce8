import { getRouteApi, Link } from '@tanstack/react-router'
import { useAbsent } from '#features/attendance/use-absent.ts'
import { Subject } from '#features/centers/rules.ts'
import { NewsSheet } from '#features/emails/ComposeSheet.tsx'
import { OneDay } from '#features/schedule/OneDay.tsx'
import { allSubjects, SubjectBy } from '#features/schedule/rules.ts'
import { isDay } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { ErrorState } from '#ui/ErrorState.tsx'

const dayRoute = getRouteApi('/staff/centers/$centerId/scheduler/$scheduleId')
const subjectRoute = getRouteApi('/staff/centers/$centerId/scheduler/$scheduleId/$subjectBy')

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
  if (isDay(scheduleId) && subject.success) return <SchedulerDay centerId={centerId} on={scheduleId} subjectBy={subject.data} />
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

/** Passes the scheduler what attendance and messages contribute. */
function SchedulerDay(day: { centerId: string; on: Day; subjectBy: SubjectBy }) {
  return <OneDay {...day} onAbsent={useAbsent(day.centerId, day.on)} NewsSheet={NewsSheet} />
}
