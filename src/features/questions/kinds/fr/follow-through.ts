import { exactAt, type Values } from '#math/exact.ts'
import { read } from '#math/parse.ts'
import { withLetters } from '#math/tokenize.ts'
import { joined, lettersOf, type Tree } from '#math/tree.ts'
import type { Rational } from '#math/number.ts'
import { t } from '#shared/language.ts'
import { type PartVerdict, verdict } from '../verdict.ts'
import { foldText } from '../text.ts'
import { isNumbered, partNumber } from './given.ts'
import { type NumberKey, number } from './number.ts'

/**
 * Follow-through: a number part may have a formula by which its answer is calculated from earlier parts, such
 * as `2a + 5`. The letters are the earlier parts in order: a is the answer to part 1, b to part 2. If a
 * student gets part 1 wrong but calculates correctly from it, the later part still counts as right.
 *
 * A part is first graded as usual. Only if it is wrong is its formula evaluated with the student's own
 * answers, and the part graded against the result, by the same rules for form, tolerance and unit. It follows
 * through if all of these conditions hold:
 *
 * 1. All named answers can be read as numbers in their own units, and at least one of them doesn't have the
 *    key's own value: it is wrong, or another right answer. If -3 is accepted as well as 3, -8 follows from
 *    -3 by `3a + 1`.
 * 2. The result is exact: there is no division by zero, irrational root, or value out of bounds.
 * 3. The result depends on each of the named answers. A student could otherwise choose one of them so that
 *    the others no longer matter and nothing is left to calculate.
 * 4. The answer can't be obtained without calculating: none of the following would also be accepted. A named
 *    answer, as an amount in any unit or as a bare number; a number or any other piece of the formula; 0 or
 *    1, to which formulas often reduce when answers are equal. So no credit is given for the same nonsense in
 *    every part, or for a 0 or 1 in an earlier part that leaves only a piece of the formula.
 *
 * By rule 4, a coincidence can cost an honest student the credit: for example, answers of 4 and then 2 with
 * the formula `a/2`. The part is then graded as if it had no formula, and a teacher can still change the
 * grade.
 *
 * “Wrong” refers to the verdict before follow-through, so that parts can follow from each other in a chain. A
 * question in which a part follows through is entirely right only if all earlier parts that it follows from
 * are accepted.
 */
export type Part = { kind: string } | NumberKey

/** An earlier part that an answer may follow from. `at` is its index among the parts that take an answer. */
export type Source = { num: number; letter: string; at: number; part: NumberKey }

const letters = [...'abcdefghijklmnopqrstuvwxyz']

/**
 * Maximum number of numbers and letters in a formula, and bound for the numerator and denominator of a named
 * answer.
 */
const maxLeaves = 12
const maxSize = 10n ** 30n

export const isNumber = (part: Part): part is NumberKey => part.kind === 'number'

/**
 * Returns the letter of each part, by index. Parts that have no number, and parts after z, have no letter.
 */
const partLetters = (parts: readonly Part[]): (string | undefined)[] =>
  parts.map((part, at) => (isNumbered(part) ? letters[partNumber(parts, at) - 1] : undefined))

/** Returns the earlier parts from which the answer to the part with this index may follow. */
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

/** Parses `text` as the formula of the part with this index, or returns a fault. */
export function readFormula(answeredParts: readonly Part[], at: number, text: string): ReadFormula {
  const fault = (message: string) => ({ ok: false, fault: message }) as const
  const reading = read(text, letters)
  if (!reading.ok) return fault(`“${text}” can’t be read. ${reading.reason}`)
  if (reading.answer.is !== 'value') return fault(`“${text}” isn’t a single number.`)
  if (reading.others.length > 0)
    return fault(`“${text}” can be read in two ways. Add parentheses, and write numbers without commas.`)
  if (leavesOf(reading.answer.tree) > maxLeaves)
    return fault(`“${text}” is too long. Use at most ${maxLeaves} numbers and letters.`)
  const known = sourcesOf(answeredParts, at)
  const names = lettersOf([reading.answer.tree])
  const unknown = names.find((name) => !known.some(({ letter }) => letter === name))
  if (unknown !== undefined || names.length === 0) {
    const problem =
      unknown === undefined
        ? 'doesn’t refer to an earlier part'
        : `uses the letter ${unknown}, which doesn’t stand for an earlier number`
    return fault(
      known.length === 0
        ? `“${text}” can’t be used, because no earlier part is a number.`
        : `“${text}” ${problem}. Letters you can use: ${known.map(({ letter }) => letter).join(', ')}.`,
    )
  }
  const sources = known.filter(({ letter }) => names.includes(letter))
  return { ok: true, formula: { text, tree: reading.answer.tree, sources } }
}

/** Returns the earlier parts that occur in the formula of the part with this index. */
export function namedSources(parts: readonly Part[], at: number): Source[] {
  const part = parts[at]
  if (!part || !isNumber(part) || part.follows === undefined) return []
  const reading = readFormula(parts, at, part.follows)
  return reading.ok ? reading.formula.sources : []
}

/** Placeholder for a removed part, which makes the formula unreadable. */
const placeholder = '?'

/** Replaces the letters of parts in a formula. Leaves placeholders of random values unchanged. */
const renamed = (text: string, next: ReadonlyMap<string, string>) =>
  text
    .split(/(\{\{[^{}]*\}\})/)
    .map((each, at) => (at % 2 === 1 ? each : withLetters(each, next)))
    .join('')

/**
 * Adapts formulas after parts were moved, added or removed. `order` lists the old indexes of the parts; new
 * parts come last. The letter of a removed part becomes a question mark, because it would otherwise stand for
 * another part. The formula then has a fault.
 */
export function withMovedLetters<P extends Part>(
  before: readonly Part[],
  parts: readonly P[],
  order: readonly number[],
): P[] {
  const now = partLetters(parts)
  const next = new Map(
    partLetters(before).flatMap((letter, at) =>
      letter === undefined ? [] : [[letter, now[order.indexOf(at)] ?? placeholder] as const],
    ),
  )
  return parts.map((part) =>
    isNumber(part) && part.follows !== undefined ? { ...part, follows: renamed(part.follows, next) } : part,
  )
}

/**
 * Returns the pieces of a formula: its subexpressions, and its sums and products of more than two members
 * with one member left out.
 */
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

/** Returns true if changing the answer with this letter changes the result. */
const dependsOn = ({ tree }: Formula, values: Values, letter: string, result: Rational) =>
  [1, 2].some((more) => {
    const other = exactAt(tree, new Map(values).set(letter, plus(values.get(letter) ?? whole(0), more)))
    return other === null || !isEqual(other, result)
  })

/**
 * Returns true if an answer is a copy of one that the formula uses, perhaps in another notation, or with
 * another unit or percent sign (rule 4).
 */
export const isCopied = ({ sources }: Formula, texts: readonly string[], answer: string) =>
  sources.some(({ at }) => {
    const text = texts[at] ?? ''
    return foldText(text) === foldText(answer) || number.isSameNumber(text, answer)
  })

/**
 * Returns the result of a formula, or null if rule 2, 3 or 4 isn't met. `texts` are the answers from which
 * `values` were read, by part index.
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

/** Returns true if the numerator and denominator are small enough to calculate with. */
export const isBounded = ({ top, bottom }: Rational) => top < maxSize && -top < maxSize && bottom < maxSize

/** Returns the values of the named answers, or null if one of them can't be read or is out of bounds. */
export function valuesIn({ sources }: Formula, texts: readonly string[]): Values | null {
  const values = new Map<string, Rational>()
  for (const { letter, at, part } of sources) {
    const value = number.valueOf(part, texts[at] ?? '')
    if (!value || !isBounded(value)) return null
    values.set(letter, value)
  }
  return values
}

/** Returns a sentence that names the parts that the answer follows from. */
function follows(nums: readonly number[]): string {
  const last = nums.at(-1) ?? 0
  return nums.length > 1
    ? t('Follows from the answers to parts {parts} and {last}.', {
        parts: nums.slice(0, -1).join(', '),
        last,
      })
    : t('Follows from the answer to part {num}.', { num: last })
}

/**
 * Returns true if an answer doesn't have the key's own value: it is wrong, or another right answer (rule 1).
 */
function isChanged({ at, part }: Source, texts: readonly string[], verdicts: readonly PartVerdict[]) {
  const status = verdicts[at]?.status
  if (status !== 'correct') return status === 'incorrect'
  const own = number.valueOf(part, number.solution(part))
  const value = number.valueOf(part, texts[at] ?? '')
  return own !== null && value !== null && !number.isNear(part, own, value)
}

function followed(
  answeredParts: readonly Part[],
  at: number,
  texts: readonly string[],
  verdicts: readonly PartVerdict[],
): PartVerdict | null {
  const part = answeredParts[at]
  if (!part || !isNumber(part) || part.follows === undefined || verdicts[at]?.status !== 'incorrect')
    return null
  const reading = readFormula(answeredParts, at, part.follows)
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
 * Returns the verdicts on all parts, counting those that follow from earlier answers as right. Never throws.
 */
export const withFollowThrough = (
  answeredParts: readonly Part[],
  texts: readonly string[],
  verdicts: readonly PartVerdict[],
): PartVerdict[] => verdicts.map((each, at) => followed(answeredParts, at, texts, verdicts) ?? each)
