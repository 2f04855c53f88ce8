import { breaksAlong } from './breaks.ts'
import { type Approximation, approximate, samplePoints } from './evaluate.ts'
import { between } from './sample.ts'
import { allEdges } from './edges.ts'
import { type Answer, itemsOf, lettersOf, type Relation, type Tree, upright, type Work } from './tree.ts'

/** Returns the relations of an answer, each with the greater side first. */
const uprightOf = (answer: Answer) =>
  itemsOf(answer).flatMap((item) => (item.is === 'relation' ? [upright(item)] : []))

const isZero = ({ value, off }: Approximation) => Math.abs(value) <= 8 * off
/** Returns true if a difference is certain: it is 0, or clearly not 0. */
const isTold = (gap: Approximation) => isZero(gap) || Math.abs(gap.value) > 1e6 * gap.off
const gap = (a: Approximation, b: Approximation): Approximation => ({
  value: a.value - b.value,
  off: a.off + b.off,
})

/**
 * Returns true if an answer holds, given which of its relations hold. Equations separated by commas count as
 * alternatives.
 */
export function isTrue(answer: Answer, holds: readonly boolean[]): boolean {
  if (answer.is === 'list') {
    const areSolutions =
      answer.joined === ',' && answer.items.every((item) => item.is === 'relation' && item.sign === '=')
    return answer.joined === 'or' || areSolutions ? holds.includes(true) : !holds.includes(false)
  }
  if (answer.is !== 'cases') return !holds.includes(false)
  let at = 0
  return answer.items
    .map((item) => {
      const own = holds.slice(at, at + itemsOf(item).length)
      at += own.length
      return isTrue(item, own)
    })
    .includes(true)
}

/** Returns which relations hold, given the differences of their sides. */
const holdAt = (gaps: Approximation[], inequalities: Relation[]) =>
  gaps.map((each, at) => {
    const sign = inequalities[at]?.sign
    if (sign === '=') return isZero(each)
    return isZero(each) ? sign === '≥' : sign === '≠' || each.value > 0
  })

/** Returns the differences of the sides at a point. Returns null if a side has no value there. */
function gapsOf(row: readonly (Approximation | null)[]): Approximation[] | null {
  const gaps: Approximation[] = []
  for (let at = 0; at + 1 < row.length; at += 2) {
    const [left, right] = [row[at], row[at + 1]]
    if (!left || !right || left.off + right.off === Infinity) return null
    gaps.push(gap(left, right))
  }
  return gaps
}

const bases = 3

/**
 * Returns the differences of the sides at the sample points and at further points. The further points are on
 * lines through some sample points, one line for each letter: where a difference is 0, where there is an
 * edge, and in between. Leaves out points at which a difference is uncertain.
 */
function gapsAlong(trees: Tree[], { seed, work }: { seed: string; work: Work }): Approximation[][] {
  const letters = lettersOf(trees)
  const differences = trees.flatMap((left, at): Tree[] => {
    const right = trees[at + 1]
    return at % 2 === 0 && right ? [{ is: 'sum', of: [left, { is: 'minus', of: [right] }] }] : []
  })
  const places = samplePoints({ trees, seed, work })
  const full = places.filter(({ row }) => !row.includes(null))
  const starts = [...full, ...places].slice(0, letters.length === 1 ? 1 : bases)
  const points = starts.flatMap(({ point }) =>
    letters.flatMap((letter) => {
      const breaks = [...differences, ...allEdges(trees)].flatMap(
        (tree) => breaksAlong(tree, { letter, point, work }).at,
      )
      return [...breaks, ...between(breaks)].map((value) => new Map([...point, [letter, { value, off: 0 }]]))
    }),
  )
  const rows = [
    ...places.map(({ row }) => row),
    ...points.map((point) => trees.map((tree) => approximate(tree, point, work))),
  ]
  return rows.map(gapsOf).flatMap((gaps) => (gaps?.every(isTold) ? [gaps] : []))
}

/**
 * Returns true if two answers made of relations certainly differ, because some point satisfies only one of
 * them. If no such point is found, as for |x| < 3 and −3 < x < 3, they may be equivalent, and a person
 * decides.
 */
export function areSeparated(
  key: Answer,
  given: Answer,
  { seed, work }: { seed: string; work: Work },
): boolean {
  const [left, right] = [uprightOf(key), uprightOf(given)]
  const trees = [...left, ...right].flatMap(({ sides }) => sides)
  const all = gapsAlong(trees, { seed, work })
  return all.some((gaps) => {
    const holds = isTrue(key, holdAt(gaps.slice(0, left.length), left))
    return holds !== isTrue(given, holdAt(gaps.slice(left.length), right))
  })
}
