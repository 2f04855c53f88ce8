import { z } from 'zod'
import { t } from '#shared/language.ts'
import { partAnswer, partLook, verdict, type PartVerdict } from '../verdict.ts'
import { distinct, foldText } from '../text.ts'
import { examplesOf, fitsPattern, isPattern, hasTooMany, maxOpen } from './pattern.ts'

const Value = z.string().min(1).max(200)

const WordsKey = z.strictObject({
  kind: z.literal('words'),
  value: Value,
  hasAlias: z.array(Value).max(20).optional(),
  /** Patterns of other right answers, such as `(big|large) dog*` (see pattern.ts). */
  patterns: z.array(Value).max(20).optional(),
  caseSensitive: z.boolean().optional(),
  ...partAnswer,
})
type WordsKey = z.infer<typeof WordsKey>

/** Normalizes text, so that `3 cm` and `3cm` are the same. */
const fold = (text: string) => foldText(text).replace(/(?<=\d) (?=\p{L})/gu, '')
/**
 * Returns normalized versions of a text: the whole text, the text without its final period, and the text
 * without enclosing quotation marks. Leaves out empty versions.
 */
const waysOf = (text: string) =>
  distinct([text, text.replace(/\.$/, ''), text.replace(/^(["'])(.*?)\.?\1\.?$/, '$2')].map(fold)).filter(
    Boolean,
  )

/**
 * Grades words. Ignores extra spaces, look-alike characters, a final period and enclosing quotation marks.
 * Case matters only if the author requires it (product §7).
 */
function grade(key: WordsKey, text: string): PartVerdict {
  const { value, hasAlias = [], patterns = [], caseSensitive = false } = key
  const given = waysOf(foldText(text))
  if (given.length === 0) return verdict('invalid', t('Write your answer first.'))
  const [right, shapes] = [[value, ...hasAlias].map(fold), patterns.map(fold)]
  const isRight = (written: (text: string) => string) =>
    given
      .map(written)
      .some(
        (way) =>
          right.some((each) => written(each) === way) ||
          shapes.some((each) => fitsPattern(written(each), way)),
      )
  if (isRight((each) => each)) return verdict('correct', t('Right.'))
  if (!isRight((each) => each.toLowerCase())) return verdict('incorrect', t('Take another look.'))
  return caseSensitive
    ? verdict('incorrect', t('Right, but check the capital letters.'))
    : verdict('correct', t('Right.'))
}

const patternFaults = (pattern: string) => {
  if (hasTooMany(pattern))
    return [`The pattern “${pattern}” has more than ${maxOpen} of the characters * ( [.`]
  if (!isPattern(fold(pattern))) return [`The pattern “${pattern}” has an unmatched parenthesis or bracket.`]
  return fitsPattern(fold(pattern), '') ? [`The pattern “${pattern}” also accepts an empty answer.`] : []
}

const check = ({ value, hasAlias = [], patterns = [] }: WordsKey) => [
  ...([value, ...hasAlias].some((each) => foldText(each) === '') ? ['An answer in words is empty.'] : []),
  ...patterns.flatMap(patternFaults),
]

/** Part for words, which are compared as text (spec §3; product §7). */
export const words = {
  key: WordsKey,
  shown: z.object({ kind: z.literal('words'), ...partLook }),
  show: ({ kind, tooltip, rightAlign, isSuper }: WordsKey) => ({ kind, tooltip, rightAlign, isSuper }),
  solution: ({ value }: WordsKey) => value,
  grade,
  check,
  samples: ({ value, hasAlias = [], patterns = [] }: WordsKey) =>
    distinct([
      value,
      value.toUpperCase(),
      value.toLowerCase(),
      ` ${value.replaceAll(' ', '  ')} `,
      ...hasAlias,
      ...patterns.flatMap(examplesOf),
      value.slice(0, -1),
      `${value}s`,
    ]).filter((text) => text.trim() !== ''),
}
