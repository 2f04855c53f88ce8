import { exact } from '#features/questions/kinds/fr/expression/algebra/rules.ts'
import { content, expand, hasCommonLetter, isSplitQuadratic } from '#features/questions/kinds/fr/expression/forms/polynomials/rules.ts'
import { baseOf, isSum, nameOf, nameOfAnswer, partsOf } from '#features/questions/kinds/fr/expression/forms/shapes/rules.ts'
import { type Fault, firstOf, hasLikeTerms, simplifiedFault } from '#features/questions/kinds/fr/expression/forms/simplified/rules.ts'
import {
  type Answer,
  itemsOf,
  lettersOf,
  type Relation,
  some,
  type Tree,
  treesOf,
  type Work,
} from '#features/questions/kinds/fr/expression/tree/rules.ts'

/** How an answer must be written. `same` allows another order of terms and factors alone. */
export type Form = 'simplified' | 'expanded' | 'factored' | 'same'

/** A bracket that could be multiplied out. */
const hasBracket = (tree: Tree) =>
  some(tree, (each) => {
    if (each.is === 'minus') return isSum(each.of[0])
    if (each.is === 'product') return each.of.some((factor) => isSum(baseOf(factor)))
    if (each.is !== 'power' || (exact(each.of[1])?.top ?? 0n) < 2n) return false
    return isSum(each.of[0]) || each.of[0].is === 'product'
  })

const expandedFault = (tree: Tree, work: Work) =>
  firstOf([
    () => hasBracket(tree) && 'multiply out the brackets',
    () => some(tree, (each) => isSum(each) && hasLikeTerms(each, work)) && 'add up the terms that are alike',
  ])

/** The factors with a letter in them, each as often as it counts. */
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

/** Numbers alone are factored into primes. */
const primesFault = (tree: Tree) =>
  partsOf(tree).tops.some((factor) => {
    const value = factor.is === 'power' ? factor.of[0] : factor
    return value.is !== 'number' || value.value.bottom !== 1n || !isPrime(value.value.top)
  }) && 'write it as a product of prime numbers'

function factorFault(factor: Tree, work: Work): Fault {
  const terms = expand(factor, nameOf, work)
  if (!terms || terms.size < 2) return null
  if (content(terms).top > 1n || hasCommonLetter(terms)) return 'take out what all terms have in common'
  return isSplitQuadratic(terms) && 'one of the factors has factors itself'
}

function factoredFault(tree: Tree, wanted: Tree | undefined, work: Work): Fault {
  if (lettersOf([tree]).length === 0) return primesFault(tree)
  const factors = factorsOf(tree)
  return firstOf([
    () => wanted !== undefined && factors.length < factorsOf(wanted).length && 'write it as a product of more factors',
    ...factors.map((factor) => () => factorFault(factor, work)),
  ])
}

/** The letter that stands alone on one side, if one does. */
function solvedLetter({ sides }: Relation) {
  const alone = sides.find((side, at) => side.is === 'letter' && !lettersOf([sides[1 - at] ?? side]).includes(side.name))
  return alone?.is === 'letter' ? alone.name : null
}

function unsolved(given: Answer, wanted: Answer): Fault {
  const letters = (answer: Answer) => new Set(itemsOf(answer).map((item) => (item.is === 'relation' ? solvedLetter(item) : null)))
  const [found, asked] = [letters(given), letters(wanted)]
  return !asked.has(null) && ![...found].every((letter) => asked.has(letter)) && 'get the letter that is asked for alone on one side'
}

const hasRootBelow = (tree: Tree) => some(tree, (each) => each.is === 'quotient' && some(each.of[1], ({ is }) => is === 'root'))

/**
 * What keeps an answer of the right value from the form that is asked, in words that follow “Right value, but …”; null when nothing does.
 * The wanted answer decides how far factors go, and whether roots may stand below a fraction line.
 */
export function formFault(form: Form, given: Answer, wanted: Answer, work: Work): string | null {
  if (form === 'same') return nameOfAnswer(given) === nameOfAnswer(wanted) ? null : 'write it in the form that is asked for'
  const trees = treesOf(given)
  const models = treesOf(wanted)
  if (form === 'expanded') return firstOf(trees.map((tree) => () => expandedFault(tree, work)))
  if (form === 'factored') return firstOf(trees.map((tree, at) => () => factoredFault(tree, models[at], work)))
  return firstOf([
    () => unsolved(given, wanted),
    ...trees.map((tree) => () => simplifiedFault(tree, work)),
    () => trees.some(hasRootBelow) && !models.some(hasRootBelow) && 'write it without a root below the fraction line',
  ])
}
