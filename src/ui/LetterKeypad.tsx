import { t } from '#shared/language.ts'
import { ArrowBigUp, Delete, Keyboard } from 'lucide-react'
import { useState } from 'react'
import { summonKeyboard, write } from './keypad.ts'
import { type Key, Keypad } from './Keypad.tsx'

type LetterKeypadProps = {
  /** The last focused field, with `inputMode="none"`. Null disables the keys. */
  field: HTMLInputElement | null
  /**
   * True for the names of points: only capitals, possibly with a prime. Otherwise, there are lowercase
   * letters too.
   */
  points?: boolean
}

const letters = [...'abcdefghijklmnopqrstuvwxyz']

/**
 * Keys for a letter or a name made of letters. The second-to-last key opens the device's keyboard for
 * anything else.
 */
export function LetterKeypad({ field, points = false }: LetterKeypadProps) {
  const [large, setLarge] = useState(points)
  const keys: Key[] = [
    ...letters.map((letter) => ({ key: large ? letter.toUpperCase() : letter, kind: 'digit' as const })),
    points
      ? { key: '′', name: 'Prime' }
      : { key: 'large', name: large ? 'Lowercase letters' : 'Capital letters', face: <ArrowBigUp /> },
    { key: 'keyboard', name: 'Other characters', face: <Keyboard /> },
    { key: 'back', name: 'Delete', face: <Delete />, kind: 'last' },
  ]
  const press = (key: string) => {
    if (key === 'large') setLarge(!large)
    else if (key === 'keyboard' && field) summonKeyboard(field)
    else if (field) write(field, key)
  }
  return <Keypad legend={t('Letter keys')} keys={keys} columns={6} disabled={!field} onKey={press} />
}
