import { z } from 'zod'
import { t } from '#shared/language.ts'
import { partAnswer, partLook, verdict, type PartVerdict } from '../verdict.ts'
import { distinct, foldText } from '../text.ts'

const aLetter = /^\p{L}\p{M}*$/u
const Letter = z.string().min(1).max(8)

const LetterKey = z.strictObject({
  kind: z.literal('letter'),
  value: Letter,
  hasAlias: z.array(Letter).max(20).optional(),
  caseSensitive: z.boolean().optional(),
  ...partAnswer,
})
type LetterKey = z.infer<typeof LetterKey>

/** Normalizes a letter: `(b)`, `b.` and ` b ` are all b. */
const fold = (text: string) => foldText(text).replace(/^[([{'"]+|[)\]}'".,:;]+$/g, '')

function correctionFor(given: string) {
  if (given === '') return t('Write a letter first.')
  if (/^\d+$/.test(given)) return t('Write a letter, not a number.')
  if (/^[\p{L}\p{M} ,]+$/u.test(given)) return t('Write just one letter.')
  return t('Write one letter and nothing else.')
}

/**
 * Grades a letter. Case matters only if the author requires it (product §7). Anything but a single letter is
 * `invalid`.
 */
function grade({ value, hasAlias = [], caseSensitive = false }: LetterKey, text: string): PartVerdict {
  const given = fold(text)
  if (!aLetter.test(given)) return verdict('invalid', correctionFor(given))
  const right = [value, ...hasAlias].map(fold)
  if (right.includes(given)) return verdict('correct', t('Right.'))
  if (!right.some((each) => each.toLowerCase() === given.toLowerCase()))
    return verdict('incorrect', t('Take another look.'))
  return caseSensitive
    ? verdict('incorrect', t('Right letter, but check whether it should be a capital.'))
    : verdict('correct', t('Right.'))
}

/** Returns a likely wrong guess: the next letter of the alphabet, or y for z. */
const neighbor = (letter: string) => {
  const next = String.fromCodePoint((letter.codePointAt(0) ?? 97) + (/[zZ]/.test(letter) ? -1 : 1))
  return aLetter.test(next) ? next : 'q'
}

/** Part for a single letter (spec §3; product §7). */
export const letter = {
  key: LetterKey,
  shown: z.object({ kind: z.literal('letter'), ...partLook }),
  show: ({ kind, tooltip, rightAlign, isSuper }: LetterKey) => ({ kind, tooltip, rightAlign, isSuper }),
  solution: ({ value }: LetterKey) => value,
  grade,
  check: ({ value, hasAlias = [] }: LetterKey) =>
    [value, ...hasAlias]
      .filter((each) => !aLetter.test(fold(each)))
      .map((each) => `The answer “${each}” isn’t a single letter.`),
  samples: ({ value }: LetterKey) =>
    distinct([
      value,
      value.toUpperCase(),
      value.toLowerCase(),
      `(${value})`,
      `${value}.`,
      neighbor(value),
      `${value}${value}`,
      '1',
    ]),
}
