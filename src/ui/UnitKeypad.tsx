import { t } from '#shared/language.ts'
import { ChevronLeft, ChevronRight, Delete, Keyboard } from 'lucide-react'
import { summonKeyboard, write } from './keypad.ts'
import { fractionFace, type Key, Keypad } from './Keypad.tsx'

const digit = (key: string): Key => ({ key, kind: 'digit' })

const keys: Key[] = [
  ...['7', '8', '9'].map(digit),
  { key: '$', name: 'Dollars' },
  { key: '¢', name: 'Cents' },
  { key: 'back', name: 'Delete', face: <Delete />, kind: 'last', span: 1 },
  ...['4', '5', '6'].map(digit),
  { key: '²', name: 'Squared' },
  { key: '³', name: 'Cubed' },
  { key: '°', name: 'Degrees' },
  ...['1', '2', '3'].map(digit),
  { key: '/', name: 'Fraction', face: fractionFace },
  { key: '-', name: 'Minus', face: '−' },
  { key: ',', name: 'Comma' },
  digit('0'),
  { key: '.', name: 'Point', kind: 'digit' },
  { key: 'left', name: 'Move cursor left', face: <ChevronLeft /> },
  { key: 'right', name: 'Move cursor right', face: <ChevronRight /> },
  { key: 'keyboard', name: 'Letters', face: <Keyboard />, span: 2 },
]

/**
 * Keys for a number with its unit. `field` is the last focused field; null disables the keys. The last key
 * opens the device's keyboard for the letters of the unit.
 */
export function UnitKeypad({ field }: { field: HTMLInputElement | null }) {
  const press = (key: string) => {
    if (key === 'keyboard' && field) summonKeyboard(field)
    else if (field) write(field, key)
  }
  return <Keypad legend={t('Number and unit keys')} keys={keys} columns={6} disabled={!field} onKey={press} />
}
