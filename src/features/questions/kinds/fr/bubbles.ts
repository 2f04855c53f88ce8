import type { z } from 'zod'
import type { BubbleReader } from '../bubbles.ts'
import type { ShownOf } from '../given.ts'
import { type AnsweredPart, isAnswered } from './given.ts'
import { number } from './number.ts'

const asked = ({ parts }: ShownOf<'fr'>) => parts.filter(isAnswered)

/** Positions of digits in a whole number on paper. */
export const digitPlaces = [0, 1, 2, 3] as const

/** Returns the name of an option's bubble: the part's index, then the option's index. */
export const optionName = (mine: number, at: number) => `${mine}.${at}`

/**
 * Returns the name of a digit's bubble: the part's index, the digit's position from the left, and the digit.
 */
export const digitName = (mine: number, place: number, digit: number) => `${mine}.${place}.${digit}`

type ReadPart = { text: string; isClear: boolean }

function readOption(part: AnsweredPart, mine: number, filled: readonly string[]): ReadPart {
  const options = part.kind === 'select' ? part.options.map((_, at) => at) : []
  const chosen = options.filter((at) => filled.includes(optionName(mine, at)))
  return { text: chosen.length === 1 ? chosen.join() : '', isClear: chosen.length <= 1 }
}

/** Reads a whole number. The positions before and after it may be empty. */
function readDigits(mine: number, filled: readonly string[]): ReadPart {
  const places = digitPlaces.map((place) =>
    Array.from({ length: 10 }, (_, digit) => digit).filter((digit) =>
      filled.includes(digitName(mine, place, digit)),
    ),
  )
  const text = places
    .map((digits) => (digits.length === 1 ? `${digits[0]}` : ' '))
    .join('')
    .trim()
  const isClear = places.every(({ length }) => length <= 1) && !text.includes(' ')
  return { text: isClear ? text : '', isClear }
}

/**
 * Returns true if the right answer can be given with bubbles for digits. An answer with a unit, for example,
 * can't.
 */
const acceptsDigits = (part: z.infer<typeof number.key>) =>
  /^\d{1,4}$/.test(part.value) && number.grade(part, part.value).status === 'correct'

/** Bubbles for questions in which every answer is chosen from a list or is a whole number. */
export const fr: BubbleReader<'fr'> = {
  digitsOf: ({ parts }) =>
    parts
      .filter(({ kind }) => kind !== 'label')
      .flatMap((part, mine) => (part.kind === 'number' && acceptsDigits(part) ? [mine] : [])),
  isReadable: (shown, digits) =>
    asked(shown).length > 0 &&
    asked(shown).every(({ kind }, mine) => kind === 'select' || digits.includes(mine)),
  read(shown, filled) {
    const parts = asked(shown).map((part, mine) =>
      part.kind === 'select' ? readOption(part, mine, filled) : readDigits(mine, filled),
    )
    return {
      given: { kind: 'fr', parts: parts.map(({ text }) => text) },
      isClear: parts.every(({ isClear }) => isClear),
    }
  },
}
