import { Content } from '#ui/Content.tsx'
import type { AnsweredPart } from '../given.ts'
import type { PartFields } from '../../../answering/fields.ts'
import style from './Parts.module.css'

type LongPartProps = PartFields<Extract<AnsweredPart, { kind: 'manual' }>> & { onFocus: () => void }

const longest = 500

/**
 * Field for a free-text answer that a person grades. Enter starts a new line; Ctrl or ⌘ with Enter submits.
 */
export function LongPart({
  part,
  name,
  given,
  status,
  readOnly,
  describedBy,
  onChange,
  onEnter,
  onFocus,
}: LongPartProps) {
  if (readOnly && given === '') return null
  return (
    <div className={`${style.long} grid gap-2 wide shrinks`}>
      {part.prompt.length > 0 && <Content nodes={part.prompt} />}
      <textarea
        className={style.field}
        data-field
        data-kind="manual"
        data-status={status}
        rows={4}
        aria-label={name}
        aria-describedby={describedBy}
        aria-invalid={status === 'invalid' || undefined}
        maxLength={longest}
        value={typeof given === 'string' ? given : ''}
        readOnly={readOnly}
        onFocus={onFocus}
        onChange={({ currentTarget: { value } }) => onChange(value)}
        onKeyDown={({ key, ctrlKey, metaKey }) => key === 'Enter' && (ctrlKey || metaKey) && onEnter()}
      />
    </div>
  )
}
