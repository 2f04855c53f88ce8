import { exact, wholeExponent } from './exact.ts'
import { isTrue } from './inequality.ts'
import type { Comparison } from './equal-values.ts'
import type { Rational } from './number.ts'
import {
  isolated,
  type Line,
  product,
  rootsIn,
  type Sequence,
  sequenceOf,
  signAt,
  type Span,
  squareFree,
  sum,
} from './roots.ts'
import { nameOf } from './shapes.ts'
import {
  type Answer,
  itemsOf,
  lettersOf,
  type Relation,
  some,
  type Tree,
  treesOf,
  type Work,
} from './tree.ts'

/** A fraction of polynomials. It has no value where one of the `holes` is 0. */
type Fraction = { top: Line; bottom: Line; holes: readonly Line[] }
/** Signs (1 or −1) of the expressions inside absolute values, by the expressions' names. */
type Bars = ReadonlyMap<string, number>

const whole = (value: bigint): Line => (value === 0n ? [] : [value])
const number = ({ top, bottom }: Rational): Fraction => ({ top: whole(top), bottom: [bottom], holes: [] })

const multiplied = (a: Fraction, b: Fraction, work: Work): Fraction => ({
  top: product(a.top, b.top, work),
  bottom: product(a.bottom, b.bottom, work),
  holes: [...a.holes, ...b.holes],
})
function added(a: Fraction, b: Fraction, work: Work): Fraction {
  const holes = [...a.holes, ...b.holes]
  if (String(a.bottom) === String(b.bottom)) return { top: sum(a.top, b.top), bottom: a.bottom, holes }
  const top = sum(product(a.top, b.bottom, work), product(b.top, a.bottom, work))
  return { top, bottom: product(a.bottom, b.bottom, work), holes }
}
const inverse = ({ top, bottom, holes }: Fraction): Fraction => ({
  top: bottom,
  bottom: top,
  holes: [...holes, top],
})

function raised(base: Fraction, exponent: number, work: Work): Fraction | null {
  if (exponent === 0) return null
  const own = exponent < 0 ? inverse(base) : base
  let result = own
  for (let turn = 1; turn < Math.abs(exponent); turn += 1) result = multiplied(result, own, work)
  return { ...result, holes: own.holes }
}

/** Writes a tree in one letter as a fraction of polynomials. Returns null if it isn't one. */
function fractionOf(tree: Tree, bars: Bars, work: Work): Fraction | null {
  if (tree.is === 'letter') return { top: [0n, 1n], bottom: [1n], holes: [] }
  if (tree.is === 'power') {
    const exponent = wholeExponent(tree.of[1])
    const base = exponent === null ? null : fractionOf(tree.of[0], bars, work)
    return base && exponent !== null ? raised(base, exponent, work) : constant(tree)
  }
  const isPlain = tree.is === 'sum' || tree.is === 'product' || tree.is === 'minus' || tree.is === 'quotient'
  const factor = isPlain ? 1 : tree.is === 'call' && tree.name === 'abs' ? bars.get(nameOf(tree.of[0])) : null
  if (!factor) return constant(tree)
  const parts: Fraction[] = []
  for (const each of tree.of) {
    const part = fractionOf(each, bars, work)
    if (!part) return null
    parts.push(part)
  }
  if (tree.is === 'sum') return parts.reduce((a, b) => added(a, b, work))
  if (tree.is === 'product') return parts.reduce((a, b) => multiplied(a, b, work))
  const [first, second] = parts
  if (!first) return null
  if (tree.is === 'quotient') return second ? multiplied(first, inverse(second), work) : null
  return tree.is === 'minus' || factor < 0 ? { ...first, top: first.top.map((each) => -each) } : first
}

function constant(tree: Tree): Fraction | null {
  const value = lettersOf([tree]).length === 0 ? exact(tree) : null
  return value && number(value)
}

const maxBars = 3

/** Returns the expressions inside absolute values that contain a letter, each once. */
function barsIn(trees: readonly Tree[]): Tree[] {
  const found = new Map<string, Tree>()
  const look = (tree: Tree) => {
    if (tree.is === 'call' && tree.name === 'abs' && lettersOf(tree.of).length > 0)
      found.set(nameOf(tree.of[0]), tree.of[0])
    tree.of.forEach(look)
  }
  trees.forEach(look)
  return [...found.values()]
}

/** A relation as left side minus right side, for every combination of signs inside the absolute values. */
type Gap = { sign: Relation['sign']; ways: { bars: Bars; gap: Fraction }[] }

function gapOf({ sides: [left, right], sign }: Relation, all: readonly Bars[], work: Work): Gap | null {
  const tree: Tree = { is: 'sum', of: [left, { is: 'minus', of: [right] }] }
  const ways: Gap['ways'] = []
  for (const bars of all) {
    const gap = fractionOf(tree, bars, work)
    if (!gap) return null
    ways.push({ bars, gap })
  }
  return { sign, ways }
}

/** A position on the number line: a fraction, or the only root in a span. */
type Place = { at: Rational; root: Span | null }

/**
 * Returns positions: one at each root of the polynomials `all`, and one in every interval between and around
 * the roots. Also returns a function that returns the sign of such a polynomial at a position.
 */
function signs(all: readonly Line[], work: Work) {
  const known = new Map<string, Sequence>()
  const sequence = (of: Line) => {
    const found = known.get(String(of)) ?? sequenceOf(squareFree(of, work), work)
    known.set(String(of), found)
    return found
  }
  const distinct = [...new Map(all.filter(({ length }) => length > 1).map((of) => [String(of), of])).values()]
  const { spans, whole: around } = isolated(
    squareFree(
      distinct.reduce<Line>((rest, of) => squareFree(product(rest, squareFree(of, work), work), work), [1n]),
      work,
    ),
    work,
  )
  const places: Place[] = [
    ...spans.flatMap((root) => [
      { at: root.from, root: null },
      { at: root.to, root },
    ]),
    { at: { top: around.to.top + 1n, bottom: 1n }, root: null },
  ]
  const signOf = (of: Line, { at, root }: Place) =>
    root && of.length > 1 && rootsIn(sequence(of), root, work) > 0 ? 0 : signAt(of, at, work)
  return { places, signOf }
}

const holds = (sign: Relation['sign'], value: number) => {
  if (sign === '=') return value === 0
  if (sign === '≠') return value !== 0
  if (value === 0) return sign === '≤' || sign === '≥'
  return (sign === '>' || sign === '≥') === value > 0
}

/** Returns every combination of signs inside the absolute values. */
const combinations = (bars: readonly Tree[]): Bars[] =>
  bars.reduce<Bars[]>(
    (all, bar) => all.flatMap((each) => [1, -1].map((sign) => new Map([...each, [nameOf(bar), sign]]))),
    [new Map()],
  )

const relationsOf = (answer: Answer) =>
  itemsOf(answer).flatMap((item) => (item.is === 'relation' ? [item] : []))

const isNested = (bars: readonly Tree[]) => barsIn(bars).length > 0

/**
 * Exactly compares the real solutions of two answers. Both must consist of equations and inequalities in one
 * letter, between fractions of polynomials, possibly with absolute values. Returns null for all other
 * answers. `lost` is true if a solution of the first answer isn't one of the second; `gained` is true for the
 * reverse. Throws `PastBounds` beyond the budget.
 */
export function compareSolutionSets(
  one: Answer,
  other: Answer,
  { work }: Pick<Comparison, 'work'>,
): { lost: boolean; gained: boolean } | null {
  const [left, right] = [relationsOf(one), relationsOf(other)]
  const trees = [...treesOf(one), ...treesOf(other)]
  const bars = barsIn(trees)
  const areRelations = left.length === itemsOf(one).length && right.length === itemsOf(other).length
  if (!areRelations || lettersOf(trees).length > 1 || bars.length > maxBars || isNested(bars)) return null
  const all = combinations(bars)
  const gaps: Gap[] = []
  for (const relation of [...left, ...right]) {
    const gap = gapOf(relation, all, work)
    if (!gap) return null
    gaps.push(gap)
  }
  const contents: [string, Fraction][] = []
  for (const bar of bars) {
    const content = fractionOf(bar, new Map(), work)
    if (!content) return null
    contents.push([nameOf(bar), content])
  }
  const fractions = [
    ...gaps.flatMap(({ ways }) => ways.map(({ gap }) => gap)),
    ...contents.map(([, of]) => of),
  ]
  const { places, signOf } = signs(
    fractions.flatMap(({ top, bottom, holes }) => [top, bottom, ...holes]),
    work,
  )
  const valueAt = ({ top, bottom, holes }: Fraction, place: Place) =>
    holes.some((hole) => signOf(hole, place) === 0) ? null : signOf(top, place) * signOf(bottom, place)
  const isSolved = ({ sign, ways }: Gap, place: Place) => {
    const negative = new Set(contents.flatMap(([name, of]) => ((valueAt(of, place) ?? 0) < 0 ? [name] : [])))
    const way = ways.find((each) => [...each.bars].every(([name, bar]) => bar < 0 === negative.has(name)))
    const value = way ? valueAt(way.gap, place) : null
    return value !== null && holds(sign, value)
  }
  const comparisons = places.map((place) => {
    const solved = gaps.map((gap) => isSolved(gap, place))
    return [isTrue(one, solved.slice(0, left.length)), isTrue(other, solved.slice(left.length))] as const
  })
  return { lost: comparisons.some(([a, b]) => a && !b), gained: comparisons.some(([a, b]) => b && !a) }
}

/**
 * Returns true if solving an answer may add solutions that have to be ruled out. This is the case if a letter
 * is in a denominator, a function or a root, or in a power whose exponent isn't a nonnegative integer.
 */
export const mayGain = (answer: Answer) =>
  treesOf(answer).some((tree) =>
    some(
      tree,
      (each) =>
        (each.is === 'quotient' && lettersOf([each.of[1]]).length > 0) ||
        (['root', 'log', 'call'].includes(each.is) && lettersOf([each]).length > 0) ||
        (each.is === 'power' &&
          lettersOf([each]).length > 0 &&
          (exact(each.of[1])?.bottom !== 1n || (exact(each.of[1])?.top ?? 0n) < 0n)),
    ),
  )
