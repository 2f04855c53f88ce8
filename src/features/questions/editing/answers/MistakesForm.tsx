import { Plus, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Draft } from '../../api.ts'
import { type AnswerKey, authorWords, type Given, typedParts } from '../../rules.ts'
import { t, translateSentence } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { TextField } from '#ui/TextField.tsx'
import { maxMessageLength, maxMistakes } from '../../kinds/mistakes.ts'
import style from './AnswerForm.module.css'
import { FrequentAnswers } from './FrequentAnswers.tsx'
import { emptyMistake, mistakesIn, type Mistake, withMistake, withMistakes } from './mistakes.ts'
import type { PreviewState } from '../use-preview.ts'
import type { SetDraft } from '../QuestionForm.tsx'

type MistakesFormProps = {
  /** Id of the question; null if it isn't stored yet. */
  id: string | null
  draft: Draft
  set: SetDraft
  looked: PreviewState
  error: string | null
}

/**
 * Form for wrong answers and the messages about them, followed by the wrong answers that students give most
 * often.
 */
export function MistakesForm({ id, draft: { answers, variables }, set, looked, error }: MistakesFormProps) {
  const mistakes = mistakesIn(answers)
  const list = useFocusAdded(mistakes.length)
  const put = (next: readonly Mistake[]) => set({ answers: withMistakes(answers, next) })
  const blank = emptyMistake(answers)
  const add = (given: Given) => set({ answers: withMistake(answers, given) })
  return (
    <>
      <p className="quiet">
        {t(
          'A student who gives one of these answers sees the message instead of “Not yet.” Explain what went wrong without giving the answer away.',
        )}
      </p>
      {mistakes.length > 0 && (
        <ul ref={list} className="stack gap-3" aria-label={t('Common mistakes')}>
          {mistakes.map((mistake, at) => (
            <MistakeLine
              key={at}
              answers={answers}
              mistake={mistake}
              at={at}
              onChange={(next) => put(mistakes.with(at, next))}
              onDrop={() => put(mistakes.toSpliced(at, 1))}
            />
          ))}
        </ul>
      )}
      {error && (
        <p className="error-text" role="alert">
          {translateSentence(error)}
        </p>
      )}
      {blank ? (
        mistakes.length < maxMistakes && (
          <div>
            <Button icon={<Plus aria-hidden />} onClick={() => add(blank)}>
              {t('Add mistake')}
            </Button>
          </div>
        )
      ) : (
        <p className="quiet">
          {t('Choose “Explain” next to a wrong answer under “Possible student answers” to add it.')}
        </p>
      )}
      {id && (
        <FrequentAnswers
          id={id}
          answers={answers}
          isRandom={variables !== null}
          looked={looked}
          onExplain={add}
        />
      )}
    </>
  )
}

/** Focuses the first empty field of the last mistake after a mistake was added. */
function useFocusAdded(count: number) {
  const list = useRef<HTMLUListElement>(null)
  const before = useRef(count)
  useEffect(() => {
    const added = count > before.current
    before.current = count
    if (!added) return
    const fields = [...(list.current?.lastElementChild?.querySelectorAll('input') ?? [])]
    const field = fields.find(({ value }) => value === '')
    field?.scrollIntoView({ block: 'center' })
    field?.focus({ preventScroll: true })
  }, [count])
  return list
}

type MistakeLineProps = {
  answers: AnswerKey
  mistake: Mistake
  at: number
  onChange: (next: Mistake) => void
  onDrop: () => void
}

function MistakeLine({ answers, mistake: { given, message }, at, onChange, onDrop }: MistakeLineProps) {
  const words = authorWords(answers, given)
  const parts = typedParts(answers, given)
  return (
    <li className={`${style.mistake} stack gap-2`} aria-label={t('Mistake {num}', { num: at + 1 })}>
      <div className={`${style.wrong} row gap-2`}>
        <div className={`${style.two} grid gap-2 grow shrinks`}>
          {parts.map(({ num, text, change }) => (
            <TextField
              key={num}
              label={parts.length === 1 ? t('Wrong answer') : t('Wrong answer, part {num}', { num })}
              required={parts.length === 1}
              autoComplete="off"
              spellCheck={false}
              maxLength={500}
              value={text}
              onChange={(next) => onChange({ given: change(next), message })}
            />
          ))}
          {parts.length === 0 && <p className="bold breakable">{words || t('Nothing')}</p>}
        </div>
        <Button
          kind="quiet"
          icon={<X aria-hidden />}
          aria-label={t('Remove mistake {value}', { value: words || at + 1 })}
          onClick={onDrop}
        />
      </div>
      <TextField
        label={t('Message to the student')}
        maxLength={maxMessageLength}
        value={message}
        onChange={(next) => onChange({ given, message: next })}
      />
    </li>
  )
}
