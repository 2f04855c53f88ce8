import { Check, Circle, CircleDashed, Hourglass, MessageSquareText, X } from 'lucide-react'
import { ReadOnlyFields } from '#features/questions/answering/ReadOnlyFields.tsx'
import type { Given } from '#features/questions/rules.ts'
import { t } from '#shared/language.ts'
import { Celebration } from '#ui/Celebration.tsx'
import style from './AnswerReview.module.css'
import type { WorkQuestion } from './api.ts'
import { describeAnswer } from './describe-answer.ts'
import { isFree, type Viewer } from './rules.ts'

type AnswerReviewProps = { question: WorkQuestion; viewer: Viewer }

/** The last answer to a question, shown in the question's own fields, with a description of its verdict. */
export const AnswerReview = ({ question, viewer }: AnswerReviewProps) => (
  <>
    <ReadOnlyFields shown={question.shown} given={question.given} verdict={question.verdict} />
    <AnswerVerdict question={question} viewer={viewer} />
  </>
)

const icons = { right: Check, again: CircleDashed, wrong: X, waits: Hourglass, none: Circle }

/** Description of the last answer and its verdict. Renders nothing if `describeAnswer` returns null. */
export function AnswerVerdict({ question, viewer }: AnswerReviewProps) {
  const described = describeAnswer(question, viewer)
  if (!described) return null
  const { look, first, more } = described
  if (viewer === 'student' && look === 'right' && !isFree(question.kind)) return <Celebration word={first} />
  const Icon = icons[look]
  return (
    <p className={`${style.verdict} grid gap-2 pad-3-4 breakable info-ground rounded`} data-look={look}>
      <Icon aria-hidden />
      <span>
        <strong>{first}</strong> {more}
      </span>
    </p>
  )
}

/** Comment that a person wrote about the answer. */
export const Comment = ({ comment: { by, text } }: { comment: NonNullable<WorkQuestion['comment']> }) => (
  <figure className={`${style.comment} grid gap-1-3 pad-3-4 rounded`}>
    <MessageSquareText aria-hidden />
    <blockquote>{text}</blockquote>
    <figcaption>{by}</figcaption>
  </figure>
)

/** Model answer, shown in the question's own fields. */
export const Solution = ({ shown, solution }: { shown: WorkQuestion['shown']; solution: Given }) => (
  <section className={style.solution} aria-label={t('The answer')}>
    <ReadOnlyFields shown={shown} given={solution} model />
  </section>
)
