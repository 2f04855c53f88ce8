import { Fragment, useState } from 'react'
import { Months } from '#features/attendance/history/Months.tsx'
import { dayInWords } from '#shared/day-text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import type { MarkLine } from './api.ts'
import style from './Family.module.css'
import { attendanceCounts, attendanceWord } from '#features/attendance/mark-look.ts'

/** Number of months shown initially. */
const atFirst = 2

/** Attendance in the last 12 weeks: totals, a calendar (at first only of the latest months), and a list. */
export function ChildAttendance({ marks }: { marks: MarkLine[] }) {
  const [whole, setWhole] = useState(false)
  const squares = marks.map((mark) => ({ ...mark, className: mark.name }))
  const months = [...new Set(marks.map(({ on }) => on.slice(0, 7)))].slice(-atFirst)
  const latest = squares.filter(({ on }) => months.includes(on.slice(0, 7)))
  return (
    <section className={`${style.panel} grid column gap-4 pad-5 surface ink`} aria-labelledby="attendance">
      <h2 id="attendance">{t('Attendance in the last 12 weeks')}</h2>
      {marks.length === 0 ? (
        <p className="fine-print">{t('No attendance yet.')}</p>
      ) : (
        <>
          <p>
            {attendanceCounts(marks)
              .map(([word, count]) => `${word} ${count}`)
              .join('\u00a0· ')}
          </p>
          <div className={style.calendar}>
            <Months marks={whole ? squares : latest} />
          </div>
          {!whole && latest.length < squares.length && (
            <Button kind="quiet" onClick={() => setWhole(true)}>
              {t('Show earlier months')}
            </Button>
          )}
          <details className={style.days}>
            <summary>{t('Day by day')}</summary>
            <dl>
              {marks.toReversed().map((mark, at) => (
                <Fragment key={at}>
                  <dt>
                    {dayInWords(mark.on)} <small>{mark.name}</small>
                  </dt>
                  <dd>{attendanceWord(mark)}</dd>
                </Fragment>
              ))}
            </dl>
          </details>
        </>
      )}
    </section>
  )
}
