import { nameOf } from '#features/questions/kinds/fr/expression/forms/shapes/rules.ts'
import { exact, prime, type Residue } from '#features/questions/kinds/fr/expression/algebra/rules.ts'
import { type Asked, exactRows, isTooFine, type Near, nearRows } from '#features/questions/kinds/fr/expression/algebra/points/rules.ts'
import { areSeparated } from '#features/questions/kinds/fr/expression/comparing/inequalities/rules.ts'
import {
  type Answer,
  isInequality,
  itemsOf,
  lettersOf,
  mirrored,
  type Relation,
  type Single,
  type Tree,
  treesOf,
  upright,
  type Work,
} from '#features/questions/kinds/fr/expression/tree/rules.ts'

/** Whether two are equal; `unknown` when it can't be told here. */
export type Sameness = 'same' | 'different' | 'unknown'

/** What comparing needs: the seed of the points, and the steps that may still be done. */
export type Way = { seed: string; work: Work }

const { abs } = Math
const fewest = 6

/** Two near values that could be the same number. */
const meet = (a: Near, b: Near) => abs(a.value - b.value) <= 8 * (a.off + b.off)
/** Whether two values are known well enough to tell them from others: to one part in 10^9. */
const isSharp = (a: Near, b: Near) => a.off + b.off <= 1e-9 * Math.max(abs(a.value), abs(b.value), 1e-3)
const isFull = (row: (Near | null)[]): row is Near[] => row.every((each) => each !== null)
const isSameResidue = (a: Residue, b: Residue) => (a.top * b.bottom - b.top * a.bottom) % prime === 0n

function sameNearly(trees: readonly [Tree, Tree], asked: Asked): Sameness {
  const all = nearRows(asked)
  const rows = all.filter(isFull).flatMap(([a, b]) => (a && b && isSharp(a, b) ? [{ a, b }] : []))
  if (rows.some(({ a, b }) => !meet(a, b))) return 'different'
  const wanted = lettersOf(trees).length > 0 ? fewest : 1
  if (rows.length >= wanted) return trees.some(isTooFine) ? 'unknown' : 'same'
  // No value, but for a point or two, where the answer has many: √−x for √x.
  const apart = all.filter(([key, given]) => key && !given).length
  return apart >= wanted && all.filter(isFull).length <= 2 ? 'different' : 'unknown'
}

/** All must be the same; one that isn't decides. */
function together(all: readonly Sameness[]): Sameness {
  if (all.includes('different')) return 'different'
  return all.includes('unknown') ? 'unknown' : 'same'
}

/** Whether two expressions have the same value wherever both have one: exactly for numbers and fractions of polynomials, else at points. */
function compareValues(key: Tree, given: Tree, { seed, work }: Way, bound?: Asked['bound']): Sameness {
  const [a, b] = [exact(key), exact(given)]
  if (a && b) return a.top * b.bottom === b.top * a.bottom ? 'same' : 'different'
  const asked = { trees: [key, given], seed, work, bound }
  const rows = exactRows(asked)
  if (!rows) return !bound && nameOf(key) === nameOf(given) ? 'same' : sameNearly([key, given], asked)
  if (rows.length === 0) return exactRows({ ...asked, trees: [key] })?.length ? 'different' : 'unknown'
  return rows.every(([left, right]) => left && right && isSameResidue(left, right)) ? 'same' : 'different'
}

/** The letter that an equation is solved for, and what it is; from either side. */
function solutions({ sides: [left, right] }: Relation) {
  const solved = (letter: Tree, tree: Tree) =>
    letter.is === 'letter' && !lettersOf([tree]).includes(letter.name) ? [{ letter: letter.name, tree }] : []
  return [...solved(left, right), ...solved(right, left)]
}

const minus = (a: Residue, b: Residue): Residue => ({
  top: (a.top * b.bottom - b.top * a.bottom) % prime,
  bottom: (a.bottom * b.bottom) % prime,
})

/** The difference of both sides at points: of the key and of what was given. */
type Gaps = { key: Residue; given: Residue }[]

function proportion(gaps: Gaps): Sameness {
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
  return fits(({ bottom }) => bottom) || fits(() => 1n) ? 'same' : 'different'
}

type NearGaps = { key: Near; given: Near }[]

const gap = (a: Near, b: Near): Near => ({ value: a.value - b.value, off: a.off + b.off })
const isZero = ({ value, off }: Near) => abs(value) <= 8 * off
const times = (a: Near, b: Near): Near => ({ value: a.value * b.value, off: abs(a.value) * b.off + abs(b.value) * a.off + 1e-300 })

function nearGaps(asked: Asked): NearGaps {
  return nearRows(asked)
    .filter(isFull)
    .flatMap(([a, b, c, d]) => (a && b && c && d ? [{ key: gap(a, b), given: gap(c, d) }] : []))
    .filter(({ key, given }) => key.off + given.off < Infinity)
}

function nearProportion(gaps: NearGaps): Sameness {
  const clear = gaps.filter(({ key, given }) => !isZero(key) && !isZero(given))
  const [first] = clear
  if (!first || clear.length < fewest) return gaps.some(({ key, given }) => isZero(key) !== isZero(given)) ? 'different' : 'unknown'
  return clear.every(({ key, given }) => meet(times(given, first.key), times(first.given, key))) ? 'same' : 'different'
}

const sidesOf = (key: Relation, given: Relation) => [...key.sides, ...given.sides]

/** Whether the difference of the sides is the same but for a factor: 2x = 6 and x = 3. */
function compareGaps(key: Relation, given: Relation, { seed, work }: Way): Sameness {
  const trees = sidesOf(key, given)
  const rows = exactRows({ trees, seed, work })
  if (rows) return proportion(rows.flatMap(([a, b, c, d]) => (a && b && c && d ? [{ key: minus(a, b), given: minus(c, d) }] : [])))
  const sameness = nearProportion(nearGaps({ trees, seed, work }))
  return sameness === 'same' && trees.some(isTooFine) ? 'unknown' : sameness
}

/** Whether the sides are the same, one by one, or the other way round. */
function compareSides(key: Relation, given: Relation, way: Way): Sameness {
  const sides = mirrored(key).sign === key.sign ? [given, mirrored(given)] : [key.sign === given.sign ? given : mirrored(given)]
  const found = sides.map(({ sides: [left, right] }): Sameness => {
    return together([compareValues(key.sides[0], left, way), compareValues(key.sides[1], right, way)])
  })
  return found.find((each) => each === 'same') ?? found.find((each) => each === 'unknown') ?? 'different'
}

/** Whether each equation holds where the other one is solved: V = IR and R = V/I. */
function compareSolved(key: Relation, given: Relation, way: Way): boolean {
  const fits = (of: Relation, bound: Asked['bound']) => compareValues(of.sides[0], of.sides[1], way, bound) === 'same'
  return solutions(key).some((one) => solutions(given).some((other) => fits(given, one) && fits(key, other)))
}

function compareRelations(key: Relation, given: Relation, way: Way): Sameness {
  const [one, other] = [upright(key), upright(given)]
  if (one.sign !== other.sign) return 'different'
  // Without letters, or when it holds everywhere, what is compared is what was written: 3 + 4 = 7 is not 1 = 1.
  if (lettersOf(one.sides).length === 0 || compareValues(one.sides[0], one.sides[1], way) === 'same') return compareSides(one, other, way)
  const sameness = compareGaps(one, other, way)
  if (!isInequality(one)) return sameness !== 'same' && compareSolved(one, other, way) ? 'same' : sameness
  if (sameness !== 'same') return sameness
  const turns = nearGaps({ trees: sidesOf(one, other), ...way }).filter(({ key: a, given: b }) => !isZero(a) && !isZero(b))
  if (turns.length === 0) return 'unknown'
  return turns.every(({ key: a, given: b }) => a.value > 0 === b.value > 0) ? 'same' : 'different'
}

function compareSingles(key: Single, given: Single, way: Way): Sameness {
  if (key.is === 'value') return given.is === 'value' ? compareValues(key.tree, given.tree, way) : 'different'
  if (key.is === 'relation') return given.is === 'relation' ? compareRelations(key, given, way) : 'different'
  if (given.is !== 'tuple' || given.items.length !== key.items.length) return 'different'
  return together(key.items.map((tree, at) => compareValues(tree, given.items[at] ?? tree, way)))
}

/** Whether one of several is the same. */
function isAmong(one: Single, others: Single[], compare: (a: Single, b: Single) => Sameness): Sameness {
  let best: Sameness = 'different'
  for (const other of others) {
    const sameness = compare(one, other)
    if (sameness === 'same') return sameness
    if (sameness === 'unknown') best = sameness
  }
  return best
}

function compareItems(key: Answer, given: Answer, way: Way): Sameness {
  const [left, right] = [itemsOf(key), itemsOf(given)]
  const found = left.map((one) => isAmong(one, right, (a, b) => compareSingles(a, b, way)))
  if (found.includes('different') || (left.length === 1 && right.length === 1)) return together(found)
  return together([...found, ...right.map((one) => isAmong(one, left, (a, b) => compareSingles(b, a, way)))])
}

/** Whether two answers say the same: values by value, relations up to rearrangement, pairs in order, several as a set. */
export function compareAnswers(key: Answer, given: Answer, way: Way): Sameness {
  const isOpposed = key.is === 'list' && given.is === 'list' && key.joined !== given.joined && key.joined !== ',' && given.joined !== ','
  const areInequalities = [...itemsOf(key), ...itemsOf(given)].every((item) => item.is === 'relation' && isInequality(item))
  const sameness = isOpposed && areInequalities ? 'different' : compareItems(key, given, way)
  if (sameness !== 'different' || !areInequalities || lettersOf(treesOf(key)).length === 0) return sameness
  return areSeparated(key, given, way) ? 'different' : 'unknown'
}
