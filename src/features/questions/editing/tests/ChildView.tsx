import { CircleCheck, CircleX, FlaskConical, RotateCcw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { AnswerFields } from '../../answering/AnswerFields.tsx'
import { QuestionStatement } from '../../answering/QuestionStatement.tsx'
import type { Draft } from '../../api.ts'
import type { SetDraft } from '../QuestionForm.tsx'
import type { PreviewState } from '../use-preview.ts'
import {
  type AnswerKey,
  canBeDrawn,
  checkGiven,
  type Given,
  grade,
  renderedBy,
  show,
  type Texts,
  type Verdict,
  withoutBlanks,
} from '../../rules.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { numberOf, verdictWords, withTest } from './test-rows.ts'
import style from './ChildView.module.css'

type ChildViewProps = { draft: Draft; looked: PreviewState; variant: number; set: SetDraft }

/**
 * The question as students see it. Authors can try out answers, which are graded as they are for students.
 */
export function ChildView({ draft, looked: { preview, error }, variant, set }: ChildViewProps) {
  const chosen = preview?.variants.find(({ num }) => num === variant) ?? preview?.variants[0]
  const key = (draft.variables && chosen?.key) || draft.answers
  const content = (draft.variables && chosen?.content) || preview?.content || []
  const texts = (draft.variables && chosen?.texts) || preview?.texts || {}
  const instructions = (draft.variables && chosen?.instructions) || draft.instructions.trim()
  return (
    <section className={style.view} aria-label={t('As a student sees it')}>
      <h2>{t('As a student sees it')}</h2>
      {error && (
        <p role="alert" className={style.trouble}>
          {t('This preview is out of date. {error}', { error: sentenceFor(error) })}
        </p>
      )}
      <div className={`${style.question} pad-4 surface`} data-audience="child">
        <QuestionStatement
          question={{
            instructions: instructions === '' ? [] : (texts[instructions] ?? [instructions]),
            content,
            visual: draft.visual,
          }}
        />
        {canBeDrawn(key) && (
          <AnswerTrial
            // If the fields change, the tried answer is cleared. If only the key changes, it is graded again.
            key={JSON.stringify(show(withoutBlanks(key), () => []))}
            answers={key}
            texts={texts}
            onTest={(given, expected) => set({ tests: withTest(draft.tests, given, expected) })}
          />
        )}
      </div>
    </section>
  )
}

type AnswerTrialProps = {
  answers: AnswerKey
  texts: Texts
  onTest: (given: Given, expected: 'correct' | 'incorrect') => void
}

/**
 * Answer fields to try out. They are inactive until the author opens them, so that they don't take the focus
 * from the form.
 */
function AnswerTrial({ answers, texts, onTest }: AnswerTrialProps) {
  const [given, setGiven] = useState<Given | null>(null)
  const [count, setCount] = useState(0)
  const [isChecked, setIsChecked] = useState(false)
  const verdict = isChecked && given && checkGiven(answers, given) === null ? grade(answers, given) : null
  const shown = useMemo(() => show(withoutBlanks(answers), renderedBy(texts)), [answers, texts])
  const isTrying = count > 0 && !isChecked
  const check = () => {
    if (given && checkGiven(answers, given) === null) setIsChecked(true)
  }
  const begin = () => {
    setGiven(null)
    setIsChecked(false)
    setCount(count + 1)
  }
  return (
    <>
      <AnswerFields
        key={count}
        shown={shown}
        given={given}
        verdict={verdict}
        readOnly={!isTrying}
        judged={false}
        describedBy="asked"
        onChange={setGiven}
        onEnter={check}
      />
      <div role="status">
        {verdict && <Judgment verdict={verdict} numOf={(at) => numberOf(answers, at)} />}
      </div>
      <div className={`${style.actions} cluster gap-2`}>
        {isTrying ? (
          <Button kind="primary" reason={given ? null : t('Enter an answer first.')} onClick={check}>
            {t('Check')}
          </Button>
        ) : (
          <Button icon={count > 0 ? <RotateCcw aria-hidden /> : <FlaskConical aria-hidden />} onClick={begin}>
            {t(count > 0 ? 'Try another answer' : 'Try it')}
          </Button>
        )}
        {verdict && given && (
          <>
            <Button kind="quiet" icon={<CircleCheck aria-hidden />} onClick={() => onTest(given, 'correct')}>
              {t('Should be right')}
            </Button>
            <Button kind="quiet" icon={<CircleX aria-hidden />} onClick={() => onTest(given, 'incorrect')}>
              {t('Should be wrong')}
            </Button>
          </>
        )}
      </div>
    </>
  )
}

type JudgmentProps = { verdict: Verdict; numOf: (at: number) => number }

function Judgment({ verdict: { status, score, parts }, numOf }: JudgmentProps) {
  return (
    <div className={`${style.verdict} pad-2-3 info-ground rounded`} data-status={status}>
      <strong>
        {t(verdictWords[status])}
        {status === 'partial' && `, ${Math.round(score * 100)}%`}
      </strong>
      <ul>
        {parts.map(
          ({ reason }, at) =>
            reason !== '' && (
              <li key={at}>
                {parts.length > 1 ? t('Part {num}: {reason}', { num: numOf(at), reason }) : reason}
              </li>
            ),
        )}
      </ul>
    </div>
  )
}
