import { exact } from './exact.ts'
import { baseOf, isSum, partsOf, termsOf } from './shapes.ts'
import {
  type Fault,
  firstOf,
  hasEqualFactors,
  hasLikeTerms,
  hasOne,
  isReducible,
  numbersIn,
} from './form-simplified.ts'
import { some, type Tree, type Work } from './tree.ts'

/** Returns true if the tree has parentheses that could be multiplied out. */
const hasBracket = (tree: Tree) =>
  some(tree, (each) => {
    if (each.is === 'minus') return isSum(each.of[0])
    if (each.is === 'product') return each.of.some((factor) => isSum(baseOf(factor)))
    if (each.is !== 'power' || (exact(each.of[1])?.top ?? 0n) < 2n) return false
    return isSum(each.of[0]) || each.of[0].is === 'product'
  })

/** Returns true for a sum divided by a number: (4x + 4)/2. */
const isSumOverNumber = (tree: Tree) => {
  const { tops, bottoms } = partsOf(tree)
  return bottoms.length > 0 && bottoms.every((each) => exact(each) !== null) && tops.some(isSum)
}

/** Returns the next step toward multiplying out or simplifying one term. */
function termFault(term: Tree, models: readonly Tree[], work: Work): Fault {
  const { tops, bottoms, signs } = partsOf(term)
  const isWorked = (each: Tree) =>
    each.is === 'power' && (exact(each.of[1])?.bottom ?? 0n) === 1n && exact(each.of[0]) !== null
  return firstOf([
    () => signs > 1 && 'two minus signs make a plus',
    () => (numbersIn(tops).length > 1 || numbersIn(bottoms).length > 1) && 'multiply the numbers',
    () => hasOne(term) && 'leave out the factor 1',
    () => hasEqualFactors([...tops, ...bottoms]) && 'combine equal factors',
    () => tops.some(isWorked) && 'work out the power',
    () =>
      tops.some((each) => each.is === 'power' && each.of[0].is === 'power') && 'write it as a single power',
    () =>
      isSumOverNumber(term) &&
      !models.some((model) => termsOf(model).some(isSumOverNumber)) &&
      'divide each term',
    () =>
      bottoms.length > 0 &&
      bottoms.every((each) => exact(each) !== null) &&
      isReducible(tops, bottoms, work) &&
      'reduce the fraction',
  ])
}

/**
 * Returns the next step toward multiplying out a tree. A sum may remain divided by a number if the key has
 * such a sum.
 */
export const expandedFault = (tree: Tree, models: readonly Tree[], work: Work): Fault =>
  firstOf([
    () => hasBracket(tree) && 'multiply out the parentheses',
    () => some(tree, (each) => isSum(each) && hasLikeTerms(each, work)) && 'combine like terms',
    ...termsOf(tree).map((term) => () => termFault(term, models, work)),
  ])
