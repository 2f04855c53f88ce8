import { degreeOf, exact } from './exact.ts'
import { type Approximation, approximate, samplePoints } from './evaluate.ts'
import { surelySigned } from './bounds.ts'
import { compareValues, meet, type Comparison } from './equal-values.ts'
import { nameOf } from './shapes.ts'
import { joined, lettersOf, type Relation, type Tree, whole } from './tree.ts'

const call = (name: 'sin' | 'cos' | 'ln', of: Tree): Tree => ({ is: 'call', name, of: [of] })
const over = (top: Tree, bottom: Tree): Tree => ({ is: 'quotient', of: [top, bottom] })
const one: Tree = { is: 'number', value: { top: 1n, bottom: 1n }, written: 'whole', digits: 1, of: [] }

/**
 * Rewrites tan, cot, sec and csc as fractions of sines and cosines. Writes a power with a sum in the exponent
 * as a product of powers, and a power with a negated exponent as a reciprocal.
 */
function plain(tree: Tree): Tree {
  if (tree.of.length === 0) return tree
  const own = { ...tree, of: tree.of.map(plain) } as Tree
  const [first, second] = own.of
  if (!first) return own
  if (own.is === 'power' && second?.is === 'sum')
    return { is: 'product', of: second.of.map((each) => plain({ is: 'power', of: [first, each] })) }
  if (own.is === 'power' && second?.is === 'minus')
    return over(one, { is: 'power', of: [first, second.of[0]] })
  if (own.is !== 'call') return own
  if (own.name === 'tan') return over(call('sin', first), call('cos', first))
  if (own.name === 'cot') return over(call('cos', first), call('sin', first))
  if (own.name === 'sec') return over(one, call('cos', first))
  return own.name === 'csc' ? over(one, call('sin', first)) : own
}

/**
 * Returns the constant ratio of two rows of values as a fraction with a denominator of at most 60, such as
 * 2/1 for √(4x) and √x, or null if there is none.
 */
function simpleRatio(
  values: readonly (Approximation | null)[],
  others: readonly (Approximation | null)[],
): { top: number; bottom: number } | null {
  const pairs = values.flatMap((value, at) => {
    const other = others[at]
    return value && other ? [{ value, other }] : []
  })
  if (pairs.length < Math.min(6, values.length) || values.some((value, at) => !value !== !others[at]))
    return null
  const clear = pairs.find(({ other }) => Math.abs(other.value) > 1e6 * other.off)
  if (!clear) return null
  const size = clear.value.value / clear.other.value
  for (let bottom = 1; bottom <= 60; bottom += 1) {
    const top = Math.round(size * bottom)
    const scaled = ({ value, off }: Approximation): Approximation => ({
      value: (value * top) / bottom,
      off: (off * Math.abs(top)) / bottom + 1e-16 * Math.abs(value * top),
    })
    if (top !== 0 && pairs.every(({ value, other }) => meet(value, scaled(other)))) return { top, bottom }
  }
  return null
}

/**
 * Replaces each part that goes beyond the four operations and integer powers, such as sin A or (1 + r)^t,
 * with its own letter. Parts whose values are equal or in a simple ratio share a letter.
 */
export function withAtoms(trees: readonly Tree[], way: Comparison): Tree[] {
  const places = samplePoints({ trees, ...way })
  const atoms: { name: string; tree: Tree; values: ReturnType<typeof approximate>[] }[] = []
  const letter = (at: number): Tree => ({ is: 'letter', name: `atom ${at}`, of: [] })
  const atomOf = (tree: Tree): Tree => {
    const name = nameOf(tree)
    const known = atoms.findIndex((atom) => atom.name === name)
    if (known >= 0) return letter(known)
    const values = places.map(({ point }) => approximate(tree, point, way.work))
    for (const [at, other] of atoms.entries()) {
      const ratio = simpleRatio(values, other.values)
      if (!ratio) continue
      const times = (of: Tree): Tree => ({
        is: 'product',
        of: [over(whole(ratio.top), whole(ratio.bottom)), of],
      })
      if (compareValues(tree, times(other.tree), way) === 'same') return times(letter(at))
    }
    atoms.push({ name, tree, values })
    return letter(atoms.length - 1)
  }
  const changed = (tree: Tree): Tree => {
    if (degreeOf(tree) !== null) return tree
    const isOpen = tree.is === 'sum' || tree.is === 'product' || tree.is === 'minus' || tree.is === 'quotient'
    if (isOpen) return { ...tree, of: tree.of.map(changed) } as Tree
    if (tree.is === 'power' && exact(tree.of[1])?.bottom === 1n)
      return { ...tree, of: [changed(tree.of[0]), tree.of[1]] }
    return atomOf(tree)
  }
  return trees.map(plain).map(changed)
}

const isConstant = (tree: Tree) => lettersOf([tree]).length === 0

const isOdd = (tree: Tree) => (exact(tree)?.top ?? 0n) % 2n !== 0n

/**
 * Returns the base and exponent of an exponential: a power whose letters are all in the exponent, and whose
 * base is certainly not negative. Returns null for any other tree.
 */
function exponential(tree: Tree): { base: Tree; exponent: Tree } | null {
  if (
    tree.is !== 'power' ||
    !isConstant(tree.of[0]) ||
    isConstant(tree.of[1]) ||
    surelySigned(tree.of[0]) !== 1
  )
    return null
  return { base: tree.of[0], exponent: tree.of[1] }
}

/**
 * Reads a tree as a single logarithm. Combines sums and odd multiples of logarithms with the same base, but
 * not even multiples, because x² is positive for negative x as well. Returns null for any other tree.
 */
function logarithm(tree: Tree): { base: Tree; argument: Tree } | null {
  const [first, second] = tree.of
  if (!first) return null
  if (tree.is === 'call' && tree.name === 'ln')
    return { base: { is: 'constant', name: 'e', of: [] }, argument: first }
  if (tree.is === 'log')
    return second && isConstant(second) && surelySigned(second) === 1
      ? { base: second, argument: first }
      : null
  if (tree.is === 'product') {
    const factor = exact(first)
    const inner =
      tree.of.length === 2 && second && factor?.bottom === 1n && isOdd(first) ? logarithm(second) : null
    return inner && { ...inner, argument: { is: 'power', of: [inner.argument, first] } }
  }
  if (tree.is !== 'sum' && tree.is !== 'minus') return null
  const parts = tree.of.map(logarithm)
  if (!parts.every((part) => part !== null && nameOf(part.base) === nameOf(parts[0]?.base ?? one)))
    return null
  const all = parts.flatMap((part) => part ?? [])
  const [part] = all
  if (!part) return null
  return tree.is === 'minus'
    ? { ...part, argument: over(one, part.argument) }
    : {
        ...part,
        argument: joined(
          'product',
          all.map(({ argument }) => argument),
        ),
      }
}

/**
 * Removes the logarithm, root or exponential that forms one side: log_3 u = 2 becomes u = 3², √u = 3 becomes
 * u = 3², and 2^x = 4 becomes x ln 2 = ln 4. The result has the same solutions. Returns null if neither side
 * has this form, or if an even root might equal a negative number.
 */
export function undone({ sides, sign }: Relation): Relation | null {
  for (const [at, side] of sides.entries()) {
    const other = sides[1 - at]
    if (!other) continue
    const log = logarithm(side)
    if (log) return { is: 'relation', sign, sides: [log.argument, { is: 'power', of: [log.base, other] }] }
    const isPower =
      side.is === 'root' &&
      exact(side.of[1])?.bottom === 1n &&
      (isOdd(side.of[1]) || surelySigned(other) === 1)
    if (isPower && side.is === 'root')
      return { is: 'relation', sign, sides: [side.of[0], { is: 'power', of: [other, side.of[1]] }] }
    const found = exponential(side)
    if (found)
      return {
        is: 'relation',
        sign,
        sides: [{ is: 'product', of: [found.exponent, call('ln', found.base)] }, exponentOf(other)],
      }
  }
  return null
}

/** Returns the logarithm of a tree. For an exponential, the exponent becomes a factor. */
function exponentOf(tree: Tree): Tree {
  const found = exponential(tree)
  return found ? { is: 'product', of: [found.exponent, call('ln', found.base)] } : call('ln', tree)
}
