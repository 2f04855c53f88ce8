import { type KeyboardEvent, type Ref, useId } from 'react'
import { letterOf } from './given.ts'
import style from './LetterChoices.module.css'

type LetterChoicesProps = {
  /** Meaning of each letter, for screen readers. */
  names: readonly string[]
  picked: readonly number[]
  pickMany?: boolean
  readOnly: boolean
  isCorrect: boolean
  ref?: Ref<HTMLDivElement>
  onKey: (event: KeyboardEvent) => void
  onPick: (at: number) => void
}

/** Large buttons with letters, of which one or several can be chosen. */
export function LetterChoices({
  names,
  picked,
  pickMany = false,
  readOnly,
  isCorrect,
  ref,
  onKey,
  onPick,
}: LetterChoicesProps) {
  const group = useId()
  return (
    <div ref={ref} className="cluster gap-2" data-correct={isCorrect || undefined}>
      {names.map((name, at) => (
        <label
          key={at}
          className={`${style.choice} grid center rounded`}
          data-picked={picked.includes(at) || undefined}
        >
          <input
            type={pickMany ? 'checkbox' : 'radio'}
            className={style.input}
            name={group}
            aria-label={`${letterOf(at)}. ${name}`}
            checked={picked.includes(at)}
            disabled={readOnly}
            onChange={() => onPick(at)}
            onKeyDown={onKey}
          />
          <span aria-hidden>{letterOf(at)}</span>
        </label>
      ))}
    </div>
  )
}
