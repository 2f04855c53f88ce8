import { exact } from './exact.ts'
import { areSeparated } from './inequality.ts'
import type { Sameness, Comparison } from './equal-values.ts'
import { type Answer, itemsOf, lettersOf, type Single, treesOf } from './tree.ts'

/**
 * Returns the alternatives of an answer. Returns null for a comma list, which doesn't say whether it means
 * "and" or "or".
 */
function casesOf(answer: Answer): readonly Answer[] | null {
  if (answer.is === 'cases' || (answer.is === 'list' && answer.joined === 'or')) return answer.items
  return answer.is === 'list' && answer.joined === ',' ? null : [answer]
}

/** Returns true if an item sets a letter equal to a number: x = 3. */
const isPlace = (item: Single) =>
  item.is === 'relation' &&
  item.sign === '=' &&
  item.sides.some((side, at) => side.is === 'letter' && exact(item.sides[1 - at] ?? side) !== null)

/** Returns true if a case is a single point: each of its letters equals a number, as in x = 3, y = 4. */
function isPoint(one: Answer, letters: number) {
  const items = itemsOf(one)
  return items.length === letters && lettersOf(treesOf(one)).length === letters && items.every(isPlace)
}

/**
 * Compares two answers, at least one of which consists of alternatives (cases) such as "x < 0, or 1 < x and x
 * < 5". The answers are `same` if each case of one is also a case of the other, and `different` if some point
 * satisfies only one of them. Otherwise the result is `unknown`, and a person decides.
 */
export function compareCases(
  key: Answer,
  given: Answer,
  way: Comparison,
  compare: (key: Answer, given: Answer, way: Comparison) => Sameness,
): Sameness {
  const [left, right] = [casesOf(key), casesOf(given)]
  if (!left || !right) return 'unknown'
  const among = (one: Answer, others: readonly Answer[]) =>
    others.some((other) => compare(one, other, way) === 'same')
  if (left.every((one) => among(one, right)) && right.every((one) => among(one, left))) return 'same'
  const letters = lettersOf([...treesOf(key), ...treesOf(given)]).length
  const areRanges = [...itemsOf(key), ...itemsOf(given)].every(
    (item) => item.is === 'relation' && item.sign !== '=',
  )
  if (areRanges) return letters > 0 && areSeparated(key, given, way) ? 'different' : 'unknown'
  return [...left, ...right].every((one) => isPoint(one, letters)) ? 'different' : 'unknown'
}
