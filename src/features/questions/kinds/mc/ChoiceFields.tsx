import { Check } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { Content } from '#ui/Content.tsx'
import style from './ChoiceFields.module.css'
import { letterOf, withPick } from './given.ts'
import { useLetterKeys } from './use-letter-keys.ts'
import type { Fields } from '../../answering/fields.ts'
import { spoken } from '#shared/spoken.ts'
import { t } from '#shared/language.ts'

/**
 * Choices with letters, in as many columns as fit. They are picked with a tap, a letter key or a number key.
 */
export function ChoiceFields({
  shown,
  given,
  verdict,
  readOnly,
  label = t('Your answer'),
  describedBy,
  onChange,
  onEnter,
}: Fields<'mc'>) {
  const group = useId()
  const box = useRef<HTMLFieldSetElement>(null)
  const { choices, pickMany } = shown
  const { picked } = given
  useEffect(() => {
    if (!readOnly)
      (box.current?.querySelector<HTMLElement>(':checked') ?? box.current?.querySelector('input'))?.focus()
  }, [readOnly])
  const pick = (at: number) => onChange({ kind: 'mc', picked: withPick(picked, at, pickMany) })
  const onKey = useLetterKeys({ box, count: choices.length, readOnly, pick, onEnter })
  const status = readOnly ? verdict?.status : undefined
  return (
    <fieldset
      ref={box}
      className={`${style.choices} grid gap-3`}
      aria-describedby={describedBy}
      role={pickMany ? 'group' : 'radiogroup'}
    >
      <legend className={pickMany && !readOnly ? style.note : 'visually-hidden'}>
        {pickMany && !readOnly ? t('Choose every right answer.') : label}
      </legend>
      {choices.map((nodes, at) => (
        <label
          key={at}
          className={`${style.choice} row middle gap-3 pad-2-3 surface shrinks`}
          data-picked={picked.includes(at) || undefined}
          data-status={picked.includes(at) ? status : undefined}
        >
          <input
            type={pickMany ? 'checkbox' : 'radio'}
            className={style.input}
            aria-label={`${letterOf(at)}. ${spoken(nodes)}`}
            name={group}
            checked={picked.includes(at)}
            disabled={readOnly}
            onChange={() => pick(at)}
            onKeyDown={onKey}
          />
          <span className={`${style.letter} grid center quiet`} aria-hidden>
            {picked.includes(at) && (pickMany || readOnly) ? <Check /> : letterOf(at)}
          </span>
          <span className="breakable shrinks">
            <Content nodes={nodes} inline />
          </span>
        </label>
      ))}
    </fieldset>
  )
}
