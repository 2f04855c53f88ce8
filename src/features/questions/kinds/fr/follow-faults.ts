import { exactAt, type Values } from '#math/exact.ts'
import type { Rational } from '#math/number.ts'
import { withUnit } from '#math/units.ts'
import {
  type Formula,
  isBounded,
  isCopied,
  isNumber,
  type Part,
  plus,
  readFormula,
  resultOf,
  valuesIn,
} from './follow-through.ts'
import { type NumberKey, number } from './number.ts'

/**
 * Changes that turn right answers into wrong ones. Multiplying by 4, 8 or 64 can keep square and cube roots
 * exact. One of the many numbers added at the end may turn a value into a square.
 */
const changes: ((value: Rational) => Rational)[] = [
  ...[2, 3, 5, 10, -2].map((more) => (value: Rational) => plus(value, more)),
  ...[4n, 8n, 64n].map((times) => ({ top, bottom }: Rational) => ({ top: top * times, bottom })),
  ...Array.from({ length: 50 }, (_, at) => at + 1)
    .flatMap((more) => [more, -more])
    .map((more) => (value: Rational) => plus(value, more)),
]

const maxDigits = 40

function written({ top, bottom }: Rational): string | null {
  const text = bottom === 1n ? String(top) : `${top}/${bottom}`
  return text.length > maxDigits ? null : text
}

/** Returns a value as an answer to a part, with its unit; null if it is too long. */
function answerOf({ unit }: NumberKey, value: Rational): string | null {
  const text = number.asDecimal(value) ?? written(value)
  return text === null || unit === undefined ? text : withUnit(text, unit)
}

/** Wrong answers, and the answer that follows from them, by part index. */
type Example = Map<number, string>

/**
 * Returns an example in which the part follows through. If there is none, returns `copied` if copied answers
 * would always be accepted as well, or null if no attempt gave an exact value that is short enough.
 */
function exampleOf(formula: Formula, part: NumberKey, at: number, right: Values): Example | 'copied' | null {
  let isCopy = false
  for (const change of changes) {
    const values = new Map([...right].map(([letter, value]) => [letter, change(value)]))
    const texts = new Map(
      formula.sources.map((source) => [
        source.at,
        answerOf(source.part, values.get(source.letter) as Rational),
      ]),
    )
    const given = Array.from({ length: at }, (_, index) => texts.get(index) ?? '')
    const isPossible =
      formula.sources.every((each) => given[each.at]) && [...values.values()].every(isBounded)
    if (!isPossible || !exactAt(formula.tree, values)) continue
    const result = resultOf(formula, part, values, given)
    const answer = result && answerOf(part, result)
    if (answer && !isCopied(formula, given, answer))
      return new Map([
        ...formula.sources.map((each) => [each.at, given[each.at] ?? ''] as const),
        [at, answer],
      ])
    isCopy ||= result === null || answer !== null
  }
  return isCopy ? 'copied' : null
}

/**
 * Returns a part's formula with the right answers of the parts named in it, or the fault that prevents its
 * use. Returns null if there is no formula, or if one of these answers isn't a number, which is reported as a
 * fault of that part.
 */
function checked(answeredParts: readonly Part[], at: number) {
  const part = answeredParts[at]
  if (!part || !isNumber(part) || part.follows === undefined) return null
  const reading = readFormula(answeredParts, at, part.follows)
  if (!reading.ok) return { fault: reading.fault }
  const texts = answeredParts.map((each) => (isNumber(each) ? number.solution(each) : ''))
  const right = valuesIn(reading.formula, texts)
  if (right) return { fault: null, part, formula: reading.formula, right }
  const past = reading.formula.sources.find((source) => {
    const value = number.valueOf(source.part, texts[source.at] ?? '')
    return value && !isBounded(value)
  })
  return (
    past && {
      fault: `“${part.follows}” can’t be used, because the right answer to part ${past.num} is too large or has too many digits.`,
    }
  )
}

/** Lists the faults in the formula of the part with this index, one sentence each. */
export function followFaults(answeredParts: readonly Part[], at: number): string[] {
  const found = checked(answeredParts, at)
  if (!found) return []
  if (found.fault !== null) return [found.fault]
  const { part, formula, right } = found
  const result = exactAt(formula.tree, right)
  if (!result) return [`“${formula.text}” has no exact value with the right answers.`]
  const own = number.valueOf(part, number.solution(part))
  if (own && !number.isNear(part, result, own)) {
    const is = written(result)
    return [
      `With the right answers, “${formula.text}” is ${is ?? 'another number'} instead of ${part.value}.`,
    ]
  }
  return exampleOf(formula, part, at, right) === 'copied'
    ? [
        `With “${formula.text}”, a copied answer would count as right. Write what has to be calculated, such as 2a + 5.`,
      ]
    : []
}

/**
 * Returns an example: wrong answers to some parts and the answer that follows from them, by part index.
 * Returns null if no example can be found.
 */
export function followExample(answeredParts: readonly Part[], at: number): Example | null {
  const found = checked(answeredParts, at)
  if (!found || found.fault !== null) return null
  const example = exampleOf(found.formula, found.part, at, found.right)
  return example === 'copied' ? null : example
}
