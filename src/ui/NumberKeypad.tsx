import { ChevronLeft, ChevronRight, Delete } from 'lucide-react'
import type { ReactNode } from 'react'
import { press, type KeypadKey } from './keypad.ts'
import style from './NumberKeypad.module.css'

const box = <span className={style.box} />
const fraction = (
  <span className={style.fraction}>
    {box}
    {box}
  </span>
)

type Key = { key: KeypadKey; name?: string; face?: ReactNode; kind?: 'digit' | 'wide' | 'last' }

const digit = (key: KeypadKey): Key => ({ key, kind: 'digit' })

const keys: Key[] = [
  ...(['7', '8', '9'] as const).map(digit),
  { key: '/', name: 'Fraction', face: fraction },
  { key: 'back', name: 'Delete', face: <Delete />, kind: 'last' },
  ...(['4', '5', '6'] as const).map(digit),
  {
    key: 'mixed',
    name: 'Mixed number',
    face: (
      <>
        {box}
        {fraction}
      </>
    ),
  },
  { key: '%', name: 'Percent' },
  ...(['1', '2', '3'] as const).map(digit),
  { key: '-', name: 'Minus', face: '−' },
  { key: ',', name: 'Comma' },
  { key: '0', kind: 'wide' },
  { key: '.', name: 'Point', kind: 'digit' },
  { key: 'left', name: 'Left', face: <ChevronLeft /> },
  { key: 'right', name: 'Right', face: <ChevronRight /> },
]

type NumberKeypadProps = {
  /** The field that was focused last, with `inputMode="none"` so that no other keyboard comes up. Null: the keys rest. */
  field: HTMLInputElement | null
}

/**
 * A child's own keypad. It edits the field as typing does, so that the field's own `onChange` hears it and the caret
 * stays; a keyboard works on the field as ever, which is why the keys take no focus and no place in the tab order.
 */
export function NumberKeypad({ field }: NumberKeypadProps) {
  return (
    <fieldset className={style.keypad} disabled={!field}>
      <legend className="visually-hidden">Number keys</legend>
      {keys.map(({ key, name, face, kind }) => (
        <button
          key={key}
          type="button"
          tabIndex={-1}
          className={`${style.key} ${kind ? style[kind] : ''}`}
          aria-label={name}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => field && edit(field, key)}
        >
          {face ?? key}
        </button>
      ))}
    </fieldset>
  )
}

function edit(field: HTMLInputElement, key: KeypadKey) {
  const { value: text, selectionStart, selectionEnd } = field
  const now = press({ text, from: selectionStart ?? text.length, to: selectionEnd ?? text.length }, key)
  field.focus()
  if (now.text !== text) {
    // Not `field.value = …`: React would take the new text for its own and call no `onChange`.
    field.setRangeText(now.text, 0, text.length, 'end')
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  field.setSelectionRange(now.from, now.to)
}
