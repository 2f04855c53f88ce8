import { type Near, nearly, nearRows } from '#features/questions/kinds/fr/expression/algebra/points/rules.ts'
import {
  type Answer,
  isInequality,
  itemsOf,
  lettersOf,
  type List,
  type Relation,
  type Tree,
  upright,
  type Work,
} from '#features/questions/kinds/fr/expression/tree/rules.ts'

/** Inequalities with the greater side first. */
const uprightOf = (answer: Answer) =>
  itemsOf(answer).flatMap((item) => (item.is === 'relation' && isInequality(item) ? [upright(item)] : []))

const isZero = ({ value, off }: Near) => Math.abs(value) <= 8 * off
const gap = (a: Near, b: Near): Near => ({ value: a.value - b.value, off: a.off + b.off })

/** Whether inequalities hold, by the differences of their sides. */
function isTrue(gaps: Near[], inequalities: Relation[], joined: List['joined']): boolean {
  const holds = gaps.map((each, at) => (isZero(each) ? inequalities[at]?.sign === '≥' : each.value > 0))
  return joined === 'or' ? holds.includes(true) : !holds.includes(false)
}

/** The differences of the sides at a point; null when one has no value there. */
function gapsOf(row: readonly (Near | null)[]): Near[] | null {
  const gaps: Near[] = []
  for (let at = 0; at + 1 < row.length; at += 2) {
    const [left, right] = [row[at], row[at + 1]]
    if (!left || !right || left.off + right.off === Infinity) return null
    gaps.push(gap(left, right))
  }
  return gaps
}

const steps = 80

/** Gaps along one letter: where lines cross zero, between those places, and at even steps. */
function gapsAlong(letter: string, trees: Tree[], work: Work): Near[][] {
  const at = (value: number) => gapsOf(trees.map((tree) => nearly(tree, new Map([[letter, { value, off: 0 }]]), work)))
  const [zero, one] = [at(0), at(1)]
  const crossings = (zero ?? []).flatMap(({ value }, index) => {
    const slope = (one?.[index]?.value ?? value) - value
    return slope === 0 ? [] : [-value / slope]
  })
  crossings.sort((a, b) => a - b)
  const between = crossings.flatMap((each, index) => [each - 1, each + 1, (each + (crossings[index + 1] ?? each + 2)) / 2])
  const far = Math.max(20, ...crossings.map((each) => 2 * Math.abs(each)))
  const even = Array.from({ length: steps + 1 }, (_, step) => far * (step / (steps / 2) - 1))
  return [...crossings, ...between, ...even].map(at).filter((gaps) => gaps !== null)
}

/** Whether all gaps are lines or planes: between four points on a way through all letters they change evenly. */
function areEven(letters: string[], trees: Tree[], work: Work) {
  const along = (share: number) => {
    const point = letters.map((name, at): [string, Near] => [name, { value: at + 1 + share * (3 + 2 * at), off: 0 }])
    return gapsOf(trees.map((tree) => nearly(tree, new Map(point), work)))
  }
  const [first, second, third, fourth] = [along(-2), along(0), along(2), along(5)]
  if (!first || !second || !third || !fourth) return false
  return second.every(({ value }, at) => {
    const [before, after, last] = [first[at]?.value ?? 0, third[at]?.value ?? 0, fourth[at]?.value ?? 0]
    const slope = (after - before) / 4
    const off = 1e-9 * (Math.abs(value) + Math.abs(slope) + 1)
    return Math.abs((before + after) / 2 - value) <= off && Math.abs(value + 5 * slope - last) <= 5 * off
  })
}

/**
 * Whether inequalities that aren't the same but for a factor are sure to differ. Those that hold at the same points may be the same, as
 * |x| < 3 and −3 < x < 3: that is for a person to say.
 */
export function areSeparated(key: Answer, given: Answer, { seed, work }: { seed: string; work: Work }): boolean {
  const [left, right] = [uprightOf(key), uprightOf(given)]
  const trees = [...left, ...right].flatMap(({ sides }) => sides)
  const letters = lettersOf(trees)
  if (itemsOf(key).length === 1 && itemsOf(given).length === 1 && areEven(letters, trees, work)) return true
  const [letter] = letters
  const all =
    letter !== undefined && letters.length === 1
      ? gapsAlong(letter, trees, work)
      : nearRows({ trees, seed, work })
          .map(gapsOf)
          .filter((gaps) => gaps !== null)
  const joined = (answer: Answer) => (answer.is === 'list' ? answer.joined : 'and')
  return all.some((gaps) => {
    const holds = isTrue(gaps.slice(0, left.length), left, joined(key))
    return holds !== isTrue(gaps.slice(left.length), right, joined(given))
  })
}
