import { exact } from './exact.ts'
import { breaksAlong, grid } from './breaks.ts'
import {
  type SampleInput,
  type Approximation,
  approximate,
  samplePoints,
  type SamplePoint,
} from './evaluate.ts'
import { surelySigned } from './bounds.ts'
import { allEdges, isBent, isWholeNumber } from './edges.ts'
import { nameOf, partsOf } from './shapes.ts'
import { joined, lettersOf, type Tree, whole, type Work } from './tree.ts'

/**
 * Tests whether trees agree. The edges of an expression divide space into cells. Within a cell the expression
 * is smooth, so a few points represent the whole cell, but every cell needs its own.
 */

/** Values of several trees at one point. */
type Row = (Approximation | null)[]

const { abs } = Math
const isEven = (tree: Tree) => (exact(tree)?.top ?? 1n) % 2n === 0n
const distance = (of: Tree): Tree => ({ is: 'call', name: 'abs', of: [of] })

/** Writes √(u²) as |u|, and likewise other even roots and fractional powers of even powers. */
function unrooted(tree: Tree): Tree {
  if (tree.of.length === 0) return tree
  const own = { ...tree, of: tree.of.map(unrooted) } as Tree
  const [inner, by] = own.of
  if (!by || inner?.is !== 'power' || !isWholeNumber(inner.of[1]) || !isEven(inner.of[1])) return own
  const isRoot = own.is === 'root' && isWholeNumber(by)
  if (!isRoot && !(own.is === 'power' && exact(by) && !isWholeNumber(by))) return own
  const exponent: Tree = isRoot
    ? { is: 'quotient', of: [inner.of[1], by] }
    : { is: 'product', of: [inner.of[1], by] }
  const size = exact(exponent)
  return size?.top === 1n && size.bottom === 1n
    ? distance(inner.of[0])
    : { is: 'power', of: [distance(inner.of[0]), exponent] }
}

/** Writes the logarithm of u² as 2 times that of |u|, so that 2 ln u is checked for negative u as well. */
function unsquared(tree: Tree): Tree {
  const own = { ...tree, of: tree.of.map(unsquared) } as Tree
  const [inner, ...base] = own.of
  const isLog = own.is === 'log' || (own.is === 'call' && own.name === 'ln')
  if (!isLog || inner?.is !== 'power' || !isWholeNumber(inner.of[1]) || !isEven(inner.of[1])) return own
  return { is: 'product', of: [inner.of[1], { ...own, of: [distance(inner.of[0]), ...base] } as Tree] }
}

/**
 * Returns those factors of a tree whose signs aren't known. `flip` is the sign of the product of all other
 * factors.
 */
function signsOf(tree: Tree): { flip: 1 | -1; factors: Tree[] } {
  const { tops, bottoms, signs } = partsOf(tree)
  let flip: 1 | -1 = signs % 2 === 0 ? 1 : -1
  const factors: Tree[] = []
  for (const part of [...tops, ...bottoms]) {
    const base = part.is === 'power' && isWholeNumber(part.of[1]) && !isEven(part.of[1]) ? part.of[0] : part
    const sign = surelySigned(base)
    if (sign === null) factors.push(base)
    else if (sign === -1) flip = flip === 1 ? -1 : 1
  }
  return { flip, factors }
}

/** A part whose sign matters, with its values at the sample points. */
type Sign = { tree: Tree; values: Row }
/** Sign of a part as the product of other parts' signs, possibly flipped. */
type Source = { flip: 1 | -1; of: number[] }
type Signs = { all: Sign[]; sources: Map<string, Source> }

/**
 * Finds the parts inside absolute values that have independent signs. If a part is a constant times another
 * part, or times the product of two others, its sign follows from theirs.
 */
function signsIn(trees: readonly Tree[], places: readonly SamplePoint[], work: Work): Signs {
  const found = new Map<string, Sign>()
  const look = (tree: Tree) => {
    for (const each of tree.of) look(each)
    if (tree.is !== 'call' || tree.name !== 'abs' || lettersOf([tree]).length === 0) return
    for (const factor of signsOf(tree.of[0]).factors)
      if (!found.has(nameOf(factor)))
        found.set(nameOf(factor), {
          tree: factor,
          values: places.map(({ point }) => approximate(factor, point, work)),
        })
  }
  for (const tree of trees) look(tree)
  const all: Sign[] = []
  const sources = new Map<string, Source>()
  // A shorter expression is more likely to be a factor of a longer one.
  for (const [name, sign] of [...found].sort(([a], [b]) => a.length - b.length)) {
    const source = sourceOf(sign, all)
    sources.set(name, source ?? { flip: 1, of: [all.length] })
    if (!source) all.push(sign)
  }
  return { all, sources }
}

/**
 * Derives a part's sign from other parts. Does so only for smooth parts, because sample points don't fully
 * represent a part that isn't smooth.
 */
function sourceOf({ tree, values }: Sign, others: readonly Sign[]): Source | null {
  if (isBent(tree)) return null
  for (const [at, { tree: smooth, values: one }] of others.entries()) {
    if (isBent(smooth)) continue
    const ratio = ratioOf(values, one)
    if (ratio !== null) return { flip: ratio > 0 ? 1 : -1, of: [at] }
    for (const [to, { tree: third, values: other }] of others.slice(0, at).entries()) {
      if (isBent(third)) continue
      const product = one.map((each, row) => {
        const twin = other[row]
        return each && twin
          ? { value: each.value * twin.value, off: abs(each.value) * twin.off + abs(twin.value) * each.off }
          : null
      })
      const part = ratioOf(values, product)
      if (part !== null) return { flip: part > 0 ? 1 : -1, of: [to, at] }
    }
  }
  return null
}

/** Returns the constant ratio of two rows of values, or null if there is none. */
function ratioOf(row: Row, other: Row): number | null {
  const pairs = row.flatMap((each, at) => {
    const twin = other[at]
    return each && twin && abs(each.value) > 1e6 * each.off && abs(twin.value) > 1e6 * twin.off
      ? [each.value / twin.value]
      : []
  })
  const [first] = pairs
  return first !== undefined &&
    pairs.length >= 6 &&
    pairs.every((each) => abs(each - first) <= 1e-9 * abs(first))
    ? first
    : null
}

/** Removes absolute value bars: each |u| becomes u times its sign. */
function unbarred(tree: Tree, { sources }: Signs, signs: readonly Tree[]): Tree {
  if (tree.of.length === 0) return tree
  const own = { ...tree, of: tree.of.map((each) => unbarred(each, { all: [], sources }, signs)) } as Tree
  if (tree.is !== 'call' || tree.name !== 'abs' || !own.of[0]) return own
  const { flip, factors } = signsOf(tree.of[0])
  const taken = factors.flatMap((factor) => sources.get(nameOf(factor)) ?? [])
  const isTurned = taken.reduce<number>((product, source) => product * source.flip, flip) < 0
  const product = joined('product', [
    ...taken.flatMap(({ of }) => of.flatMap((at) => signs[at] ?? [])),
    own.of[0],
  ])
  return isTurned ? { is: 'minus', of: [product] } : product
}

const bases = 3

const steps = { near: [0.37, 0.83, 7.3], many: [0.37, 0.71, 0.83, 2.9, 7.3, 31] }

/**
 * Returns numbers between neighboring breaks, and numbers near and far below the first break and above the
 * last one.
 */
export function between(breaks: readonly number[], outer: readonly number[] = steps.near): number[] {
  const all = breaks.toSorted((a, b) => a - b)
  const sorted = all.filter((each, at) => at === 0 || each - (all[at - 1] ?? each) > 1e-9 * abs(each) + 1e-30)
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (first === undefined || last === undefined) return []
  const out = (at: number, way: number) =>
    outer.map((step) => at + way * (step < 0.5 ? step : step * (1 + abs(at))))
  const inner = sorted.slice(1).flatMap((high, at) => {
    const low = sorted[at] ?? high
    return [low + 0.41 * (high - low), low + 0.77 * (high - low)]
  })
  return [...out(first, -1), ...inner, ...out(last, 1)]
}

/**
 * Returns points in the cells that are crossed by straight lines through sample points, along which only one
 * letter varies. `isComplete` is true if there is only one letter and no cell was missed.
 */
function cellPoints(
  trees: readonly Tree[],
  edges: readonly Tree[],
  places: readonly SamplePoint[],
  work: Work,
) {
  const letters = lettersOf(trees)
  const full = places.filter(({ row }) => row.every((each) => each !== null))
  const starts = [...full, ...places].slice(0, letters.length === 1 ? 1 : bases)
  const points: Map<string, Approximation>[] = []
  let isComplete = letters.length === 1
  for (const { point } of starts) {
    for (const letter of letters) {
      const found = edges.map((edge) => breaksAlong(edge, { letter, point, work }))
      const isEvery = found.every((each) => each.isComplete)
      isComplete &&= isEvery
      const at = [
        ...between(
          found.flatMap((each) => each.at),
          letters.length === 1 ? steps.many : steps.near,
        ),
        ...(isEvery || letters.length > 1 ? [] : grid),
      ]
      points.push(...at.map((value) => new Map([...point, [letter, { value, off: 0 }]])))
    }
  }
  return { points, isComplete }
}

/**
 * Returns the signs of the parts at a point as a string of + and −. Returns null if one is 0 or has no value.
 */
function patternAt({ all }: Signs, point: ReadonlyMap<string, Approximation>, work: Work): string | null {
  const marks = all.map(({ tree }) => {
    const value = approximate(tree, point, work)
    return value && abs(value.value) > 8 * value.off ? (value.value > 0 ? '+' : '-') : null
  })
  return marks.includes(null) ? null : marks.join('')
}

const patternsOf = (count: number) =>
  Array.from({ length: 2 ** count }, (_, at) =>
    at.toString(2).padStart(count, '0').replaceAll('0', '+').replaceAll('1', '-'),
  )

const maxSigns = 5
/** Number of points at which an expression is tested after its absolute value bars are removed. */
const enough = 16
type Sameness = 'same' | 'different' | 'unknown'
/** Compares rows of values. If `isLast`, no more points will follow, so missing values count too. */
export type Test = (rows: Row[], isLast: boolean) => Sameness

/** Returns true if a value is accurate to one part in 10^9 (10^-12 near 0), enough to tell it from others. */
export const isSharp = ({ value, off }: Approximation) => off <= 1e-9 * Math.max(abs(value), 1e-3)

/**
 * Groups the parts with only one letter by that letter. Leaves out parts whose zeros aren't all known. In
 * each group, only the sign patterns that were found along that letter are possible.
 */
function groupsIn(signs: Signs, work: Work): number[][] {
  const groups = new Map<string, number[]>()
  for (const [at, { tree }] of signs.all.entries()) {
    const [letter, ...others] = lettersOf([tree])
    if (
      letter === undefined ||
      others.length > 0 ||
      !breaksAlong(tree, { letter, point: new Map(), work }).isComplete
    )
      continue
    groups.set(letter, [...(groups.get(letter) ?? []), at])
  }
  return [...groups.values()]
}

type TestInput = SampleInput & { keys: number }
/**
 * Returns the sign patterns that may be possible but weren't seen at a point where all trees have a value.
 * Returns null if there are too many parts to list them.
 */
function unseenPatterns(
  input: TestInput,
  signs: Signs,
  places: readonly SamplePoint[],
  isComplete: boolean,
): string[] | null {
  const { trees, keys, work } = input
  const [wanted, seen, any] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const { point, row } of places) {
    const pattern = patternAt(signs, point, work)
    if (pattern === null) continue
    any.add(pattern)
    if (!row.slice(0, keys).includes(null))
      (row.every((each) => each && isSharp(each)) ? seen : wanted).add(pattern)
  }
  const isBoth = (at: number) => ['+', '-'].every((mark) => [...seen].some((pattern) => pattern[at] === mark))
  const isAll = isComplete || (lettersOf(trees).length === 1 && signs.all.every((_, at) => isBoth(at)))
  if (!isAll && signs.all.length > maxSigns) return null
  const groups = isAll ? [] : groupsIn(signs, work)
  const isPossible = (pattern: string) =>
    groups.every((group) => [...any].some((other) => group.every((at) => other[at] === pattern[at])))
  return (isAll ? [...wanted] : patternsOf(signs.all.length)).filter(
    (pattern) => !seen.has(pattern) && isPossible(pattern),
  )
}

/**
 * Tests values of trees at sample points from the seed, then in every cell. The first `keys` trees belong to
 * the key. Trees with |u| are `same` only if every combination of signs inside the bars was seen, is
 * impossible, or gives the same result.
 */
export function testEverywhere(input: TestInput, test: Test): Sameness {
  const { trees, work } = input
  const places = samplePoints(input)
  const rows = places.map(({ row }) => row)
  const isSmooth = !trees.some(isBent)
  const first = test(rows, isSmooth)
  if (first === 'different' || isSmooth) return first
  // In equations, ln(u²) stays unchanged, because lost solutions are checked later.
  const plain = trees.map(unrooted).map((tree) => (input.keys === 1 ? unsquared(tree) : tree))
  const edges = allEdges(plain)
  // On an edge, √(u²·v) and √(2u·v) are both 0, so only points inside a cell count.
  const isWithin = ({ point }: { point: SamplePoint['point'] }) =>
    edges.every((edge) => {
      const value = approximate(edge, point, work)
      return !value || abs(value.value) > 8 * value.off
    })
  const within = places.filter(isWithin)
  const { points, isComplete } = cellPoints(trees, edges, within, work)
  const inCells = points
    .map((point): SamplePoint => ({ point, row: trees.map((tree) => approximate(tree, point, work)) }))
    .filter(isWithin)
  const known = [...within, ...inCells].map(({ row }) => row)
  const second = test(known, true)
  if (second !== 'same') return second
  const signs = signsIn(plain, places, work)
  if (signs.all.length === 0) return second
  const isSame = (marks: Tree[]) => {
    const smooth = plain.map((tree) => unbarred(tree, signs, marks))
    const more = places
      .slice(0, enough)
      .map(({ point }) => smooth.map((tree) => approximate(tree, point, work)))
    return test(more, true) === 'same' && test([...known, ...more], true) === 'same'
  }
  const unseen = unseenPatterns(input, signs, [...within, ...inCells], isComplete)
  if (unseen?.length === 0) return 'same'
  // If the result is the same with arbitrary numbers in place of the signs, it is the same for all signs.
  if (isSame(signs.all.map((_, at) => whole(2 * at + 3)))) return 'same'
  const marked = (pattern: string) => [...pattern].map((mark) => whole(mark === '-' ? -1 : 1))
  return unseen?.every((pattern) => isSame(marked(pattern))) ? 'same' : 'unknown'
}
