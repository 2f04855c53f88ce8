import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CalendarDays } from 'lucide-react'
import { clock, fullDayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { factLine } from '#shared/text.ts'
import { OdditiesByAge } from '#features/oddities/OdditiesByAge.tsx'
import { schedules, type Schedule } from '#features/schedule/api.ts'
import { MakeUpRequests } from '#features/schedule/makeup-requests/MakeUpRequests.tsx'
import { seatsOf, slots, takesSeat } from '#features/schedule/rules.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { BarPlot } from '#ui/BarPlot.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { Page } from '#ui/Page.tsx'
import { read } from '#web/api.ts'
import { later } from '#web/later.tsx'
import { useLive } from '#web/live.ts'
import { may, useMe } from '#web/session.tsx'
import { useTitle } from '#web/title.ts'
import { centers } from '#features/centers/api.ts'
import { AttendanceRate, Figures, Seats, TaskList } from './Dashboard.tsx'
import { StudentsToWatch } from './StudentsToWatch.tsx'
import style from './CenterPage.module.css'

/**
 * Loads the setup steps separately, because only new centers see them, and only until somebody hides them.
 */
const FirstSteps = later(() => import('./first-steps/FirstSteps.tsx').then((steps) => steps.FirstSteps))

const part = `${style.part} card pad-4 shrinks`

const route = getRouteApi('/staff/centers/$centerId')

/** Page `/centers/{centerId}`: the center's dashboard with today's classes and attendance. */
export function CenterPage() {
  const { centerId } = route.useParams()
  useTitle(centerId)
  const setsUp = may(useMe(), 'centers.change')
  const { data, error, isFetching, refetch } = useQuery(read(centers.one, { centerId }))
  return (
    <Page>
      <PageHead
        title={centerId}
        facts={
          // A non-breaking space reserves the line, so that the title doesn't move.
          data
            ? factLine([fullDayInWords(data.today), [data.address, data.city].filter(Boolean).join(', ')])
            : '\u00a0'
        }
      />
      {data ? (
        <>
          {setsUp && data.firstSteps && !data.archivedAt && <FirstSteps center={data} part={part} />}
          <Figures centerId={centerId} />
          <MakeUpRequests centerId={centerId} part={part} />
          <div className={`${style.parts} in-order grid top gap-4`}>
            <div className="in-order grid column gap-4">
              <Today centerId={centerId} on={data.today} />
              <TaskList centerId={centerId} part={part} />
              <SeatsToday centerId={centerId} on={data.today} />
              <section className={part}>
                <OdditiesByAge centerId={centerId} today={data.today} />
              </section>
            </div>
            <div className="in-order grid column gap-4">
              <AttendanceRate centerId={centerId} part={part} />
              <StudentsToWatch centerId={centerId} part={part} />
              <Seats centerId={centerId} part={part} />
            </div>
          </div>
        </>
      ) : (
        <QueryState query={{ error, isFetching, refetch }} of={t('the center')} lines={4} height="4rem" />
      )}
    </Page>
  )
}

function Today({ centerId, on }: { centerId: string; on: Day }) {
  const { data, error, isFetching, refetch } = useQuery(read(schedules.day, { centerId, scheduleId: on }))
  useLive(`center:${centerId}`, ['schedule', 'attendance'], [schedules.day])
  if (data && data.schedules.length === 0)
    return (
      <section className={part}>
        <EmptyState
          icon={<CalendarDays />}
          title={
            !data.closed
              ? t('No classes today')
              : data.closed.name
                ? t('Closed today: {name}', { name: data.closed.name })
                : t('Closed today')
          }
        >
          {t('See other days in the scheduler.')}
        </EmptyState>
      </section>
    )
  if (data) return <Attendance centerId={centerId} schedule={data} />
  return <QueryState query={{ error, isFetching, refetch }} of={t('today')} lines={4} height="4rem" />
}

function Attendance({ centerId, schedule }: { centerId: string; schedule: Schedule }) {
  return (
    <section className={part} aria-labelledby="attendance-today">
      <h2 id="attendance-today">{t('Attendance today')}</h2>
      <ul className={style.classes}>
        {schedule.schedules.map(({ id, name, time, students, canceled }) => {
          const expected = students.filter(takesSeat)
          return (
            <li key={id}>
              <Link
                to="/centers/$centerId/attendance/$classId"
                params={{ centerId, classId: id }}
                search={{ on: schedule.date }}
                className={`${style.class} pad-2 ink rounded no-underline`}
              >
                {canceled ? (
                  t('{time} · {name}: canceled, {reason}', {
                    time: clock(time),
                    name,
                    reason: canceled.reason,
                  })
                ) : (
                  <ProgressBar
                    label={`${clock(time)} · ${name}`}
                    done={expected.filter(({ mark }) => mark !== null).length}
                    of={expected.length}
                  />
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function SeatsToday({ centerId, on }: { centerId: string; on: Day }) {
  const { data } = useQuery(read(schedules.day, { centerId, scheduleId: on }))
  const meeting = data?.schedules.filter(({ canceled }) => !canceled) ?? []
  if (meeting.length === 0) return null
  const hours = slots(meeting, 2).map(({ time, classes }) => {
    const { used, most } = seatsOf(classes)
    return {
      label: clock(`${time}:00`).replace(':00', ''),
      value: (100 * used) / most,
      text: t('{done} of {of}', { done: used, of: most }),
    }
  })
  return (
    <section className={part}>
      <BarPlot
        label={t('Seats used today, by class start hour')}
        heads={[t('Hour'), t('Seats used')]}
        bars={hours}
        most={100}
      />
    </section>
  )
}
