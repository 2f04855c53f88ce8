import { exactRows, type Approximation } from './evaluate.ts'
import { exact, prime, type Residue } from './exact.ts'
import { isSharp, testEverywhere } from './sample.ts'
import { isPastDigits } from './precision.ts'
import { nameOf } from './shapes.ts'
import { lettersOf, type Tree, type Work } from './tree.ts'

/** Result of a comparison; `unknown` leaves the decision to a person. */
export type Sameness = 'same' | 'different' | 'unknown'

/** Context of a comparison: the seed of the sample points and the remaining work budget. */
export type Comparison = { seed: string; work: Work }

const { abs } = Math
/** Minimum number of sample points at which two expressions with letters must agree. */
export const fewest = 6

/** Returns true if two approximate values could be the same number. */
export const meet = (a: Approximation, b: Approximation) => abs(a.value - b.value) <= 8 * (a.off + b.off)
export const isFull = (row: (Approximation | null)[]): row is Approximation[] =>
  row.every((each) => each !== null)
const isSameResidue = (a: Residue, b: Residue) => (a.top * b.bottom - b.top * a.bottom) % prime === 0n

/**
 * Compares the two values of each row. Returns `apart` if the second is almost never defined where the first
 * one is.
 */
function meetEverywhere(all: (Approximation | null)[][], wanted: number, apart: Sameness): Sameness {
  const full = all.filter(isFull)
  const sharp = full.filter((row) => row.every(isSharp))
  if (sharp.some(([a, b]) => a && b && !meet(a, b))) return 'different'
  if (sharp.length >= wanted) return 'same'
  // The key has a value at many points, but the answer has one at no more than two of them: √−x for √x.
  const alone = all.filter(([key, given]) => key && !given).length
  return alone >= wanted && full.length <= 2 ? apart : 'unknown'
}

function sameNearly(trees: readonly [Tree, Tree], way: Comparison, apart: Sameness): Sameness {
  const wanted = lettersOf(trees).length > 0 ? fewest : 1
  const sameness = testEverywhere({ trees, keys: 1, ...way }, (rows, isLast) =>
    meetEverywhere(rows, wanted, isLast ? apart : 'unknown'),
  )
  return sameness === 'same' && isPastDigits(trees, way) ? 'unknown' : sameness
}

/**
 * Compares two expressions wherever both have a value: exactly for numbers and fractions of polynomials,
 * otherwise at sample points. Returns `apart` if the second is almost never defined where the first one is.
 */
export function compareValues(
  key: Tree,
  given: Tree,
  way: Comparison,
  apart: Sameness = 'different',
): Sameness {
  const [a, b] = [exact(key), exact(given)]
  if (a && b) return a.top * b.bottom === b.top * a.bottom ? 'same' : 'different'
  const rows = exactRows({ trees: [key, given], ...way })
  if (!rows) return nameOf(key) === nameOf(given) ? 'same' : sameNearly([key, given], way, apart)
  if (rows.length === 0) return exactRows({ trees: [key], ...way })?.length ? apart : 'unknown'
  return rows.every(([left, right]) => left && right && isSameResidue(left, right)) ? 'same' : 'different'
}
