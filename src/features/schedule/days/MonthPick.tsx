import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { SubjectBy } from '../rules.ts'
import { dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { read } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { type DayLoad, days } from './api.ts'
import { MonthTable } from '../MonthTable.tsx'
import { monthFrom, weeksOf } from './clashes.ts'
import style from './Days.module.css'

type MonthPickProps = { centerId: string; on: Day; today: Day; subjectBy: SubjectBy }

/** Month calendar for picking another day. A dot under each day shows how full it is. */
export function MonthPick({ centerId, on, today, subjectBy }: MonthPickProps) {
  const [shown, setShown] = useState<{ on: Day; month: Day }>({ on, month: on })
  // Opening another day shows that day's month. Otherwise, the chosen month stays.
  const month = shown.on === on ? shown.month : on
  const weeks = weeksOf(month)
  const range = { from: weeks[0]?.[0] ?? on, to: weeks.at(-1)?.at(-1) ?? on }
  const { data = [] } = useQuery(read(days.list, { centerId, ...range }))
  useLive(`center:${centerId}`, ['schedule'], [days.list])
  const loads = new Map(data.map((load) => [load.date, load]))
  return (
    <nav className="card pad-3" aria-label={t('Month')}>
      <MonthTable
        month={month}
        onMove={(months) => setShown({ on, month: monthFrom(month, months) })}
        renderDay={(day) => (
          <Link
            to="/centers/$centerId/scheduler/$scheduleId/$subjectBy"
            params={{ centerId, scheduleId: day, subjectBy }}
            className={`${style.pick} grid ink rounded target no-underline`}
            aria-current={day === on ? 'date' : undefined}
            aria-label={loadWords(day, loads.get(day))}
            data-today={day === today || undefined}
            data-other={day.slice(0, 7) !== month.slice(0, 7) || undefined}
            data-closed={loads.get(day)?.closed ? true : undefined}
          >
            {Number(day.slice(8))}
            <Dot load={loads.get(day)} />
          </Link>
        )}
      />
    </nav>
  )
}

/** Describes a day's load: 'Tue, Mar 3: 8 classes, 52 of 64 seats'. */
function loadWords(day: Day, load: DayLoad | undefined) {
  if (load?.closed)
    return load.closed.name
      ? t('{day}: closed, {reason}', { day: dayInWords(day), reason: load.closed.name })
      : t('{day}: closed', { day: dayInWords(day) })
  if (!load || load.classes === 0)
    return load ? t('{day}: no classes', { day: dayInWords(day) }) : dayInWords(day)
  return load.classes === 1
    ? t('{day}: 1 class, {seats} of {maxSize} seats', { day: dayInWords(day), ...load })
    : t('{day}: {classes} classes, {seats} of {maxSize} seats', { day: dayInWords(day), ...load })
}

const full = 1
const busy = 0.7

function Dot({ load }: { load: DayLoad | undefined }) {
  if (!load || load.classes === 0) return <span className={style.dot} aria-hidden />
  const share = load.seats / load.maxSize
  return (
    <span
      className={style.dot}
      data-load={share >= full ? 'full' : share >= busy ? 'busy' : 'free'}
      aria-hidden
    />
  )
}
