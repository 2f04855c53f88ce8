/** A field's text and what is selected in it; `from` equals `to` where only the caret stands. */
export type Editing = { text: string; from: number; to: number }

/** What the keys are for; `mixed` is the space between a whole number and its fraction, `back` deletes. */
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

/** Whether a written sign makes sense after `before`: no second point in a number, no fraction bar or space without a number before it. */
function fits(sign: string, before: string, after: string) {
  const number = (/[\d.]*$/.exec(before)?.[0] ?? '') + (/^[\d.]*/.exec(after)?.[0] ?? '')
  if (sign === '.') return !number.includes('.')
  if (sign === '/') return /[\d.%]$/.test(before) && !after.startsWith('/')
  if (sign === ' ') return /\d$/.test(before) && !after.startsWith(' ')
  if (sign === ',' || sign === '%') return /\d$/.test(before)
  return true
}

/** The field after a key: what was selected is replaced, and a key that makes no sense there changes nothing. */
export function press({ text, from, to }: Editing, key: KeypadKey): Editing {
  const at = (caret: number, now = text) => ({ text: now, from: caret, to: caret })
  const selected = from !== to
  if (key === 'left') return at(selected ? from : Math.max(0, from - 1))
  if (key === 'right') return at(selected ? to : Math.min(text.length, to + 1))
  const before = text.slice(0, key === 'back' && !selected ? Math.max(0, from - 1) : from)
  const after = text.slice(to)
  if (key === 'back') return at(before.length, before + after)
  const sign = key === 'mixed' ? ' ' : key
  return fits(sign, before, after) ? at(before.length + 1, before + sign + after) : { text, from, to }
}
