import type { FocusEvent } from 'react'
import type { AnsweredPart, ShownPart } from '../given.ts'
import type { PartFields } from '../../../answering/fields.ts'
import style from './Parts.module.css'

type TextualPart = Extract<
  AnsweredPart,
  { kind: 'number' | 'letter' | 'words' | 'line' | 'angle' | 'interval' | 'expression' }
>
type TextPartProps = PartFields<TextualPart> & { onFocus: (event: FocusEvent<HTMLInputElement>) => void }

/** Returns true if a part has keys of its own, which are loaded when a question needs them. */
export const hasSigns = (part: ShownPart) =>
  part.kind === 'number' ? part.hasUnit : ['letter', 'line', 'angle', 'interval'].includes(part.kind)

/** Returns true if the page shows keys for a part, so that the on-screen keyboard stays hidden. */
export const hasKeys = (part: ShownPart) => ['number', 'expression'].includes(part.kind) || hasSigns(part)

const longest = { words: 500, others: 200 }

/** Single-line text field. Expressions use it while their own field is loading, or if loading it fails. */
export function TextPart({
  part,
  name,
  given,
  status,
  readOnly,
  describedBy,
  onChange,
  onEnter,
  onFocus,
}: TextPartProps) {
  const { kind } = part
  const ownKeys = hasKeys(part) && kind !== 'expression'
  return (
    <input
      className={style.field}
      data-field
      data-kind={kind}
      data-right={part.rightAlign}
      data-status={status}
      aria-label={name}
      aria-describedby={describedBy}
      aria-invalid={status === 'invalid' || undefined}
      inputMode={ownKeys ? 'none' : 'text'}
      autoCapitalize={kind === 'line' || kind === 'angle' ? 'characters' : 'off'}
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      maxLength={kind === 'words' ? longest.words : longest.others}
      value={typeof given === 'string' ? given : ''}
      readOnly={readOnly}
      onFocus={onFocus}
      onChange={({ currentTarget: { value } }) => onChange(value.slice(0, longest.words))}
      onKeyDown={({ key }) => key === 'Enter' && onEnter()}
    />
  )
}
