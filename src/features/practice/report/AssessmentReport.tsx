import { CircleCheckBig } from 'lucide-react'
import type { ReactNode } from 'react'
import { dateInWords } from '#shared/day-text.ts'
import { BarPlot } from '#ui/BarPlot.tsx'
import type { Work } from '../api.ts'
import style from './Report.module.css'
import { percent } from '#shared/text.ts'
import { isKnown, type Report, type Suggestion } from './report.ts'

type AssessmentReportProps = {
  assessment: Work & { report: Report }
  /** The student's name, and the center if known. */
  student: string
  center: string | null
  /** Button shown with the suggestion. */
  action?: ReactNode
}

/**
 * Result of an assessment by section and overall, with the suggested level (product §8), on one sheet of
 * paper, for staff and parents.
 */
export function AssessmentReport({ assessment, student, center, action }: AssessmentReportProps) {
  const { name, level, report, correct, total } = assessment
  return (
    <article className={`${style.sheet} card grid gap-4 breakable`} aria-labelledby="report">
      <header className={`${style.head} cluster apart`}>
        <div>
          {center && <p className={style.center}>{center}</p>}
          <h1 id="report">Report: {name}</h1>
        </div>
        <dl className={`${style.facts} cluster`}>
          <Fact what="Student">{student}</Fact>
          <Fact what="Level">{level}</Fact>
          <Fact what="Date">{dateInWords(report.on)}</Fact>
        </dl>
      </header>
      <section className={`${style.whole} cluster gap-0-3`} aria-label="Overall">
        <strong>{percent(report.score)}</strong>
        <span>
          overall, {correct ?? 0} of {total ?? 0} questions right
        </span>
      </section>
      <BarPlot
        label="Results by section"
        heads={['Section', 'Right']}
        most={100}
        bars={report.sections.map(({ chapter, section, name: of, correct: right, total: all, score }) => ({
          label: `${chapter}.${section} ${of}`,
          value: Math.round(100 * score),
          text: `${right} of ${all}`,
          color: isKnown(score) ? 'success' : 'primary',
        }))}
      />
      <p className="fine-print">A green bar means 80% or more right: this section is mastered.</p>
      <section className={`${style.suggestion} grid gap-2 pad-4 rounded`} aria-labelledby="suggestion">
        <h2 id="suggestion">Suggested level</h2>
        <p className={`${style.level} row middle gap-2`}>
          <CircleCheckBig aria-hidden />
          {standingInWords(report.suggestion)}
        </p>
        <p>{report.suggestion.reason}</p>
        {action}
      </section>
    </article>
  )
}

const Fact = ({ what, children }: { what: string; children: ReactNode }) => (
  <div>
    <dt>{what}</dt>
    <dd>{children}</dd>
  </div>
)

/** `Math 5, chapter 3`. */
export const standingInWords = ({ level, chapter }: Pick<Suggestion, 'level' | 'chapter'>) =>
  `${level}${chapter === null ? '' : `, chapter ${chapter}`}`
