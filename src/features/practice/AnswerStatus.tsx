import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#shared/language.ts'
import { useLazyParts } from '#web/use-lazy-parts.ts'
import { hasOtherForms } from '#features/questions/kinds/given.ts'
import type { Given } from '#features/questions/rules.ts'
import { Button } from '#ui/Button.tsx'
import { Content } from '#ui/Content.tsx'
import { HintSteps } from '#ui/HintSteps.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { useSend } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { useOutbox } from '#web/outbox.ts'
import { useMe } from '#web/session.tsx'
import { AnswerVerdict, Comment, Solution } from './AnswerReview.tsx'
import { ownSections } from './answering/api.ts'
import type { WorkQuestion } from './api.ts'
import style from './QuestionPage.module.css'
import { isFree, isOpen, kindWords } from './rules.ts'
import type { LocalAnswer } from './use-answering.ts'
import { endpointsOf, questionRead, workRead } from './use-own-work.ts'
import { outboxSubject, childOf, type FamilyViewer, type QuestionRef } from './question-ref.ts'

type AnswerStatusProps = {
  of: QuestionRef<FamilyViewer>
  question: WorkQuestion
  localAnswer: LocalAnswer | null
  /** True if `SendingStatus` is shown instead of the verdict. */
  sending: boolean
}

/** Shows whether the student's answer has been sent, then its verdict. */
export function AnswerStatus({ of, question, localAnswer, sending }: AnswerStatusProps) {
  useWhiteboardSign(of, question)
  return sending ? (
    <SendingStatus localAnswer={localAnswer} of={of} />
  ) : (
    <AnswerVerdict question={question} viewer="student" />
  )
}

/**
 * Refetches a question that has no whiteboard yet whenever somebody draws, so that a new whiteboard appears.
 */
function useWhiteboardSign(of: QuestionRef<FamilyViewer>, { whiteboard }: WorkQuestion) {
  const me = useMe()
  const channel = `student:${childOf(of.viewer) ?? me._id}`
  useLive(whiteboard ? null : channel, ['whiteboard'], [endpointsOf(of).question])
}

/** Status of an answer that is still being sent. Doesn't say that it is saved before it actually is. */
function SendingStatus({
  localAnswer,
  of,
}: {
  localAnswer: LocalAnswer | null
  of: QuestionRef<FamilyViewer>
}) {
  const { failing } = useOutbox()
  if (!localAnswer?.pending) return null
  if (localAnswer.storedOn === 'window')
    return (
      <p className={`${style.again} pad-3-4 rounded warn-ground`}>
        {t('Keep this window open until your answer is sent. This device can’t save it.')}
      </p>
    )
  if (localAnswer.storedOn === 'disk' && failing.includes(outboxSubject(of)))
    return (
      <p className={`${style.again} pad-3-4 rounded warn-ground`}>
        {t(
          'Your answer is saved on this device, but something isn’t working on our end. It will be sent again automatically, so you can keep going. If this keeps happening, please tell someone at your center.',
        )}
      </p>
    )
  if (localAnswer.storedOn === 'disk' && !isFree(of.kind))
    return (
      <p className={`${style.waiting} pad-3-4 rounded`}>
        {t('Your answer is saved on this device. It will be checked as soon as it’s sent.')}
      </p>
    )
  return null
}

/** Notice that another tab has opened the same work, with a button to continue in this tab. */
export function OpenElsewhere({ of, onHere }: { of: QuestionRef<FamilyViewer>; onHere: () => void }) {
  const queries = useQueryClient()
  return (
    <div className={`${style.again} pad-3-4 rounded warn-ground`}>
      <p>
        {t('This {kind} is now open in another window. Continue there.', {
          kind: t(kindWords[of.kind]),
        })}
      </p>
      <Button
        onClick={() => {
          void queries.invalidateQueries({ queryKey: questionRead(of).queryKey })
          onHere()
        }}
      >
        {t('Continue here instead')}
      </Button>
    </div>
  )
}

/** Comment on the answer, and the model answer once the student may see it. */
export const Remarks = ({ question }: { question: WorkQuestion }) => (
  <>
    <div role="status">{question.comment && <Comment comment={question.comment} />}</div>
    {question.solution && <Model question={question} solution={question.solution} />}
  </>
)

type HelpProps = Pick<AnswerStatusProps, 'of' | 'question'> & {
  /** True if no more hints can be opened. */
  over: boolean
}

/** Hints and, for students, the button to try a similar question. */
export const Help = ({ of, question, over }: HelpProps) => (
  <div className={`${style.help} stack gap-4`}>
    <Hints of={of} question={question} over={over} />
    {of.viewer.role === 'student' && <SimilarQuestionButton of={of} question={question} />}
  </div>
)

/**
 * Button that is replaced by a similar question when it is pressed. Renders nothing while the solution of the
 * original is hidden, or if the student solved the original and the work is still open.
 */
function SimilarQuestionButton({ of, question }: { of: QuestionRef<FamilyViewer>; question: WorkQuestion }) {
  const [round, setRound] = useState(0)
  const { ready } = useLazyParts(round > 0 ? loadSimilar : null)
  if (!question.solution || (isOpen(question) && question.solved)) return null
  const next = () => setRound(round + 1)
  if (!ready) return <Button onClick={next}>{t('Try one like it')}</Button>
  const { kind, workId: id } = of
  return (
    <ready.SimilarQuestion
      key={round}
      round={{ kind, id, n: question.sequenceQuesNum, round }}
      onNext={next}
    />
  )
}
const loadSimilar = () => import('./similar/SimilarQuestion.tsx')

/**
 * Model answer next to the student's. Hidden if both are identical, or if the student's answer is right and
 * there is no other way to write it, as with a graph.
 */
function Model({
  question: { shown, given, solved, ...work },
  solution,
}: {
  question: WorkQuestion
  solution: Given
}) {
  if (JSON.stringify(given) === JSON.stringify(solution) || (solved && !hasOtherForms(solution))) return null
  return (
    <div className={style.model}>
      {solved ? <p>{t('Another way to write it:')}</p> : !isOpen(work) && <p>{t('The right answer:')}</p>}
      <Solution shown={shown} solution={solution} />
    </div>
  )
}

/**
 * Hint steps that the student may see, and a button to open the next one. Once the question is over, no more
 * can be opened, because every opened step is counted.
 */
function Hints({ of, question, over }: HelpProps) {
  const queries = useQueryClient()
  const more = useSend(ownSections.hint, {
    // The error is shown below the button, because the snackbar would cover the buttons of the question.
    onError: () => {},
    onSuccess: ({ hints }) => {
      queries.setQueryData<WorkQuestion>(questionRead(of).queryKey, (old) => old && { ...old, hints })
      void queries.invalidateQueries({ queryKey: [workRead(of).queryKey[0]] })
    },
  })
  const { workId: id, section: s, num: n } = of
  const total = over ? question.hints.length : question.hintSteps
  if (total === 0) return null
  return (
    <div>
      <HintSteps
        title={isOpen(question) ? undefined : t('How to solve it')}
        steps={question.hints.map(({ num, content }) => (
          <Content key={num} nodes={content} />
        ))}
        total={total}
        busy={more.isPending}
        onMore={() => s !== null && more.mutate({ id, s, n, num: question.hints.length + 1 })}
      />
      {more.error && (
        <p role="alert" className={`${style.again} pad-3-4 rounded warn-ground`}>
          {sentenceFor(more.error)}
        </p>
      )}
    </div>
  )
}
