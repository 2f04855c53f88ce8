import { exact } from './exact.ts'
import { nameOf, partsOf } from './shapes.ts'
import { lettersOf, some, type Tree, whole } from './tree.ts'

/** Edges are the points where an expression has a kink, an end of its domain, or a pole. */

export const isWholeNumber = (tree: Tree) => exact(tree)?.bottom === 1n
const call = (name: 'sin' | 'cos', of: Tree): Tree => ({ is: 'call', name, of: [of] })

/**
 * Returns the factors above and below a tree's fraction bar that can be 0, with powers replaced by their
 * bases. Powers of a constant, such as 2^x, are left out, because they can't be 0.
 */
export function zerosOf(tree: Tree): Tree[] {
  const { tops, bottoms } = partsOf(tree)
  return [...tops, ...bottoms].flatMap((part): Tree[] => {
    if (lettersOf([part]).length === 0) return []
    if (part.is !== 'power') return [part]
    const [base, exponent] = part.of
    return exact(exponent) ? zerosOf(base) : lettersOf([base]).length > 0 ? [base] : []
  })
}

/** Returns the trees that are zero where the tree's topmost operation has a kink or an edge of its domain. */
function edgesOf(tree: Tree): Tree[] {
  const [first, second] = tree.of
  if (!first) return []
  if (tree.is === 'log') return tree.of
  if (tree.is === 'root' || (tree.is === 'power' && second && !isWholeNumber(second))) return [first]
  if (tree.is !== 'call') return []
  if (tree.name === 'ln' || tree.name === 'abs') return [first]
  const ends = [whole(1), whole(-1)].map((end): Tree => ({ is: 'sum', of: [first, end] }))
  return tree.name === 'arcsin' || tree.name === 'arccos' ? ends : []
}

/** Returns the trees that are zero where the tree's topmost operation has a pole. */
function polesOf(tree: Tree): Tree[] {
  const [first, second] = tree.of
  if (!first) return []
  if (tree.is === 'quotient') return second ? [second] : []
  if (tree.is === 'power') return second && (exact(second)?.top ?? 1n) < 0n ? [first] : []
  if (tree.is !== 'call') return []
  if (tree.name === 'tan' || tree.name === 'sec') return [call('cos', first)]
  return tree.name === 'cot' || tree.name === 'csc' ? [call('sin', first)] : []
}

/** Returns true if the tree's topmost operation may follow different formulas on the two sides of a point. */
function bends(tree: Tree): boolean {
  if (tree.is === 'root' || tree.is === 'log') return true
  if (tree.is === 'power') return !isWholeNumber(tree.of[1]) && lettersOf([tree.of[0]]).length > 0
  return tree.is === 'call' && ['abs', 'ln', 'arcsin', 'arccos', 'arctan'].includes(tree.name)
}

export const isBent = (tree: Tree) => some(tree, (each) => bends(each) && lettersOf([each]).length > 0)

/**
 * Returns the expressions that are zero at the edges of the trees. A pole counts only inside an operation
 * that bends, as in arctan(1/x). Elsewhere, one formula describes the function on both sides of the pole.
 */
export function allEdges(trees: readonly Tree[]): Tree[] {
  const named = new Map<string, Tree>()
  const look = (tree: Tree, isWithin: boolean) => {
    for (const edge of [...edgesOf(tree), ...(isWithin ? polesOf(tree) : [])].flatMap(zerosOf))
      named.set(nameOf(edge), edge)
    for (const each of tree.of) look(each, isWithin || bends(tree))
  }
  for (const tree of trees) look(tree, false)
  return [...named.values()]
}
