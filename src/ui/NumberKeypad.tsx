import { t } from '#shared/language.ts'
import { ChevronLeft, ChevronRight, Delete } from 'lucide-react'
import { write, type KeypadKey } from './keypad.ts'
import { fractionFace, type Key, Keypad, mixedFace } from './Keypad.tsx'

const digit = (key: KeypadKey): Key<KeypadKey> => ({ key, kind: 'digit' })

const keys: Key<KeypadKey>[] = [
  ...(['7', '8', '9'] as const).map(digit),
  { key: '/', name: 'Fraction', face: fractionFace },
  { key: 'back', name: 'Delete', face: <Delete />, kind: 'last' },
  ...(['4', '5', '6'] as const).map(digit),
  { key: 'mixed', name: 'Mixed number', face: mixedFace },
  { key: '%', name: 'Percent' },
  ...(['1', '2', '3'] as const).map(digit),
  { key: '-', name: 'Minus', face: '−' },
  { key: ',', name: 'Comma' },
  { key: '0', kind: 'wide' },
  { key: '.', name: 'Point', kind: 'digit' },
  { key: 'left', name: 'Move cursor left', face: <ChevronLeft /> },
  { key: 'right', name: 'Move cursor right', face: <ChevronRight /> },
]

type NumberKeypadProps = {
  /**
   * The last focused field, with `inputMode="none"` so that the device's keyboard stays closed. Null disables
   * the keys.
   */
  field: HTMLInputElement | null
}

/** Keys for a number, including fractions and percent. */
export const NumberKeypad = ({ field }: NumberKeypadProps) => (
  <Keypad
    legend={t('Number keys')}
    keys={keys}
    disabled={!field}
    onKey={(key) => field && write(field, key)}
  />
)
