import { array, assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween } from '#shared/calendar.ts'
import { daysApart, likelyDuplicates } from './likely-duplicates.ts'

/** Days in March 2026. */
const days = (...numbers: number[]) => numbers.map((number) => addDays('2026-03-01', number - 1))

test.each<[string, number[], number[], (number | null)[]]>([
  ['a line on the same day', [3], [3], [3]],
  ['a check that clears two days later', [3], [1], [1]],
  ['a line seven days earlier', [2], [9], [9]],
  ['no line eight days away', [10], [2], [null]],
  ['the nearer of two lines, because a payment accounts for one', [2, 8], [8], [null, 8]],
  ['the first of two equal lines', [3, 3], [3], [3, null]],
  ['two weekly payments by their own days', [1, 8], [1, 8], [1, 8]],
  ['two weekly payments whose days are shifted', [6, 13], [1, 8], [1, 8]],
  ['the nearest of two payments', [8], [3, 9], [9]],
  ['nothing without payments', [1], [], [null]],
  ['nothing without lines', [], [1], []],
])('%s', (_, lines, recorded, want) => {
  expect(likelyDuplicates(days(...lines), days(...recorded))).toEqual(
    want.map((day) => (day === null ? null : days(day)[0])),
  )
})

const sortedDays = array(integer({ min: 1, max: 40 }), { maxLength: 6 }).map((numbers) =>
  days(...numbers.toSorted((one, other) => one - other)),
)

/** Number of matches and their total distance in the best of all possible matches. */
function bestOf(lines: readonly string[], recorded: readonly string[]): [count: number, distance: number] {
  const [first, ...rest] = lines
  if (first === undefined) return [0, 0]
  return recorded
    .flatMap((day, at): [number, number][] => {
      const distance = Math.abs(daysBetween(first, day))
      if (distance > daysApart) return []
      const [count, others] = bestOf(rest, recorded.toSpliced(at, 1))
      return [[count + 1, others + distance]]
    })
    .concat([bestOf(rest, recorded)])
    .reduce((best, each) => (each[0] > best[0] || (each[0] === best[0] && each[1] < best[1]) ? each : best))
}

test('the match is the best of all, and uses each payment once', () => {
  assert(
    property(sortedDays, sortedDays, (lines, recorded) => {
      const found = likelyDuplicates(lines, recorded)
      const pairs = lines.flatMap((on, at) => (found[at] ? [[on, found[at]] as const] : []))
      const left = [...recorded]
      for (const [, day] of pairs) expect(left.splice(left.indexOf(day), 1)).toEqual([day])
      const distance = pairs.reduce((sum, [on, day]) => sum + Math.abs(daysBetween(on, day)), 0)
      expect([pairs.length, distance]).toEqual(bestOf(lines, recorded))
    }),
    { numRuns: 200 },
  )
})
