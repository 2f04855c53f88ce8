import { z } from 'zod'
import { closed, isSameSet, readNumberSet } from '#math/number-set.ts'
import { longest } from '#math/number.ts'
import { t } from '#shared/language.ts'
import { distinct } from '../text.ts'
import { partAnswer, partLook, verdict, type PartVerdict, unusedFlags } from '../verdict.ts'

const Written = z.string().min(1).max(longest.text)

const IntervalKey = z.strictObject({
  kind: z.literal('interval'),
  value: Written,
  hasAlias: z.array(Written).max(20).optional(),
  caseSensitive: unusedFlags.caseSensitive,
  ...partAnswer,
})
type IntervalKey = z.infer<typeof IntervalKey>

/** Grades intervals and sets of numbers, which are compared as sets with exact endpoints (product §7). */
function grade({ value, hasAlias = [] }: Pick<IntervalKey, 'value' | 'hasAlias'>, text: string): PartVerdict {
  const given = readNumberSet(text)
  if (!given.ok) return verdict(given.status, given.reason)
  const wanted = [value, ...hasAlias].map(readNumberSet).flatMap((each) => (each.ok ? [each.pieces] : []))
  if (wanted.length === 0)
    return verdict(
      'ungraded',
      t('This question has no right answer to compare with yet, so a teacher will look at it.'),
    )
  if (wanted.some((pieces) => isSameSet(pieces, given.pieces))) return verdict('correct', t('Right.'))
  return wanted.some((pieces) => isSameSet(closed(pieces), closed(given.pieces)))
    ? verdict('incorrect', t('The endpoints are right, but check which of them are included.'))
    : verdict('incorrect', t('Take another look.'))
}

function check({ value, hasAlias = [] }: IntervalKey): string[] {
  const read = readNumberSet(value)
  if (!read.ok) return [`The answer “${value}” can’t be read. ${read.reason}`]
  return hasAlias.flatMap((alias) => {
    const found = readNumberSet(alias)
    return found.ok ? [] : [`The accepted answer “${alias}” can’t be read. ${found.reason}`]
  })
}

const turned: Record<string, string> = { '[': '(', '(': '[', ']': ')', ')': ']' }

/**
 * Returns variants of a value in which one bracket is replaced by a parenthesis, or a parenthesis by a
 * bracket.
 */
const turnedEnds = (value: string) =>
  [...value].flatMap((sign, at) => {
    const other = turned[sign]
    return other ? [value.slice(0, at) + other + value.slice(at + 1)] : []
  })

/** Part for an interval, a union of intervals, or a set of numbers (product §7). */
export const interval = {
  key: IntervalKey,
  shown: z.object({ kind: z.literal('interval'), ...partLook }),
  show: ({ kind, tooltip, rightAlign, isSuper }: IntervalKey) => ({ kind, tooltip, rightAlign, isSuper }),
  solution: ({ value }: IntervalKey) => value,
  grade,
  check,
  samples: ({ value, hasAlias = [] }: IntervalKey) =>
    distinct([
      value,
      value.split(/∪|U/).toReversed().join(' ∪ ').trim(),
      value.replaceAll('∞', 'inf').replaceAll('∪', 'U'),
      value.replaceAll(' ', ''),
      ...hasAlias,
      ...turnedEnds(value).slice(0, 6),
      '(-∞, ∞)',
      '{}',
    ]),
}
