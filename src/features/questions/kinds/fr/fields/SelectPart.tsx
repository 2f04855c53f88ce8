import { useId } from 'react'
import { Content } from '#ui/Content.tsx'
import type { AnsweredPart } from '../given.ts'
import type { PartFields } from '../../../answering/fields.ts'
import { spoken } from '#shared/spoken.ts'
import style from './Parts.module.css'

type SelectPartProps = PartFields<Extract<AnsweredPart, { kind: 'select' }>> & { onFocus: () => void }

/** Field to choose one of several options with a tap. The answer is the index of the option as text. */
export function SelectPart({
  part,
  name,
  given,
  status,
  readOnly,
  describedBy,
  onChange,
  onEnter,
  onFocus,
}: SelectPartProps) {
  const group = useId()
  return (
    <fieldset
      className={`${style.options} inline-row gap-2`}
      data-status={status}
      aria-describedby={describedBy}
      aria-invalid={status === 'invalid' || undefined}
      role="radiogroup"
      onFocus={onFocus}
    >
      <legend className="visually-hidden">{name}</legend>
      {part.options.map(({ content }, at) => {
        const picked = given === String(at)
        return (
          <label
            key={at}
            className={`${style.option} inline-row middle pad-1-3 surface rounded target`}
            data-picked={picked || undefined}
          >
            <input
              type="radio"
              className={style.radio}
              aria-label={spoken(content)}
              data-field={picked || (given === '' && at === 0) || undefined}
              name={group}
              checked={picked}
              disabled={readOnly}
              onChange={() => onChange(String(at))}
              onKeyDown={({ key }) => key === 'Enter' && onEnter()}
            />
            <Content nodes={content} inline />
          </label>
        )
      })}
    </fieldset>
  )
}
