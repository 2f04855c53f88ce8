import { useQueryClient } from '@tanstack/react-query'
import { Check, MessageSquareText } from 'lucide-react'
import { isBlank } from '#features/questions/kinds/given.ts'
import { ReadOnlyFields } from '#features/questions/answering/ReadOnlyFields.tsx'
import type { Given } from '#features/questions/rules.ts'
import { Button } from '#ui/Button.tsx'
import { Celebration } from '#ui/Celebration.tsx'
import { useOutbox } from '#web/outbox.ts'
import type { WorkQuestion } from './api.ts'
import style from './QuestionPage.module.css'
import { judgment } from './judgment.ts'
import { isFree, kindWords } from './rules.ts'
import type { Held } from './use-answering.ts'
import { questionRead } from './use-own-work.ts'
import { about, type FamilyViewer, type QuestionRef } from './question-ref.ts'

/** Status of an answer that is still being sent. Says that it is saved only once it is. */
export function Waiting({ held, of }: { held: Held | null; of: QuestionRef<FamilyViewer> }) {
  const { failing } = useOutbox()
  if (!held?.pending) return null
  if (held.kept === 'window')
    return <p className={style.again}>Keep this window open until your answer is sent. This device can’t save it.</p>
  if (held.kept === 'disk' && failing.includes(about(of)))
    return (
      <p className={style.again}>
        Your answer is saved on this device, but something isn’t working on our end. It will be sent again automatically, so you can keep
        going. If this keeps happening, please tell someone at your center.
      </p>
    )
  if (held.kept === 'disk' && !isFree(of.kind))
    return <p className={style.waiting}>Your answer is saved on this device. It will be checked as soon as it’s sent.</p>
  return null
}

/** Notice that another tab has opened this work since. Answers are sent from one tab only. */
export function Elsewhere({ of, onHere }: { of: QuestionRef<FamilyViewer>; onHere: () => void }) {
  const queries = useQueryClient()
  return (
    <div className={style.again}>
      <p>This {kindWords[of.kind]} is now open in another window. Continue there.</p>
      <Button
        onClick={() => {
          void queries.invalidateQueries({ queryKey: questionRead(of).queryKey })
          onHere()
        }}
      >
        Continue here instead
      </Button>
    </div>
  )
}

/** Verdict on the answer in words. Renders nothing while the student may not see it. */
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

/** Comment that a person wrote about the answer. */
export const Comment = ({ comment: { by, text } }: { comment: NonNullable<WorkQuestion['comment']> }) => (
  <figure className={style.comment}>
    <MessageSquareText aria-hidden />
    <blockquote>{text}</blockquote>
    <figcaption>{by}</figcaption>
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

/** Model answer, shown in the question's own fields. */
export const Solution = ({ shown, solution }: { shown: WorkQuestion['shown']; solution: Given }) => (
  <section className={style.solution} aria-label="The answer">
    <ReadOnlyFields shown={shown} given={solution} model />
  </section>
)
