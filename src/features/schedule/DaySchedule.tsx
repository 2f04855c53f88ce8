import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { CalendarDays, CalendarOff, ChevronRight, PanelLeft, Pencil, Printer } from 'lucide-react'
import { type ComponentType, useCallback, useContext, useEffect, useState } from 'react'
import { usePrintNote } from '#features/students/access/use-print-note.ts'
import { offers } from './offers/api.ts'
import { fullName } from '#shared/full-name.ts'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { Loading } from '#ui/Loading.tsx'
import { Sentence } from '#ui/Sentence.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ReadOnly } from '#ui/read-only.ts'
import { read, useSend } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { useTitle } from '#web/title.ts'
import { type ClassEntry, type Schedule, schedules } from './api.ts'
import type { ClassAction } from './ClassCard.tsx'
import type { OnAbsent } from './moves/StudentMenu.tsx'
import type { NewsSheetProps } from './news.ts'
import { DayBar } from './DayBar.tsx'
import { DayGrid } from './DayGrid.tsx'
import { MonthPick } from './days/MonthPick.tsx'
import style from './DaySchedule.module.css'
import { allSubjects, seatsOf, type SubjectBy } from './rules.ts'
import { centers } from '#features/centers/api.ts'
import { subjects } from '#features/centers/subjects.ts'
import { later } from '#web/later.tsx'

const ClearDay = later(() => import('./days/ClearDay.tsx').then((part) => part.ClearDay))
const EnrollSheet = later(() => import('./places/EnrollSheet.tsx').then((part) => part.EnrollSheet))
const DaySheet = later(() => import('./days/DaySheet.tsx').then((part) => part.DaySheet))
const HelpSheet = later(() => import('./days/DaySheet.tsx').then((part) => part.HelpSheet))

/**
 * Opens the schedule of today or a future day when somebody views it. Doesn't open past days, or days of an
 * archived center.
 */
function useOpening(centerId: string, schedule: Schedule | undefined) {
  const { mutate } = useSend(schedules.open)
  const { data: center } = useQuery(read(centers.one, { centerId }))
  const isOpen = center?.archivedAt === null
  const isDue = schedule && !schedule.opened && schedule.date >= schedule.today
  const date = isDue ? schedule.date : null
  useEffect(() => {
    if (date && isOpen) mutate({ centerId, date })
  }, [centerId, date, isOpen, mutate])
}

const monthKey = 'scheduler-month'

/**
 * Returns `isOpen` and `toggle` for the month calendar next to the day. It is open or closed as last chosen
 * in this browser; by default, it is open if the screen has room.
 */
function useMonth() {
  const hasRoom = useMediaQuery('(min-width: 80em)', undefined, { getInitialValueInEffect: false })
  const [chosen, setChosen] = useState(() => localStorage.getItem(monthKey))
  const isOpen = chosen === null ? hasRoom : chosen === 'open'
  const toggle = () => {
    const next = isOpen ? 'folded' : 'open'
    localStorage.setItem(monthKey, next)
    setChosen(next)
  }
  return { isOpen, toggle }
}

/** Parts provided by other features: marking a student absent, and notifying families. */
type Parts = { onAbsent: OnAbsent; NewsSheet: ComponentType<NewsSheetProps> }
type OneDayProps = { centerId: string; on: Day; subjectBy: SubjectBy } & Parts

/** A center's day with its classes, of one subject or all, and a month calendar for picking another day. */
export function OneDay({ centerId, on, subjectBy, ...parts }: OneDayProps) {
  useTitle(t('Scheduler, {on}', { on }))
  const navigate = useNavigate()
  const { data, error, isFetching, refetch } = useQuery(read(schedules.day, { centerId, scheduleId: on }))
  // Loaded together with the day, because offers that arrive later would shift the classes under the pointer.
  const { data: waited = [], isPending } = useQuery(read(offers.list, { centerId }))
  useOpening(centerId, data)
  useLive(`center:${centerId}`, ['schedule', 'attendance'], [schedules.day, offers.list])
  const { isOpen, toggle } = useMonth()
  const classes = (data?.schedules ?? []).filter(
    ({ subject }) => subjectBy === allSubjects || subject === subjectBy,
  )
  usePrintNote(
    centerId,
    classes.flatMap((each) => each.students.map(({ _id }) => _id)),
  )
  const today = data?.today ?? on
  const goTo = (day: Day) =>
    void navigate({
      to: '/centers/$centerId/scheduler/$scheduleId/$subjectBy',
      params: { centerId, scheduleId: day, subjectBy },
    })
  return (
    <div className={`${style.page} grid column top`} data-month={isOpen || undefined}>
      {isOpen && (
        <aside className={style.month}>
          <MonthPick centerId={centerId} on={on} today={today} subjectBy={subjectBy} />
        </aside>
      )}
      <div className="shrinks">
        <DayBar title={t('Scheduler')} onPaper={centerId} on={on} today={today} onDay={goTo}>
          <Button
            icon={<PanelLeft aria-hidden />}
            aria-expanded={isOpen}
            onClick={toggle}
            aria-label={t('Month')}
            title={t('Month')}
          />
        </DayBar>
        <div className={`${style.tools} in-order cluster middle gap-2-4`}>
          <SubjectChips centerId={centerId} on={on} chosen={subjectBy} />
          {!data && !error && <Loading />}
          {data && !data.closed && <Helpers key={on} centerId={centerId} schedule={data} />}
          <Facts centerId={centerId} classes={data && classes} />
        </div>
        {data && !isPending ? (
          <DayClasses
            key={on}
            centerId={centerId}
            schedule={data}
            classes={classes}
            offered={new Set(waited.map(({ classId }) => classId))}
            {...parts}
          />
        ) : (
          <QueryState query={{ error, isFetching, refetch }} of={t('the day')} lines={3} height="9rem" />
        )}
      </div>
    </div>
  )
}

const chips: { value: SubjectBy; label: string; title?: string }[] = [
  { value: allSubjects, label: 'All' },
  ...subjects.map((value) =>
    value === 'Private Tutoring'
      ? { value, label: 'PT', title: 'PT: Private Tutoring' }
      : { value, label: value },
  ),
]

function SubjectChips({ centerId, on, chosen }: { centerId: string; on: Day; chosen: SubjectBy }) {
  return (
    <nav className={`${style.chips} cluster gap-2`} aria-label={t('Subjects')}>
      {chips.map(({ value, label, title }) => (
        <Link
          key={value}
          to="/centers/$centerId/scheduler/$scheduleId/$subjectBy"
          params={{ centerId, scheduleId: on, subjectBy: value }}
          className={`${style.chip} inline-row middle to-middle surface ink target no-underline`}
          aria-current={value === chosen ? 'true' : undefined}
          aria-label={title && t(title)}
          title={title && t(title)}
        >
          {t(label)}
        </Link>
      ))}
    </nav>
  )
}

/** The numbers of used seats and of all seats, a link to the oddities page, and the print button. */
function Facts({ centerId, classes }: { centerId: string; classes: readonly ClassEntry[] | undefined }) {
  const { used, most } = seatsOf(classes ?? [])
  return (
    <div className={`${style.facts} cluster middle gap-2-4`}>
      {classes && (
        <p data-figures>
          <Sentence text="Seats {seats}" seats={<strong>{`${used}/${most}`}</strong>} />
        </p>
      )}
      <Link to="/centers/$centerId/oddities" params={{ centerId }} className="inline-row middle target">
        {t('Oddities')} <ChevronRight size={16} aria-hidden />
      </Link>
      <Button icon={<Printer aria-hidden />} onClick={() => window.print()}>
        {t('Print')}
      </Button>
    </div>
  )
}

type DayClassesProps = {
  centerId: string
  schedule: Schedule
  classes: readonly ClassEntry[]
  offered: ReadonlySet<string>
} & Parts
type OpenSheet = { action: ClassAction; classId: string }

/**
 * The day's classes, with the button for resetting the day, and the sheets for changing one class on this day
 * or adding a student to it.
 */
function DayClasses({ centerId, schedule, classes, offered, onAbsent, NewsSheet }: DayClassesProps) {
  const [open, setOpen] = useState<OpenSheet | null>(null)
  const close = () => setOpen(null)
  const act = useCallback((action: ClassAction, classId: string) => setOpen({ action, classId }), [])
  const entry = schedule.schedules.find(({ id }) => id === open?.classId)
  return (
    <>
      {schedule.closed || classes.length === 0 ? (
        <NoClasses centerId={centerId} schedule={schedule} />
      ) : (
        // The key makes each day render gradually, and closes a menu that is still open for another day.
        <DayGrid
          key={schedule.date}
          {...{ centerId, schedule, classes, offered, onAbsent, NewsSheet }}
          onAction={act}
        />
      )}
      {!schedule.closed && <ClearDay centerId={centerId} schedule={schedule} NewsSheet={NewsSheet} />}
      {entry && open?.action === 'day' && (
        <DaySheet
          centerId={centerId}
          schedule={schedule}
          entry={entry}
          NewsSheet={NewsSheet}
          onClose={close}
        />
      )}
      {entry && open?.action === 'add' && (
        <EnrollSheet
          centerId={centerId}
          klass={{ id: entry.id, name: entry.name, on: schedule.date }}
          onClose={close}
        />
      )}
    </>
  )
}

/** The day's assistants who aren't assigned to a class. */
function Helpers({ centerId, schedule }: { centerId: string; schedule: Schedule }) {
  const [isOpen, setIsOpen] = useState(false)
  const isReadOnly = useContext(ReadOnly) !== null
  const names = schedule.ta.map(fullName)
  return (
    <p className={`row middle quiet ${names.length === 0 ? 'on-screen' : ''}`}>
      {names.length > 0 ? t('Assisting: {names}', { names: names.join(', ') }) : t('No floating assistants')}
      {!isReadOnly && (
        <button
          type="button"
          className={`${style.change} grid center quiet rounded`}
          title={t('Change the day’s assistants')}
          aria-label={t('Change the day’s assistants')}
          onClick={() => setIsOpen(true)}
        >
          <Pencil size={16} aria-hidden />
        </button>
      )}
      {isOpen && <HelpSheet centerId={centerId} schedule={schedule} onClose={() => setIsOpen(false)} />}
    </p>
  )
}

function NoClasses({
  centerId,
  schedule: { closed, schedules: all },
}: {
  centerId: string
  schedule: Schedule
}) {
  if (closed)
    return (
      <EmptyState
        icon={<CalendarOff />}
        title={t('Closed{value}', { value: closed.name && `: ${closed.name}` })}
      >
        {t('No class meets on this day. A manager can reopen it in the center’s settings.')}
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<CalendarDays />}
      title={t(all.length === 0 ? 'No classes on this day' : 'No classes in this subject')}
      action={
        <Link to="/centers/$centerId/classes" params={{ centerId }} className={buttonClass({})}>
          {t('Set up classes')}
        </Link>
      }
    >
      {t(all.length === 0 ? 'Choose another day above.' : 'Choose another subject or day above.')}
    </EmptyState>
  )
}
