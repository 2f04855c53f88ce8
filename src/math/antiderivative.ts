import { compareValues, type Sameness, type Comparison } from './equal-values.ts'
import { approximate } from './evaluate.ts'
import { rational } from './exact.ts'
import { expand } from './polynomial.ts'
import { nameOf } from './shapes.ts'
import { type Answer, lettersOf, replaced, type Tree, whole } from './tree.ts'

/**
 * Letters that can be the constant of integration, in order of preference if an author's answer has several.
 */
const constants = ['C', 'c', 'K', 'k']

const plus = (a: Tree, b: Tree): Tree => ({ is: 'sum', of: [a, b] })
const less = (a: Tree, b: Tree): Tree => plus(a, { is: 'minus', of: [b] })

const put = (tree: Tree, values: ReadonlyMap<string, Tree>) =>
  [...values].reduce((all, [letter, value]) => replaced(all, letter, value), tree)

/**
 * Numerators and denominators of numbers to substitute for letters, tried in order because a tree may have no
 * value at some of them.
 */
const starts = [
  [2n, 1n],
  [1n, 1n],
  [1n, 2n],
  [-2n, 1n],
  [-1n, 2n],
  [7n, 1n],
  [-9n, 1n],
  [1n, 40n],
] as const

const numbered = (top: bigint, bottom: bigint): Tree => ({
  is: 'number',
  value: rational(top, bottom),
  written: 'decimal',
  digits: 1,
  of: [],
})

/**
 * Writes a tree as a single number if multiplying it out leaves only a fraction, such as 1 for sin 2 + 1 −
 * sin 2. Returns other trees unchanged.
 */
function folded(tree: Tree, { work }: Comparison): Tree {
  const terms = expand(tree, nameOf, work)
  if (terms?.size === 0) return whole(0)
  const [only, ...more] = terms?.values() ?? []
  return only && more.length === 0 && only.powers.size === 0
    ? numbered(only.factor.top, only.factor.bottom)
    : tree
}

/**
 * Returns values of the given letters at which all trees have a value if every other letter is 1. Returns
 * null if none of the tried numbers work.
 */
function placeOf(trees: readonly Tree[], letters: readonly string[], { work }: Comparison) {
  const others = lettersOf(trees).filter((letter) => !letters.includes(letter))
  const ones = new Map(others.map((letter) => [letter, whole(1)]))
  for (const [top, bottom] of starts) {
    const values = new Map(
      letters.map((letter, at) => [letter, numbered(top * BigInt(at + 1), bottom)] as const),
    )
    const found = trees.map((tree) => approximate(put(put(tree, values), ones), new Map(), work))
    if (found.every((value) => value !== null && Number.isFinite(value.off))) return values
  }
  return null
}

/** Compares two trees, ignoring any difference that doesn't depend on the given letters. */
function compareUpTo(key: Tree, given: Tree, letters: readonly string[], way: Comparison): Sameness {
  const place = placeOf([key, given], letters, way)
  if (!place) return 'unknown'
  return compareValues(plus(key, folded(put(less(given, key), place), way)), given, way)
}

/**
 * Returns `same` if a tree is a letter times a number other than 0, plus terms without the letter;
 * `different` if it isn't; and `unknown` if that can't be decided.
 */
function isAdded(tree: Tree, letter: string, way: Comparison): Sameness {
  const [rest, next] = [replaced(tree, letter, whole(0)), replaced(tree, letter, whole(1))]
  const place = placeOf([rest, next], lettersOf([rest, next]), way)
  if (!place) return 'unknown'
  const factor = folded(put(less(next, rest), place), way)
  const isNone = compareValues(whole(0), factor, way)
  if (isNone !== 'different') return isNone === 'same' ? 'different' : 'unknown'
  const sum = plus(rest, { is: 'product', of: [factor, { is: 'letter', name: letter, of: [] }] })
  return compareValues(sum, tree, way)
}

/**
 * Returns true if a tree is a polynomial of even degree in a letter. The values of such a polynomial don't
 * include every number.
 */
function isEven(tree: Tree, letter: string, { work }: Comparison) {
  const own = nameOf({ is: 'letter', name: letter, of: [] })
  const terms = expand(
    tree,
    (each) => (lettersOf([each]).length > 0 && each.is !== 'letter' ? '?' : nameOf(each)),
    work,
  )
  const powers = [...(terms?.values() ?? [])].map((term) => term.powers)
  if (powers.some((each) => each.has('?'))) return false
  const degree = Math.max(0, ...powers.map((each) => each.get(own) ?? 0))
  return degree > 0 && degree % 2 === 0 && powers.every((each) => (each.get(own) ?? 0) >= 0)
}

/** Returns the letter of the constant in an author's answer, or null if it has none. */
export function constantOf(key: Answer, variables: readonly string[] = []): string | null {
  const letters = key.is === 'value' ? lettersOf([key.tree]) : []
  return constants.find((each) => letters.includes(each) && !variables.includes(each)) ?? null
}

/** Returns true if an author's answer has a constant that is added to the rest, as in x² + C. */
export const hasAddedConstant = (key: Answer, constant: string | null, way: Comparison) =>
  constant !== null && key.is === 'value' && isAdded(key.tree, constant, way) === 'same'

/**
 * Guesses the variable of integration, which the key doesn't name. Returns x if it occurs, otherwise every
 * letter, because any of them may be the variable.
 */
const variablesOf = (letters: readonly string[]) => (letters.includes('x') ? ['x'] : letters)

/**
 * Compares an antiderivative with the key. They may differ by a number, and the answer's constant may be any
 * letter with any factor other than 0 (2C, −C), but it must be added: Cx and C² are different. Returns
 * `unknown` if the constant is added in another form, such as ln|Cx| or C + a with another letter a of the
 * key.
 */
export function compareAntiderivatives(
  key: { tree: Tree; constant: string },
  given: { tree: Tree; constant: string },
  way: Comparison,
): Sameness {
  const wanted = replaced(key.tree, key.constant, whole(0))
  const letters = lettersOf([wanted])
  const rest = replaced(given.tree, given.constant, whole(0))
  // The constant cancels out, as in x² + C − C.
  if (compareValues(rest, given.tree, way) === 'same') return 'different'
  const added = isAdded(given.tree, given.constant, way)
  if (added === 'same') {
    const sameness = compareUpTo(wanted, rest, lettersOf([wanted, rest]), way)
    if (sameness !== 'different') return sameness
  }
  const free = [letters, ...(letters.length > 1 ? variablesOf(letters).map((each) => [each]) : [])]
  const found = free.map((each) => compareUpTo(wanted, given.tree, each, way))
  if (found.every((each) => each === 'different')) return 'different'
  if (added === 'same' || found[0] !== 'same') return 'unknown'
  const place = placeOf([wanted, given.tree], letters, way)
  return place && isEven(put(less(given.tree, wanted), place), given.constant, way) ? 'different' : 'unknown'
}
