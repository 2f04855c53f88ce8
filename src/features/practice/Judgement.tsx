import { Check, MessageSquareText } from 'lucide-react'
import { AnswerFields } from '#features/questions/answering/AnswerFields.tsx'
import type { Given } from '#features/questions/rules.ts'
import { plain } from '#shared/text.ts'
import { Celebration } from '#ui/Celebration.tsx'
import type { WorkQuestion } from './api.ts'
import style from './QuestionPage.module.css'
import { isFree } from './rules.ts'

const tries = (left: number) => (left === 1 ? 'You have one more try.' : `You have ${left} more tries.`)

/** What became of the answer, in words: right, not yet, or can't be read. Nothing while it may not be seen. */
export function Judgement({ question }: { question: WorkQuestion }) {
  const { kind, verdict, solved, solution, triesLeft } = question
  if (isFree(kind)) return question.state === 'returned' && kind === 'test' ? <Returned question={question} /> : null
  if (solved) return <Celebration word="Right!" />
  if (!verdict) return null
  if (solution) return <p className={style.given}>Here is the answer. You will get another chance at questions like this.</p>
  if (verdict.status === 'ungraded') return <p className={style.waiting}>{reasonOf(verdict)}</p>
  if (question.state !== 'started') return <Returned question={question} />
  const invalid = verdict.status === 'invalid'
  return (
    <p className={style.again}>
      <strong>{invalid ? 'Not counted.' : 'Not yet.'}</strong> {reasonOf(verdict)} {invalid || triesLeft === null ? '' : tries(triesLeft)}
    </p>
  )
}

/** Of the first part that isn't as it should be. */
function reasonOf({ status, parts }: NonNullable<WorkQuestion['verdict']>) {
  return parts.find((part) => (status === 'invalid' ? part.status === 'invalid' : part.status !== 'correct'))?.reason
}

/** A question that can't be answered any more. */
function Returned({ question: { verdict, solved } }: { question: WorkQuestion }) {
  if (!verdict) return <p className={style.again}>Not answered.</p>
  if (solved)
    return (
      <p className={style.right}>
        <Check aria-hidden /> Right.
      </p>
    )
  const word = verdict.status === 'partial' ? 'Partly right.' : 'Not right.'
  const reason = reasonOf(verdict)
  return (
    <p className={style.again}>
      <strong>{word}</strong> {reason !== word && reason}
    </p>
  )
}

/** What a person wrote about the answer. */
export const Comment = ({ comment: { by, text } }: { comment: NonNullable<WorkQuestion['comment']> }) => (
  <figure className={style.comment}>
    <MessageSquareText aria-hidden />
    <blockquote>{plain(text)}</blockquote>
    <figcaption>{plain(by)}</figcaption>
  </figure>
)

/** The model answer, in the fields that it was asked for. */
export const Solution = ({ shown, solution }: { shown: WorkQuestion['shown']; solution: Given }) => (
  <section className={style.solution} aria-label="The answer">
    <AnswerFields
      shown={shown}
      given={solution}
      verdict={null}
      readOnly
      judged={false}
      describedBy="asked"
      onChange={() => {}}
      onEnter={() => {}}
    />
  </section>
)
