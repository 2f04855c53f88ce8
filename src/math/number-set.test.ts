import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isSameSet, merged, readNumberSet } from './number-set.ts'

function piecesOf(text: string) {
  const read = readNumberSet(text)
  if (!read.ok) throw new Error(`${text}: ${read.reason}`)
  return read.pieces
}
const reasonOf = (text: string) => {
  const read = readNumberSet(text)
  return read.ok ? null : `${read.status}: ${read.reason}`
}

describe('two ways to write the same set of numbers', () => {
  test.each([
    ['[-2, 5)', ' [ −2 ,5 ) '],
    ['[-2, 5)', '\\left[-2,\\;5\\right)'],
    ['[-2, 5)', '[-2; 5)'],
    ['[-2, 5)', '[-4/2, 5.0)'],
    ['[1/2, 3/4]', '[0.5, ¾]'],
    ['[1/2, 3/4]', '[\\frac{1}{2}, \\frac{3}{4}]'],
    ['(-∞, 3] ∪ [7, ∞)', '(-inf, 3] U [7, inf)'],
    ['(-∞, 3] ∪ [7, ∞)', '(-infinity,3]or[7,+infinity)'],
    ['(-∞, 3] ∪ [7, ∞)', '(-\\infty, 3] \\cup [7, \\infty)'],
    ['(-∞, 3] ∪ [7, ∞)', '[7, ∞) ∪ (−∞, 3]'],
    ['{1, 2}', '{2,1}'],
    ['{1, 2}', '\\{1, 2, 2\\}'],
    ['{1, 2}', '[1, 1] ∪ {2}'],
    ['∅', '{}'],
    ['∅', '\\emptyset'],
    ['ℝ', '(-∞, ∞)'],
    ['ℝ', 'all real numbers'],
    ['ℝ', 'R'],
    ['[1, 5]', '[1, 3] ∪ [2, 5]'],
    ['[1, 5]', '[1, 3) ∪ [3, 5]'],
    ['[1, 5]', '[1, 5] ∪ {2} ∪ (3, 4)'],
    ['[1, 5]', '(1, 3) ∪ {1, 3, 5} ∪ (3, 5)'],
    ['(-∞, ∞)', '(-∞, 1) ∪ [0, ∞)'],
    ['[1, 5] ∪ {1}', '[1, 5] ∪ ∅'],
  ])('%s is %s', (one, other) => {
    expect(isSameSet(piecesOf(one), piecesOf(other))).toBe(true)
    expect(isSameSet(piecesOf(other), piecesOf(one))).toBe(true)
  })
})

describe('sets that differ', () => {
  test.each([
    ['[-2, 5)', '[-2, 5]'],
    ['[-2, 5)', '(-2, 5)'],
    ['[-2, 5)', '[-2, 5.0000000000000000001)'],
    ['[1, 2]', '{1, 2}'],
    ['(1, 5)', '(1, 3) ∪ (3, 5)'],
    ['(-∞, 3]', '(-∞, 3)'],
    ['(-∞, 3]', '[3, ∞)'],
    ['{1, 2}', '{1, 2, 3}'],
    ['∅', '{0}'],
    ['ℝ', '(-∞, 0) ∪ (0, ∞)'],
  ])('%s is not %s', (one, other) => expect(isSameSet(piecesOf(one), piecesOf(other))).toBe(false))
})

describe('text that can’t be read is explained', () => {
  test.each([
    ['', /Write an interval or a set first/],
    ['5', /Begin and end each interval/],
    ['-2, 5', /Begin and end each interval/],
    [']2, 5[', /Begin and end each interval/],
    ['[2, 5', /Begin and end each interval/],
    ['[2]', /needs two endpoints/],
    ['[1, 2, 3]', /needs two endpoints/],
    ['[2, x)', /Write each endpoint as a number/],
    ['[2, )', /Write each endpoint as a number/],
    ['[5%, 1]', /Write each endpoint as a number/],
    ['[5, 2]', /smaller endpoint first\.$/],
    ['(∞, 2)', /−∞ on the left/],
    ['(2, -∞)', /−∞ on the left/],
    ['[-∞, 2)', /Infinity isn’t a number/],
    ['(2, ∞]', /Infinity isn’t a number/],
    ['(2, 2)', /no number between/],
    ['[2, 2)', /no number between/],
    ['-2 ≤ x < 5', /Write it as an interval/],
    ['[1, 2], [3, 4]', /Write ∪ between/],
    ['[1, 2][3, 4]', /Write ∪ between/],
    ['[1, 2] ∪', /nothing next to ∪/],
    ['{1; x}', /numbers of a set/],
    ['{1,, 2}', /numbers of a set/],
    [`[0, ${'9'.repeat(120)}]`, /^ungraded: This is too long/],
    [`[0, 1]${' '.repeat(200)}`, /^ungraded: This is too long/],
  ])('%s', (text, reason) => expect(reasonOf(text)).toMatch(reason))
})

test('a merged set has the same numbers as its pieces, in order and without overlaps', () => {
  const end = fc.integer({ min: -4, max: 4 })
  const text = fc
    .array(fc.tuple(end, end, fc.constantFrom('[', '('), fc.constantFrom(']', ')')), { maxLength: 6 })
    .map((all) =>
      all.map(([a, b, open, close]) =>
        a === b ? `{${a}}` : `${open}${Math.min(a, b)}, ${Math.max(a, b)}${close}`,
      ),
    )
  /**
   * Returns true if a number, given as a count of halves, is in one of the pieces. Odd counts are halfway
   * between integers.
   */
  const holds = (pieces: ReturnType<typeof piecesOf>, half: number) =>
    pieces.some(({ from, to, hasFrom, hasTo }) => {
      const [low, high] = [Number(from?.top) * 2, Number(to?.top) * 2]
      return (half > low || (hasFrom && half === low)) && (half < high || (hasTo && half === high))
    })
  fc.assert(
    fc.property(text, (all) => {
      const pieces = all.flatMap(piecesOf)
      for (let half = -9; half <= 9; half += 1) expect(holds(merged(pieces), half)).toBe(holds(pieces, half))
      expect(isSameSet(pieces, pieces.toReversed())).toBe(true)
      for (const [at, piece] of merged(pieces).entries()) {
        const before = merged(pieces)[at - 1]
        if (before) expect(Number(before.to?.top)).toBeLessThanOrEqual(Number(piece.from?.top))
      }
    }),
    { numRuns: 500 },
  )
})
