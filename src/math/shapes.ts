import { rational } from './exact.ts'
import { type Answer, itemsOf, mirrored, type Relation, type Tree } from './tree.ts'

/** A tree as a product: its factors above and below the fraction bar, and its number of minus signs. */
type Parts = { tops: Tree[]; bottoms: Tree[]; signs: number }

/** Splits a tree into factors, including those of nested products, quotients and minus signs. */
export function partsOf(tree: Tree): Parts {
  if (tree.is === 'minus') {
    const inner = partsOf(tree.of[0])
    return { ...inner, signs: inner.signs + 1 }
  }
  if (tree.is !== 'product' && tree.is !== 'quotient') return { tops: [tree], bottoms: [], signs: 0 }
  const isBelow = (at: number) => tree.is === 'quotient' && at === 1
  const inner = tree.of.map(partsOf)
  return {
    tops: inner.flatMap(({ tops, bottoms }, at) => (isBelow(at) ? bottoms : tops)),
    bottoms: inner.flatMap(({ tops, bottoms }, at) => (isBelow(at) ? tops : bottoms)),
    signs: inner.reduce((sum, { signs }) => sum + signs, 0),
  }
}

/** Returns true for a number written as 1. */
export const isOne = (tree: Tree) => tree.is === 'number' && tree.written === 'whole' && tree.value.top === 1n
export const isSum = (tree: Tree) => tree.is === 'sum'
/** Returns the base of a power; any other tree is its own base. */
export const baseOf = (tree: Tree): Tree => (tree.is === 'power' ? tree.of[0] : tree)

/**
 * Returns the terms of a sum, including those of nested sums. The terms of a negated sum are returned without
 * the minus sign.
 */
export function termsOf(tree: Tree): Tree[] {
  if (tree.is === 'sum') return tree.of.flatMap(termsOf)
  return tree.is === 'minus' && isSum(tree.of[0]) ? termsOf(tree.of[0]) : [tree]
}

type Shape = { tops: string[]; bottoms: string[]; signs: number; below: number }

/**
 * Names the factors above and below the fraction bar, and counts the minus signs. A fraction in a
 * denominator stays a fraction; a 1 in the numerator isn't a factor.
 */
function shapeOf(tree: Tree): Shape {
  if (tree.is === 'minus') {
    const inner = shapeOf(tree.of[0])
    return { ...inner, signs: inner.signs + 1 }
  }
  if (tree.is === 'product') {
    const all = tree.of.map(shapeOf)
    const sum = (of: 'signs' | 'below') => all.reduce((total, each) => total + each[of], 0)
    return {
      tops: all.flatMap(({ tops }) => tops),
      bottoms: all.flatMap(({ bottoms }) => bottoms),
      signs: sum('signs'),
      below: sum('below'),
    }
  }
  if (tree.is !== 'quotient') return { tops: [nameOf(tree)], bottoms: [], signs: 0, below: 0 }
  const [top, bottom] = tree.of
  const over = isOne(top) ? { tops: [], bottoms: [], signs: 0, below: 0 } : shapeOf(top)
  const inner = shapeOf(bottom)
  const under = inner.bottoms.length > 0 ? { tops: [nameOf(bottom)], signs: 0 } : inner
  return { ...over, bottoms: [...over.bottoms, ...under.tops], below: over.below + under.signs }
}

const flatTerms = (tree: Tree): Tree[] => (tree.is === 'sum' ? tree.of.flatMap(flatTerms) : [tree])

/** Returns a name that doesn't depend on the order or grouping of terms and factors. */
export function nameOf(tree: Tree): string {
  if (tree.is === 'number') {
    const { top, bottom } =
      tree.written === 'mixed' ? tree.value : rational(tree.value.top, tree.value.bottom)
    return `${tree.written === 'mixed' ? 'mixed ' : ''}${top}/${bottom}`
  }
  if (tree.is === 'letter' || tree.is === 'constant') return `${tree.is} ${tree.name}`
  if (tree.is === 'sum') return `(${flatTerms(tree).map(nameOf).sort().join(' + ')})`
  if (tree.is === 'power' || tree.is === 'root' || tree.is === 'log')
    return `${tree.is} {${tree.of.map(nameOf).join(', ')}}`
  if (tree.is === 'call') return `${tree.name} {${nameOf(tree.of[0])}}`
  const { tops, bottoms, signs, below } = shapeOf(tree)
  return `${'−'.repeat(signs)}[${tops.sort().join(' · ')} : ${'−'.repeat(below)}${bottoms.sort().join(' · ')}]`
}

const nameOfRelation = ({ sides, sign }: Relation) => sides.map(nameOf).join(` ${sign} `)

/** Returns a name that doesn't depend on the order of an answer's sides, terms, factors and items. */
export function nameOfAnswer(answer: Answer): string {
  if (answer.is === 'cases')
    return answer.items
      .map((each) => `{${nameOfAnswer(each)}}`)
      .sort()
      .join(' or ')
  const names = itemsOf(answer).map((item) => {
    if (item.is === 'value') return nameOf(item.tree)
    if (item.is === 'tuple') return `(${item.items.map(nameOf).join(', ')})`
    return [item, mirrored(item)].map(nameOfRelation).sort()[0] ?? ''
  })
  return names.sort().join('; ')
}
