import { useEffect, useRef, useState } from 'react'
import { textOf } from '#features/questions/kinds/rules.ts'
import type { Given, Shown, Verdict } from '#features/questions/rules.ts'
import { Content } from '#ui/Content.tsx'
import { NumberKeypad } from '#ui/NumberKeypad.tsx'
import style from './AnswerFields.module.css'

type AnswerFieldsProps = {
  shown: Shown
  /** What stands in the fields at first: the last answer, or what this device still holds. */
  given: Given | null
  verdict: Verdict | null
  readOnly: boolean
  /** What stands there was judged already: typing replaces it. */
  judged: boolean
  /** The id of what is asked, so that it is read with the field. */
  describedBy: string
  onChange: (given: Given) => void
  onEnter: () => void
}

/** The fields of a question's answer. */
export function AnswerFields({ shown, given, ...rest }: AnswerFieldsProps) {
  return shown.kind === 'fr' ? <FrFields shown={shown} given={given?.kind === 'fr' ? given : null} {...rest} /> : null
}

type Fr<T> = Extract<T, { kind: 'fr' }>
type FrFieldsProps = Omit<AnswerFieldsProps, 'shown' | 'given'> & { shown: Fr<Shown>; given: Fr<Given> | null }

/** Parts with the keypad below them. No other keyboard comes up; a physical one works as ever. */
function FrFields({ shown, given, verdict, readOnly, judged, describedBy, onChange, onEnter }: FrFieldsProps) {
  const answered = shown.parts.filter((part) => part.kind !== 'label').length
  const [texts, setTexts] = useState(() => Array.from({ length: answered }, (_, index) => textOf(given?.parts[index])))
  const [field, setField] = useState<HTMLInputElement | null>(null)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (readOnly) return
    first.current?.focus()
    if (judged) first.current?.select()
    setField(first.current)
  }, [readOnly, judged])

  const change = (index: number, text: string) => {
    const next = texts.with(index, text)
    setTexts(next)
    onChange({ kind: 'fr', parts: next })
  }
  return (
    <>
      <div className={style.parts}>
        {shown.parts.map((part, at) => {
          if (part.kind === 'label') return <Content key={at} nodes={part.content} inline />
          const mine = shown.parts.slice(0, at).filter(({ kind }) => kind !== 'label').length
          const status = readOnly || verdict?.status === 'invalid' ? verdict?.parts[mine]?.status : undefined
          return (
            <input
              key={at}
              ref={mine === 0 ? first : undefined}
              className={style.field}
              data-status={status}
              aria-label={answered > 1 ? `Answer, part ${mine + 1}` : 'Your answer'}
              aria-describedby={describedBy}
              title={part.tooltip}
              inputMode="none"
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              value={texts[mine]}
              readOnly={readOnly}
              onFocus={(event) => setField(event.currentTarget)}
              onChange={(event) => change(mine, event.currentTarget.value)}
              onKeyDown={(event) => event.key === 'Enter' && onEnter()}
            />
          )
        })}
      </div>
      {!readOnly && (
        <div data-keypad>
          <NumberKeypad field={field} />
        </div>
      )}
    </>
  )
}
