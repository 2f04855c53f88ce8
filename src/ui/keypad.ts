/** A field's text and selection. For a caret alone, `from` equals `to`. */
export type Editing = { text: string; from: number; to: number }

/**
 * Keys of the number keypad. `mixed` adds the fraction of a mixed number by inserting a space and a fraction
 * bar. `back` deletes.
 */
export type KeypadKey =
  | '0'
  | '1'
  | '2'
  | '3'
  | '4'
  | '5'
  | '6'
  | '7'
  | '8'
  | '9'
  | '.'
  | ','
  | '-'
  | '%'
  | '/'
  | 'mixed'
  | 'back'
  | 'left'
  | 'right'

/**
 * True if a character makes sense at the caret: no second decimal point in a number, and no comma or percent
 * sign without a number before it.
 */
function fits(sign: string, before: string, after: string) {
  const number = (/[\d.]*$/.exec(before)?.[0] ?? '') + (/^[\d.]*/.exec(after)?.[0] ?? '')
  if (sign === '.') return !number.includes('.')
  if (sign === ',' || sign === '%') return /[\d∞]$/.test(before)
  return true
}

/**
 * Returns the text that a fraction key inserts, and the number of characters by which the caret moves.
 * Returns null if the key makes no sense there. If there is no number before the caret, the caret stays to
 * the left of the inserted text, so that the number can be typed. If the key's character already follows the
 * caret, the caret moves past it.
 */
function box(before: string, after: string, mixed: boolean): { written: string; caret: number } | null {
  const sign = mixed ? ' ' : '/'
  if (after.startsWith(sign)) return { written: '', caret: 1 }
  if (before.endsWith('/') || (mixed && before.endsWith(' '))) return null
  const number = /[\d.%]$/.test(before)
  if (!mixed) return { written: '/', caret: number ? 1 : 0 }
  if (after !== '') return null
  return { written: ' /', caret: number ? 1 : 0 }
}

/**
 * Returns the field after a key is pressed. A typed character replaces the selection. A key that makes no
 * sense at the caret changes nothing.
 */
export function press({ text, from, to }: Editing, key: string): Editing {
  const at = (caret: number, now = text) => ({ text: now, from: caret, to: caret })
  const selected = from !== to
  if (key === 'left') return at(selected ? from : Math.max(0, from - 1))
  if (key === 'right') return at(selected ? to : Math.min(text.length, to + 1))
  const before = text.slice(0, key === 'back' && !selected ? Math.max(0, from - 1) : from)
  const after = text.slice(to)
  if (key === 'back') return at(before.length, before + after)
  if (key === '/' || key === 'mixed') {
    const boxed = box(before, after, key === 'mixed')
    return boxed ? at(before.length + boxed.caret, before + boxed.written + after) : { text, from, to }
  }
  return fits(key, before, after) ? at(before.length + 1, before + key + after) : { text, from, to }
}

/**
 * Presses a key in a field as if it were typed, so that the field's own `onChange` runs and the caret is in
 * the right place.
 */
export function write(field: HTMLInputElement, key: string) {
  const { value: text, selectionStart, selectionEnd } = field
  const now = press({ text, from: selectionStart ?? text.length, to: selectionEnd ?? text.length }, key)
  field.focus()
  if (now.text !== text) {
    // Don't assign `field.value`: React (though not Preact) would consider the new text its own and not call
    // `onChange`.
    field.setRangeText(now.text, 0, text.length, 'end')
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  field.setSelectionRange(now.from, now.to)
}

/** Opens the device's keyboard. The device reads `inputMode` only when a field gets the focus. */
export function summonKeyboard(field: HTMLInputElement) {
  field.blur()
  field.inputMode = 'text'
  field.focus()
}
