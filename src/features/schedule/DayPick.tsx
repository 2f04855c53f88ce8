import { Button, Popover } from '@mantine/core'
import { CalendarSearch } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { addDays, weekday } from '#shared/calendar.ts'
import { dateInWords, fullDayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { monthFrom } from './days/clashes.ts'
import style from './DayPick.module.css'
import { MonthTable } from './MonthTable.tsx'

type DayPickProps = { on: Day; today: Day; onDay: (day: Day) => void }

/** Button that opens a month view for picking another day. */
export function DayPick({ on, today, onDay }: DayPickProps) {
  const [isOpen, setOpen] = useState(false)
  const pick = (day: Day) => {
    setOpen(false)
    onDay(day)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button
          variant="default"
          h="var(--target)"
          px="var(--space-3)"
          aria-label={t('Choose a day, currently {day}', { day: dateInWords(on) })}
          onClick={() => setOpen((is) => !is)}
        >
          <CalendarSearch size={18} aria-hidden />
          <span className={style.words}>{dateInWords(on)}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Choose a day')}>
        <Month on={on} today={today} onPick={pick} />
      </Popover.Dropdown>
    </Popover>
  )
}

/**
 * Returns the same day of the month `months` later (earlier if negative), or the last day of a shorter month.
 */
function sameDayIn(day: Day, months: number): Day {
  const first = monthFrom(day, months)
  const last = addDays(monthFrom(first, 1), -1)
  const same = `${first.slice(0, 8)}${day.slice(8)}`
  return same < last ? same : last
}

/** Returns the day that an arrow key, Home, End or Page key moves to; null for other keys. */
function dayAfter(day: Day, key: string): Day | null {
  if (key === 'PageUp' || key === 'PageDown') return sameDayIn(day, key === 'PageUp' ? -1 : 1)
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -weekday(day),
    End: 6 - weekday(day),
  }
  const step = steps[key]
  return step === undefined ? null : addDays(day, step)
}

type MonthProps = { on: Day; today: Day; onPick: (day: Day) => void }

function Month({ on, today, onPick }: MonthProps) {
  /** Day that has keyboard focus. */
  const [at, setAt] = useState(on)
  const table = useRef<HTMLTableElement>(null)
  const isByKey = useRef(false)
  useEffect(() => {
    if (isByKey.current) table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    isByKey.current = false
  })
  const go = (event: KeyboardEvent) => {
    const next = dayAfter(at, event.key)
    if (!next) return
    event.preventDefault()
    isByKey.current = true
    setAt(next)
  }
  return (
    <div className={style.month}>
      <MonthTable
        ref={table}
        month={at}
        onMove={(months) => setAt(sameDayIn(at, months))}
        renderDay={(day) => (
          <DayButton day={day} at={at} on={on} today={today} onKeyDown={go} onPick={onPick} />
        )}
      />
    </div>
  )
}

type DayButtonProps = MonthProps & { day: Day; at: Day; onKeyDown: (event: KeyboardEvent) => void }

function DayButton({ day, at, on, today, onKeyDown, onPick }: DayButtonProps) {
  return (
    <button
      type="button"
      className={style.day}
      tabIndex={day === at ? 0 : -1}
      data-autofocus={day === at || undefined}
      aria-current={day === on ? 'date' : undefined}
      aria-label={fullDayInWords(day)}
      data-today={day === today || undefined}
      data-other={day.slice(0, 7) !== at.slice(0, 7) || undefined}
      onKeyDown={onKeyDown}
      onClick={() => onPick(day)}
    >
      {Number(day.slice(8))}
    </button>
  )
}
