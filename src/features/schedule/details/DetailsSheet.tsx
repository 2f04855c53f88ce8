import { useQuery } from '@tanstack/react-query'
import type { OpenedMenu } from '../moves/StudentMenu.tsx'
import { type Scheduled, schedules } from '../api.ts'
import { badgeWords } from '../rules.ts'
import { programWords } from '#features/material/program-words.ts'
import { scoresInWords } from '#features/students/score-words.ts'
import { placeWords, spanInWords } from '#features/students/rules.ts'
import { fullName } from '#shared/full-name.ts'
import { clock, dateInWords, dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { t, translateSentence } from '#shared/language.ts'
import { read } from '#web/api.ts'
import { SideSheet } from '#web/shell/SideSheet.tsx'
import style from './Details.module.css'
import { amountInWords } from './scheduled-amount.ts'

type DetailsSheetProps = {
  centerId: string
  on: Day
  of: Pick<OpenedMenu, 'student' | 'from'>
  onClose: () => void
}

/**
 * Details of a student in a class of the day: breaks, upcoming classes, latest tests and notes, and the
 * parent. Refetches the day, because live updates don't report a colleague's new note.
 */
export function DetailsSheet({ centerId, on, of: { student, from }, onClose }: DetailsSheetProps) {
  const day = { ...read(schedules.day, { centerId, scheduleId: on }), refetchOnMount: 'always' as const }
  const { data } = useQuery(day)
  const entry = data?.schedules.find(({ id }) => id === from.id)
  return (
    <SideSheet
      title={t('{value} in {from}', {
        value: fullName(student),
        from: from.name,
      })}
      onClose={onClose}
    >
      <Details of={entry?.students.find(({ _id }) => _id === student._id) ?? student} />
    </SideSheet>
  )
}

function factsOf({
  badge,
  type,
  startDate,
  endDate,
  grade,
  programs,
  breaks,
  parentName,
  scheduledAmount,
}: Scheduled) {
  return {
    Place: `${badge ? t(badgeWords[badge]) : t(placeWords[type])}, ${spanInWords({ startDate, endDate })}`,
    Breaks: breaks.map(spanInWords).join('; '),
    'Next four weeks': amountInWords(scheduledAmount),
    Level: programs.map(programWords).join('; '),
    Grade: grade,
    Parent: parentName,
  }
}

function Details({ of }: { of: Scheduled }) {
  const { futureScheds, tests, notes } = of
  return (
    <div className={`${style.sheet} stack gap-3 breakable`}>
      <dl className={`${style.facts} grid gap-2-4`}>
        {Object.entries(factsOf(of)).map(([name, value]) => [
          <dt key={`${name} name`}>{t(name)}</dt>,
          <dd key={name}>{value || '–'}</dd>,
        ])}
      </dl>
      <h3>{t('Upcoming classes')}</h3>
      {futureScheds.length === 0 && <p className="quiet">{t('No classes in the following four weeks.')}</p>}
      <ol className={`${style.rows} grid gap-2`}>
        {futureScheds.map(({ type, date, time, classId, class: name, off }) => (
          <li key={`${date} ${classId}`}>
            {dayInWords(date)}, {clock(time)} · {name}{' '}
            <small data-off={off !== null || undefined}>
              {off === null ? t(placeWords[type]) : translateSentence(off)}
            </small>
          </li>
        ))}
      </ol>
      <Latest
        title={t('Latest tests')}
        of={tests.map((each) => [each._id, testInWords(each), dateInWords(each.date)])}
      />
      <Latest
        title={t('Latest notes')}
        of={notes.map(({ id, msg, recordBy, date }) => [
          id,
          msg,
          `${recordBy}, ${dateInWords(date.slice(0, 10))}`,
        ])}
      />
    </div>
  )
}

const testInWords = (test: Scheduled['tests'][number]) =>
  `${[test.level, test.test, test.name].filter(Boolean).join(', ')}: ${scoresInWords(test)}`

function Latest({ title, of }: { title: string; of: [id: string, text: string, small: string][] }) {
  if (of.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul className={`${style.rows} grid gap-2`}>
        {of.map(([id, text, small]) => (
          <li key={id}>
            {text} <small>{small}</small>
          </li>
        ))}
      </ul>
    </>
  )
}
