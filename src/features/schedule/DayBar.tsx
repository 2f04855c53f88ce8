import { ActionIcon, Button } from '@mantine/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { addDays } from '#shared/calendar.ts'
import { fullDayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import style from './DayBar.module.css'
import { DayPick } from './DayPick.tsx'

type DayBarProps = {
  title: string
  /** Title on the printed page, such as the center's name; `title` if omitted. */
  onPaper?: string
  on: Day
  today: Day
  onDay: (day: Day) => void
  /** Additional control for choosing a day. */
  children?: ReactNode
}

/** Bar for choosing the day to show: previous, today, next, or any date. */
export function DayBar({ title, onPaper, on, today, onDay, children }: DayBarProps) {
  return (
    <header className={`${style.bar} cluster middle apart`}>
      <h1>
        {onPaper && <span className="on-paper">{onPaper}</span>}
        <span className={onPaper && 'on-screen'}>{title}</span> <small>{fullDayInWords(on)}</small>
      </h1>
      <div className={`${style.days} cluster middle gap-2`}>
        {children}
        <ActionIcon
          variant="default"
          size="var(--target)"
          aria-label={t('Previous day')}
          onClick={() => onDay(addDays(on, -1))}
        >
          <ChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <Button variant="default" h="var(--target)" disabled={on === today} onClick={() => onDay(today)}>
          {t('Today')}
        </Button>
        <ActionIcon
          variant="default"
          size="var(--target)"
          aria-label={t('Next day')}
          onClick={() => onDay(addDays(on, 1))}
        >
          <ChevronRight size={18} aria-hidden />
        </ActionIcon>
        <DayPick on={on} today={today} onDay={onDay} />
      </div>
    </header>
  )
}
