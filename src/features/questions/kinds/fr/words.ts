import { z } from 'zod'
import { t } from '#shared/language.ts'
import { partAnswer, partLook, verdict, type PartVerdict } from '../verdict.ts'
import { distinct, foldText } from '../text.ts'

const Value = z.string().min(1).max(200)

const WordsKey = z.strictObject({
  kind: z.literal('words'),
  value: Value,
  hasAlias: z.array(Value).max(20).optional(),
  caseSensitive: z.boolean().optional(),
  ...partAnswer,
})
type WordsKey = z.infer<typeof WordsKey>

/** Normalizes text, so that `3 cm` and `3cm` are the same. */
const fold = (text: string) => foldText(text).replace(/(?<=\d) (?=\p{L})/gu, '')
/** Returns the text as typed, and also without a final period or enclosing quotation marks. */
const waysOf = (text: string) =>
  distinct([text, text.replace(/\.$/, ''), text.replace(/^(["'])(.*?)\.?\1\.?$/, '$2')].map(fold)).filter(
    Boolean,
  )

/**
 * Grades words. Ignores spaces, look-alike characters and a final period. Case matters only if the author
 * requires it (product §7).
 */
function grade({ value, hasAlias = [], caseSensitive = false }: WordsKey, text: string): PartVerdict {
  const given = waysOf(foldText(text))
  if (given.length === 0) return verdict('invalid', t('Write your answer first.'))
  const right = [value, ...hasAlias].map(fold)
  if (right.some((each) => given.includes(each))) return verdict('correct', t('Right.'))
  if (!right.some((each) => given.some((way) => way.toLowerCase() === each.toLowerCase())))
    return verdict('incorrect', t('Take another look.'))
  return caseSensitive
    ? verdict('incorrect', t('Right, but check the capital letters.'))
    : verdict('correct', t('Right.'))
}

const check = ({ value, hasAlias = [] }: WordsKey) =>
  [value, ...hasAlias].some((each) => foldText(each) === '') ? ['An answer in words is empty.'] : []

/** Part for words, which are compared as text (spec §3; product §7). */
export const words = {
  key: WordsKey,
  shown: z.object({ kind: z.literal('words'), ...partLook }),
  show: ({ kind, tooltip, rightAlign, isSuper }: WordsKey) => ({ kind, tooltip, rightAlign, isSuper }),
  solution: ({ value }: WordsKey) => value,
  grade,
  check,
  samples: ({ value, hasAlias = [] }: WordsKey) =>
    distinct([
      value,
      value.toUpperCase(),
      value.toLowerCase(),
      ` ${value.replaceAll(' ', '  ')} `,
      ...hasAlias,
      value.slice(0, -1),
      `${value}s`,
    ]).filter((text) => text.trim() !== ''),
}
