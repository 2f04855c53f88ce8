import { Check, MessageSquareText } from 'lucide-react'
import { AnswerFields } from '#features/questions/answering/AnswerFields.tsx'
import { isBlank } from '#features/questions/answering/rules.ts'
import type { Given } from '#features/questions/rules.ts'
import { plain } from '#shared/text.ts'
import { Celebration } from '#ui/Celebration.tsx'
import type { WorkQuestion } from './api.ts'
import style from './QuestionPage.module.css'
import { judgement } from './judging/rules.ts'
import { isFree } from './rules.ts'

/** What became of the answer, in words. Nothing while it may not be seen. */
export function Judgement({ question }: { question: WorkQuestion }) {
  const { kind, given, solution } = question
  const told = judgement({ ...question, blank: given === null || isBlank(given), told: solution !== null })
  if (!told) return null
  if (told.look === 'right' && !isFree(kind)) return <Celebration word={told.first} />
  return (
    <p className={style[told.look]}>
      {told.look === 'right' && <Check aria-hidden />}
      <strong>{told.first}</strong> {told.more}
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

/** The model answer beside one's own. Where both are the same there is nothing to compare. */
export function Model({ question: { shown, given, solved }, solution }: { question: WorkQuestion; solution: Given }) {
  if (JSON.stringify(given) === JSON.stringify(solution)) return null
  return (
    <div className={style.model}>
      {solved && <p>It can also be written like this:</p>}
      <Solution shown={shown} solution={solution} />
    </div>
  )
}

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
