import { useQueryClient } from '@tanstack/react-query'
import { Check, MessageSquareText } from 'lucide-react'
import { AnswerFields } from '#features/questions/answering/AnswerFields.tsx'
import { isBlank } from '#features/questions/answering/given.ts'
import type { Given } from '#features/questions/rules.ts'
import { plain } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { Celebration } from '#ui/Celebration.tsx'
import { useOutbox } from '#web/outbox.ts'
import type { WorkQuestion } from './api.ts'
import style from './QuestionPage.module.css'
import { judgment } from './judgment.ts'
import { isFree, kindWords } from './rules.ts'
import type { Held } from './use-answering.ts'
import { about, type Place, questionRead } from './use-own-work.ts'

/** An answer that is on its way: nothing is said to be kept before it is. */
export function Waiting({ held, place }: { held: Held | null; place: Place }) {
  const { failing } = useOutbox()
  if (!held?.pending) return null
  if (held.kept === 'window')
    return <p className={style.again}>Leave this window open: this device can’t keep your answer until it has arrived.</p>
  if (held.kept === 'disk' && failing.includes(about(place)))
    return (
      <p className={style.again}>
        Your answer is kept here, but something isn’t working at our end. It is sent again by itself, and you can go on. If it stays so,
        please tell somebody at your center.
      </p>
    )
  if (held.kept === 'disk' && !isFree(place.kind))
    return <p className={style.waiting}>Your answer is kept here. It is checked as soon as it has arrived.</p>
  return null
}

/** Another tab has opened this work since; answers go out from one place only. */
export function Elsewhere({ place, onHere }: { place: Place; onHere: () => void }) {
  const queries = useQueryClient()
  return (
    <div className={style.again}>
      <p>This {kindWords[place.kind]} is open in another window now. Go on there.</p>
      <Button
        onClick={() => {
          void queries.invalidateQueries({ queryKey: questionRead(place).queryKey })
          onHere()
        }}
      >
        Go on here instead
      </Button>
    </div>
  )
}

/** What became of the answer, in words. Nothing while it may not be seen. */
export function Judgment({ question }: { question: WorkQuestion }) {
  const { kind, given, solution } = question
  const told = judgment({ ...question, blank: given === null || isBlank(given), told: solution !== null })
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

/** Shows the model answer next to the student's. Hidden if both look the same, as they do for a correct graph. */
export function Model({ question: { shown, given, solved }, solution }: { question: WorkQuestion; solution: Given }) {
  if (JSON.stringify(given) === JSON.stringify(solution) || (solved && solution.kind === 'graph')) return null
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
      model
      judged={false}
      describedBy="asked"
      onChange={() => {}}
      onEnter={() => {}}
    />
  </section>
)
