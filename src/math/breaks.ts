import { exact } from './exact.ts'
import { type Approximation, approximate } from './evaluate.ts'
import { lettersOf, spend, type Tree, type Work } from './tree.ts'

/**
 * A straight line in the space of all letters (variables): every letter except `letter` is fixed at `point`.
 */
export type Line = { letter: string; point: ReadonlyMap<string, Approximation>; work: Work }

/** Coefficients by power, starting with the constant term. */
type Polynomial = number[]
type Ratio = { top: Polynomial; bottom: Polynomial }

const { abs } = Math
const highest = 24
const most = 40

const degree = (of: Polynomial) => of.length - 1

function times(a: Polynomial, b: Polynomial, work: Work): Polynomial {
  spend(work, 1 + (a.length * b.length) / 8)
  const product: Polynomial = Array.from({ length: a.length + b.length - 1 }, () => 0)
  for (const [at, left] of a.entries())
    for (const [to, right] of b.entries()) product[at + to] = (product[at + to] ?? 0) + left * right
  return product
}

const plus = (a: Polynomial, b: Polynomial): Polynomial =>
  Array.from({ length: Math.max(a.length, b.length) }, (_, at) => (a[at] ?? 0) + (b[at] ?? 0))

const isOne = (of: Polynomial) => of.length === 1 && of[0] === 1

function added(a: Ratio, b: Ratio, work: Work): Ratio {
  if (isOne(a.bottom) && isOne(b.bottom)) return { top: plus(a.top, b.top), bottom: a.bottom }
  return {
    top: plus(times(a.top, b.bottom, work), times(b.top, a.bottom, work)),
    bottom: times(a.bottom, b.bottom, work),
  }
}

const multiplied = (a: Ratio, b: Ratio, work: Work): Ratio => ({
  top: times(a.top, b.top, work),
  bottom: times(a.bottom, b.bottom, work),
})

function raised(base: Ratio, exponent: number, work: Work): Ratio | null {
  if (Math.max(degree(base.top), degree(base.bottom)) * abs(exponent) > highest) return null
  let result: Ratio = { top: [1], bottom: [1] }
  for (let turn = 0; turn < abs(exponent); turn += 1) result = multiplied(result, base, work)
  return exponent < 0 ? { top: result.bottom, bottom: result.top } : result
}

/** Factors by which the signs % and ° multiply a number. */
const scales = {
  percent: { top: [1], bottom: [100] },
  degrees: { top: [Math.PI], bottom: [180] },
} satisfies Record<string, Ratio>

/**
 * Converts a tree to a fraction of polynomials in the line's letter, with numbers as coefficients. Returns
 * null if it isn't one, or if its degree is too high.
 */
function ratioAlong(tree: Tree, line: Line): Ratio | null {
  const { letter, point, work } = line
  spend(work, 1)
  if (tree.is === 'letter' && tree.name === letter) return { top: [0, 1], bottom: [1] }
  if (tree.is === 'number' || !lettersOf([tree]).includes(letter)) {
    const value = approximate(tree, point, work)
    return value && value.off < Infinity ? { top: [value.value], bottom: [1] } : null
  }
  const parts: Ratio[] = []
  for (const each of tree.is === 'power' ? [tree.of[0]] : tree.of) {
    const part = ratioAlong(each, line)
    if (!part) return null
    parts.push(part)
  }
  const [first, second] = parts
  if (!first || parts.some(({ top, bottom }) => degree(top) + degree(bottom) > 2 * highest)) return null
  switch (tree.is) {
    case 'sum':
      return parts.reduce((sum, part) => added(sum, part, work))
    case 'product':
      return parts.reduce((product, part) => multiplied(product, part, work))
    case 'minus':
      return { ...first, top: first.top.map((each) => -each) }
    case 'quotient':
      return second ? multiplied(first, { top: second.bottom, bottom: second.top }, work) : null
    case 'power': {
      const exponent = exact(tree.of[1])
      return exponent?.bottom === 1n ? raised(first, Number(exponent.top), work) : null
    }
    case 'call':
      return tree.name in scales ? multiplied(first, scales[tree.name as keyof typeof scales], work) : null
    default:
      return null
  }
}

const valueAt = (of: Polynomial, x: number) => of.reduceRight((sum, factor) => sum * x + factor, 0)

/**
 * Finds the point between `low`, where `isLow` holds, and `high`, where it doesn't, at which `isLow` stops
 * holding. Bisects down to adjacent floating-point numbers.
 */
function edge(low: number, high: number, isLow: (x: number) => boolean) {
  let [left, right] = [low, high]
  for (let turn = 0; turn < 120; turn += 1) {
    const middle = (left + right) / 2
    if (middle <= Math.min(left, right) || middle >= Math.max(left, right)) break
    if (isLow(middle)) left = middle
    else right = middle
  }
  return (left + right) / 2
}

/**
 * Finds the points where a polynomial or one of its derivatives changes sign, which include every real root.
 */
function turnsOf(all: Polynomial, work: Work): number[] {
  const largest = Math.max(...all.map(abs))
  const last = all.findLastIndex((each) => abs(each) > 1e-14 * largest)
  const of = all.slice(0, last + 1)
  if (of.length < 2 || !Number.isFinite(largest)) return []
  const [a = 0, b = 0] = of
  if (of.length === 2) return [-a / b]
  const slopes = turnsOf(
    of.slice(1).map((factor, at) => factor * (at + 1)),
    work,
  )
  const top = abs(of.at(-1) ?? 1)
  const bound = 2 + Math.max(...of.slice(0, -1).map((each) => abs(each))) / top
  const ends = [-bound, ...slopes.filter((each) => abs(each) < bound), bound]
  const roots = ends.slice(1).flatMap((high, at) => {
    const low = ends[at] ?? -bound
    const sign = valueAt(of, low) > 0
    if (valueAt(of, high) > 0 === sign) return []
    spend(work, 12)
    return [edge(low, high, (x) => valueAt(of, x) > 0 === sign)]
  })
  return [...roots, ...slopes].sort((one, other) => one - other)
}

const maxBranches = 16

/**
 * Returns copies of the tree with each |u| replaced by u and by −u. Returns an empty list if there would be
 * too many.
 */
function branches(tree: Tree): Tree[] {
  let all: Tree[] = [{ ...tree, of: [] } as unknown as Tree]
  for (const each of tree.of) {
    const inner = branches(each)
    all = all.flatMap((one) => inner.map((next) => ({ ...one, of: [...one.of, next] }) as Tree))
    if (all.length > maxBranches) return []
  }
  if (tree.is !== 'call' || tree.name !== 'abs') return all
  return all.flatMap((one): Tree[] => (one.of[0] ? [one.of[0], { is: 'minus', of: [one.of[0]] }] : []))
}

const sizes = Array.from({ length: 48 }, (_, at) => 1.07 * 2 ** (at - 7))
const steps = Array.from({ length: 48 }, (_, at) => (at - 24) * 0.53 + 0.17)
/** Sample points from near 0 to ±10^12, for scanning trees that aren't fractions of polynomials. */
export const grid = [...sizes.map((size) => -size), ...steps, ...sizes].sort((a, b) => a - b)

/** Returns a function that computes the value of a tree at a position on a line: null where there is none. */
const along =
  (tree: Tree, { letter, point, work }: Line) =>
  (x: number) =>
    approximate(tree, new Map([...point, [letter, { value: x, off: 0 }]]), work)

/** Returns the sign as 1 or −1, or 0 if there is no value or its sign is uncertain. */
const signOf = (value: Approximation | null) =>
  !value || abs(value.value) <= value.off ? 0 : value.value > 0 ? 1 : -1

/**
 * Finds the point between two others where the absolute value is smallest. This detects zeros without a sign
 * change, as in 1 − cos x.
 */
function lowest(low: number, high: number, at: (x: number) => Approximation | null) {
  let [left, right] = [low, high]
  const size = (x: number) => abs(at(x)?.value ?? Infinity)
  for (let turn = 0; turn < 40; turn += 1) {
    const [one, other] = [left + (right - left) * 0.382, left + (right - left) * 0.618]
    if (size(one) < size(other)) right = other
    else left = one
  }
  return (left + right) / 2
}

const maxFound = 10
const maxLowest = 3

function scanned(tree: Tree, line: Line): number[] {
  const at = along(tree, line)
  const values = grid.map(at)
  const turns = grid.slice(1).flatMap((x, index) => {
    const [before, after] = [signOf(values[index] ?? null), signOf(values[index + 1] ?? null)]
    return before === after ? [] : [{ low: grid[index] ?? x, high: x, sign: before }]
  })
  const dips = grid.slice(2).flatMap((x, index) => {
    const [a, b, c] = values.slice(index, index + 3)
    const isDip =
      a &&
      b &&
      c &&
      signOf(a) === signOf(b) &&
      signOf(b) === signOf(c) &&
      abs(b.value) < abs(a.value) &&
      abs(b.value) < abs(c.value)
    return isDip ? [{ low: grid[index] ?? x, high: x, size: abs(b.value) }] : []
  })
  dips.sort((one, other) => one.size - other.size)
  return [
    ...turns.slice(0, maxFound).map(({ low, high, sign }) => edge(low, high, (x) => signOf(at(x)) === sign)),
    ...dips.slice(0, maxLowest).map(({ low, high }) => lowest(low, high, at)),
  ]
}

/**
 * Finds the points along a line where a tree is 0 or has an edge or a pole, and perhaps some others.
 * `isComplete` is true if none is missing, as for fractions of polynomials and their absolute values. For
 * other trees, the points are found by scanning the grid.
 */
export function breaksAlong(tree: Tree, line: Line): { at: number[]; isComplete: boolean } {
  if (!lettersOf([tree]).includes(line.letter)) return { at: [], isComplete: true }
  const ratios = branches(tree).map((each) => ratioAlong(each, line))
  const exactly = ratios.flatMap((each) =>
    each ? [...turnsOf(each.top, line.work), ...turnsOf(each.bottom, line.work)] : [],
  )
  const isComplete = ratios.length > 0 && ratios.every((each) => each !== null) && exactly.length <= most
  return {
    at: [...exactly.slice(0, most), ...(isComplete ? [] : scanned(tree, line))].filter(Number.isFinite),
    isComplete,
  }
}
