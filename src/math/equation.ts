import { breaksAlong } from './breaks.ts'
import { exactRows, type Approximation, approximate, samplePoints } from './evaluate.ts'
import { degreeOf, prime, type Residue } from './exact.ts'
import { undone, withAtoms } from './atoms.ts'
import { isPastDigits } from './precision.ts'
import { testEverywhere } from './sample.ts'
import { allEdges, zerosOf } from './edges.ts'
import { compareValues, fewest, isFull, meet, type Sameness, type Comparison } from './equal-values.ts'
import { nameOf, termsOf } from './shapes.ts'
import { isInequality, joined, lettersOf, type Relation, replaced, type Tree, whole } from './tree.ts'

const { abs } = Math

const minus = (a: Residue, b: Residue): Residue => ({
  top: (a.top * b.bottom - b.top * a.bottom) % prime,
  bottom: (a.bottom * b.bottom) % prime,
})

/** Left side minus right side at each sample point, for the key and for the given answer. */
type Gaps = { key: Residue; given: Residue }[]

function proportion(gaps: Gaps, isExact: boolean): Sameness {
  const first = gaps[0]
  if (!first) return 'unknown'
  if (gaps.some(({ key, given }) => key.top === 0n || given.top === 0n)) return 'different'
  const fits = (bottoms: (gap: Residue) => bigint) =>
    gaps.every(
      ({ key, given }) =>
        (given.top * first.key.top * bottoms(key) * bottoms(first.given) -
          first.given.top * key.top * bottoms(given) * bottoms(first.key)) %
          prime ===
        0n,
    )
  return fits(({ bottom }) => bottom) || (!isExact && fits(() => 1n)) ? 'same' : 'different'
}

type GapRows = { key: Approximation; given: Approximation }[]

export const gap = (a: Approximation, b: Approximation): Approximation => ({
  value: a.value - b.value,
  off: a.off + b.off,
})
export const isZero = ({ value, off }: Approximation) => abs(value) <= 8 * off
export const isClear = ({ value, off }: Approximation) => abs(value) > 1e6 * off
const times = (a: Approximation, b: Approximation): Approximation => ({
  value: a.value * b.value,
  off: abs(a.value) * b.off + abs(b.value) * a.off + 1e-300,
})

export const nearGaps = (rows: (Approximation | null)[][]): GapRows =>
  rows
    .filter(isFull)
    .flatMap(([a, b, c, d]) => (a && b && c && d ? [{ key: gap(a, b), given: gap(c, d) }] : []))
    .filter(({ key, given }) => key.off + given.off < Infinity)

function nearProportion(rows: (Approximation | null)[][]): Sameness {
  const gaps = nearGaps(rows)
  const clear = gaps.filter(({ key, given }) => !isZero(key) && !isZero(given))
  const [first] = clear
  if (gaps.some(({ key, given }) => (isZero(key) && isClear(given)) || (isZero(given) && isClear(key))))
    return 'different'
  if (!first || clear.length < fewest) return 'unknown'
  return clear.every(({ key, given }) => meet(times(given, first.key), times(first.given, key)))
    ? 'same'
    : 'different'
}

export const sidesOf = (key: Relation, given: Relation) => [...key.sides, ...given.sides]

/**
 * Compares two relations by the difference of their sides, up to a constant factor, as in 2x = 6 and x = 3.
 * The factor of two equations may also be a denominator with letters, as in V/I = R and V = IR.
 */
export function compareGaps(key: Relation, given: Relation, { seed, work }: Comparison): Sameness {
  const trees = sidesOf(key, given)
  const rows = exactRows({ trees, seed, work })
  const pairs = rows?.flatMap(([a, b, c, d]) =>
    a && b && c && d ? [{ key: minus(a, b), given: minus(c, d) }] : [],
  )
  if (pairs) return proportion(pairs, isInequality(key))
  const sameness = testEverywhere({ trees, keys: 2, seed, work }, nearProportion)
  return sameness === 'same' && isPastDigits(trees, { seed, work }) ? 'unknown' : sameness
}

type Solution = { letter: string; tree: Tree }

/**
 * Returns the letters that are alone on one side of an equation and don't occur on the other, each with the
 * other side as its value.
 */
function solutions({ sides: [left, right] }: Relation): Solution[] {
  const solved = (letter: Tree, tree: Tree) =>
    letter.is === 'letter' && !lettersOf([tree]).includes(letter.name) ? [{ letter: letter.name, tree }] : []
  return [...solved(left, right), ...solved(right, left)]
}

export const difference = ({ sides: [left, right] }: Relation): Tree => ({
  is: 'sum',
  of: [left, { is: 'minus', of: [right] }],
})

/** Substitutes a letter's value into a relation. */
const put = ({ sides: [left, right], sign }: Relation, { letter, tree }: Solution): Relation => ({
  is: 'relation',
  sign,
  sides: [replaced(left, letter, tree), replaced(right, letter, tree)],
})

/** Returns the degree of a tree in a letter, or Infinity if the tree is too complex to tell. */
function powerOf(letter: string, tree: Tree): number {
  if (tree.is === 'letter') return tree.name === letter ? 1 : 0
  if (!lettersOf([tree]).includes(letter)) return 0
  const powers = tree.of.map((each) => powerOf(letter, each))
  if (tree.is === 'sum' || tree.is === 'minus') return Math.max(...powers)
  if (tree.is === 'product') return powers.reduce((sum, each) => sum + each)
  return tree.is === 'quotient' && powers[1] === 0 ? (powers[0] ?? 0) : Infinity
}

/**
 * Returns the coefficient of a letter in a tree that is linear in it. Returns null if the letter doesn't
 * occur.
 */
function slopeOf(letter: string, tree: Tree): Tree | null {
  if (tree.is === 'letter') return tree.name === letter ? whole(1) : null
  const slopes = tree.of.map((each) => slopeOf(letter, each))
  const own = slopes.filter((each) => each !== null)
  if (own.length === 0) return null
  return tree.is === 'sum'
    ? joined('sum', own)
    : ({ ...tree, of: tree.of.map((each, at) => slopes[at] ?? each) } as Tree)
}

export type Solved = { solution: Solution; slope: Tree | null }

/**
 * Solves an equation for a letter that is alone on one side, or in which the equation is linear. Returns null
 * if there is no such letter.
 */
export function solvedFor(relation: Relation): Solved | null {
  const [own] = solutions(relation)
  if (own) return { solution: own, slope: null }
  const tree = difference(relation)
  const letter = lettersOf([tree]).find((each) => powerOf(each, tree) === 1)
  const slope = letter === undefined ? null : slopeOf(letter, tree)
  if (letter === undefined || !slope) return null
  const rest: Tree = { is: 'minus', of: [replaced(tree, letter, whole(0))] }
  return { solution: { letter, tree: { is: 'quotient', of: [rest, slope] } }, slope }
}

/**
 * Returns true if an equation doesn't hold at a point: both sides have a value there, and the values clearly
 * differ.
 */
export function isRefuted(
  relation: Relation,
  point: ReadonlyMap<string, Approximation>,
  work: Comparison['work'],
): boolean {
  const [left, right] = relation.sides.map((side) => approximate(side, point, work))
  if (!left || !right || left.off + right.off === Infinity) return false
  return (
    abs(left.value - right.value) >
    1e-6 * (abs(left.value) + abs(right.value)) + 1e6 * (left.off + right.off) + 1e-9
  )
}

/**
 * Checks the additional solutions that an equation has if the coefficient of its solved letter is 0. For
 * example, y·sin x = 3·sin x also holds wherever sin x = 0. Returns `same` if there are none, `different` if
 * the other equation doesn't hold at one of them, and otherwise `unknown`.
 */
function besides(
  relation: Relation,
  other: Relation,
  { solution, slope }: Solved,
  way: Comparison,
): Sameness {
  if (!slope) return 'same'
  const tree = difference(relation)
  const places = samplePoints({ trees: [tree], ...way }).filter(({ row }) => row[0])
  const parts = relation.sides.flatMap(termsOf).flatMap(zerosOf)
  const edges = [
    ...new Map(
      [slope, ...zerosOf(slope), ...parts, ...allEdges([slope])].map((each) => [nameOf(each), each]),
    ).values(),
  ]
  const found = places
    .slice(0, 2)
    .flatMap(({ point }) =>
      lettersOf([slope]).flatMap((letter) =>
        edges.flatMap((edge) =>
          breaksAlong(edge, { letter, point, work: way.work }).at.map(
            (value) => new Map([...point, [letter, { value, off: 0 }]]),
          ),
        ),
      ),
    )
  const many = found.map((at) =>
    [2.3, -3.9].map((value) => new Map([...at, [solution.letter, { value, off: 0 }]])),
  )
  const free = many.filter((all) =>
    all.every((at) => {
      const value = approximate(tree, at, way.work)
      return value && abs(value.value) <= 1e-7
    }),
  )
  if (free.some((all) => all.some((at) => isRefuted(other, at, way.work)))) return 'different'
  return free.length > 0 ? 'unknown' : 'same'
}

/**
 * Varies one letter at a time. Returns true if this finds a solution of `relation` that doesn't satisfy
 * `other`.
 */
function hasOther(relation: Relation, other: Relation, way: Comparison): boolean {
  const tree = difference(relation)
  const letters = lettersOf([tree])
  const places = samplePoints({ trees: relation.sides, ...way })
  const starts = places.filter(({ row }) => isFull(row)).slice(0, letters.length === 1 ? 1 : 4)
  return starts.some(({ point }) =>
    letters.some((letter) =>
      breaksAlong(tree, { letter, point, work: way.work }).at.some((value) => {
        const at = new Map([...point, [letter, { value, off: 0 }]])
        const [left, right] = relation.sides.map((side) => approximate(side, at, way.work))
        if (!left || !right || abs(left.value - right.value) > 1e-9 * (abs(left.value) + abs(right.value)))
          return false
        return isRefuted(other, at, way.work)
      }),
    ),
  )
}

/**
 * Checks that every solution of `relation` satisfies `other`. Returns `same` if so, `different` if one
 * doesn't, and `unknown` if it can't be decided.
 */
export function within(relation: Relation, other: Relation, way: Comparison): Sameness {
  const solved = solvedFor(relation)
  if (!solved) return hasOther(relation, other, way) ? 'different' : 'unknown'
  const sameness = compareValues(...put(other, solved.solution).sides, way, 'unknown')
  return sameness === 'same' ? besides(relation, other, solved, way) : sameness
}

/**
 * Compares the solutions of two equations at points where both equations are defined. Agreement at all
 * sampled points isn't proof, so the result may be `unknown`.
 */
export function compareSolutions(key: Relation, given: Relation, way: Comparison): Sameness {
  const sameness = compareGaps(key, given, way)
  if (sameness === 'same') return 'same'
  const trees = sidesOf(key, given)
  const fits = (of: Relation, one: Solution) => compareValues(...put(of, one).sides, way) === 'same'
  if (solutions(key).some((one) => solutions(given).some((other) => fits(given, one) && fits(key, other))))
    return 'same'
  if (trees.every((tree) => degreeOf(tree) !== null)) return sameness
  for (const one of [key, undone(key)])
    for (const other of [given, undone(given)])
      if (one && other && areProportional(one, other, way))
        return isPastDigits(trees, way) ? 'unknown' : 'same'
  const there = within(key, given, way)
  if (there === 'different') return there
  const back = within(given, key, way)
  if (back === 'different') return back
  return there === 'same' && back === 'same' && !isPastDigits(trees, way) ? 'same' : 'unknown'
}

/**
 * Returns true if left side minus right side is the same for both relations, up to a constant factor. Roots,
 * functions and powers with non-integer exponents are first replaced by letters.
 */
export function areProportional(key: Relation, given: Relation, way: Comparison): boolean {
  const rows = exactRows({ trees: withAtoms(sidesOf(key, given), way), ...way })
  const pairs = rows?.flatMap(([a, b, c, d]) =>
    a && b && c && d ? [{ key: minus(a, b), given: minus(c, d) }] : [],
  )
  return pairs !== undefined && proportion(pairs, false) === 'same'
}
