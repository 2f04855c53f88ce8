import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, Navigate, useNavigate } from '@tanstack/react-router'
import { CalendarDays, CalendarOff, Pencil, Printer } from 'lucide-react'
import { type CSSProperties, useEffect, useState } from 'react'
import { centers } from '#features/centers/api.ts'
import { offers } from '#features/schedule/offers/api.ts'
import { clock, Day } from '#shared/days.ts'
import { plain } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { read, useSend } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { sentenceFor } from '#web/snack.tsx'
import { useTitle } from '#web/title.ts'
import { type ClassEntry, type Schedule, schedules } from './api.ts'
import { ClassCard } from './ClassCard.tsx'
import { DayBar } from './DayBar.tsx'
import { ClearDay } from './days/ClearDay.tsx'
import { DaySheet, HelpSheet } from './days/DaySheet.tsx'
import { MonthPick } from './days/MonthPick.tsx'
import { allSubjects, seatsOf, slots, Subject, SubjectBy } from './rules.ts'
import style from './SchedulerPage.module.css'

const todayRoute = getRouteApi('/staff/centers/$centerId/scheduler')
const dayRoute = getRouteApi('/staff/centers/$centerId/scheduler/$scheduleId')
const subjectRoute = getRouteApi('/staff/centers/$centerId/scheduler/$scheduleId/$subjectBy')

/** `/centers/{centerId}/scheduler`: leads to today at the centre. */
export function SchedulerPage() {
  const { centerId } = todayRoute.useParams()
  const { data, error, refetch } = useQuery(read(centers.one, { centerId }))
  if (data) return <Navigate to="/centers/$centerId/scheduler/$scheduleId" params={{ centerId, scheduleId: data.today }} replace />
  if (error) return <ErrorState page title="The scheduler can’t be shown." message={sentenceFor(error)} onRetry={() => void refetch()} />
  return <Skeleton label="Loading the scheduler" lines={6} height="5rem" />
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
  if (Day.safeParse(scheduleId).success && subject.success) return <OneDay centerId={centerId} on={scheduleId} subjectBy={subject.data} />
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

/** A day from today on is opened by looking at it; past days stay as they were. */
function useOpening(centerId: string, schedule: Schedule | undefined) {
  const { mutate } = useSend(schedules.open)
  const date = schedule && schedule.date >= schedule.today ? schedule.date : null
  useEffect(() => {
    if (date) mutate({ centerId, date })
  }, [centerId, date, mutate])
}

function OneDay({ centerId, on, subjectBy }: { centerId: string; on: Day; subjectBy: SubjectBy }) {
  useTitle(`Scheduler, ${on}`)
  const navigate = useNavigate()
  const { data, error, isFetching, refetch } = useQuery(read(schedules.day, { centerId, scheduleId: on }))
  useOpening(centerId, data)
  useLive(`center:${centerId}`, ['schedule', 'attendance'], [schedules.day, offers.list])
  const isWide = useMediaQuery('(min-width: 1200px)')
  const classes = (data?.schedules ?? []).filter(({ subject }) => subjectBy === allSubjects || subject === subjectBy)
  const today = data?.today ?? on
  const goTo = (day: Day) =>
    void navigate({ to: '/centers/$centerId/scheduler/$scheduleId/$subjectBy', params: { centerId, scheduleId: day, subjectBy } })
  return (
    <div className={style.page}>
      {isWide && (
        <aside className={style.month}>
          <MonthPick centerId={centerId} on={on} today={today} subjectBy={subjectBy} />
        </aside>
      )}
      <div className={style.main}>
        <DayBar title="Scheduler" on={on} today={today} onDay={goTo} />
        <div className={style.tools}>
          <SubjectChips centerId={centerId} on={on} chosen={subjectBy} />
          {data && <Seats classes={classes} />}
          <Button icon={<Printer aria-hidden />} onClick={() => window.print()}>
            Print
          </Button>
        </div>
        {data ? (
          <Shown key={on} centerId={centerId} schedule={data} classes={classes} />
        ) : error ? (
          <ErrorState title="The day can’t be shown." message={sentenceFor(error)} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton label="Loading the day" lines={4} height="9rem" />
        )}
      </div>
    </div>
  )
}

type ShownProps = { centerId: string; schedule: Schedule; classes: readonly ClassEntry[] }

/** The day with its classes, and what opens over it: one class of that day, or who assists. */
function Shown({ centerId, schedule, classes }: ShownProps) {
  const [open, setOpen] = useState<string | null>(null)
  const close = () => setOpen(null)
  const entry = schedule.schedules.find(({ id }) => id === open)
  return (
    <>
      {!schedule.closed && <Helpers schedule={schedule} onChange={() => setOpen(everywhere)} />}
      {!schedule.closed && <ClearDay centerId={centerId} schedule={schedule} />}
      <Classes centerId={centerId} schedule={schedule} classes={classes} onChange={setOpen} />
      {entry && <DaySheet centerId={centerId} schedule={schedule} entry={entry} onClose={close} />}
      {open === everywhere && <HelpSheet centerId={centerId} schedule={schedule} onClose={close} />}
    </>
  )
}

/** Stands where a class's id would: what is open is of no class. */
const everywhere = 'everywhere'

function Helpers({ schedule: { ta }, onChange }: { schedule: Schedule; onChange: () => void }) {
  const names = ta.map(({ firstName, lastName }) => plain(`${firstName} ${lastName}`.trim()))
  return (
    <p className={style.helpers}>
      {names.length > 0 ? `Assisting: ${names.join(', ')}` : 'Nobody assists everywhere'}{' '}
      <button type="button" className={style.change} aria-label="Change the assistants of the day" onClick={onChange}>
        <Pencil size={16} aria-hidden /> Change
      </button>
    </p>
  )
}

const chips: { value: SubjectBy; label: string }[] = [
  { value: allSubjects, label: 'All' },
  ...Subject.options.map((value) => ({ value, label: value })),
]

function SubjectChips({ centerId, on, chosen }: { centerId: string; on: Day; chosen: SubjectBy }) {
  return (
    <nav className={style.chips} aria-label="Subjects">
      {chips.map(({ value, label }) => (
        <Link
          key={value}
          to="/centers/$centerId/scheduler/$scheduleId/$subjectBy"
          params={{ centerId, scheduleId: on, subjectBy: value }}
          className={style.chip}
          aria-current={value === chosen ? 'true' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}

function Seats({ classes }: { classes: readonly ClassEntry[] }) {
  const { used, most } = seatsOf(classes)
  return (
    <p className={style.seats} data-figures>
      Seats <strong>{`${used}/${most}`}</strong>
    </p>
  )
}

function Classes({ centerId, schedule, classes, onChange }: ShownProps & { onChange: (classId: string) => void }) {
  if (schedule.closed)
    return (
      <EmptyState icon={<CalendarOff />} title={`Closed${schedule.closed.name && `: ${plain(schedule.closed.name)}`}`}>
        No class meets on this day. A manager opens it again in the settings of the centre.
      </EmptyState>
    )
  if (classes.length === 0)
    return (
      <EmptyState icon={<CalendarDays />} title={schedule.schedules.length === 0 ? 'No classes on this day' : 'No classes of this subject'}>
        {schedule.schedules.length === 0 ? 'Choose another day above.' : 'Choose another subject or day above.'}
      </EmptyState>
    )
  const columns = Subject.options.filter((subject) => classes.some((entry) => entry.subject === subject))
  return (
    <div className={style.day} style={{ '--columns': columns.length } as CSSProperties}>
      <div className={style.heads} aria-hidden>
        {columns.map((subject) => (
          <span key={subject}>{subject}</span>
        ))}
      </div>
      {slots(classes).map(({ time, classes: together }) => (
        <section key={time} className={style.slot} aria-label={clock(time)}>
          <h2 className={style.time}>{clock(time)}</h2>
          {columns.map((subject) => (
            <div key={subject} className={style.cell}>
              {together
                .filter((entry) => entry.subject === subject)
                .map((entry) => (
                  <ClassCard key={entry.id} centerId={centerId} on={schedule.date} entry={entry} onChange={() => onChange(entry.id)} />
                ))}
            </div>
          ))}
        </section>
      ))}
    </div>
  )
}
