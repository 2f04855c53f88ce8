import { type PartGiven, textOf, type VerdictStatus } from '../../kinds/verdict.ts'
import type { Part } from '../../kinds/fr/fr.ts'
import {
  type AnswerKey,
  checkGiven,
  type Given,
  grade,
  type QuestionTest,
  solutionOf,
  type Verdict,
  wordsOf,
} from '#features/questions/rules.ts'

/**
 * Table of possible student answers (references §1): each with its verdict and, if the author marked it, its expected verdict. Expected verdicts
 * are stored with the question and checked at every save.
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

const expectedOf = (tests: readonly QuestionTest[], given: Given) => tests.find((test) => isSame(test.given, given))?.expected ?? null

const answeredParts = (key: AnswerKey) => (key.kind === 'fr' ? key.parts.filter(({ kind }) => kind !== 'label') : [])

const partWords = (part: Part | undefined, given: PartGiven) =>
  part?.kind === 'select' ? (part.options[Number(textOf(given))] ?? textOf(given)) : textOf(given)

/** Describes an answer in one line of the table. Of several parts, names only the one that differs from the model answer. */
export function answerWords(key: AnswerKey, given: Given): string {
  if (key.kind === 'mc' && given.kind === 'mc')
    return given.picked.map((at) => `${String.fromCharCode(65 + at)}: ${key.choices[at] ?? ''}`).join(', ') || 'Nothing'
  const parts = answeredParts(key)
  if (given.kind !== 'fr' || parts.length !== given.parts.length) return wordsOf(given)
  const solution = solutionOf(key)
  const model = solution.kind === 'fr' ? solution.parts : []
  const other = given.parts.flatMap((part, at) => (JSON.stringify(part) === JSON.stringify(model[at]) ? [] : [at]))
  const [at] = other
  const words = given.parts.map((part, place) => partWords(parts[place], part))
  return parts.length > 1 && other.length === 1 && at !== undefined ? `Part ${at + 1}: ${words[at]}` : words.join(', ')
}

/** Rows of the table: generated answers, then those that only the author added. */
export function rowsOf(key: AnswerKey, samples: readonly Given[], tests: readonly QuestionTest[]): Row[] {
  const own = tests.map(({ given }) => given).filter((given) => !samples.some((sample) => isSame(sample, given)))
  return [...samples, ...own].map((given) => ({
    given,
    words: answerWords(key, given),
    verdict: checkGiven(key, given) === null ? grade(key, given) : null,
    expected: expectedOf(tests, given),
  }))
}

/** True if a row's verdict differs from the expected one. */
export const isFailing = ({ verdict, expected }: Row) => expected !== null && verdict?.status !== expected

/** Returns the tests with the expected verdict of an answer; null removes it. */
export function withTest(tests: readonly QuestionTest[], given: Given, expected: VerdictStatus | null): QuestionTest[] {
  const others = tests.filter((test) => !isSame(test.given, given))
  return expected === null ? others : [...others, { given, expected }]
}

const aliasKinds = ['number', 'letter', 'expression', 'words', 'line', 'angle'] as const
type Aliased = Extract<Part, { kind: (typeof aliasKinds)[number] }>
const hasAliases = (part: Part): part is Aliased => aliasKinds.some((kind) => kind === part.kind)

const plus = (aliases: readonly string[] | undefined, text: string) => [...(aliases ?? []), text.trim()]

/** Adds each wrong part of an answer as an alias of that part; null if a part can't have aliases. */
function aliasedParts(parts: readonly Part[], given: readonly PartGiven[]): Part[] | null {
  let place = 0
  const next: Part[] = []
  for (const part of parts) {
    if (part.kind === 'label') {
      next.push(part)
      continue
    }
    const text = given[place]
    place += 1
    const one: AnswerKey = { kind: 'fr', parts: [part] }
    const fits = part.kind === 'work' || (text !== undefined && grade(one, { kind: 'fr', parts: [text] }).status === 'correct')
    if (!fits && !hasAliases(part)) return null
    next.push(fits || !hasAliases(part) ? part : { ...part, hasAlias: plus(part.hasAlias, textOf(text)) })
  }
  return next
}

/** Returns the key with an answer added as an alias, or null if no alias can make it right. */
export function withAlias(key: AnswerKey, given: Given): AnswerKey | null {
  if (checkGiven(key, given) !== null) return null
  const next = aliased(key, given)
  return next && grade(next, given).status === 'correct' ? next : null
}

function aliased(key: AnswerKey, given: Given): AnswerKey | null {
  if (key.kind === 'sentence' && given.kind === 'sentence') return { ...key, hasAlias: plus(key.hasAlias, given.text) }
  if (key.kind !== 'fr' || given.kind !== 'fr') return null
  const parts = aliasedParts(key.parts, given.parts)
  return parts && { ...key, parts }
}

/** Adapts tests to parts that were moved or removed; `order` lists the answerable parts by their old indexes. */
export const reordered = (tests: readonly QuestionTest[], order: readonly number[]): QuestionTest[] =>
  tests.map((test) =>
    test.given.kind === 'fr'
      ? { ...test, given: { ...test.given, parts: order.flatMap((at) => (test.given.kind === 'fr' ? (test.given.parts[at] ?? []) : [])) } }
      : test,
  )

const dots = (text: string) => (text.trim() === '' ? '…' : text)

/** Returns the key with dots in place of empty choices and options. */
export function withoutBlanks(key: AnswerKey): AnswerKey {
  if (key.kind === 'mc') return { ...key, choices: key.choices.map(dots) }
  if (key.kind !== 'fr') return key
  return { ...key, parts: key.parts.map((part) => (part.kind === 'select' ? { ...part, options: part.options.map(dots) } : part)) }
}
