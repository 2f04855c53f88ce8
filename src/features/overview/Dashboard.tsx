import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, ClipboardCheck, UserPlus } from 'lucide-react'
import type { CSSProperties, ReactNode } from 'react'
import { oddities } from '#features/oddities/api.ts'
import { byKind } from '#features/oddities/by-kind.ts'
import { isShown } from '#features/oddities/rules.ts'
import { offers as offersApi } from '#features/schedule/offers/api.ts'
import { Offers } from '#features/schedule/offers/Offers.tsx'
import { useOnce } from '#features/schedule/offers/use-seat.ts'
import { dayWords } from '#features/students/rules.ts'
import { clock, dayInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { counted } from '#shared/text.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { AttendanceTrend } from './AttendanceTrend.tsx'
import { dashboard, type HourLoad } from './api.ts'
import style from './Dashboard.module.css'
import { later } from '#web/later.tsx'

const NewsSheet = later(() => import('#features/emails/ComposeSheet.tsx').then((part) => part.NewsSheet))

const figureClass = `${style.figure} card stack gap-1 pad-4 ink no-underline`

type DashboardProps = {
  centerId: string
  /** CSS class of each section. */
  part: string | undefined
}

/** Four figures about how the center is doing, each linked to the list of what it counts. */
export function Figures({ centerId }: { centerId: string }) {
  const { data, error, isFetching, refetch } = useQuery(read(dashboard.read, { centerId }))
  const { data: odd, error: noOdd } = useQuery(read(oddities.list, { centerId }))
  useLive(`center:${centerId}`, ['schedule', 'attendance'], [dashboard.read, oddities.list])
  if (!data)
    return <QueryState query={{ error, isFetching, refetch }} of={t('the figures')} lines={1} height="6rem" />
  const { enrolled, enrolledBefore, attendance, attendanceBefore } = data.figures
  const seats = data.heat.reduce((sum, cell) => sum + cell.seats, 0)
  const all = data.heat.reduce((sum, cell) => sum + cell.maxSize, 0)
  const open = odd?.filter((each) => isShown('all', each))
  const urgent = open?.filter(({ severity }) => severity === 'error').length
  return (
    <nav className={`${style.figures} grid gap-4`} aria-label={t('Key figures')}>
      <Link to="/centers/$centerId/students" params={{ centerId }} className={figureClass}>
        <Figure value={String(enrolled)} label={t('Students enrolled')}>
          {enrolled === enrolledBefore
            ? t('No change in 4 weeks')
            : t('{change} in 4 weeks', { change: signed(enrolled - enrolledBefore) })}
        </Figure>
      </Link>
      <Link
        to="/centers/$centerId/students"
        params={{ centerId }}
        search={{ sort: 'attendance' }}
        className={figureClass}
      >
        <Figure value={attendance === null ? '–' : `${attendance}%`} label={t('Attendance, last 4 weeks')}>
          {attendanceChange(attendance, attendanceBefore)}
        </Figure>
      </Link>
      <Link to="/centers/$centerId/classes" params={{ centerId }} className={figureClass}>
        <Figure value={all === 0 ? '–' : `${Math.round((100 * seats) / all)}%`} label={t('Seats filled')}>
          {t('{seats} of {all} a week', { seats, all })}
        </Figure>
      </Link>
      <Link to="/centers/$centerId/oddities" params={{ centerId }} className={figureClass}>
        <Figure value={open ? String(open.length) : noOdd ? '–' : '…'} label={t('To do')}>
          {urgent === undefined && noOdd
            ? t('Couldn’t be loaded')
            : urgent === 0
              ? t('Nothing urgent')
              : t('{urgent} urgent', { urgent: urgent ?? '…' })}
        </Figure>
      </Link>
    </nav>
  )
}

/** Describes how attendance changed from the previous 4 weeks. A rate is null if there were no marks. */
function attendanceChange(now: number | null, before: number | null) {
  if (now === null || before === null) return t('Nothing to compare yet')
  return now === before
    ? t('No change from the previous 4 weeks')
    : t('{change} pts from the previous 4 weeks', { change: signed(now - before) })
}

/** Returns a change other than 0 with its sign, such as `+3`. */
const signed = (by: number) => `${by > 0 ? '+' : '−'}${Math.abs(by)}`

function Figure({ value, label, children }: { value: string; label: string; children: ReactNode }) {
  return (
    <>
      <span className="quiet">{label}</span>
      <span className={style.value} data-figures>
        {value}
      </span>
      <span className="fine-print" data-figures>
        {children}
      </span>
    </>
  )
}

/** Attendance by week. `Figures` shows the error if the dashboard can't be loaded. */
export function AttendanceRate({ centerId, part }: DashboardProps) {
  const { data, error } = useQuery(read(dashboard.read, { centerId }))
  if (!data) return error ? null : <Skeleton label={t('Loading the attendance')} lines={1} height="12rem" />
  return (
    <section className={part}>
      <AttendanceTrend trend={data.trend} />
    </section>
  )
}

/** Seats by weekday and hour. */
export function Seats({ centerId, part }: DashboardProps) {
  const { data } = useQuery(read(dashboard.read, { centerId }))
  if (!data) return null
  return (
    <section className={part}>
      <HeatMap centerId={centerId} heat={data.heat} />
    </section>
  )
}

const offersAtFirst = 4

/**
 * Tasks at a center, by kind: problems from the oddities page, answers to grade, and students to invite. Also
 * offers free seats to the waitlist.
 */
export function TaskList({ centerId, part }: DashboardProps) {
  const { data, error, isFetching, refetch } = useQuery(read(oddities.list, { centerId }))
  const { data: { notInvited = 0, toGrade = 0 } = {} } = useQuery(read(dashboard.read, { centerId }))
  useLive(`center:${centerId}`, ['schedule'], [offersApi.list])
  const groups = byKind(data?.filter((each) => isShown('all', each)) ?? [])
  // Keeps the waitlist visible after a seat has been assigned on this page.
  const hasOffers = useOnce(groups.some(({ code }) => code === 'WL01'))
  if (!data)
    return <QueryState query={{ error, isFetching, refetch }} of={t('the tasks')} lines={4} height="2.5rem" />
  return (
    <section className={part} aria-labelledby="to-do">
      <h2 id="to-do">{t('To do')}</h2>
      {groups.length + toGrade + notInvited === 0 && !hasOffers && (
        <p className="quiet row middle gap-2 target">
          <CircleCheck size={18} aria-hidden /> {t('You’re all caught up.')}
        </p>
      )}
      <ul className={style.tasks}>
        {groups.map(({ code, severity, words, oldest }) => (
          <li key={code} data-severity={severity}>
            <Link to="/centers/$centerId/oddities" params={{ centerId }} search={{ code }}>
              <CircleAlert size={18} aria-hidden />
              <span className="grow">{words}</span>
              <span className="fine-print nowrap">
                {t('since {day}', { day: dayInWords(oldest).slice(5) })}
              </span>
            </Link>
          </li>
        ))}
        {toGrade > 0 && (
          <li>
            <Link to="/centers/$centerId/grading" params={{ centerId }}>
              <ClipboardCheck size={18} aria-hidden />
              <span className="grow">
                {t('To grade: {answers}', { answers: counted(toGrade, 'answer') })}
              </span>
            </Link>
          </li>
        )}
        {notInvited > 0 && (
          <li>
            <Link to="/centers/$centerId/students" params={{ centerId }}>
              <UserPlus size={18} aria-hidden />
              <span className="grow">
                {t('Never invited: {students}', { students: counted(notInvited, 'active student') })}
              </span>
            </Link>
          </li>
        )}
      </ul>
      {hasOffers && <Offers centerId={centerId} most={offersAtFirst} NewsSheet={NewsSheet} />}
    </section>
  )
}

/** Table of the week's hours with their seats. Each cell also shows its figures as text. */
function HeatMap({ centerId, heat }: { centerId: string; heat: readonly HourLoad[] }) {
  if (heat.length === 0)
    return (
      <>
        <h2>{t('Seats by hour and weekday')}</h2>
        <p className="quiet">
          {t('No classes meet in the coming week.')}{' '}
          <Link to="/centers/$centerId/classes" params={{ centerId }}>
            {t('Set up classes')}
          </Link>
        </p>
      </>
    )
  const shown = [1, 2, 3, 4, 5, 6, 0].filter((day) => heat.some((cell) => cell.day === day))
  const hours = [...new Set(heat.map(({ hour }) => hour))].toSorted((a, b) => a - b)
  return (
    <table className={style.heat}>
      <caption>{t('Seats taken by regular students, by class start hour')}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t('Hour')}</span>
          </th>
          {shown.map((day) => (
            <th key={day} scope="col">
              <abbr title={t(dayWords[day] ?? '')}>{t(dayWords[day] ?? '').slice(0, 3)}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hours.map((hour) => (
          <tr key={hour}>
            <th scope="row">{clock(`${hour}:00`).replace(':00', '')}</th>
            {shown.map((day) => (
              <Cell key={day} cell={heat.find((each) => each.day === day && each.hour === hour)} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell({ cell }: { cell: HourLoad | undefined }) {
  if (!cell)
    return (
      <td>
        <span className="visually-hidden">{t('no class')}</span>
      </td>
    )
  const { seats, maxSize } = cell
  return (
    <td
      data-share={seats >= maxSize ? 'full' : 'some'}
      style={{ '--share': seats / maxSize } as CSSProperties}
      data-figures
    >
      <span aria-hidden>{`${seats}/${maxSize}`}</span>
      <span className="visually-hidden">
        {seats >= maxSize
          ? t('{taken} of {of} seats, full', { taken: seats, of: maxSize })
          : t('{taken} of {of} seats taken', { taken: seats, of: maxSize })}
      </span>
    </td>
  )
}
