import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysBetween } from '#shared/calendar.ts'
import { daysApart, likelyDuplicates, type Recorded } from './likely-duplicates.ts'

/** Returns the days with these numbers, counted from March 1, 2026. */
const days = (...numbers: number[]) => numbers.map((number) => addDays('2026-03-01', number - 1))

const recordedAs = (from: Recorded['from'], on: readonly string[]) => on.map((day) => ({ on: day, from }))

test.each<[string, number[], number[], (number | null)[]]>([
  ['a line on the same day', [3], [3], [3]],
  ['a check that clears two days later', [3], [1], [1]],
  ['a line seven days earlier', [2], [9], [9]],
  ['no line eight days away', [10], [2], [null]],
  ['the nearer of two lines, because a payment accounts for one', [2, 8], [8], [null, 8]],
  ['the first of two equal lines', [3, 3], [3], [3, null]],
  ['two weekly payments whose days are the same', [1, 8], [1, 8], [1, 8]],
  ['two weekly payments whose days are shifted', [6, 13], [1, 8], [1, 8]],
  ['the nearest of two payments', [8], [3, 9], [9]],
  ['nothing without payments', [1], [], [null]],
  ['nothing without lines', [], [1], []],
])('the search for duplicates of payments entered by hand finds %s', (_, lines, recorded, want) => {
  expect(likelyDuplicates(days(...lines), recordedAs('byHand', days(...recorded)))).toEqual(
    want.map((day) => (day === null ? null : days(day)[0])),
  )
})

test.each<[string, number[], number[], (number | null)[]]>([
  ['a line three days later', [4], [1], [1]],
  ['a line three days earlier', [1], [4], [4]],
  ['no line four days away', [5], [1], [null]],
  ['no line of the next week', [8], [1], [null]],
  ['two weekly payments whose days are shifted', [3, 10], [1, 8], [1, 8]],
])('the search for duplicates of payments from a file finds %s', (_, lines, recorded, want) => {
  expect(likelyDuplicates(days(...lines), recordedAs('fromFile', days(...recorded)))).toEqual(
    want.map((day) => (day === null ? null : days(day)[0])),
  )
})

test('a duplicate may be more days away from a payment entered by hand than from one imported from a file', () => {
  const [hand, bank] = days(1, 2) as [string, string]
  const recorded: Recorded[] = [
    { on: hand, from: 'byHand' },
    { on: bank, from: 'fromFile' },
  ]
  expect(likelyDuplicates(days(7), recorded)).toEqual([hand])
  expect(likelyDuplicates(days(3), recorded)).toEqual([bank])
})

test('an earlier line can match a payment from a file while a later line matches an earlier payment entered by hand', () => {
  const [hand, bank] = days(1, 4) as [string, string]
  const recorded: Recorded[] = [
    { on: hand, from: 'byHand' },
    { on: bank, from: 'fromFile' },
  ]
  expect(likelyDuplicates(days(4, 8), recorded)).toEqual([bank, hand])
})

const sortedDays = array(integer({ min: 1, max: 40 }), { maxLength: 6 }).map((numbers) =>
  days(...numbers.toSorted((one, other) => one - other)),
)

const sortedPayments = array(
  record({
    number: integer({ min: 1, max: 40 }),
    from: constantFrom<Recorded['from'][]>('byHand', 'fromFile'),
  }),
  { maxLength: 6 },
).map((all) =>
  all
    .toSorted((one, other) => one.number - other.number)
    .map(({ number, from }): Recorded => ({ on: days(number)[0] ?? '', from })),
)

/** Returns the number of matches and their total distance in days in the best of all possible matches. */
function bestOf(lines: readonly string[], recorded: readonly Recorded[]): [count: number, distance: number] {
  const [first, ...rest] = lines
  if (first === undefined) return [0, 0]
  return recorded
    .flatMap(({ on, from }, at): [number, number][] => {
      const distance = Math.abs(daysBetween(first, on))
      if (distance > daysApart[from]) return []
      const [count, others] = bestOf(rest, recorded.toSpliced(at, 1))
      return [[count + 1, others + distance]]
    })
    .concat([bestOf(rest, recorded)])
    .reduce((best, each) => (each[0] > best[0] || (each[0] === best[0] && each[1] < best[1]) ? each : best))
}

test.each(['byHand', 'fromFile'] as const)('with only %s payments, the matches are optimal', (from) => {
  assert(
    property(sortedDays, sortedDays, (lines, on) => {
      const recorded = recordedAs(from, on)
      const found = likelyDuplicates(lines, recorded)
      const pairs = lines.flatMap((day, at) => (found[at] ? [[day, found[at]] as const] : []))
      const distance = pairs.reduce((sum, [day, other]) => sum + Math.abs(daysBetween(day, other)), 0)
      expect([pairs.length, distance]).toEqual(bestOf(lines, recorded))
    }),
    { numRuns: 200 },
  )
})

test('each payment is matched at most once, and a line stays unmatched only if no unused payment could match it', () => {
  assert(
    property(sortedDays, sortedPayments, (lines, recorded) => {
      const found = likelyDuplicates(lines, recorded)
      const left = recorded.map(({ on }) => on)
      for (const day of found) if (day !== null) expect(left.splice(left.indexOf(day), 1)).toEqual([day])
      const open = lines.filter((_, at) => found[at] === null)
      const unused = recorded.filter(({ on }) => !found.includes(on))
      expect(bestOf(open, unused)).toEqual([0, 0])
    }),
    { numRuns: 500 },
  )
})
