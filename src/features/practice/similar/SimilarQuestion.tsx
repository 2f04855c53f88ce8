import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AnswerFields } from '#features/questions/answering/AnswerFields.tsx'
import { QuestionStatement } from '#features/questions/answering/QuestionStatement.tsx'
import { leadPlace } from '#features/questions/kinds/fr/fields/FrFields.tsx'
import { contentText } from '#shared/content-text.ts'
import { isComplete } from '#features/questions/kinds/given.ts'
import type { Given } from '#features/questions/rules.ts'
import type { CallInput, OutputOf } from '#shared/contract.ts'
import { translateSentence, t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { read, useSend } from '#web/api.ts'
import { Solution } from '../AnswerReview.tsx'
import { verdictWords } from '../describe-answer.ts'
import style from './SimilarQuestion.module.css'
import { similar } from './api.ts'

type Props = { round: CallInput<typeof similar.question>; onNext: () => void }

/**
 * A practice question similar to a question that is over, or that question itself if there is no similar one.
 * Nothing counts, and the number of tries isn't limited.
 */
export function SimilarQuestion({ round, onNext }: Props) {
  const { data, error, isFetching, refetch } = useQuery(read(similar.question, round))
  if (!data)
    return <QueryState query={{ error, isFetching, refetch }} of={t('a question like it')} lines={3} />
  return <SimilarQuestionForm round={round} question={data} onNext={onNext} />
}

type CheckedAnswer = { given: Given } & OutputOf<typeof similar.check>

function SimilarQuestionForm({
  round,
  question,
  onNext,
}: Props & { question: OutputOf<typeof similar.question> }) {
  const { shown, content, visual, isSame } = question
  const [given, setGiven] = useState<Given | null>(null)
  const [checked, setChecked] = useState<CheckedAnswer | null>(null)
  const check = useSend(similar.check, {
    onSuccess: (outcome, input) => setChecked({ ...outcome, given: input.given }),
  })
  const place = visual ? null : leadPlace(shown, content)
  const isReady = isComplete(shown, given)
  const isOver = checked !== null && ['correct', 'ungraded'].includes(checked.verdict.status)
  const send = () => given && isReady && !isOver && check.mutate({ ...round, given })
  return (
    <section className={`${style.similar} grid column gap-3`} aria-labelledby="similar">
      <h2 id="similar">{isSame ? t('The same question again') : t('A similar question')}</h2>
      <p className="fine-print">
        {isSame && `${t('There is no other question like it.')} `}
        {t('Just for practice. It doesn’t count.')}
      </p>
      <QuestionStatement id="similar-asked" question={place ? { ...question, content: [] } : question} />
      <AnswerFields
        shown={shown}
        given={given}
        verdict={checked?.given === given ? checked.verdict : null}
        readOnly={isOver}
        judged={checked !== null && checked.given === given}
        lead={place && { nodes: content, place }}
        questionText={contentText([...question.instructions, ...content])}
        describedBy="similar-asked"
        onChange={setGiven}
        onEnter={send}
      />
      <div role="status">{checked && <CheckResult checked={checked} />}</div>
      {checked && checked.verdict.status !== 'correct' && isOver && (
        <Solution shown={shown} solution={checked.solution} />
      )}
      <div className="cluster gap-3">
        {!isOver && (
          <Button
            kind="primary"
            busy={check.isPending}
            reason={isReady ? null : t('Enter your answer first.')}
            onClick={send}
          >
            {t('Check this one')}
          </Button>
        )}
        {!isSame && (
          <Button kind={isOver ? 'primary' : 'quiet'} onClick={onNext}>
            {t('Another one')}
          </Button>
        )}
      </div>
    </section>
  )
}

/**
 * Verdict on an answer. If a person would have to grade it, the student is asked to compare it with the right
 * answer instead.
 */
function CheckResult({ checked: { verdict } }: { checked: CheckedAnswer }) {
  const { status, parts } = verdict
  if (status === 'ungraded') return <p>{t('Compare your answer with the one below.')}</p>
  if (status === 'correct') return <p className="bold">{t('Right! Well done.')}</p>
  const reason = parts.find((part) => part.status !== 'correct')?.reason ?? ''
  return (
    <p>
      <strong>{t(verdictWords[status])}.</strong> {translateSentence(reason)}
    </p>
  )
}
