import { BookOpen, CalendarClock, CircleCheck, CircleX, LogOut } from 'lucide-react'
import { result } from '#features/practice/rules.ts'
import { t } from '#shared/language.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import type { Child, MarkLine } from './api.ts'
import style from './Family.module.css'
import { attendanceWord } from '#features/attendance/mark-look.ts'
import { classTime } from '#features/schedule/class-time.ts'
import { markLook } from '#features/attendance/mark-look.ts'
import { openWords } from './rules.ts'
import { programWords } from '#features/material/program-words.ts'

/** Header of a child: avatar, name, programs, grade and centers. */
export function ChildHead({ child, heading: Heading }: { child: Child; heading: 'h1' | 'h2' }) {
  const name = child.firstName
  return (
    <div className={`${style.who} row middle gap-4 breakable`}>
      <Avatar name={child.avatar} label={name} size={56} decorative />
      <div>
        <Heading>{name}</Heading>
        <p className="fine-print">
          {child.programs.map((program) => programWords(program)).join('\u00a0· ')}
        </p>
        <p className="fine-print">
          {child.grade && `${t('Grade {grade}', { grade: child.grade })} · `}
          {child.centers.join(', ')}
        </p>
      </div>
    </div>
  )
}

/** Key facts for a parent: today's attendance, the last result, open work, and the next class. */
export function ChildFacts({ child }: { child: Child }) {
  const { figures, today } = child
  return (
    <div className={`${style.facts} grid column gap-3`}>
      {today.map((mark, at) => (
        <p key={at} className={style.mark} data-look={markLook(mark)}>
          <MarkIcon mark={mark} /> {t('Today: {mark}', { mark: attendanceWord(mark) })}
          {today.length > 1 && ` · ${mark.name}`}
        </p>
      ))}
      {figures.last && <LastResult last={figures.last} />}
      <p>
        <BookOpen aria-hidden />
        {openWords(figures.open)}
      </p>
      <p>
        <CalendarClock aria-hidden />
        {nextClassWords(child)}
      </p>
    </div>
  )
}

function nextClassWords({ nextClass }: Child) {
  if (!nextClass) return t('No class in the next four weeks')
  const values = { time: `${classTime(nextClass)}\u00a0·`, name: nextClass.name }
  return nextClass.told
    ? t('Next class: {time} {name} – can’t come', values)
    : t('Next class: {time} {name}', values)
}

function LastResult({ last }: { last: NonNullable<Child['figures']['last']> }) {
  const name = last.name
  if (last.state === 'submitted' || last.correct === null || last.total === null)
    return (
      <p>
        <CircleCheck aria-hidden />
        {name}: {result(last)}
      </p>
    )
  return <ProgressBar label={t('Correct answers in {name}', { name })} done={last.correct} of={last.total} />
}

const icons = { present: CircleCheck, absent: CircleX, excused: CircleX, pickup: LogOut }

/** Icon of a mark, which appears next to its text. */
function MarkIcon({ mark }: { mark: Pick<MarkLine, 'mark' | 'excused'> }) {
  const Icon = icons[markLook(mark)]
  return <Icon aria-hidden />
}
