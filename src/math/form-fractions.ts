import { exact } from './exact.ts'
import { expand, hasCommonLetter, isSplitQuadratic, type Polynomial } from './polynomial.ts'
import { nameOf, partsOf, termsOf } from './shapes.ts'
import { type Fault, firstOf, isReducible, numbersIn } from './form-simplified.ts'
import { joined, lettersOf, some, type Tree, type Work, whole } from './tree.ts'

const isNegativePower = (tree: Tree) => tree.is === 'power' && (exact(tree.of[1])?.top ?? 0n) < 0n
const isFraction = (tree: Tree) =>
  tree.is === 'quotient' || isNegativePower(tree) || (tree.is === 'number' && tree.written === 'mixed')

/** Returns the fault of a tree that isn't one fraction without fractions inside. */
export function singleFault(tree: Tree): Fault {
  const bare = tree.is === 'minus' ? tree.of[0] : tree
  const isSingle = bare.is === 'quotient' && !bare.of.some((each) => some(each, isFraction))
  return !isSingle && 'write it as a single fraction'
}

/** Returns the next step toward fractions in lowest terms. */
export function reducedFault(tree: Tree, work: Work): Fault {
  const own = (each: Tree): Fault => {
    if (each.is === 'number') return each.part && !isLowest(each.part) && 'reduce the fraction'
    const { tops, bottoms } = partsOf(each)
    if ((each.is !== 'quotient' && each.is !== 'product') || bottoms.length === 0) return null
    if (each.is === 'quotient' && each.of.some((side) => partsOf(side).bottoms.length > 0))
      return 'write it as a single fraction'
    if (numbersIn([...tops, ...bottoms]).some(({ written }) => written !== 'whole'))
      return 'use whole numbers above and below the fraction bar'
    return isReducible(tops, bottoms, work) && 'reduce the fraction'
  }
  return firstOf([() => own(tree), ...tree.of.map((each) => () => reducedFault(each, work))])
}

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))
const isLowest = ({ top, bottom }: { top: bigint; bottom: bigint }) => top < bottom && gcd(top, bottom) === 1n

/** Returns the degree of a polynomial in the letters with these names. */
const degreeIn = (of: Polynomial, names: ReadonlySet<string>) =>
  Math.max(
    0,
    ...[...of.values()].map(({ powers }) =>
      [...powers].reduce((sum, [name, power]) => sum + (names.has(name) ? power : 0), 0),
    ),
  )

/**
 * Returns true if the base of a denominator needn't be split further. This applies to a linear expression, a
 * quadratic that isn't known to factor, and an expression of higher degree that is a denominator in the key.
 */
function isPrimeBase(base: Polynomial, degree: number, isModel: boolean) {
  if (base.size > 1 && hasCommonLetter(base)) return false
  return degree === 1 || (degree === 2 ? base.size > 1 && !isSplitQuadratic(base) : isModel)
}

const lettersBelow = (tree: Tree) => partsOf(tree).bottoms.filter((each) => lettersOf([each]).length > 0)
const apart = 'split it into partial fractions'

function termFault(term: Tree, models: ReadonlySet<string>, work: Work): Fault {
  if (some(term, isNegativePower)) return apart
  const below = lettersBelow(term)
  const [bottom] = below
  if (!bottom) return null
  const base = bottom.is === 'power' ? bottom.of[0] : bottom
  const terms = expand(base, nameOf, work)
  const above = expand(joined('product', [whole(1), ...partsOf(term).tops]), nameOf, work)
  if (below.length > 1 || !terms || !above) return apart
  const names = new Set([...terms.values()].flatMap(({ powers }) => [...powers.keys()]))
  const degree = degreeIn(terms, names)
  return (
    (!isPrimeBase(terms, degree, models.has(nameOf(bottom))) || degreeIn(above, names) >= degree) && apart
  )
}

/** Returns the next step toward a sum of partial fractions. */
export function partialFault(tree: Tree, wanted: readonly Tree[], work: Work): Fault {
  const terms = termsOf(tree)
  const bottoms = terms.flatMap(lettersBelow).map(nameOf)
  const models = new Set(wanted.flatMap(termsOf).flatMap(lettersBelow).map(nameOf))
  return firstOf([
    () => bottoms.length === 0 && apart,
    ...terms.map((term) => () => termFault(term, models, work)),
    () => new Set(bottoms).size < bottoms.length && 'combine like terms',
  ])
}
