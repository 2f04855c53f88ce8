import { sampleRows } from './evaluate.ts'
import { compareCases } from './equal-cases.ts'
import { areSeparated } from './inequality.ts'
import { areProportional, compareGaps, isZero, nearGaps, sidesOf } from './equation.ts'
import { compareEquations, holdsBeyond } from './solutions.ts'
import { compareValues, type Sameness, type Comparison } from './equal-values.ts'
import {
  type Answer,
  isInequality,
  itemsOf,
  joined,
  lettersOf,
  mirrored,
  type Relation,
  type Single,
  type Tree,
  treesOf,
  upright,
  whole,
} from './tree.ts'

/** Combines comparisons that must all be `same`: any `different` wins, then any `unknown`. */
function combined(all: readonly Sameness[]): Sameness {
  if (all.includes('different')) return 'different'
  return all.includes('unknown') ? 'unknown' : 'same'
}

/**
 * Compares the left sides of two relations, and their right sides. If the sign is symmetric, one of them may
 * have its sides swapped.
 */
function compareSides(key: Relation, given: Relation, way: Comparison): Sameness {
  const sides =
    mirrored(key).sign === key.sign
      ? [given, mirrored(given)]
      : [key.sign === given.sign ? given : mirrored(given)]
  const found = sides.map(({ sides: [left, right] }): Sameness => {
    return combined([compareValues(key.sides[0], left, way), compareValues(key.sides[1], right, way)])
  })
  return found.find((each) => each === 'same') ?? found.find((each) => each === 'unknown') ?? 'different'
}

function compareRelations(key: Relation, given: Relation, way: Comparison): Sameness {
  const [one, other] = [upright(key), upright(given)]
  if (one.sign !== other.sign) return 'different'
  // A relation without letters, or one that is always true, is compared as written: 3 + 4 = 7 is not 1 = 1.
  if (lettersOf(one.sides).length === 0 || compareValues(one.sides[0], one.sides[1], way) === 'same')
    return areProportional(one, other, way) ? 'same' : compareSides(one, other, way)
  if (!isInequality(one)) return compareEquations(one, other, way)
  const sameness = compareGaps(one, other, way)
  if (sameness !== 'same') return sameness
  const turns = nearGaps(sampleRows({ trees: sidesOf(one, other), ...way })).filter(
    ({ key: a, given: b }) => !isZero(a) && !isZero(b),
  )
  if (turns.length === 0) return 'unknown'
  const isTurned = turns.some(({ key: a, given: b }) => a.value > 0 !== b.value > 0)
  return isTurned || holdsBeyond(one, other, way) ? 'different' : 'same'
}

function compareSingles(key: Single, given: Single, way: Comparison): Sameness {
  if (key.is === 'value') return given.is === 'value' ? compareValues(key.tree, given.tree, way) : 'different'
  if (key.is === 'relation') return given.is === 'relation' ? compareRelations(key, given, way) : 'different'
  if (given.is !== 'tuple' || given.items.length !== key.items.length) return 'different'
  return combined(key.items.map((tree, at) => compareValues(tree, given.items[at] ?? tree, way)))
}

/** Returns the best result of comparing an item with several others. */
function isAmong(one: Single, others: Single[], compare: (a: Single, b: Single) => Sameness): Sameness {
  let best: Sameness = 'different'
  for (const other of others) {
    const sameness = compare(one, other)
    if (sameness === 'same') return sameness
    if (sameness === 'unknown') best = sameness
  }
  return best
}

function compareItems(key: Answer, given: Answer, way: Comparison): Sameness {
  const [left, right] = [itemsOf(key), itemsOf(given)]
  const found = left.map((one) => isAmong(one, right, (a, b) => compareSingles(a, b, way)))
  if (found.includes('different') || (left.length === 1 && right.length === 1)) return combined(found)
  return combined([...found, ...right.map((one) => isAmong(one, left, (a, b) => compareSingles(b, a, way)))])
}

/**
 * Returns an expression that is 0 exactly at the numbers that an answer excludes, as in x ≠ 2, x ≠ ±2 and "x
 * < 2 or x > 2". Returns null if the answer has another form.
 */
function leftOut(answer: Answer, way: Comparison): Tree | null {
  const relations = itemsOf(answer).flatMap((item) => (item.is === 'relation' ? [upright(item)] : []))
  const [one, other] = relations
  if (!one || relations.length !== itemsOf(answer).length) return null
  const difference = ({ sides: [left, right] }: Relation): Tree => ({
    is: 'sum',
    of: [left, { is: 'minus', of: [right] }],
  })
  const isOr = answer.is === 'list' && answer.joined === 'or'
  if (relations.every(({ sign }) => sign === '≠'))
    return isOr ? null : joined('product', relations.map(difference))
  if (!isOr || !other || relations.length > 2 || one.sign !== '>' || other.sign !== '>') return null
  return compareRelations(one, { ...other, sides: [other.sides[1], other.sides[0]] }, way) === 'same'
    ? difference(one)
    : null
}

/** Returns true if both answers exclude the same numbers and at least one of them is written with ≠. */
function leaveOutSame(key: Answer, given: Answer, way: Comparison): boolean {
  if (![...itemsOf(key), ...itemsOf(given)].some((item) => item.is === 'relation' && item.sign === '≠'))
    return false
  const [one, other] = [leftOut(key, way), leftOut(given, way)]
  const relation = (tree: Tree): Relation => ({ is: 'relation', sign: '≠', sides: [tree, whole(0)] })
  return one !== null && other !== null && compareRelations(relation(one), relation(other), way) === 'same'
}

/**
 * Returns the letter for which a relation is solved, or all of its letters if it isn't solved for one.
 * Returns an empty string for any other item.
 */
const subjectOf = (item: Single) => {
  if (item.is !== 'relation') return ''
  const alone = item.sides.find(
    (side, at) => side.is === 'letter' && !lettersOf([item.sides[1 - at] ?? side]).includes(side.name),
  )
  return alone?.is === 'letter' ? alone.name : lettersOf(item.sides).join()
}

/**
 * Returns true if it matters whether an answer joins its equations with "and" or "or". For example, x = 1 and
 * y = 2 is a point, but x = 1 or y = 2 is two lines. Equations for the same letter can only mean "or".
 */
const isJoinTold = (answer: Answer) => new Set(itemsOf(answer).map(subjectOf)).size > 1

/**
 * Adjusts the result `same` if only one of the answers joins its items with "or", and that matters. If the
 * other one uses a comma, which may mean "or" too, the result becomes `unknown`, otherwise `different`.
 */
function afterJoins(sameness: Sameness, key: Answer, given: Answer): Sameness {
  const isOtherwise = key.is === 'list' && given.is === 'list' && key.joined !== given.joined
  if (
    sameness !== 'same' ||
    !isOtherwise ||
    (key.joined !== 'or' && given.joined !== 'or') ||
    !isJoinTold(key)
  )
    return sameness
  return key.joined === ',' || given.joined === ',' ? 'unknown' : 'different'
}

/** Returns how an answer joins its items. If every item has a ≠, as in x ≠ ±2, a comma means "and". */
function joinOf(answer: Answer) {
  if (answer.is !== 'list') return ','
  const excludes = answer.items.every((item) => item.is === 'relation' && item.sign === '≠')
  return excludes && answer.joined === ',' ? 'and' : answer.joined
}

/**
 * Compares two answers: expressions by value, relations up to rearrangement, pairs coordinate by coordinate,
 * and lists of items in any order.
 */
export function compareAnswers(key: Answer, given: Answer, way: Comparison): Sameness {
  if (key.is === 'cases' || given.is === 'cases') return compareCases(key, given, way, compareAnswers)
  const [one, other] = [joinOf(key), joinOf(given)]
  const isOpposed = one !== other && one !== ',' && other !== ','
  const items = [...itemsOf(key), ...itemsOf(given)]
  const areRanges = items.every((item) => item.is === 'relation' && item.sign !== '=')
  const sameness =
    isOpposed && areRanges ? 'different' : afterJoins(compareItems(key, given, way), key, given)
  // Inequalities can be equivalent to an equation (x ≥ 2 and x ≤ 2), or follow from one (y ≥ 0 with y² = x).
  const areMixed =
    !areRanges &&
    items.every((item) => item.is === 'relation') &&
    items.some((item) => item.is === 'relation' && item.sign !== '=')
  if (sameness === 'different' && areMixed) return areSeparated(key, given, way) ? 'different' : 'unknown'
  if (sameness === 'same' || !areRanges || lettersOf(treesOf(key)).length === 0) return sameness
  if (leaveOutSame(key, given, way)) return 'same'
  return areSeparated(key, given, way) ? 'different' : 'unknown'
}
