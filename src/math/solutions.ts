import { breaksAlong } from './breaks.ts'
import { type Approximation, approximate, samplePoints } from './evaluate.ts'
import { degreeOf } from './exact.ts'
import { between } from './sample.ts'
import {
  compareSolutions,
  difference,
  gap,
  isClear,
  isRefuted,
  sidesOf,
  type Solved,
  solvedFor,
} from './equation.ts'
import type { Sameness, Comparison } from './equal-values.ts'
import { lettersOf, PastBounds, type Relation, some, type Tree } from './tree.ts'

const { abs } = Math

/** Returns true if a relation in one letter is undefined at some numbers where the other is defined. */
function isNarrower(relation: Relation, other: Relation, way: Comparison): boolean {
  if (lettersOf(sidesOf(relation, other)).length !== 1) return false
  const places = samplePoints({ trees: sidesOf(other, relation), ...way })
  return places.some(({ row: [a, b, c, d] }) => a && b && (!c || !d))
}

/** Returns true if a relation is defined at a number or very close to it. */
const hasValueAt = ({ sides }: Relation, letter: string, value: number, work: Comparison['work']) =>
  [0, 1e-4, -1e-4].some((step) => {
    const at = new Map([[letter, { value: value + step * (1 + abs(value)), off: 0 }]])
    return sides.every((side) => approximate(side, at, work) !== null)
  })

/**
 * Returns true if `other` has a solution at which `relation` is undefined: ln x = 2 lacks the negative
 * solution of ln(x²) = 4.
 */
function losesSolution(relation: Relation, other: Relation, way: Comparison): boolean {
  const [letter] = lettersOf(sidesOf(relation, other))
  if (letter === undefined || !isNarrower(relation, other, way)) return false
  const { at } = breaksAlong(difference(other), { letter, point: new Map(), work: way.work })
  return at.some((value) => {
    const point = new Map([[letter, { value, off: 0 }]])
    const [left, right] = other.sides.map((side) => approximate(side, point, way.work))
    const isSolution =
      left && right && abs(left.value - right.value) <= 1e-9 * (abs(left.value) + abs(right.value))
    return isSolution === true && !hasValueAt(relation, letter, value, way.work)
  })
}

/**
 * Compares two inequalities that agree wherever both are defined. Returns true if one of them also holds
 * where the other is undefined: ln(x²) < 0 and ln x < 0.
 */
export function holdsBeyond(one: Relation, other: Relation, way: Comparison): boolean {
  const trees = sidesOf(one, other)
  const [letter, ...others] = lettersOf(trees)
  if (letter === undefined || others.length > 0) return false
  const breaks = [one, other].flatMap(
    (each) => breaksAlong(difference(each), { letter, point: new Map(), work: way.work }).at,
  )
  return between(breaks).some((value) => {
    const [a, b, c, d] = trees.map((tree) =>
      approximate(tree, new Map([[letter, { value, off: 0 }]]), way.work),
    )
    const alone = a && b && (!c || !d) ? gap(a, b) : c && d && (!a || !b) ? gap(c, d) : null
    return alone !== null && alone.value > 0 && isClear(alone)
  })
}

/**
 * Returns true for letters such as g, L or T, which are taken to stand for positive quantities; x, y and z
 * stand for any numbers.
 */
const isQuantity = (name: string) => !/^[xyz]/.test(name)
const isPositive = (point: ReadonlyMap<string, Approximation>) =>
  [...point].every(([name, { value }]) => !isQuantity(name) || value > 0)
const hasArc = (tree: Tree) => some(tree, (each) => each.is === 'call' && each.name.startsWith('arc'))
/** Slightly less than a right angle, in radians. Trigonometric functions can be inverted below it. */
const acute = 1.5
const enough = 3
const [usual, few] = [24, 6]
/** Step budget for the second check of equations that differ. */
const maxExtra = 12_000
const hasBars = (tree: Tree) => some(tree, (each) => each.is === 'call' && each.name === 'abs')
/** Returns true if every part of a tree that contains the letter is a fraction of polynomials. */
const isRationalIn = (letter: string, tree: Tree): boolean =>
  !lettersOf([tree]).includes(letter) ||
  degreeOf(tree) !== null ||
  (['sum', 'product', 'minus', 'quotient'].includes(tree.is) &&
    tree.of.every((each) => isRationalIn(letter, each)))

/** Makes the values of all quantities at a point positive and, if `isAcute`, smaller than a right angle. */
const madePositive = (point: ReadonlyMap<string, Approximation>, isAcute: boolean) =>
  new Map(
    [...point].map(([name, { value }]) => [
      name,
      { value: isQuantity(name) ? abs(value) % (isAcute ? acute : Infinity) : value, off: 0 },
    ]),
  )

/**
 * Finds solutions of an equation by changing one letter of a point. Changes the solved letter if there is
 * one. Otherwise, tries each letter in which the equation is a fraction of polynomials.
 */
function solutionsAt(
  relation: Relation,
  solved: Solved | null,
  point: ReadonlyMap<string, Approximation>,
  work: Comparison['work'],
): Map<string, Approximation>[] {
  if (solved) {
    const value = approximate(solved.solution.tree, point, work)
    return value && value.off < Infinity ? [new Map([...point, [solved.solution.letter, value]])] : []
  }
  const tree = difference(relation)
  return lettersOf([tree])
    .filter((letter) => isRationalIn(letter, tree))
    .flatMap((letter) =>
      breaksAlong(tree, { letter, point, work }).at.map(
        (value) => new Map([...point, [letter, { value, off: 0 }]]),
      ),
    )
}

/**
 * Returns true if enough solutions with positive quantities were found, and all of them satisfy the other
 * equation.
 */
function isWithinPositive(relation: Relation, other: Relation, way: Comparison): boolean {
  const trees = sidesOf(relation, other)
  const isAcute = trees.some(hasArc)
  const solved = solvedFor(relation)
  let distinguished = 0
  for (const { point } of samplePoints({ trees, ...way }).slice(0, solved ? usual : few)) {
    for (const at of solutionsAt(relation, solved, madePositive(point, isAcute), way.work)) {
      if (!isPositive(at) || isRefuted(relation, at, way.work)) continue
      if (isRefuted(other, at, way.work)) return false
      if (other.sides.every((side) => approximate(side, at, way.work))) distinguished += 1
    }
  }
  return distinguished >= enough
}

/**
 * Returns true if equations between quantities differ only where a quantity is negative: T = 2π√(L/g) and g =
 * 4π²L/T². Returns false for absolute values, because a few points don't show their behavior elsewhere.
 */
function areSamePositive(key: Relation, given: Relation, { seed, work }: Comparison): boolean {
  const trees = sidesOf(key, given)
  if (!lettersOf(trees).some(isQuantity) || trees.some(hasBars)) return false
  const own = { left: Math.min(work.left, maxExtra) }
  try {
    return (
      isWithinPositive(given, key, { seed, work: own }) && isWithinPositive(key, given, { seed, work: own })
    )
  } catch (error) {
    if (error instanceof PastBounds) return false
    throw error
  }
}

/**
 * Compares the solutions of two equations. Agreement at all sampled points isn't proof, so the result may be
 * `unknown`, and then a person decides.
 */
export function compareEquations(key: Relation, given: Relation, way: Comparison): Sameness {
  const sameness = compareSolutions(key, given, way)
  const trees = sidesOf(key, given)
  if (trees.every((tree) => degreeOf(tree) !== null)) return sameness
  if (sameness === 'same')
    return losesSolution(key, given, way) || losesSolution(given, key, way) ? 'different' : 'same'
  return sameness === 'different' && lettersOf(trees).length > 1 && areSamePositive(key, given, way)
    ? 'unknown'
    : sameness
}
