import { exact, gcd, wholeRoot } from './exact.ts'
import { approximate } from './evaluate.ts'
import { content, expand, hasCommonFactor } from './polynomial.ts'
import { baseOf, isOne, isSum, nameOf, partsOf, termsOf } from './shapes.ts'
import { joined, lettersOf, spend, type Tree, type Work, whole } from './tree.ts'

/** Next step toward the required form, worded to follow “Right value, but …”. Falsy if there is none. */
export type Fault = string | null | undefined | false

/** Returns the first fault that one of these checks finds, or null. */
export function firstOf(looks: (() => Fault)[]): string | null {
  for (const look of looks) {
    const fault = look()
    if (fault) return fault
  }
  return null
}

/** Returns true if two terms of a sum could be combined once multiplied out, or if a term is 0. */
export function hasLikeTerms(sum: Tree, work: Work) {
  const names = new Set<string>()
  for (const each of termsOf(sum)) {
    const terms = expand(each, nameOf, work)
    const found = terms ? [...terms.keys()] : [nameOf(each)]
    if (found.length === 0 || found.some((name) => names.has(name))) return true
    for (const name of found) names.add(name)
  }
  return false
}

export const numbersIn = (trees: Tree[]) => trees.filter((each) => each.is === 'number')
/** Returns true if two factors other than numbers have the same base, as in x · x². */
export const hasEqualFactors = (trees: Tree[]) =>
  hasTwins(trees.filter((each) => each.is !== 'number').map((each) => nameOf(baseOf(each))))
/** Returns true if a product has 1 or −1 among its factors. */
export const hasOne = (tree: Tree) =>
  tree.is === 'product' && tree.of.some((each) => isOne(each) || (each.is === 'minus' && isOne(each.of[0])))
const hasTwins = (names: string[]) => new Set(names).size < names.length

/**
 * Returns true if the numerator and the denominator, given as factors, have a common factor other than 1.
 * Returns false if they can't be multiplied out.
 */
export function isReducible(tops: Tree[], bottoms: Tree[], work: Work) {
  const one = whole(1)
  const [top, bottom] = [tops, bottoms].map((all) =>
    expand(joined('product', all.length > 0 ? all : [one]), nameOf, work),
  )
  if (!top || !bottom) return false
  return gcd(content(top).top, content(bottom).top) > 1n || hasCommonFactor(top, bottom, work)
}

/** Returns true if all terms of both the numerator and the denominator are negative: (−x − 2)/(−x − 3). */
const isNegativeOverNegative = (tree: Tree) =>
  tree.is === 'quotient' &&
  tree.of.every((side) => isSum(side) && side.of.every((term) => term.is === 'minus'))

function productFault(tree: Tree, work: Work): Fault {
  const { tops, bottoms, signs } = partsOf(tree)
  const isRoot = (each: Tree) => each.is === 'root'
  return firstOf([
    () => signs > 1 && 'two minus signs make a plus',
    () => (numbersIn(tops).length > 1 || numbersIn(bottoms).length > 1) && 'multiply the numbers',
    () => hasOne(tree) && 'leave out the factor 1',
    () => [...tops, ...bottoms].some((each) => exact(each)?.top === 0n) && 'multiplying by 0 gives 0',
    () => bottoms.some(isOne) && 'nothing needs to be divided by 1',
    () =>
      tree.is === 'quotient' &&
      tree.of.some((each) => partsOf(each).bottoms.length > 0) &&
      'write it as a single fraction',
    () => (tops.filter(isRoot).length > 1 || bottoms.filter(isRoot).length > 1) && 'put the roots together',
    () => hasEqualFactors([...tops, ...bottoms]) && 'combine equal factors',
    () =>
      numbersIn(tops).length * numbersIn(bottoms).length > 0 &&
      numbersIn([...tops, ...bottoms]).some(({ written }) => written !== 'whole') &&
      'use whole numbers above and below the fraction bar',
    () =>
      bottoms.length > 0 &&
      (isReducible(tops, bottoms, work) || isNegativeOverNegative(tree)) &&
      'reduce the fraction',
  ])
}

/** Returns the next step toward simplifying a power with an exponent such as 1/2 or −1/3. */
function brokenPowerFault(tree: Tree & { is: 'power' }, root: bigint, work: Work): Fault {
  const [base] = tree.of
  if (exact(tree)) return 'work out the power'
  if (base.is === 'power' || base.is === 'root') return 'write it as a single power'
  return rootFault([base, whole(root)], work)
}

function powerFault(tree: Tree & { is: 'power' }, work: Work): Fault {
  const [base, exponent] = tree.of
  const value = exact(exponent)
  if (undoes(tree)) return 'simplify it further'
  if (value && value.bottom > 1n && value.top ** 2n === 1n) return brokenPowerFault(tree, value.bottom, work)
  if (value && value.bottom > 1n && exact(tree)) return 'work out the power'
  if (value && value.bottom === 1n && value.top >= 0n && value.top < 2n) return 'work out the power'
  if (value?.bottom !== 1n) return null
  if (exact(base)) return 'work out the power'
  if (base.is === 'power' || base.is === 'root') return 'write it as a single power'
  return (
    (base.is === 'product' || base.is === 'quotient' || base.is === 'minus') &&
    'raise each factor to the power'
  )
}

/**
 * Returns true if the value is divisible by a perfect power greater than 1 with this index: a square for 2, a
 * cube for 3. Tries the powers of numbers below 2000, and then checks if the value itself is a perfect power.
 */
function hasFactor(value: bigint, index: bigint) {
  // Even 2^index is larger than the value. For a large index, it would also exceed the maximum size of a
  // BigInt.
  if (index >= value.toString(2).length) return false
  for (let root = 2n; root < 2000n && root ** index <= value; root += 1n)
    if (value % root ** index === 0n) return true
  return value > 1n && wholeRoot(value, index) !== null
}

function rootFault([radicand, index]: [Tree, Tree], work: Work): Fault {
  const value = exact(index)?.top ?? 2n
  const terms = expand(radicand, nameOf, work)
  if (!terms) return radicand.is === 'quotient' && 'write the root without a fraction in it'
  if (radicand.is === 'power' && (exact(radicand.of[1])?.top ?? 0n) >= value) return 'simplify the root'
  const { top, bottom } = content(terms)
  if (bottom > 1n) return 'write the root without a fraction in it'
  spend(work, 500)
  const letters = [...terms.values()].map(({ powers }) => powers)
  const common = [...(letters[0]?.keys() ?? [])].some((name) =>
    letters.every((powers) => (powers.get(name) ?? 0) >= Number(value)),
  )
  return (
    (terms.size === 0 || exact(radicand)?.top === 1n || hasFactor(top, value) || common) &&
    'simplify the root'
  )
}

const natural: Tree = { is: 'constant', name: 'e', of: [] }
/** Returns the base and argument of a logarithm. Returns null for any other tree. */
function logarithmOf(tree: Tree): { base: Tree; of: Tree } | null {
  if (tree.is === 'log') return { base: tree.of[1], of: tree.of[0] }
  return tree.is === 'call' && tree.name === 'ln' ? { base: natural, of: tree.of[0] } : null
}

/** Returns true if a logarithm and a power with the same base undo each other: ln(e^x), e^(ln x). */
function undoes(tree: Tree): boolean {
  const log = logarithmOf(tree)
  if (log) return log.of.is === 'power' && nameOf(log.of.of[0]) === nameOf(log.base)
  const above = tree.is === 'power' ? logarithmOf(tree.of[1]) : null
  return tree.is === 'power' && above !== null && nameOf(tree.of[0]) === nameOf(above.base)
}

/**
 * Returns the next step for a function or logarithm that either undoes a power, or has no letters and an
 * integer or a half as its value, as in sin 30°, ln e and |−3|.
 */
function callFault(tree: Tree, work: Work): Fault {
  if (undoes(tree)) return 'simplify it further'
  if (lettersOf([tree]).length > 0) return null
  if (tree.is === 'call' && (tree.name === 'degrees' || tree.name === 'percent')) return null
  const value = approximate(tree, new Map(), work)
  if (!value) return null
  const twice = 2 * value.value
  return Math.abs(twice - Math.round(twice)) <= 16 * value.off + 1e-13 && 'simplify it further'
}

/** Returns the next step toward simplifying an expression; falsy if it is fully simplified. */
export function simplifiedFault(tree: Tree, work: Work): Fault {
  const own = (): Fault => {
    switch (tree.is) {
      case 'number':
        return (
          gcd(tree.value.top, tree.value.bottom) > 1n && tree.written === 'mixed' && 'reduce the fraction'
        )
      case 'sum':
        return (
          (tree.of.some((each) => isSum(each) || (each.is === 'minus' && isSum(each.of[0]))) ||
            hasLikeTerms(tree, work)) &&
          'combine like terms'
        )
      case 'minus':
        return tree.of[0].is === 'minus' || (isSum(tree.of[0]) && tree.of[0].of[0]?.is === 'minus')
          ? 'two minus signs make a plus'
          : productFault(tree, work)
      case 'product':
      case 'quotient':
        return productFault(tree, work)
      case 'power':
        return powerFault(tree, work)
      case 'root':
        return rootFault(tree.of, work)
      case 'log':
      case 'call':
        return callFault(tree, work)
      default:
        return null
    }
  }
  return firstOf([own, ...tree.of.map((each) => () => simplifiedFault(each, work))])
}
