import type { Rational } from './number.ts'

/** Functions of one argument. `percent` and `degrees` are written after their argument. */
export type FunctionName =
  | 'sin'
  | 'cos'
  | 'tan'
  | 'sec'
  | 'csc'
  | 'cot'
  | 'arcsin'
  | 'arccos'
  | 'arctan'
  | 'ln'
  | 'abs'
  | 'percent'
  | 'degrees'

/**
 * An expression as written; nothing is evaluated or simplified. `part` is the fraction of a mixed number.
 * Sums and products have at least two members. A difference is a sum with a `minus`.
 */
export type Tree =
  | {
      is: 'number'
      value: Rational
      written: 'whole' | 'decimal' | 'mixed'
      digits: number
      part?: Rational
      of: []
    }
  | { is: 'letter'; name: string; of: [] }
  | { is: 'constant'; name: 'pi' | 'e'; of: [] }
  | { is: 'sum'; of: Tree[] }
  | { is: 'product'; of: Tree[] }
  | { is: 'minus'; of: [Tree] }
  | { is: 'quotient'; of: [top: Tree, bottom: Tree] }
  | { is: 'power'; of: [base: Tree, exponent: Tree] }
  | { is: 'root'; of: [radicand: Tree, index: Tree] }
  | { is: 'log'; of: [argument: Tree, base: Tree] }
  | { is: 'call'; name: FunctionName; of: [Tree] }

export type RelationSign = '=' | '≠' | '<' | '≤' | '>' | '≥'
export type Relation = { is: 'relation'; sign: RelationSign; sides: [Tree, Tree] }
type Tuple = { is: 'tuple'; items: Tree[] }
/**
 * Several answers that all apply (`and`), that are alternatives (`or`), or for which neither is stated (`,`).
 * A chain such as 1 < x < 5 is a list with `and`.
 */
export type List = { is: 'list'; joined: ',' | 'and' | 'or'; items: Single[] }
export type Single = { is: 'value'; tree: Tree } | Relation | Tuple
/**
 * Alternatives, each of which is one relation, or several relations that must all hold: x < 0, or 1 < x and x
 * < 5.
 */
type Cases = { is: 'cases'; items: (Relation | List)[] }
export type Answer = Single | List | Cases

/**
 * Thrown when a limit is exceeded. A person then grades the answer; it is never marked wrong (product §7).
 */
export class PastBounds extends Error {}

/**
 * Remaining budget for grading one answer, in steps of about 0.3 µs. Steps are counted rather than timed, so
 * the result is the same on every machine.
 */
export type Work = { left: number }

/** Deducts steps from the budget. Throws `PastBounds` if fewer were left. */
export function spend(work: Work, steps: number) {
  work.left -= steps
  if (work.left < 0) throw new PastBounds()
}

export const whole = (value: number | bigint): Tree => ({
  is: 'number',
  value: { top: BigInt(value), bottom: 1n },
  written: 'whole',
  digits: 1,
  of: [],
})

/** Returns the trees of an answer, from left to right. */
export function treesOf(answer: Answer): Tree[] {
  if (answer.is === 'value') return [answer.tree]
  if (answer.is === 'relation') return answer.sides
  if (answer.is === 'tuple') return answer.items
  return (answer.items as readonly Answer[]).flatMap(treesOf)
}

/** Returns the items of an answer, or the answer itself if it is a single item. */
export function itemsOf(answer: Answer): Single[] {
  if (answer.is === 'list') return answer.items
  return answer.is === 'cases' ? answer.items.flatMap(itemsOf) : [answer]
}

/** Returns a relation read from right to left: `a < b` becomes `b > a`. */
export function mirrored({ sides: [left, right], sign }: Relation): Relation {
  const signs = { '=': '=', '≠': '≠', '<': '>', '>': '<', '≤': '≥', '≥': '≤' } as const
  return { is: 'relation', sides: [right, left], sign: signs[sign] }
}

export const isInequality = ({ sign }: Relation) => sign !== '=' && sign !== '≠'
/** Returns an inequality with its greater side on the left; other relations are returned unchanged. */
export const upright = (relation: Relation) =>
  relation.sign === '<' || relation.sign === '≤' ? mirrored(relation) : relation

/** Returns true if the tree or any part of it matches. */
export const some = (tree: Tree, such: (each: Tree) => boolean): boolean =>
  such(tree) || tree.of.some((each) => some(each, such))

/** Returns the letters in trees, each once, in order of appearance. */
export function lettersOf(trees: readonly Tree[]): string[] {
  const found = new Set<string>()
  const look = (tree: Tree) => {
    if (tree.is === 'letter') found.add(tree.name)
    for (const each of tree.of) look(each)
  }
  for (const tree of trees) look(tree)
  return [...found]
}

/** Returns the sum or product of trees; a single tree is returned unchanged. */
export const joined = (is: 'sum' | 'product', of: Tree[]): Tree =>
  of.length === 1 && of[0] ? of[0] : { is, of }

/** Applies a change to each tree of an answer. */
export function changed(answer: Answer, change: (tree: Tree) => Tree): Answer {
  const relation = (each: Relation): Relation => ({
    ...each,
    sides: [change(each.sides[0]), change(each.sides[1])],
  })
  const single = (each: Single): Single => {
    if (each.is === 'value') return { is: 'value', tree: change(each.tree) }
    return each.is === 'tuple' ? { is: 'tuple', items: each.items.map(change) } : relation(each)
  }
  const list = (each: List): List => ({ ...each, items: each.items.map(single) })
  if (answer.is === 'cases')
    return {
      is: 'cases',
      items: answer.items.map((each) => (each.is === 'list' ? list(each) : relation(each))),
    }
  return answer.is === 'list' ? list(answer) : single(answer)
}

/** Replaces every occurrence of a letter in a tree. */
export function replaced(tree: Tree, letter: string, by: Tree): Tree {
  if (tree.is === 'letter') return tree.name === letter ? by : tree
  return tree.of.length === 0
    ? tree
    : ({ ...tree, of: tree.of.map((each) => replaced(each, letter, by)) } as Tree)
}
