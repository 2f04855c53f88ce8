import { CircleCheckBig } from 'lucide-react'
import type { ReactNode } from 'react'
import { dateInWords } from '#shared/day-text.ts'
import { BarPlot } from '#ui/BarPlot.tsx'
import type { Work } from '../api.ts'
import style from './Report.module.css'
import { percent } from '#shared/text.ts'
import { translateSentence, t } from '#shared/language.ts'
import { isKnown, type Report, type Suggestion } from './report.ts'

type AssessmentReportProps = {
  assessment: Work & { report: Report }
  /** The student's name. `center` is the center's name, or null if it isn't known. */
  student: string
  center: string | null
  /** Button shown next to the suggestion. */
  action?: ReactNode
}

/**
 * Printable report of an assessment for staff and parents: the result overall and by section, and the
 * suggested level (product §8).
 */
export function AssessmentReport({ assessment, student, center, action }: AssessmentReportProps) {
  const { name, level, report, correct, total } = assessment
  return (
    <article className={`${style.sheet} card grid gap-4 breakable`} aria-labelledby="report">
      <header className={`${style.head} cluster apart`}>
        <div>
          {center && <p className={style.center}>{center}</p>}
          <h1 id="report">{t('Report: {name}', { name })}</h1>
        </div>
        <dl className={`${style.facts} cluster`}>
          <Fact label={t('Student')}>{student}</Fact>
          <Fact label={t('Level')}>{level}</Fact>
          <Fact label={t('Date')}>{dateInWords(report.on)}</Fact>
        </dl>
      </header>
      <section className={`${style.whole} cluster gap-0-3`} aria-label={t('Overall')}>
        <strong>{percent(report.score)}</strong>
        <span>
          {t('overall, {correct} of {total} questions right', { correct: correct ?? 0, total: total ?? 0 })}
        </span>
      </section>
      <BarPlot
        label={t('Results by section')}
        heads={[t('Section'), t('Right answers')]}
        most={100}
        bars={report.sections.map(({ chapter, section, name: of, correct: right, total: all, score }) => ({
          label: `${chapter}.${section} ${of}`,
          value: Math.round(100 * score),
          text: t('{right} of {all}', { right, all }),
          color: isKnown(score) ? 'success' : 'primary',
        }))}
      />
      <p className="fine-print">
        {t('A green bar means at least 80% of the answers were right: this section is mastered.')}
      </p>
      <section className={`${style.suggestion} grid gap-2 pad-4 rounded`} aria-labelledby="suggestion">
        <h2 id="suggestion">{t('Suggested level')}</h2>
        <p className={`${style.level} row middle gap-2`}>
          <CircleCheckBig aria-hidden />
          {standingInWords(report.suggestion)}
        </p>
        <p>{translateSentence(report.suggestion.reason)}</p>
        {action}
      </section>
    </article>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** Formats a level and chapter: `Math 5, chapter 3`. */
export const standingInWords = ({ level, chapter }: Pick<Suggestion, 'level' | 'chapter'>) =>
  chapter === null ? level : t('{level}, chapter {chapter}', { level, chapter })
