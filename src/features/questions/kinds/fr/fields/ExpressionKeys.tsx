import { ChevronLeft, ChevronRight, Delete } from 'lucide-react'
import { t } from '#shared/language.ts'
import { absFace, fractionFace, type Key, powerFace } from '#ui/Keypad.tsx'

const digit = (key: string): Key => ({ key, kind: 'digit' })
const keyOf = (key: string, name: string): Key => ({ key, name })

const moves: Key[] = [
  { key: 'left', name: 'Move cursor left', face: <ChevronLeft /> },
  { key: 'right', name: 'Move cursor right', face: <ChevronRight /> },
]
/** Creates a backspace key after `before` other keys. It fills the rest of its row of six columns. */
const back = (before: number): Key => ({
  key: 'back',
  name: t('Delete'),
  face: <Delete />,
  kind: 'last',
  span: 6 - (before % 6),
})

const mainKeys: Key[] = [
  ...['7', '8', '9'].map(digit),
  { key: 'fraction', name: 'Fraction', face: fractionFace },
  { key: 'power', name: 'Power', face: powerFace },
  keyOf('+', 'Plus'),
  ...['4', '5', '6'].map(digit),
  keyOf('(', 'Open parenthesis'),
  keyOf(')', 'Close parenthesis'),
  keyOf('−', 'Minus'),
  ...['1', '2', '3'].map(digit),
  keyOf('.', 'Point'),
  ...moves,
  { key: '0', kind: 'wide' },
]

/** Keys that few questions need. A key is in the first set if the question's text matches its pattern. */
const signKeys: [key: Key, when: RegExp][] = [
  [keyOf('=', 'Equals'), /=|≠|equation|\bsolve|formula|\brule\b|function/i],
  [keyOf(',', 'Comma'), /,|\ball\b|pair|point|list|solutions|roots/i],
  [keyOf('×', 'Times'), /×|\btimes\b|factor/i],
  [{ key: 'root', name: 'Root', face: '√' }, /√|sqrt|root|radical|squared?\b|solve/i],
  [keyOf('<', 'Less than'), /[<>≤≥]|inequality|less|greater|at least|at most/i],
  [keyOf('>', 'Greater than'), /[<>≤≥]|inequality|less|greater|at least|at most/i],
  [keyOf('≤', 'Less than or equal'), /[<>≤≥]|inequality|less|greater|at least|at most/i],
  [keyOf('≥', 'Greater than or equal'), /[<>≤≥]|inequality|less|greater|at least|at most/i],
  [keyOf('≠', 'Not equal'), /≠|\bnot\b|except/i],
  [keyOf('±', 'Plus or minus'), /±|solutions/i],
  [{ key: 'or', name: 'Or', face: <small>or</small> }, /\bor\b|solutions/i],
  [{ key: 'abs', name: 'Absolute value', face: absFace }, /∣|\||absolute/i],
  [keyOf('π', 'Pi'), /π|circle|circumference|radi|sphere|cylinder|cone/i],
  [keyOf('°', 'Degrees'), /[°∘]|degree|angle/i],
]

/** Creates the key for a letter of the question, possibly with a subscript: `x_1`. */
function symbolKey(symbol: string): Key {
  const [letter, below] = symbol.split('_')
  const face = (
    <span>
      <i>{letter}</i>
      {below && <sub>{below}</sub>}
    </span>
  )
  return { key: below ? `${letter}_{${below}}` : symbol, name: symbol.replace('_', ' '), face, kind: 'digit' }
}

const letterKeys = [...'abcdefghijklmnopqrstuvwxyz'].map(digit)
const toNumbers: Key = { key: '123', name: 'Numbers', face: <small>123</small> }
const toLetters: Key = { key: 'abc', name: 'Letters', face: <small>abc</small> }
const toSigns: Key = { key: 'signs', name: 'More symbols', face: <small>{'< ±'}</small> }
const sets = ['123', 'abc', 'signs'] as const
export type KeySet = (typeof sets)[number]
export const isSet = (key: string): key is KeySet => (sets as readonly string[]).includes(key)

/** Matches letters next to a digit or an operator. Other letters may be words, such as “a”. */
const letters = /(?<=[\d+−=<>≤≥(^-]\s*)[a-z](?![a-z])|(?<![a-z\\])[a-z](?=\s*[+−=<>≤≥)^-])/g
const maxLetters = 3

/**
 * Returns the letters next to digits or operators in a question's text, followed by x and y; at most three.
 */
const lettersIn = (asks: string) =>
  [...new Set([...(asks.match(letters) ?? []), 'x', 'y'])].slice(0, maxLetters)

/**
 * Returns the keys of one set. The first set has the question's own letters, the common keys, and the signs
 * that the question's text calls for.
 */
export function keysOf(set: KeySet, symbols: readonly string[], asks: string): Key[] {
  const own = (symbols.length > 0 ? symbols : lettersIn(asks)).map(symbolKey)
  const signs = signKeys.map(([key]) => key)
  if (set === 'abc') return [...letterKeys, toNumbers, ...moves, back(letterKeys.length + 3)]
  if (set === 'signs') return [...signs, toNumbers, ...moves, back(signs.length + 3)]
  const called = signKeys.filter(([, when]) => when.test(asks)).map(([key]) => key)
  return [...own, toLetters, toSigns, back(own.length + 2), ...mainKeys, ...called]
}
