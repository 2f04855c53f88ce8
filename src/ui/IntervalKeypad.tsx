import { t } from '#shared/language.ts'
import { ChevronLeft, ChevronRight, Delete } from 'lucide-react'
import { write } from './keypad.ts'
import { fractionFace, type Key, Keypad } from './Keypad.tsx'

const digit = (key: string): Key => ({ key, kind: 'digit' })

const keys: Key[] = [
  ...['7', '8', '9'].map(digit),
  { key: '(', name: 'Open parenthesis' },
  { key: ')', name: 'Close parenthesis' },
  { key: 'back', name: 'Delete', face: <Delete />, kind: 'last', span: 1 },
  ...['4', '5', '6'].map(digit),
  { key: '[', name: 'Open bracket' },
  { key: ']', name: 'Close bracket' },
  { key: '∞', name: 'Infinity' },
  ...['1', '2', '3'].map(digit),
  { key: '{', name: 'Open brace' },
  { key: '}', name: 'Close brace' },
  { key: '∪', name: 'Union' },
  digit('0'),
  { key: '.', name: 'Point', kind: 'digit' },
  { key: ',', name: 'Comma' },
  { key: '-', name: 'Minus', face: '−' },
  { key: '/', name: 'Fraction', face: fractionFace, span: 2 },
  { key: 'left', name: 'Move cursor left', face: <ChevronLeft />, span: 3 },
  { key: 'right', name: 'Move cursor right', face: <ChevronRight />, span: 3 },
]

/** Keys for intervals and sets of numbers. `field` is the last focused field; null disables the keys. */
export const IntervalKeypad = ({ field }: { field: HTMLInputElement | null }) => (
  <Keypad
    legend={t('Interval keys')}
    keys={keys}
    columns={6}
    disabled={!field}
    onKey={(key) => field && write(field, key)}
  />
)
