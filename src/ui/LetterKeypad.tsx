import { ArrowBigUp, Delete, Keyboard } from 'lucide-react'
import { useState } from 'react'
import { write } from './keypad.ts'
import { type Key, Keypad } from './Keypad.tsx'

type LetterKeypadProps = {
  /** The field that was focused last, with `inputMode="none"`. Null: the keys rest. */
  field: HTMLInputElement | null
  /** Names of points, which are capitals and may have a prime; otherwise small letters too. */
  points?: boolean
}

const letters = [...'abcdefghijklmnopqrstuvwxyz']

/** The keys of a letter or of a name made of letters; the last but one brings up the device's keyboard, for what isn't here. */
export function LetterKeypad({ field, points = false }: LetterKeypadProps) {
  const [large, setLarge] = useState(points)
  const keys: Key[] = [
    ...letters.map((letter) => ({ key: large ? letter.toUpperCase() : letter, kind: 'digit' as const })),
    points ? { key: '′', name: 'Prime' } : { key: 'large', name: large ? 'Small letters' : 'Capital letters', face: <ArrowBigUp /> },
    { key: 'keyboard', name: 'Other signs', face: <Keyboard /> },
    { key: 'back', name: 'Delete', face: <Delete />, kind: 'last' },
  ]
  const press = (key: string) => {
    if (key === 'large') setLarge(!large)
    else if (key === 'keyboard' && field) summonKeyboard(field)
    else if (field) write(field, key)
  }
  return <Keypad legend="Letter keys" keys={keys} columns={6} disabled={!field} onKey={press} />
}

/** The device looks at `inputMode` when a field is focused. */
function summonKeyboard(field: HTMLInputElement) {
  field.blur()
  field.inputMode = 'text'
  field.focus()
}
