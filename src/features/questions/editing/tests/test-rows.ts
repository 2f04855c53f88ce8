import { isNumbered, partNumber } from '../../kinds/fr/given.ts'
import type { VerdictStatus } from '../../kinds/verdict.ts'
import {
  type AnswerKey,
  authorWords,
  checkGiven,
  type Given,
  grade,
  partsOf,
  type QuestionTest,
  type Verdict,
} from '../../rules.ts'

/**
 * Row in the table of possible student answers (references §1): an answer with its verdict and, if the author
 * set one, its expected verdict. Expected verdicts are stored with the question and checked on every save.
 */
export type Row = {
  given: Given
  words: string
  /** Null if the answer no longer fits the question. */
  verdict: Verdict | null
  expected: VerdictStatus | null
}

/** Short labels of verdicts, for authors. */
export const verdictWords: Record<VerdictStatus, string> = {
  correct: 'Right',
  partial: 'Partly right',
  incorrect: 'Wrong',
  invalid: 'Can’t be read',
  ungraded: 'Needs grading',
}

const isSame = (one: Given, other: Given) => JSON.stringify(one) === JSON.stringify(other)

const expectedOf = (tests: readonly QuestionTest[], given: Given) =>
  tests.find((test) => isSame(test.given, given))?.expected ?? null

/** Returns the rows of the table: generated answers, then other answers that the author added. */
export function rowsOf(key: AnswerKey, samples: readonly Given[], tests: readonly QuestionTest[]): Row[] {
  const own = tests
    .map(({ given }) => given)
    .filter((given) => !samples.some((sample) => isSame(sample, given)))
  return [...samples, ...own].map((given) => ({
    given,
    words: authorWords(key, given),
    verdict: checkGiven(key, given) === null ? grade(key, given) : null,
    expected: expectedOf(tests, given),
  }))
}

/** Returns true if a row's verdict differs from the expected one. */
export const isFailing = ({ verdict, expected }: Row) => expected !== null && verdict?.status !== expected

/** Returns true if a row's answer is wrong or partly right and has no message yet. */
export const isWrong = ({ verdict }: Row) =>
  (verdict?.status === 'incorrect' || verdict?.status === 'partial') && verdict.mistake === undefined

/**
 * Returns the number of a judged part as students see it, given its index among the verdicts on parts. Labels
 * have no verdict, and scratch work has no number.
 */
export function numberOf(key: AnswerKey, at: number) {
  const judged = partsOf(key).filter(({ kind }) => kind !== 'label')
  return judged.some(isNumbered) ? partNumber(judged, at) : at + 1
}

/** Returns the tests with an answer's expected verdict set; null removes the test. */
export function withTest(
  tests: readonly QuestionTest[],
  given: Given,
  expected: VerdictStatus | null,
): QuestionTest[] {
  const others = tests.filter((test) => !isSame(test.given, given))
  return expected === null ? others : [...others, { given, expected }]
}

/**
 * Updates tests after parts were moved or removed. `order` lists the old indexes of the remaining parts in
 * their new order, counting only answerable parts.
 */
export const reordered = (tests: readonly QuestionTest[], order: readonly number[]): QuestionTest[] =>
  tests.map(({ given, ...test }) => ({
    ...test,
    given: 'parts' in given ? { ...given, parts: order.flatMap((at) => given.parts[at] ?? []) } : given,
  }))
