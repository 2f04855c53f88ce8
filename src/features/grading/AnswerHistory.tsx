import { Link, useParams } from '@tanstack/react-router'
import { FileText, MessageSquareText, UserCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ReadOnlyFields } from '#features/questions/answering/ReadOnlyFields.tsx'
import type { Clock } from '#shared/day-text.ts'
import { counted, percent } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { useClock } from '#web/clock.ts'
import { may, useMe } from '#web/session.tsx'
import type { StaffQuestion } from '#features/practice/assigning/api.ts'
import { lateWords, secondsLate } from '#features/practice/lateness.ts'
import { LateAnswers } from './LateAnswers.tsx'
import style from '#features/practice/review/Looking.module.css'
import { followThrough, verdictWords } from '#features/practice/describe-answer.ts'
import { answerText, needsFields } from '#features/questions/rules.ts'

type Answer = StaffQuestion['history'][number]

/**
 * List of the answers loaded so far, latest first, each with its text, its time, the automatic verdict and a
 * person's grade. `children` is the button that loads earlier answers.
 */
export function AnswerHistory({ question, children }: { question: StaffQuestion; children: ReactNode }) {
  const { shown, history, answers, endsAt } = question
  const clock = useClock()
  return (
    <section className={`${style.box} card pad-4 shrinks`} aria-labelledby="answers">
      <h2 id="answers">{answers === 0 ? t('Answers') : counted(answers, 'answer')}</h2>
      {history.length === 0 ? (
        <p className="quiet">{t('No answers yet.')}</p>
      ) : (
        <ol className={`${style.answers} grid gap-3`}>
          {history.map((answer, at) => (
            <li key={answer._id}>
              <AnswerEntry
                answer={answer}
                shown={shown}
                last={at === 0}
                clock={clock}
                late={secondsLate({ endsAt, arrivedAt: answer.arrivedAt })}
              />
            </li>
          ))}
        </ol>
      )}
      {children}
      <LateAnswers question={question} />
    </section>
  )
}

/**
 * Formats the time of an answer. Adds the device's `typedAt` if the answer took more than a minute to arrive.
 */
function timesOf({ typedAt, arrivedAt }: Answer, { moment }: Clock) {
  const late = typedAt !== null && Date.parse(arrivedAt) - Date.parse(typedAt) > 60_000
  return `${moment(arrivedAt)}${late ? t(', written {moment}', { moment: moment(typedAt) }) : ''}`
}

type AnswerEntryProps = {
  answer: Answer
  shown: StaffQuestion['shown']
  last: boolean
  clock: Clock
  /** Seconds from the end of the work's time to the answer's arrival, or null if it was in time. */
  late: number | null
}

function AnswerEntry({ answer, shown, last, clock, late }: AnswerEntryProps) {
  const { seq, given, verdict, grade, gradedBy, comment, commentedBy, pageId } = answer
  return (
    <article className={`${style.answer} grid gap-1`}>
      <header>
        <strong>
          {t('Answer {seq}', { seq })}
          {last && <span className={style.last}>{t(', latest')}</span>}
        </strong>
        <time dateTime={answer.arrivedAt}>{timesOf(answer, clock)}</time>
      </header>
      {late !== null && <p className="quiet">{lateWords(late)}</p>}
      {pageId !== null && <PaperNote pageId={pageId} />}
      <GivenAnswer shown={shown} answer={answer} seen={!last && needsFields(shown, given)} />
      <p className="quiet">
        {[t(verdictWords[verdict.status]), followThrough(verdict)].filter(Boolean).join(' · ')}
      </p>
      {grade !== null && (
        <p className={`${style.said} grid breakable`}>
          <UserCheck aria-hidden />
          <span>
            {t('Graded {percent}', { percent: percent(grade) })}
            {gradedBy && t(' by {gradedBy}', { gradedBy })}
          </span>
        </p>
      )}
      {comment !== null && (
        <figure className={`${style.said} grid breakable`}>
          <MessageSquareText aria-hidden />
          <blockquote>{comment}</blockquote>
          {commentedBy && <figcaption>{commentedBy}</figcaption>}
        </figure>
      )}
    </article>
  )
}

/** Label of an answer written on paper. Staff who may see the photographed page get a link to it. */
function PaperNote({ pageId }: { pageId: string }) {
  const { centerId = '' } = useParams({ strict: false })
  const words = (
    <>
      <FileText size={16} aria-hidden /> {t('Written on paper')}
    </>
  )
  if (!may(useMe(), 'work.assign')) return <p className="quiet inline-row middle gap-1">{words}</p>
  return (
    <Link
      to="/centers/$centerId/worksheet-pages/{-$pageId}"
      params={{ centerId, pageId }}
      className="inline-row middle gap-1 target"
    >
      {words}
    </Link>
  )
}

/** An answer as one line of text. If `seen` is true, a button also shows it as the student entered it. */
function GivenAnswer({
  shown,
  answer,
  seen,
}: {
  shown: StaffQuestion['shown']
  answer: Answer
  seen: boolean
}) {
  const [open, setOpen] = useState(false)
  const { given, verdict } = answer
  const words = answerText(shown, given)
  return (
    <>
      <p className={`${style.given} bold breakable`}>
        {words || t(answer.pageId === null ? 'Empty' : 'Handwritten')}
      </p>
      {seen && (
        <Button kind="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'Hide original' : 'Show original')}
        </Button>
      )}
      {open && <ReadOnlyFields shown={shown} given={given} verdict={verdict} />}
    </>
  )
}
