import { getRouteApi, Link } from '@tanstack/react-router'
import { useAbsence } from '#features/attendance/use-absence.ts'
import { subjects } from '#features/centers/subjects.ts'
import { OneDay } from '#features/schedule/DaySchedule.tsx'
import { allSubjects, type SubjectBy } from '#features/schedule/rules.ts'
import { isDay } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { later } from '#web/later.tsx'

const NewsSheet = later(() => import('#features/emails/ComposeSheet.tsx').then((part) => part.NewsSheet))

const dayRoute = getRouteApi('/staff/centers/$centerId/scheduler/$scheduleId')
const subjectRoute = getRouteApi('/staff/centers/$centerId/scheduler/$scheduleId/$subjectBy')

/** Page `/centers/{centerId}/scheduler/{scheduleId}`: a day with all its classes. */
export function DayPage() {
  return <ChosenDay {...dayRoute.useParams()} subjectBy={allSubjects} />
}

/**
 * Page `/centers/{centerId}/scheduler/{scheduleId}/{subjectBy}`: a day with the classes of one subject, or
 * `all`.
 */
export function SubjectDayPage() {
  return <ChosenDay {...subjectRoute.useParams()} />
}

/** Loads the day only if the URL has a valid date and a known subject. */
function ChosenDay({
  centerId,
  scheduleId,
  subjectBy,
}: {
  centerId: string
  scheduleId: string
  subjectBy: string
}) {
  const subject = ([allSubjects, ...subjects] as const).find((each) => each === subjectBy)
  if (isDay(scheduleId) && subject)
    return <SchedulerDay centerId={centerId} on={scheduleId} subjectBy={subject} />
  return (
    <div>
      <ErrorState
        page
        title={subject ? t('This date doesn’t exist.') : t('This subject doesn’t exist.')}
        message={
          subject
            ? t('“{scheduleId}” isn’t a date like 2026-03-04.', { scheduleId })
            : t('“{subjectBy}” isn’t a subject. Subjects are {subjects}.', {
                subjectBy,
                subjects: subjects.join(', '),
              })
        }
      />
      <Link to="/centers/$centerId/scheduler" params={{ centerId }}>
        {t('Go to today')}
      </Link>
    </div>
  )
}

/** A day in the scheduler, with the actions that the attendance and messages features provide. */
function SchedulerDay(day: { centerId: string; on: Day; subjectBy: SubjectBy }) {
  const { report } = useAbsence(day.centerId)
  return (
    <OneDay
      {...day}
      onAbsent={({ student: { _id: studentId, firstName }, from: { id: classId } }, onFind) =>
        report({ studentId, firstName, classId, on: day.on }, onFind)
      }
      NewsSheet={NewsSheet}
    />
  )
}
