import { exactAt, type Values } from '#math/exact.ts'
import { read } from '#math/parse.ts'
import { withLetters } from '#math/tokenize.ts'
import { joined, lettersOf, type Tree } from '#math/tree.ts'
import type { Rational } from '#math/number.ts'
import { t } from '#shared/language.ts'
import { type PartVerdict, verdict } from '../verdict.ts'
import { foldText } from '../text.ts'
import { type NumberKey, number } from './number.ts'

/**
 * Follow-through: a number part may say how its answer is calculated from earlier parts, such as `2a + 5`.
 * The letters are the earlier parts in order: a is the answer to part 1, b to part 2. If a student gets part
 * 1 wrong but calculates correctly from it, the later part still counts as right.
 *
 * A part is first graded as always. Only if it is wrong, its formula is calculated with the student's own
 * answers and the part is graded against the result, by the same rule: form, tolerance and unit. It follows
 * through if all of this is true:
 *
 * 1. All named answers can be read as numbers in their own units, and at least one of them is wrong, or right
 *    with another value than the key's own: for -3, which is accepted as well as 3, -8 follows from `3a + 1`.
 * 2. The result is exact: there is no division by zero, root that isn't a fraction, or value past the bounds.
 * 3. The result depends on each of the named answers. If one of them is chosen so that another no longer
 *    matters, nothing is left to calculate.
 * 4. The answer isn't one that could be had without calculating. A named answer that is copied, as an amount
 *    in any unit or as a bare number, or a number or any other piece of the formula, must not count as right
 *    as well; nor must 0 or 1, to which formulas come down when answers are equal. So neither the same nonsense
 *    in every part nor a 0 or 1 in an earlier part, which leaves only a piece of the formula, earns anything.
 *
 * A chance match of rule 4 costs the credit of an honest student: for `a/2`, 4 and then 2. That is what the
 * part would be worth without the formula, and a teacher can still grade it.
 *
 * “Wrong” is meant before follow-through, so that parts can follow from each other in a chain. A question in
 * which a part follows through is entirely right only if all earlier parts that it follows from are accepted.
 */
export type Part = { kind: string } | NumberKey

/** Part that an answer may follow from. `at` is its index among the parts that take an answer. */
export type Source = { num: number; letter: string; at: number; part: NumberKey }

const letters = [...'abcdefghijklmnopqrstuvwxyz']

/** Maximum number of numbers and letters in a formula, and maximum size of a named answer. */
const mostLeaves = 12
const mostSize = 10n ** 30n

export const isNumber = (part: Part): part is NumberKey => part.kind === 'number'
/** Parts are numbered as students see them: without labels and scratch work. */
const isNumbered = ({ kind }: Part) => kind !== 'label' && kind !== 'work'

/** Returns the letter of each part, by index; parts without a number, and those after z, have none. */
const partLetters = (parts: readonly Part[]): (string | undefined)[] =>
  parts.map((part, at) =>
    isNumbered(part) ? letters[parts.slice(0, at).filter(isNumbered).length] : undefined,
  )

/** Returns the parts that the answer of the part at an index may follow from. */
export function sourcesOf(parts: readonly Part[], at: number): Source[] {
  const named = partLetters(parts)
  return parts.slice(0, at).flatMap((part, index): Source[] => {
    const letter = named[index]
    return isNumber(part) && letter !== undefined
      ? [{ num: letters.indexOf(letter) + 1, letter, at: index, part }]
      : []
  })
}

export type Formula = { text: string; tree: Tree; sources: Source[] }
type ReadFormula = { ok: true; formula: Formula } | { ok: false; fault: string }

const leavesOf = (tree: Tree): number =>
  tree.of.length === 0 ? 1 : tree.of.reduce((sum, each) => sum + leavesOf(each), 0)

/** Reads a formula. `asked` are the parts that take an answer, and `at` is the index of the formula's part. */
export function readFormula(asked: readonly Part[], at: number, text: string): ReadFormula {
  const fault = (says: string) => ({ ok: false, fault: says }) as const
  const reading = read(text, letters)
  if (!reading.ok) return fault(`“${text}” can’t be read. ${reading.reason}`)
  if (reading.answer.is !== 'value') return fault(`“${text}” isn’t a single number.`)
  if (reading.others.length > 0)
    return fault(`“${text}” can be read in two ways. Add parentheses, and write numbers without commas.`)
  if (leavesOf(reading.answer.tree) > mostLeaves)
    return fault(`“${text}” is too long. Use at most ${mostLeaves} numbers and letters.`)
  const known = sourcesOf(asked, at)
  const names = lettersOf([reading.answer.tree])
  const unknown = names.find((name) => !known.some(({ letter }) => letter === name))
  if (unknown !== undefined || names.length === 0) {
    const what = unknown === undefined ? 'names no earlier part' : `uses the letter ${unknown}`
    return fault(
      known.length === 0
        ? `“${text}” can’t be used, because no earlier part is a number.`
        : `“${text}” ${what}. Use ${known.map(({ letter }) => letter).join(', ')} for the earlier numbers.`,
    )
  }
  const sources = known.filter(({ letter }) => names.includes(letter))
  return { ok: true, formula: { text, tree: reading.answer.tree, sources } }
}

/** Returns the earlier parts that the formula of the part at an index names. */
export function namedSources(parts: readonly Part[], at: number): Source[] {
  const part = parts[at]
  if (!part || !isNumber(part) || part.follows === undefined) return []
  const reading = readFormula(parts, at, part.follows)
  return reading.ok ? reading.formula.sources : []
}

/** Stands for a part that is gone, so that the formula can't be read. */
const gone = '?'

/** Replaces letters of parts in a formula, but not in placeholders of random values. */
const renamed = (text: string, next: ReadonlyMap<string, string>) =>
  text
    .split(/(\{\{[^{}]*\}\})/)
    .map((each, at) => (at % 2 === 1 ? each : withLetters(each, next)))
    .join('')

/**
 * Adapts the formulas to parts that were moved, added or removed. `order` lists the parts by their indexes
 * before. A formula that names a removed part gets a question mark for it, so that it has a fault: its letter
 * would now stand for another part.
 */
export function withMovedLetters<P extends Part>(
  before: readonly Part[],
  parts: readonly P[],
  order: readonly number[],
): P[] {
  const now = partLetters(parts)
  const next = new Map(
    partLetters(before).flatMap((letter, at) =>
      letter === undefined ? [] : [[letter, now[order.indexOf(at)] ?? gone] as const],
    ),
  )
  return parts.map((part) =>
    isNumber(part) && part.follows !== undefined ? { ...part, follows: renamed(part.follows, next) } : part,
  )
}

/** Returns the pieces of a formula: all members, and sums and products without one of their members. */
function piecesOf(tree: Tree): Tree[] {
  const without =
    (tree.is === 'sum' || tree.is === 'product') && tree.of.length > 2
      ? tree.of.map((_, at) => joined(tree.is, tree.of.toSpliced(at, 1)))
      : []
  return [...without, ...tree.of.flatMap((each: Tree) => [each, ...piecesOf(each)])]
}

const whole = (value: number): Rational => ({ top: BigInt(value), bottom: 1n })
export const plus = ({ top, bottom }: Rational, more: number): Rational => ({
  top: top + BigInt(more) * bottom,
  bottom,
})
const isEqual = (one: Rational, other: Rational) => one.top * other.bottom === other.top * one.bottom

/** True if another value of the answer with this letter changes the result. */
const dependsOn = ({ tree }: Formula, values: Values, letter: string, result: Rational) =>
  [1, 2].some((more) => {
    const other = exactAt(tree, new Map(values).set(letter, plus(values.get(letter) ?? whole(0), more)))
    return other === null || !isEqual(other, result)
  })

/** True if an answer is a named one in another notation, or with another unit or a percent sign (rule 4). */
export const isCopied = ({ sources }: Formula, texts: readonly string[], answer: string) =>
  sources.some(({ at }) => {
    const text = texts[at] ?? ''
    return foldText(text) === foldText(answer) || number.isSameNumber(text, answer)
  })

/**
 * Returns the result of a formula if it has to be calculated (rules 2 to 4), otherwise null. `texts` are the
 * answers with these values.
 */
export function resultOf(
  formula: Formula,
  part: NumberKey,
  values: Values,
  texts: readonly string[],
): Rational | null {
  const { tree, sources } = formula
  const result = exactAt(tree, values)
  if (!result || !sources.every(({ letter }) => dependsOn(formula, values, letter, result))) return null
  const copies = sources.flatMap(({ at }) => number.copiesOf(part, texts[at] ?? ''))
  const copied = [whole(0), whole(1), ...values.values(), ...copies]
  const pieces = piecesOf(tree).flatMap((piece) => exactAt(piece, values) ?? [])
  return [...copied, ...pieces].some((value) => number.isNear(part, result, value)) ? null : result
}

/** True if the top and bottom of a value are small enough to calculate with. */
export const isBounded = ({ top, bottom }: Rational) => top < mostSize && -top < mostSize && bottom < mostSize

/** Returns the values of the named answers, or null if one of them can't be read or is past the bounds. */
export function valuesIn({ sources }: Formula, texts: readonly string[]): Values | null {
  const values = new Map<string, Rational>()
  for (const { letter, at, part } of sources) {
    const value = number.valueOf(part, texts[at] ?? '')
    if (!value || !isBounded(value)) return null
    values.set(letter, value)
  }
  return values
}

/** Returns a sentence for whoever reads the verdict, which names the parts that the answer follows from. */
function follows(nums: readonly number[]): string {
  const last = nums.at(-1) ?? 0
  return nums.length > 1
    ? t('Follows from the answers to parts {parts} and {last}.', {
        parts: nums.slice(0, -1).join(', '),
        last,
      })
    : t('Follows from the answer to part {num}.', { num: last })
}

/** True if an answer isn't the key's own value: it is wrong, or another right answer (rule 1). */
function isChanged({ at, part }: Source, texts: readonly string[], verdicts: readonly PartVerdict[]) {
  const status = verdicts[at]?.status
  if (status !== 'correct') return status === 'incorrect'
  const own = number.valueOf(part, number.solution(part))
  const value = number.valueOf(part, texts[at] ?? '')
  return own !== null && value !== null && !number.isNear(part, own, value)
}

function followed(
  asked: readonly Part[],
  at: number,
  texts: readonly string[],
  verdicts: readonly PartVerdict[],
): PartVerdict | null {
  const part = asked[at]
  if (!part || !isNumber(part) || part.follows === undefined || verdicts[at]?.status !== 'incorrect')
    return null
  const reading = readFormula(asked, at, part.follows)
  if (!reading.ok) return null
  const { formula } = reading
  const changed = formula.sources.filter((source) => isChanged(source, texts, verdicts))
  const text = texts[at] ?? ''
  if (changed.length === 0 || isCopied(formula, texts, text)) return null
  const values = valuesIn(formula, texts)
  const result = values && resultOf(formula, part, values, texts)
  if (!result || number.gradeAgainst(part, result, text).status !== 'correct') return null
  const nums = changed.map(({ num }) => num)
  return { ...verdict('correct', follows(nums)), follows: nums }
}

/**
 * Returns the verdicts on all parts, in which those that follow from earlier answers are right. `asked` are the
 * parts that take an answer. Never throws.
 */
export const withFollowThrough = (
  asked: readonly Part[],
  texts: readonly string[],
  verdicts: readonly PartVerdict[],
): PartVerdict[] => verdicts.map((each, at) => followed(asked, at, texts, verdicts) ?? each)
