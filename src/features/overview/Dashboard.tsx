import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleCheck, ClipboardX, UserPlus } from 'lucide-react'
import type { CSSProperties } from 'react'
import { offers as offersApi } from '#features/schedule/offers/api.ts'
import { Offers } from '#features/schedule/offers/Offers.tsx'
import { useOnce } from '#features/schedule/offers/use-seat.ts'
import { NewsSheet } from '#features/emails/ComposeSheet.tsx'
import { dayWords } from '#features/students/rules.ts'
import { clock, dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { LinePlot } from '#ui/LinePlot.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { dashboard, type Heat, type Waiting, type Week } from './api.ts'
import style from './Dashboard.module.css'

type DashboardProps = {
  centerId: string
  /** CSS class of each section. */
  part: string | undefined
}

/** Tasks waiting at a center (product §10). */
export function Waits({ centerId, part }: DashboardProps) {
  const { data, error, isFetching, refetch } = useQuery(read(dashboard.read, { centerId }))
  useLive(`center:${centerId}`, ['schedule', 'attendance'], [dashboard.read, offersApi.list])
  if (!data)
    return <QueryState query={{ error, isFetching, refetch }} of="the dashboard" lines={3} height="2.5rem" />
  return (
    <section className={part} aria-labelledby="waiting">
      <h2 id="waiting">To do</h2>
      <WaitingList centerId={centerId} waiting={data.waiting} />
    </section>
  )
}

/** Seats by weekday and hour, and attendance by week. `Waits` shows the error if they can't be read. */
export function Plots({ centerId, part }: DashboardProps) {
  const { data, error } = useQuery(read(dashboard.read, { centerId }))
  if (!data) return error ? null : <Skeleton label="Loading the plots" lines={2} height="12rem" />
  return (
    <>
      <section className={part}>
        <HeatMap centerId={centerId} heat={data.heat} />
      </section>
      <section className={part}>
        <Trend trend={data.trend} />
      </section>
    </>
  )
}

const offersAtFirst = 4

const lacking = (count: number, since: Day) =>
  count === 1
    ? `Attendance missing for 1 class (${dayInWords(since)})`
    : `Attendance missing for ${count} classes (oldest: ${dayInWords(since)})`

function WaitingList({
  centerId,
  waiting: { marksMissing, marksSince, offers, notInvited },
}: {
  centerId: string
  waiting: Waiting
}) {
  // A seat that was given here stays in view.
  const hasOffers = useOnce(offers > 0)
  if (marksMissing + notInvited === 0 && !hasOffers)
    return (
      <p className="quiet row middle gap-2 target">
        <CircleCheck size={18} aria-hidden /> Nothing to do.
      </p>
    )
  return (
    <ul className={`${style.waiting} grid gap-1`}>
      {marksSince && (
        <li>
          <Link to="/centers/$centerId/attendance" params={{ centerId }} search={{ on: marksSince }}>
            <ClipboardX size={18} aria-hidden /> {lacking(marksMissing, marksSince)}
          </Link>
        </li>
      )}
      {notInvited > 0 && (
        <li>
          <Link to="/centers/$centerId/students" params={{ centerId }}>
            <UserPlus size={18} aria-hidden />{' '}
            {notInvited === 1 ? '1 active student was' : `${notInvited} active students were`} never invited
          </Link>
        </li>
      )}
      {hasOffers && (
        <li>
          <Offers centerId={centerId} most={offersAtFirst} NewsSheet={NewsSheet} />
        </li>
      )}
    </ul>
  )
}

/** Table of the week's hours with their seats. Each cell also has its figures as text. */
function HeatMap({ centerId, heat }: { centerId: string; heat: readonly Heat[] }) {
  if (heat.length === 0)
    return (
      <>
        <h2>Seats by hour and weekday</h2>
        <p className="quiet">
          No class meets in the week to come.{' '}
          <Link to="/centers/$centerId/classes" params={{ centerId }}>
            Plan classes
          </Link>
        </p>
      </>
    )
  const shown = [1, 2, 3, 4, 5, 6, 0].filter((day) => heat.some((cell) => cell.day === day))
  const hours = [...new Set(heat.map(({ hour }) => hour))].toSorted((a, b) => a - b)
  return (
    <table className={style.heat}>
      <caption>Seats taken by regular students, by class start hour</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Hour</span>
          </th>
          {shown.map((day) => (
            <th key={day} scope="col">
              <abbr title={dayWords[day]}>{dayWords[day]?.slice(0, 3)}</abbr>
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

function Cell({ cell }: { cell: Heat | undefined }) {
  if (!cell)
    return (
      <td>
        <span className="visually-hidden">no class</span>
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
      <span className="visually-hidden">{`${seats} of ${maxSize} seats${seats >= maxSize ? ', full' : ''}`}</span>
    </td>
  )
}

const scaleStep = 10

function Trend({ trend }: { trend: readonly Week[] }) {
  // Skip the weeks before the center started taking attendance.
  const first = trend.findIndex(({ present, absent, pickup }) => present + absent + pickup > 0)
  if (first < 0)
    return (
      <>
        <h2>Attendance by week</h2>
        <p className="quiet">No attendance taken in the last 12 weeks.</p>
      </>
    )
  const weeks = trend.slice(first)
  const greatest = Math.max(...weeks.flatMap(({ present, absent, pickup }) => [present, absent, pickup]))
  return (
    <LinePlot
      label="Attendance by week"
      head="Week from"
      points={weeks.map(({ week }, at) =>
        at === weeks.length - 1 ? 'This week' : dayInWords(week).slice(5),
      )}
      lines={[
        { name: 'Present', tone: 'success', values: weeks.map(({ present }) => present) },
        { name: 'Absent', tone: 'error', values: weeks.map(({ absent }) => absent) },
        { name: 'Pick-up', tone: 'info', values: weeks.map(({ pickup }) => pickup) },
      ]}
      most={Math.max(scaleStep, Math.ceil(greatest / scaleStep) * scaleStep)}
    />
  )
}
