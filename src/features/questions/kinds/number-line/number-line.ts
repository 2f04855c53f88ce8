import { z } from 'zod'
import { merged, readNumberSet } from '#math/number-set.ts'
import { longest } from '#math/number.ts'
import { t } from '#shared/language.ts'
import { axesOf, snapped } from '../graph/axes.ts'
import { GraphSettings, settingsFaults } from '../graph/settings.ts'
import { interval } from '../fr/interval.ts'
import { mistakesOf, type TypedPart } from '../mistakes.ts'
import { type Drawing, type PartVerdict, verdict } from '../verdict.ts'
import { endsOf, neighbor, type Range, rangesIn, rangesOf, textOfRanges, toggled, withEnd } from './ranges.ts'

const Given = z.strictObject({
  kind: z.literal('numberLine'),
  /** Points and intervals as text: `[-2, 5) ∪ {7}`. */
  text: z.string().max(longest.text),
})
type Given = z.infer<typeof Given>

const Key = z.strictObject({
  kind: z.literal('numberLine'),
  settings: GraphSettings,
  value: z.string().min(1).max(longest.text),
  mistakes: mistakesOf(Given),
})
type Key = z.infer<typeof Key>

const given = (text: string): Given => ({ kind: 'numberLine', text })

function judge({ value }: Key, { text }: Given): PartVerdict {
  if (text.trim() === '') return verdict('invalid', t('Mark the numbers on the line first.'))
  return interval.grade({ value }, text)
}

function grade(key: Key, answer: Given) {
  const part = judge(key, answer)
  return { status: part.status, score: part.score, parts: [part] }
}

/** Returns true if all ends are infinite or on grid lines. */
function isOnLine(ranges: readonly Range[], settings: GraphSettings) {
  const { x } = axesOf(settings)
  return ranges.every((range) =>
    endsOf(range).every((end) => !Number.isFinite(range[end]) || snapped(range[end], x) === range[end]),
  )
}

function check({ settings, value }: Key): string[] {
  const faults = settingsFaults(settings, 'line')
  if (faults.length > 0) return faults
  const read = readNumberSet(value)
  if (!read.ok) return [`The answer “${value}” can’t be read. ${read.reason}`]
  if (read.pieces.length === 0)
    return ['The answer is the empty set, so there would be nothing to mark on the line.']
  return isOnLine(rangesIn(read.pieces), settings)
    ? []
    : [`The answer “${value}” has an endpoint that isn’t on a mark of the number line.`]
}

/**
 * Returns the right answer, the same ranges in reverse order, and answers in which one end is moved, or
 * switched between included and excluded.
 */
function samples({ value, settings }: Key): Given[] {
  const { x } = axesOf(settings)
  const ranges = rangesOf(value)
  const changed = ranges.flatMap((range, at) =>
    endsOf(range).flatMap((end) =>
      [
        toggled(range, end),
        withEnd(range, end, neighbor(range[end], range[end] > x.min ? -1 : 1, x.minor, x), x),
      ].map((next) => textOfRanges(ranges.with(at, next))),
    ),
  )
  return [...new Set([value, textOfRanges(ranges.toReversed()), ...changed])].slice(0, 20).map(given)
}

/** Returns a text that is the same for all ways to mark the same numbers. */
function likeness({ text }: Given) {
  const read = readNumberSet(text)
  return read.ok ? textOfRanges(rangesIn(merged(read.pieces))) : text
}

/** Points and intervals marked on a number line, graded like the same set as text (product §7). */
export const numberLine = {
  key: Key,
  shown: z.object({ kind: z.literal('numberLine'), settings: GraphSettings }),
  given: Given,
  texts: (_: Key): string[] => [],
  show: ({ kind, settings }: Key) => ({ kind, settings }),
  solution: ({ value }: Key): Given => given(value),
  checkGiven: (_key: Key, _given: Given): string | null => null,
  grade,
  gradeAtLast: grade,
  repeats: (_: Key, listed: Given, answer: Given) => likeness(listed) === likeness(answer),
  typedParts: (_key: Key, _given: Given): TypedPart<Given>[] => [],
  weights: (_: Key) => [1],
  check,
  samples,
  likeness,
  text: (_: unknown, { text }: Given) => text,
  drawings: (_: Given): Drawing[] => [],
  needsFields: (_shown: unknown, _given: Given) => true,
  words: ({ text }: Given) => text,
  authorWords: (_: Key, { text }: Given) => text,
  accept: (_key: Key, _given: Given): Key | null => null,
  withoutBlanks: (key: Key) => key,
  canBeDrawn: ({ settings }: Key) => settingsFaults(settings, 'line').length === 0,
  countAnswers: (_: Key) => 1,
}
