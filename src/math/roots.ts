import { gcd, rational } from './exact.ts'
import type { Rational } from './number.ts'
import { PastBounds, spend, type Work } from './tree.ts'

/** Polynomial in one letter with integer coefficients, from the lowest power; empty for 0. */
export type Line = readonly bigint[]

const maxDegree = 24
const abs = (value: bigint) => (value < 0n ? -value : value)
const lastOf = (of: Line) => of.at(-1) ?? 0n
/** Returns the size of a number in steps of the budget: about one for each 64 bits. */
const sizeOf = (value: bigint) => 1 + value.toString(16).length / 16

const trimmed = (of: readonly bigint[]): Line => of.slice(0, of.findLastIndex((each) => each !== 0n) + 1)

export const sum = (a: Line, b: Line): Line =>
  trimmed(Array.from({ length: Math.max(a.length, b.length) }, (_, at) => (a[at] ?? 0n) + (b[at] ?? 0n)))

/** Multiplies two polynomials. Throws `PastBounds` above degree 24. */
export function product(a: Line, b: Line, work: Work): Line {
  if (a.length + b.length > maxDegree + 2) throw new PastBounds()
  spend(work, a.length * b.length * (sizeOf(lastOf(a)) + sizeOf(lastOf(b))))
  const all = Array.from({ length: Math.max(0, a.length + b.length - 1) }, () => 0n)
  for (const [at, left] of a.entries())
    for (const [step, right] of b.entries()) all[at + step] = (all[at + step] ?? 0n) + left * right
  return trimmed(all)
}

/** Divides a polynomial by the greatest common divisor of its coefficients. */
function primitive(of: Line): Line {
  const common = of.reduce(gcd, 0n)
  return common > 1n ? of.map((each) => each / common) : of
}

const derivative = (of: Line): Line => of.slice(1).map((each, at) => each * BigInt(at + 1))

/**
 * Divides one polynomial by another, after scaling the first by a positive factor so that the quotient and
 * the remainder have integer coefficients.
 */
function divided(of: Line, by: Line, work: Work): { quotient: Line; rest: Line } {
  const [factor, sign] = [abs(lastOf(by)), lastOf(by) < 0n ? -1n : 1n]
  let rest = of
  const quotient = Array.from({ length: Math.max(0, of.length - by.length + 1) }, () => 0n)
  while (rest.length >= by.length) {
    spend(work, 2 * (by.length + rest.length) * (sizeOf(lastOf(rest)) + sizeOf(factor)))
    const [shift, top] = [rest.length - by.length, sign * lastOf(rest)]
    for (const [at, each] of quotient.entries()) quotient[at] = each * factor
    quotient[shift] = (quotient[shift] ?? 0n) + top
    rest = trimmed(rest.map((each, at) => each * factor - (at < shift ? 0n : top * (by[at - shift] ?? 0n))))
  }
  return { quotient, rest }
}

function commonFactor(a: Line, b: Line, work: Work): Line {
  let [left, right] = [primitive(a), primitive(b)]
  while (right.length > 0) [left, right] = [right, primitive(divided(left, right, work).rest)]
  return left
}

/** Returns a polynomial with the same roots, each of them once. */
export function squareFree(of: Line, work: Work): Line {
  if (of.length < 3) return primitive(of)
  return primitive(divided(of, commonFactor(of, derivative(of), work), work).quotient)
}

/** Returns the sign of a polynomial at a fraction: −1, 0 or 1. */
export function signAt(of: Line, { top, bottom }: Rational, work: Work): number {
  spend(work, of.length * (sizeOf(lastOf(of)) + (of.length * (sizeOf(top) + sizeOf(bottom))) / 4))
  let [value, scale] = [0n, 1n]
  for (const each of of.toReversed()) {
    value = value * top + each * scale
    scale *= bottom
  }
  return value === 0n ? 0 : value > 0n ? 1 : -1
}

/** Sturm's sequence of a square-free polynomial. */
export type Sequence = readonly Line[]

export function sequenceOf(of: Line, work: Work): Sequence {
  const all: Line[] = [of]
  let next = primitive(derivative(of))
  while (next.length > 0) {
    const before = all.at(-1) ?? of
    all.push(next)
    next = primitive(divided(before, next, work).rest.map((each) => -each))
  }
  return all
}

function changesAt(all: Sequence, at: Rational, work: Work): number {
  const signs = all.map((each) => signAt(each, at, work)).filter((sign) => sign !== 0)
  return signs.filter((sign, index) => index > 0 && sign !== signs[index - 1]).length
}

/** An interval that contains its upper end but not its lower one. */
export type Span = { from: Rational; to: Rational }

/** Counts the roots in a span, by Sturm's theorem. */
export const rootsIn = (all: Sequence, { from, to }: Span, work: Work) =>
  changesAt(all, from, work) - changesAt(all, to, work)

const middle = ({ from, to }: Span) =>
  rational(from.top * to.bottom + to.top * from.bottom, 2n * from.bottom * to.bottom)

/**
 * Returns spans from left to right, each with one root of a square-free polynomial, and a span around all
 * roots.
 */
export function isolated(of: Line, work: Work): { spans: Span[]; whole: Span } {
  const largest = of.reduce((most, each) => (abs(each) > most ? abs(each) : most), 0n)
  const bound = of.length < 2 ? 1n : largest / abs(lastOf(of)) + 2n
  const whole = { from: { top: -bound, bottom: 1n }, to: { top: bound, bottom: 1n } }
  const all = sequenceOf(of, work)
  const look = (span: Span): Span[] => {
    const count = rootsIn(all, span, work)
    if (count < 1) return []
    const half = middle(span)
    return count > 1 ? [...look({ from: span.from, to: half }), ...look({ from: half, to: span.to })] : [span]
  }
  return { spans: look(whole).map((span) => narrowed(span, { of, all }, work)), whole }
}

/** Narrows a span around its only root until the lower end is no longer a root of the polynomial. */
function narrowed(span: Span, { of, all }: { of: Line; all: Sequence }, work: Work): Span {
  let own = span
  while (signAt(of, own.from, work) === 0) {
    const half = middle(own)
    own = rootsIn(all, { from: half, to: own.to }, work) === 1 ? { ...own, from: half } : { ...own, to: half }
  }
  return own
}
