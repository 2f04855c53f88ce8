import { gcd, rational } from './exact.ts'
import { expand, type Polynomial } from './polynomial.ts'
import {
  type Answer,
  changed,
  joined,
  lettersOf,
  mirrored,
  PastBounds,
  type Tree,
  treesOf,
  whole,
} from './tree.ts'
import { type Pen, tex, typed, writeAnswer, writeTree } from './print.ts'

const most = 20
const half: Tree = { is: 'quotient', of: [whole(1), whole(2)] }

type Change = (tree: Tree) => Tree

/**
 * Applies a change to the first part on which it has an effect, starting with the whole tree. Returns the
 * tree itself if there is no such part.
 */
function once(tree: Tree, change: Change): Tree {
  const own = change(tree)
  if (own !== tree) return own
  for (const [at, each] of tree.of.entries()) {
    const next = once(each, change)
    if (next !== each) return { ...tree, of: (tree.of as Tree[]).with(at, next) } as Tree
  }
  return tree
}

/** Applies a change to every part of a tree, bottom-up. */
const everywhere =
  (change: Change): Change =>
  (tree) =>
    change({ ...tree, of: tree.of.map(everywhere(change)) } as Tree)

const reversed = everywhere((tree) =>
  tree.is === 'sum' || tree.is === 'product' ? { ...tree, of: tree.of.toReversed() } : tree,
)

/**
 * Writes decimals and mixed numbers as fractions, and fractions of integers as decimals if three decimal
 * places are enough.
 */
const renumbered = everywhere((tree) => {
  if (tree.is === 'number' && tree.written !== 'whole') {
    const { top, bottom } = rational(tree.value.top, tree.value.bottom)
    return bottom === 1n ? whole(top) : { is: 'quotient', of: [whole(top), whole(bottom)] }
  }
  const [top, bottom] = tree.of
  if (tree.is !== 'quotient' || top?.is !== 'number' || bottom?.is !== 'number') return tree
  const common = gcd(top.value.top, bottom.value.top)
  for (const places of [1n, 2n, 3n]) {
    const scale = 10n ** places
    if (bottom.value.bottom === 1n && top.value.bottom === 1n && (scale * common) % bottom.value.top === 0n) {
      const value = { top: (top.value.top * scale) / bottom.value.top, bottom: scale }
      return { is: 'number', value, written: 'decimal', digits: 3, of: [] }
    }
  }
  return tree
})

const sameFactors = everywhere((tree) => {
  if (
    tree.is === 'power' &&
    tree.of[1].is === 'number' &&
    tree.of[1].written === 'whole' &&
    tree.of[1].value.top === 2n
  )
    return { is: 'product', of: [tree.of[0], tree.of[0]] }
  return tree.is === 'root'
    ? { is: 'power', of: [tree.of[0], { is: 'quotient', of: [whole(1), tree.of[1]] }] }
    : tree
})

const negative: Change = (tree) => (tree.is === 'minus' ? tree.of[0] : { is: 'minus', of: [tree] })
const flipLast: Change = (tree) =>
  tree.is === 'sum'
    ? { ...tree, of: tree.of.with(tree.of.length - 1, negative(tree.of.at(-1) ?? tree)) }
    : tree
const dropLast: Change = (tree) => (tree.is === 'sum' ? joined('sum', tree.of.slice(0, -1)) : tree)
const oneMore: Change = (tree) =>
  tree.is === 'number' && tree.written === 'whole' ? whole(tree.value.top + 1n) : tree
const oneMorePower: Change = (tree) =>
  tree.is === 'power' && tree.of[1].is === 'number'
    ? { is: 'power', of: [tree.of[0], oneMore(tree.of[1])] }
    : tree
const firstLetter: Change = (tree) => (tree.is === 'letter' ? { is: 'product', of: [whole(2), tree] } : tree)

/**
 * Writes a polynomial as a sum of its terms. Returns null for 0, or if a term has a negative power or a power
 * of anything but a letter.
 */
function sumOf(terms: Polynomial, letters: readonly string[]): Tree | null {
  const written = [...terms.values()].map(({ powers, factor }): Tree | null => {
    if (![...powers].every(([name, power]) => letters.includes(name) && power > 0)) return null
    const [size, isNegative] = [factor.top < 0n ? -factor.top : factor.top, factor.top < 0n]
    const number: Tree =
      factor.bottom === 1n ? whole(size) : { is: 'quotient', of: [whole(size), whole(factor.bottom)] }
    const names = [...powers].map(([name, power]): Tree => {
      const letter: Tree = { is: 'letter', name, of: [] }
      return power === 1 ? letter : { is: 'power', of: [letter, whole(power)] }
    })
    const tree = joined(
      'product',
      size === 1n && factor.bottom === 1n && names.length > 0 ? names : [number, ...names],
    )
    return isNegative ? { is: 'minus', of: [tree] } : tree
  })
  return written.length > 0 && written.every((each) => each !== null) ? joined('sum', written) : null
}

const expanded: Change = (tree) => {
  const terms = expand(tree, (each) => (each.is === 'letter' ? each.name : writeTree(each, typed)), {
    left: 5000,
  })
  return (terms && sumOf(terms, lettersOf([tree]))) ?? tree
}

/**
 * Returns variants of a relation, list or pair, such as swapped sides, doubled sides and near misses. Returns
 * an empty list for a single value.
 */
function ofRelation(answer: Answer): Answer[] {
  if (answer.is === 'cases')
    return [
      { ...answer, items: answer.items.toReversed() },
      { ...answer, items: answer.items.slice(0, -1) },
    ]
  if (answer.is === 'list')
    return [
      { ...answer, items: answer.items.toReversed() },
      { ...answer, items: answer.items.slice(0, -1) },
    ]
  if (answer.is === 'tuple') return [{ ...answer, items: answer.items.toReversed() }]
  if (answer.is !== 'relation') return []
  const doubled = changed(answer, (tree) => ({ is: 'product', of: [whole(2), tree] }))
  const turned = { ...mirrored(answer), sides: answer.sides }
  return [mirrored(answer), doubled, ...(turned.sign === answer.sign ? [] : [turned])]
}

/** Output formats of samples, from what children type to what the formula keyboard produces. */
const pens: Pen[] = [
  typed,
  tex,
  { ...typed, times: '' },
  { times: ' · ', tex: false, gap: '' },
  { ...tex, times: '\\times ' },
]

function variants(answer: Answer): string[] {
  const whether = (change: Change) => changed(answer, change)
  const rights = [reversed, renumbered, expanded, sameFactors].map(whether)
  const wrongs = [flipLast, dropLast, oneMore, oneMorePower, firstLetter].map((change) =>
    whether((tree) => once(tree, change)),
  )
  const plain = writeAnswer(answer, typed)
  const only = answer.is === 'value' ? [answer.tree] : []
  return [
    ...pens.map((pen) => writeAnswer(answer, pen)),
    ...(answer.is === 'list' ? [] : [plain.replaceAll(' ', '')]),
    ...only.map(() => `(${plain})`),
    ...rights.map((each) => writeAnswer(each, typed)),
    ...ofRelation(answer).map((each) => writeAnswer(each, typed)),
    ...wrongs.map((each) => writeAnswer(each, typed)),
    ...[negative, (tree: Tree): Tree => ({ is: 'product', of: [half, tree] })].map((change) =>
      writeAnswer(whether(change), typed),
    ),
  ]
}

/**
 * Returns at most 20 answers that students might type: the answer itself, then the same in other notations,
 * and near misses.
 */
export function samplesOf(value: string, answer: Answer): string[] {
  try {
    const isSmall = treesOf(answer).length <= 6
    return [...new Set([value, ...(isSmall ? variants(answer) : [])])]
      .filter((text) => text.length > 0 && text.length <= 200)
      .slice(0, most)
  } catch (error) {
    if (error instanceof PastBounds) return [value]
    throw error
  }
}
