import { exact } from './exact.ts'
import { content, expand, hasCommonLetter, isSplitQuadratic } from './polynomial.ts'
import { isOne, isSum, nameOf, partsOf } from './shapes.ts'
import { type Fault, firstOf, hasLikeTerms, hasOne, isReducible } from './form-simplified.ts'
import { lettersOf, some, type Tree, type Work } from './tree.ts'

/**
 * Returns the factors above the fraction bar that contain a letter. A factor raised to a power is repeated.
 */
function factorsOf(tree: Tree): Tree[] {
  const { tops } = partsOf(tree)
  return tops.flatMap((factor) => {
    if (lettersOf([factor]).length === 0) return []
    const times = factor.is === 'power' ? exact(factor.of[1]) : null
    if (factor.is !== 'power' || times?.bottom !== 1n || times.top < 1n) return [factor]
    return Array.from({ length: Number(times.top) }, () => factorsOf(factor.of[0])).flat()
  })
}

function isPrime(value: bigint) {
  for (let each = 2n; each * each <= value && each < 2000n; each += 1n) if (value % each === 0n) return false
  return value > 1n
}

/** Returns the fault of a number that isn't factored into primes. */
const primesFault = (tree: Tree) =>
  partsOf(tree).tops.some((factor) => {
    const value = factor.is === 'power' ? factor.of[0] : factor
    return value.is !== 'number' || value.value.bottom !== 1n || !isPrime(value.value.top)
  }) && 'write it as a product of prime numbers'

/** Returns true if a letter is in a denominator or has a negative power. */
const hasLettersBelow = (tree: Tree) =>
  some(tree, (each) => {
    if (each.is === 'quotient') return lettersOf([each.of[1]]).length > 0
    return each.is === 'power' && lettersOf([each.of[0]]).length > 0 && (exact(each.of[1])?.top ?? 0n) < 0n
  })

/** Returns true if a factor is a sum with coefficients that aren't integers. */
function hasFractions(factor: Tree, work: Work) {
  const terms = isSum(factor) ? expand(factor, nameOf, work) : null
  return terms !== null && content(terms).bottom > 1n
}

function factorFault(factor: Tree, work: Work): Fault {
  if (isSum(factor) && hasLikeTerms(factor, work)) return 'combine like terms'
  const terms = expand(factor, nameOf, work)
  if (!terms || terms.size < 2) return null
  if (content(terms).top > 1n || hasCommonLetter(terms)) return 'factor out what all terms have in common'
  return isSplitQuadratic(terms) && 'one of the factors can be factored further'
}

/**
 * Returns the next step toward factoring a tree. Letters in a denominator and fractions in parentheses are
 * allowed only if the key has them.
 */
export function factoredFault(tree: Tree, wanted: Tree | undefined, work: Work): Fault {
  if (lettersOf([tree]).length === 0) return primesFault(tree)
  const factors = factorsOf(tree)
  const models = wanted ? factorsOf(wanted) : []
  const { tops, bottoms } = partsOf(tree)
  const isBelow = wanted !== undefined && hasLettersBelow(wanted)
  return firstOf([
    () => !isBelow && hasLettersBelow(tree) && 'write it without letters below the fraction bar',
    () =>
      factors.some(hasLettersBelow) &&
      !models.some(hasLettersBelow) &&
      'write it without fractions in the parentheses',
    () =>
      factors.some((each) => hasFractions(each, work)) &&
      !models.some((each) => hasFractions(each, work)) &&
      'write it with whole numbers in the parentheses',
    () => factors.length < models.length && 'write it as a product of more factors',
    () => hasOne(tree) && 'leave out the factor 1',
    () => bottoms.some(isOne) && 'nothing needs to be divided by 1',
    ...factors.map((factor) => () => factorFault(factor, work)),
    () => bottoms.length > 0 && isReducible(tops, bottoms, work) && 'reduce the fraction',
  ])
}
