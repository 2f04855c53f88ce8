import { exact } from './exact.ts'
import { expand } from './polynomial.ts'
import { isSum, nameOf, termsOf } from './shapes.ts'
import type { Fault } from './form-simplified.ts'
import { lettersOf, some, type Tree, type Work } from './tree.ts'

const complete = 'complete the square, as in a(x − h)² + k'

const countOf = (tree: Tree, letter: string): number =>
  (tree.is === 'letter' && tree.name === letter ? 1 : 0) +
  tree.of.reduce((sum, each) => sum + countOf(each, letter), 0)

/** Returns the bases of all squares in a tree. */
const squaresIn = (tree: Tree): Tree[] => [
  ...(tree.is === 'power' && exact(tree.of[1])?.top === 2n && exact(tree.of[1])?.bottom === 1n
    ? [tree.of[0]]
    : []),
  ...tree.of.flatMap(squaresIn),
]

/**
 * Returns the letters that have a power of at least 2 once everything is multiplied out. Returns null if that
 * isn't possible.
 */
function squaredLetters(trees: readonly Tree[], work: Work): string[] | null {
  const all = trees.map((tree) => expand(tree, nameOf, work))
  if (all.includes(null)) return null
  const powers = all.flatMap((each) => [...(each?.values() ?? [])].map((term) => term.powers))
  return lettersOf(trees).filter((letter) => powers.some((each) => (each.get(`letter ${letter}`) ?? 0) >= 2))
}

/**
 * Returns the next step toward completed squares in an expression or in the sides of an equation. Each
 * squared letter must occur only once, inside a square. The constants next to the square must be combined
 * into one.
 */
export function squareFault(trees: readonly Tree[], work: Work): Fault {
  const letters = squaredLetters(trees, work)
  if (!letters || letters.length === 0) return complete
  const squares = trees.flatMap(squaresIn)
  const isSquared = (letter: string) =>
    trees.reduce((sum, tree) => sum + countOf(tree, letter), 0) === 1 &&
    squares.some((base) => countOf(base, letter) === 1)
  if (!letters.every(isSquared)) return complete
  const isInBracket = trees.some((tree) =>
    some(
      tree,
      (each) =>
        each.is === 'product' && each.of.some((factor) => isSum(factor) && squaresIn(factor).length > 0),
    ),
  )
  if (isInBracket) return complete
  const hasTwo = trees.some((tree) => termsOf(tree).filter((term) => exact(term) !== null).length > 1)
  return hasTwo && 'combine like terms'
}
