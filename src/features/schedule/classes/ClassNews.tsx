import { dayWords } from '#features/students/rules.ts'
import { fullName } from '#shared/full-name.ts'
import { clock, dateInWords, dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { counted } from '#shared/text.ts'
import type { Class } from './api.ts'
import style from './Classes.module.css'

/** Describes the changes that a class's next term makes: 'Thursday, 5:00 PM–6:15 PM'. */
export function changeInWords(now: Class, next: NonNullable<Class['next']>) {
  const isMoved = next.time !== now.time || next.minutes !== now.minutes
  const teacher = next.teacher ? fullName(next.teacher) : t('no teacher')
  const parts = [
    next.day !== now.day && t(dayWords[next.day] ?? ''),
    isMoved && `${clock(next.time)}–${clock(next.endTime)}`,
    next.maxSize !== now.maxSize && counted(next.maxSize, 'seat'),
    next.teacher?.id !== now.teacher?.id && teacher,
  ]
  return parts.filter(Boolean).join(', ')
}

type ClassNewsProps = { entry: Class; today: Day }

/** Dates of a class: a future first day, a planned change, and its last day. */
export function ClassNews({ entry, today }: ClassNewsProps) {
  const { startDate, endDate, next } = entry
  const lines = [
    startDate > today && t('Starts {day}', { day: dayInWords(startDate) }),
    next && t('From {day}: {entry}', { day: dayInWords(next.startDate), entry: changeInWords(entry, next) }),
    endDate !== null && `${t(endDate < today ? 'Ended' : 'Ends')} ${dateInWords(endDate)}`,
  ].filter((line) => typeof line === 'string')
  return lines.map((line) => (
    <small key={line} className={`${style.news} small info-text`}>
      {line}
    </small>
  ))
}
