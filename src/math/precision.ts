import { type Approximation, approximate, samplePoints, type SamplePoint } from './evaluate.ts'
import { isSharp } from './sample.ts'
import { partsOf } from './shapes.ts'
import { lettersOf, some, type Tree, whole, type Work } from './tree.ts'

/**
 * Returns true if a tree contains a number with so many significant digits that floating-point calculations
 * may lose the last ones.
 */
const hasManyDigits = (tree: Tree) => some(tree, (each) => each.is === 'number' && each.digits > 12)

const usual = { least: 1e-6, most: 1e6 }
const isConstant = (tree: Tree) => lettersOf([tree]).length === 0

/**
 * Returns the absolute value of the constant factor of a part, such as 10^-20 in 10^-20·x; 1 if there is
 * none.
 */
function sizeOf(tree: Tree, work: Work): number {
  const { tops, bottoms } = partsOf(tree)
  const product = (trees: Tree[]) =>
    trees
      .filter(isConstant)
      .reduce((size, each) => size * Math.abs(approximate(each, new Map(), work)?.value ?? 1), 1)
  return product(tops) / product(bottoms)
}

/** Returns true if the constant factor of a part is very small or very large. */
function isFar(tree: Tree, work: Work) {
  const size = tree.of.length > 0 || tree.is === 'number' ? sizeOf(tree, work) : 1
  return size !== 0 && (size < usual.least || size > usual.most)
}

/**
 * Returns copies of a tree, each with one part doubled: a part with a very small or large constant, or one
 * next to such a part in a sum. In 10^20 + sin x, for example, the sine gets lost.
 */
function doubled(tree: Tree, work: Work, isBeside = false): Tree[] {
  const own: Tree[] = isBeside || isFar(tree, work) ? [{ is: 'product', of: [whole(2), tree] }] : []
  const hasFar = tree.is === 'sum' && tree.of.some((each) => isFar(each, work))
  const inner = tree.of.flatMap((each, at) =>
    doubled(each, work, hasFar).map((next) => ({ ...tree, of: (tree.of as Tree[]).with(at, next) }) as Tree),
  )
  return [...own, ...inner]
}

/** Returns true if another tree's values clearly differ from the known ones at some point. */
function isSeen(places: readonly SamplePoint[], other: Tree, work: Work) {
  return places.some(({ point, row: [before] }) => {
    const after = approximate(other, point, work)
    const isClear = (value: Approximation | null | undefined): value is Approximation =>
      !!value && isSharp(value)
    return (
      isClear(before) && isClear(after) && Math.abs(before.value - after.value) > 8 * (before.off + after.off)
    )
  })
}

/**
 * Returns true if floating point can't represent one of the trees faithfully: too many digits, or a part too
 * small next to the rest, as in √x + 10^-20.
 */
export function isPastDigits(trees: readonly Tree[], { seed, work }: { seed: string; work: Work }): boolean {
  return trees.some((tree) => {
    if (hasManyDigits(tree)) return true
    const others = doubled(tree, work)
    if (others.length === 0) return false
    const places = samplePoints({ trees: [tree], seed, work }).slice(0, 16)
    return !others.every((other) => isSeen(places, other, work))
  })
}
