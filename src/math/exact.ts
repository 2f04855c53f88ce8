import type { Rational } from './number.ts'
import { PastBounds, spend, type Tree, type Work } from './tree.ts'

const maxBits = 4096n
const maxDegree = 4096
/** Maximum exponent that is evaluated (product §7). */
const highest = 64n

const tooBig = 1n << maxBits
const abs = (value: bigint) => (value < 0n ? -value : value)
/** Returns the greatest common divisor; 0 for two zeros. */
export function gcd(a: bigint, b: bigint): bigint {
  let [left, right] = [abs(a), abs(b)]
  while (right > 0n) [left, right] = [right, left % right]
  return left
}

/**
 * Reduces a fraction and makes its denominator positive; the denominator must not be 0. Throws `PastBounds`
 * beyond 4,096 bits.
 */
export function rational(top: bigint, bottom: bigint): Rational {
  if (abs(top) >= tooBig || abs(bottom) >= tooBig) throw new PastBounds()
  const common = gcd(top, bottom) * (bottom < 0n ? -1n : 1n)
  return common === 1n ? { top, bottom } : { top: top / common, bottom: bottom / common }
}

export const plus = (a: Rational, b: Rational) =>
  rational(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom)
export const times = (a: Rational, b: Rational) => rational(a.top * b.top, a.bottom * b.bottom)

/** Returns the integer root with this index, or null if there is none. Uses Newton's method from above. */
export function wholeRoot(value: bigint, index: bigint): bigint | null {
  if (value < 2n) return value < 0n ? null : value
  let guess = 1n << (BigInt(value.toString(2).length) / index + 1n)
  for (;;) {
    const next = ((index - 1n) * guess + value / guess ** (index - 1n)) / index
    if (next >= guess) return guess ** index === value ? guess : null
    guess = next
  }
}

function exactRoot({ top, bottom }: Rational, { top: index, bottom: one }: Rational): Rational | null {
  if (one !== 1n || index < 2n) return null
  if (index > highest) throw new PastBounds()
  const [over, under] = [wholeRoot(abs(top), index), wholeRoot(bottom, index)]
  if (over === null || under === null || (top < 0n && index % 2n === 0n)) return null
  return { top: top < 0n ? -over : over, bottom: under }
}

function exactPower(base: Rational, exponent: Rational): Rational | null {
  const { top: power, bottom: index } = exponent
  if (abs(power) > highest) throw new PastBounds()
  const root = index === 1n ? base : exactRoot(base, { top: index, bottom: 1n })
  if (!root || (root.top === 0n && power <= 0n)) return null
  const [over, under] = power < 0n ? [root.bottom, root.top] : [root.top, root.bottom]
  const bits = BigInt(abs(over).toString(2).length + abs(under).toString(2).length)
  if (bits * abs(power) > 2n * maxBits) throw new PastBounds()
  return rational(over ** abs(power), under ** abs(power))
}

function members(tree: Tree): Rational[] | null {
  const values: Rational[] = []
  for (const each of tree.of) {
    const value = exact(each)
    if (!value) return null
    values.push(value)
  }
  return values
}

/**
 * Evaluates a tree to an exact fraction. Returns null if it isn't known to be a fraction (letters, π, √2) or
 * has no value (1/0). Throws `PastBounds` for exponents above 64 or below −64, root indexes above 64, and
 * values beyond 4,096 bits.
 */
export function exact(tree: Tree): Rational | null {
  if (tree.is === 'number')
    return tree.value.bottom === 0n ? null : rational(tree.value.top, tree.value.bottom)
  const [first, second, ...rest] = members(tree) ?? []
  if (!first) return null
  switch (tree.is) {
    case 'minus':
      return { top: -first.top, bottom: first.bottom }
    case 'call':
      if (tree.name === 'percent') return rational(first.top, first.bottom * 100n)
      return tree.name === 'abs' ? { top: abs(first.top), bottom: first.bottom } : null
    default:
  }
  if (!second) return null
  switch (tree.is) {
    case 'sum':
      return [second, ...rest].reduce(plus, first)
    case 'product':
      return [second, ...rest].reduce(times, first)
    case 'quotient':
      return second.top === 0n ? null : rational(first.top * second.bottom, first.bottom * second.top)
    case 'power':
      return exactPower(first, second)
    case 'root':
      return exactRoot(first, second)
    default:
      return null
  }
}

/** Value of each letter. */
export type Values = ReadonlyMap<string, Rational>

function substituted(tree: Tree, values: Values): Tree {
  if (tree.is === 'letter') {
    const value = values.get(tree.name)
    return value
      ? { is: 'number', value, written: value.bottom === 1n ? 'whole' : 'decimal', digits: 1, of: [] }
      : tree
  }
  return { ...tree, of: tree.of.map((each) => substituted(each, values)) } as Tree
}

/**
 * Evaluates a tree, given the values of its letters. Returns null if it has no exact value, as for 1/0, or is
 * beyond the limits of `exact`. Never throws.
 */
export function exactAt(tree: Tree, values: Values): Rational | null {
  try {
    return exact(substituted(tree, values))
  } catch (error) {
    if (error instanceof PastBounds) return null
    throw error
  }
}

/**
 * Returns the exponent of a power if it is an integer, otherwise null. Throws `PastBounds` if it is above 64
 * or below −64.
 */
export function wholeExponent(exponent: Tree): number | null {
  const value = exact(exponent)
  if (value?.bottom !== 1n) return null
  if (abs(value.top) > highest) throw new PastBounds()
  return Number(value.top)
}

/**
 * Returns an upper bound on a tree's degree, where π and e count as letters. Returns null if the tree uses
 * more than the four operations and integer powers. Throws `PastBounds` above 4,096.
 */
export function degreeOf(tree: Tree): number | null {
  if (tree.is === 'letter' || tree.is === 'constant') return 1
  if (tree.is === 'number') return 0
  if (tree.is === 'power') {
    const exponent = wholeExponent(tree.of[1])
    const base = exponent === null ? null : degreeOf(tree.of[0])
    if (base !== null && exponent !== null) return bounded(base * Math.abs(exponent))
  }
  const isPlain = tree.is === 'sum' || tree.is === 'product' || tree.is === 'minus' || tree.is === 'quotient'
  if (!isPlain && !(tree.is === 'call' && (tree.name === 'percent' || tree.name === 'degrees')))
    return exact(tree) ? 0 : null
  let degree = 0
  for (const each of tree.of) {
    const inner = degreeOf(each)
    if (inner === null) return null
    // Adding fractions multiplies their denominators, so degrees add up in sums as well.
    degree += inner
  }
  return bounded(degree + (tree.is === 'call' ? 1 : 0))
}

function bounded(degree: number) {
  if (degree > maxDegree) throw new PastBounds()
  return degree
}

/** A value modulo the prime 2^61 − 1, kept as a fraction so that nothing has to be divided. */
export type Residue = { top: bigint; bottom: bigint }
export const prime = 2n ** 61n - 1n

/** Returns the nonnegative remainder modulo the prime. */
export function reduced(value: bigint) {
  const rest = value % prime
  return rest < 0n ? rest + prime : rest
}

export function powerOf(base: bigint, exponent: bigint): bigint {
  let [result, square, left] = [1n, base, exponent]
  while (left > 0n) {
    if (left & 1n) result = (result * square) % prime
    square = (square * square) % prime
    left >>= 1n
  }
  return result
}

function added(a: Residue, b: Residue): Residue {
  if (a.bottom === b.bottom) return { top: (a.top + b.top) % prime, bottom: a.bottom }
  return { top: (a.top * b.bottom + b.top * a.bottom) % prime, bottom: (a.bottom * b.bottom) % prime }
}

const multiplied = (a: Residue, b: Residue): Residue => ({
  top: (a.top * b.top) % prime,
  bottom: (a.bottom * b.bottom) % prime,
})
const fromRational = ({ top, bottom }: Rational): Residue => ({ top: reduced(top), bottom: reduced(bottom) })

function raised({ top, bottom }: Residue, exponent: number): Residue {
  const steps = BigInt(Math.abs(exponent))
  const [over, under] = exponent < 0 ? [bottom, top] : [top, bottom]
  return { top: powerOf(over, steps), bottom: powerOf(under, steps) }
}

/**
 * Evaluates a tree at a point, modulo the prime; `degreeOf` must not be null for it. Treats letters, π and e
 * as independent. If a divisor is 0 there, the result's `bottom` is 0.
 */
export function residue(tree: Tree, point: ReadonlyMap<string, Residue>, work: Work): Residue {
  spend(work, 1)
  switch (tree.is) {
    case 'number':
      return fromRational(tree.value)
    case 'letter':
    case 'constant':
      return point.get(tree.name) ?? { top: 0n, bottom: 0n }
    case 'sum':
      return tree.of.map((each) => residue(each, point, work)).reduce(added)
    case 'product':
      return tree.of.map((each) => residue(each, point, work)).reduce(multiplied)
    case 'minus': {
      const { top, bottom } = residue(tree.of[0], point, work)
      return { top: top === 0n ? 0n : prime - top, bottom }
    }
    case 'quotient': {
      const below = residue(tree.of[1], point, work)
      return multiplied(residue(tree.of[0], point, work), { top: below.bottom, bottom: below.top })
    }
    case 'power': {
      const exponent = wholeExponent(tree.of[1])
      spend(work, 8)
      if (exponent !== null) return raised(residue(tree.of[0], point, work), exponent)
      break
    }
    case 'call':
      if (tree.name === 'percent' || tree.name === 'degrees') {
        const { top, bottom } = residue(tree.of[0], point, work)
        const part =
          tree.name === 'percent'
            ? { top: 1n, bottom: 100n }
            : { top: point.get('pi')?.top ?? 0n, bottom: 180n }
        return multiplied({ top, bottom }, part)
      }
      break
    default:
  }
  const value = exact(tree)
  return value ? fromRational(value) : { top: 0n, bottom: 0n }
}
