import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CalendarDays, CalendarOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { centers } from '#features/centers/api.ts'
import { schedules, type Schedule } from '#features/schedule/api.ts'
import { DayBar } from '#features/schedule/DayBar.tsx'
import { takesSeat, taughtBy } from '#features/schedule/rules.ts'
import { clock, isDay } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { useTitle } from '#web/title.ts'
import style from './AttendancePage.module.css'
import { ExportMarks } from './history/ExportMarks.tsx'

const dayPage = getRouteApi('/staff/centers/$centerId/attendance')

type PageDayProps = { centerId: string; requestedDay: string | undefined; children: (on: Day) => ReactNode }

/** Renders its children for the day in the URL or, without a valid one, for the center's current day. */
export function PageDay({ centerId, requestedDay, children }: PageDayProps) {
  const { data, error, isFetching, refetch } = useQuery(read(centers.one, { centerId }))
  const on = requestedDay !== undefined && isDay(requestedDay) ? requestedDay : data?.today
  if (on) return children(on)
  if (!error)
    return (
      <div className={`${style.loading} grid gap-4`}>
        <PageHead title={t('Attendance')} />
        <Skeleton label={t('Loading the day')} lines={6} height="3rem" />
      </div>
    )
  return (
    <ErrorState
      page
      title={t('Attendance couldn’t be loaded.')}
      message={sentenceFor(error)}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

/** `/centers/{centerId}/attendance`: lists a day's classes to choose from. */
export function AttendancePage() {
  const { centerId } = dayPage.useParams()
  const { on: requestedDay } = dayPage.useSearch()
  return (
    <PageDay centerId={centerId} requestedDay={requestedDay}>
      {(on) => <DayClasses centerId={centerId} on={on} />}
    </PageDay>
  )
}

function DayClasses({ centerId, on }: { centerId: string; on: Day }) {
  useTitle(t('Attendance, {on}', { on }))
  const navigate = dayPage.useNavigate()
  const { data, error, refetch } = useQuery(read(schedules.day, { centerId, scheduleId: on }))
  useLive(`center:${centerId}`, ['attendance', 'schedule'], [schedules.day])
  return (
    <div>
      <DayBar
        title={t('Attendance')}
        on={on}
        today={data?.today ?? on}
        onDay={(day) => void navigate({ search: { on: day } })}
      >
        <ExportMarks key={on} centerId={centerId} on={on} />
      </DayBar>
      {!data && <QueryState query={{ error, refetch }} of={t('the classes')} lines={6} height="3rem" />}
      {data && <ClassList centerId={centerId} schedule={data} />}
    </div>
  )
}

function ClassList({ centerId, schedule }: { centerId: string; schedule: Schedule }) {
  const { closed } = schedule
  if (schedule.schedules.length === 0)
    return (
      <EmptyState
        icon={closed ? <CalendarOff /> : <CalendarDays />}
        title={
          closed
            ? t('Closed{value}', { value: closed.name && `: ${closed.name}` })
            : t('No classes on this day')
        }
      >
        {t('Choose another day above.')}
      </EmptyState>
    )
  return (
    <ul className={`${style.classes} grid gap-2`}>
      {schedule.schedules.map((entry) => {
        const { id, name, time, endTime, students, canceled } = entry
        const expected = students.filter(takesSeat)
        const taken = expected.filter(({ mark }) => mark !== null).length
        return (
          <li key={id}>
            <Link
              to="/centers/$centerId/attendance/$classId"
              params={{ centerId, classId: id }}
              search={{ on: schedule.date }}
              className={`${style.class} card grid middle gap-4 pad-3-4 ink no-underline`}
              data-canceled={canceled ? true : undefined}
            >
              <span className={`${style.time} nowrap tabular`}>
                {clock(time)}–{clock(endTime)}
              </span>
              <span className={`${style.name} grid breakable bold`}>
                {name}
                <small>{taughtBy(entry) ?? t('No teacher')}</small>
              </span>
              <span
                className={`${style.taken} nowrap tabular warn-text`}
                data-done={!canceled && taken === expected.length && expected.length > 0}
              >
                {canceled
                  ? t('Canceled: {reason}', { reason: canceled.reason })
                  : t('{taken} of {count} marked', { taken, count: expected.length })}
              </span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
