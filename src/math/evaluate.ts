import { degreeOf, exact, prime, reduced, residue, type Residue } from './exact.ts'
import { lettersOf, spend, type FunctionName, type Tree, type Work } from './tree.ts'

/**
 * Trees to evaluate at the same points. The seed determines the points, so that they are the same on every
 * machine and can't be guessed without the key. Evaluation is either exact, modulo a prime, or approximate,
 * in floating point with an error bound.
 */
export type SampleInput = { trees: readonly Tree[]; seed: string; work: Work }

/**
 * A value and its error bound, which is Infinity if the value is too large to represent or too uncertain to
 * use. A null in its place means that there is no value, as for √−1.
 */
export type Approximation = { value: number; off: number }

/** Generates pseudorandom 32-bit integers from a seed (mulberry32 seeded by FNV-1a). */
function dice(seed: string) {
  let state = 2166136261
  for (let at = 0; at < seed.length; at += 1) state = Math.imul(state ^ seed.charCodeAt(at), 16777619)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

const enough = 3
const tries = 12

/**
 * Evaluates trees exactly, modulo the prime, at three points, or fewer if a divisor is 0 at nearly every
 * point. Returns null if a tree uses more than the four operations and integer powers. Two different trees
 * agree at three points with a probability below 10^-43.
 */
export function exactRows(asked: SampleInput): Residue[][] | null {
  const { trees, seed, work } = asked
  if (trees.some((tree) => degreeOf(tree) === null)) return null
  const next = dice(seed)
  const letters = lettersOf(trees)
  const rows: Residue[][] = []
  for (let turn = 0; turn < tries && rows.length < enough; turn += 1) {
    const point = new Map<string, Residue>()
    for (const name of ['pi', 'e', ...letters]) {
      const top = reduced((BigInt(next()) << 32n) ^ BigInt(next())) % (prime - 2n)
      point.set(name, { top: top + 1n, bottom: 1n })
    }
    const row = trees.map((tree) => residue(tree, point, work))
    if (row.every(({ bottom }) => bottom !== 0n)) rows.push(row)
  }
  return rows
}

const epsilon = 2.3e-16

/** Magnitude below which floating point can't distinguish a value from 0. */
const tiniest = 1e-290

const unrepresentable: Approximation = { value: 0, off: Infinity }

function near(value: number, off: number): Approximation | null {
  if (Number.isNaN(value)) return null
  return Number.isFinite(value) && Number.isFinite(off)
    ? { value, off: off + Math.abs(value) * epsilon }
    : unrepresentable
}

const { abs } = Math

/** Computes the value of each function, with an error bound derived from the argument's error. */
const functions: Record<FunctionName, (a: Approximation) => Approximation | null> = {
  sin: ({ value, off }) => near(Math.sin(value), off),
  cos: ({ value, off }) => near(Math.cos(value), off),
  tan: (a) => divided(near(Math.sin(a.value), a.off), near(Math.cos(a.value), a.off)),
  sec: (a) => divided({ value: 1, off: 0 }, near(Math.cos(a.value), a.off)),
  csc: (a) => divided({ value: 1, off: 0 }, near(Math.sin(a.value), a.off)),
  cot: (a) => divided(near(Math.cos(a.value), a.off), near(Math.sin(a.value), a.off)),
  arcsin: ({ value, off }) => near(Math.asin(value), off / Math.sqrt(1 - value * value)),
  arccos: ({ value, off }) => near(Math.acos(value), off / Math.sqrt(1 - value * value)),
  arctan: ({ value, off }) => near(Math.atan(value), off),
  ln: (a) => (a.value > a.off ? near(Math.log(a.value), (2 * a.off) / a.value) : null),
  abs: ({ value, off }) => near(abs(value), off),
  percent: ({ value, off }) => near(value / 100, off / 100),
  degrees: ({ value, off }) => near((value * Math.PI) / 180, off * 0.02 + abs(value) * 4e-18),
}

function divided(a: Approximation | null, b: Approximation | null): Approximation | null {
  if (!a || !b || abs(b.value) <= 8 * b.off) return null
  const value = a.value / b.value
  return near(value, (a.off + abs(value) * b.off) / (abs(b.value) - b.off))
}

function multiplied(a: Approximation, b: Approximation): Approximation | null {
  const value = a.value * b.value
  const lost = abs(value) < tiniest && a.value !== 0 && b.value !== 0 ? tiniest : 0
  return near(value, abs(a.value) * b.off + abs(b.value) * a.off + a.off * b.off + lost)
}

/**
 * Evaluates a power. A negative base has a real root if the index is odd. If the base is too close to 0 to
 * know its sign, the result depends on the exponent: about 0 for exponents of at least 1, too uncertain to
 * use (`off` is Infinity) for exponents between 0 and 1, and null, which means no value, for all others.
 */
function power(
  base: Approximation,
  exponent: Approximation,
  written: () => { top: bigint; bottom: bigint } | null,
): Approximation | null {
  if (base.value === 0 && base.off === 0) return exponent.value > 0 ? base : null
  if (abs(base.value) <= base.off)
    return exponent.value >= 1
      ? near(0, base.off ** Math.min(exponent.value, 8))
      : exponent.value > 0
        ? unrepresentable
        : null
  const size = abs(base.value) ** exponent.value
  const off =
    (size < tiniest ? tiniest : 0) +
    size *
      ((abs(exponent.value) * base.off) / (abs(base.value) - base.off) +
        abs(Math.log(abs(base.value))) * exponent.off +
        2 * epsilon)
  if (base.value > 0) return near(size, off)
  const steps = Math.round(exponent.value)
  if (abs(exponent.value - steps) <= exponent.off) return near(steps % 2 === 0 ? size : -size, off)
  const fraction = written()
  if (!fraction || fraction.bottom % 2n === 0n) return null
  return near(fraction.top % 2n === 0n ? size : -size, off)
}

function root(radicand: Approximation, index: Approximation): Approximation | null {
  if (index.value < 2 || index.off > 1e-9 || abs(index.value - Math.round(index.value)) > 1e-9) return null
  const isOdd = Math.round(index.value) % 2 === 1
  if (radicand.value < 0 && !isOdd) return null
  return power(radicand, { value: 1 / index.value, off: epsilon / index.value }, () => ({
    top: 1n,
    bottom: BigInt(Math.round(index.value)),
  }))
}

const constants = { pi: Math.PI, e: Math.E }

/** Returns the floating-point value at a point. Returns null if there is none or it can't be determined. */
export function approximate(
  tree: Tree,
  point: ReadonlyMap<string, Approximation>,
  work: Work,
): Approximation | null {
  spend(work, 1)
  if (tree.is === 'number') return near(Number(tree.value.top) / Number(tree.value.bottom), 0)
  if (tree.is === 'letter') return point.get(tree.name) ?? null
  if (tree.is === 'constant') return near(constants[tree.name], 0)
  const values: Approximation[] = []
  for (const each of tree.of) {
    const value = approximate(each, point, work)
    if (!value) return null
    values.push(value)
  }
  if (values.some(({ off }) => off === Infinity)) return unrepresentable
  const [first, second = first] = values
  if (!first || !second) return null
  switch (tree.is) {
    case 'sum':
      return values
        .slice(1)
        .reduce<Approximation | null>(
          (sum, { value, off }) => sum && near(sum.value + value, sum.off + off),
          first,
        )
    case 'product':
      return values
        .slice(1)
        .reduce<Approximation | null>((product, value) => product && multiplied(product, value), first)
    case 'minus':
      return { value: -first.value, off: first.off }
    case 'quotient':
      return divided(first, second)
    case 'power':
      return power(first, second, () => exact(tree.of[1]))
    case 'root':
      return root(first, second)
    case 'log':
      return divided(functions.ln(first), functions.ln(second))
    default:
      return functions[tree.name](first)
  }
}

const least = 8
const usual = 24
const most = 96

/**
 * Returns the largest absolute value to use in sample points: twice the largest number in the trees, but at
 * least 20 and at most 10^5. For example, |x − 100| bends at 100, so larger values are needed.
 */
function reach(trees: readonly Tree[]) {
  let largest = 10
  const look = (tree: Tree) => {
    if (tree.is === 'number')
      largest = Math.max(largest, abs(Number(tree.value.top) / Number(tree.value.bottom)))
    for (const each of tree.of) look(each)
  }
  for (const tree of trees) look(tree)
  return Math.min(2 * largest, 1e5)
}

/**
 * Picks a number for a letter. The first turns rotate through four kinds: small positive, small of either
 * sign, small negative, and of any size up to `far`. Later turns alternate between numbers up to `far` and
 * integers.
 */
function pick(turn: number, next: () => number, far: number) {
  const share = (next() + 0.5) / 2 ** 32
  const small = 0.05 + 2.95 * share * share
  if (turn >= usual)
    return turn % 2 === 1 ? Math.floor(share * 25) - 8 : (turn % 4 === 0 ? share : 2 * share - 1) * far
  if (turn % 4 === 0) return small
  if (turn % 4 === 1) return 6 * share - 3
  return turn % 4 === 2 ? -small : (2 * share - 1) * far
}

/** A sample point: a value for each letter, and the resulting values of the trees. */
export type SamplePoint = { point: Map<string, Approximation>; row: (Approximation | null)[] }

/**
 * Evaluates trees approximately at 24 sample points, then at more, up to 96, until all of the trees have a
 * value at 8 points. Uses one point if there are no letters. A tree without a value at a point gets null.
 */
export function samplePoints({ trees, seed, work }: SampleInput): SamplePoint[] {
  const next = dice(seed)
  const letters = lettersOf(trees)
  const far = reach(trees)
  const places: SamplePoint[] = []
  let full = 0
  const last = letters.length === 0 ? 1 : most
  for (let turn = 0; turn < last && (turn < usual || full < least); turn += 1) {
    const point = new Map<string, Approximation>(
      letters.map((name) => [name, { value: pick(turn, next, far), off: 0 }]),
    )
    const row = trees.map((tree) => approximate(tree, point, work))
    places.push({ point, row })
    if (row.every((each) => each !== null)) full += 1
  }
  return places
}

/** Evaluates trees like `samplePoints`, but returns only their values, one row for each point. */
export const sampleRows = (asked: SampleInput) => samplePoints(asked).map(({ row }) => row)
