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
 * The table of answers that students may give (references §1): each with its verdict, and, when its author says so, the verdict that it must get. What
 * must be is stored with the question and asked at every save.
 */
export type Row = {
  given: Given
  words: string
  /** Null: it doesn't fit the question any more. */
  verdict: Verdict | null
  expected: VerdictStatus | null
}

/** A verdict in a word, for authors. */
export const verdictWords: Record<VerdictStatus, string> = {
  correct: 'Right',
  partial: 'Partly right',
  incorrect: 'Wrong',
  invalid: 'Can’t be read',
  ungraded: 'For a person',
}

const isSame = (one: Given, other: Given) => JSON.stringify(one) === JSON.stringify(other)

const expectedOf = (tests: readonly QuestionTest[], given: Given) => tests.find((test) => isSame(test.given, given))?.expected ?? null

const answeredParts = (key: AnswerKey) => (key.kind === 'fr' ? key.parts.filter(({ kind }) => kind !== 'label') : [])

const partWords = (part: Part | undefined, given: PartGiven) =>
  part?.kind === 'select' ? (part.options[Number(textOf(given))] ?? textOf(given)) : textOf(given)

/** An answer in one line, as who reads the table needs it: of several parts the one that isn't as in the model answer. */
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

/** The rows of the table: the answers that were made up, then those that only its author thought of. */
export function rowsOf(key: AnswerKey, samples: readonly Given[], tests: readonly QuestionTest[]): Row[] {
  const own = tests.map(({ given }) => given).filter((given) => !samples.some((sample) => isSame(sample, given)))
  return [...samples, ...own].map((given) => ({
    given,
    words: answerWords(key, given),
    verdict: checkGiven(key, given) === null ? grade(key, given) : null,
    expected: expectedOf(tests, given),
  }))
}

/** True if a row gets another verdict than expected. */
export const isFailing = ({ verdict, expected }: Row) => expected !== null && verdict?.status !== expected

/** The tests once an answer must get a verdict; null: it may get any. */
export function withTest(tests: readonly QuestionTest[], given: Given, expected: VerdictStatus | null): QuestionTest[] {
  const others = tests.filter((test) => !isSame(test.given, given))
  return expected === null ? others : [...others, { given, expected }]
}

const aliasKinds = ['number', 'letter', 'expression', 'words', 'line', 'angle'] as const
type Aliased = Extract<Part, { kind: (typeof aliasKinds)[number] }>
const hasAliases = (part: Part): part is Aliased => aliasKinds.some((kind) => kind === part.kind)

const plus = (aliases: readonly string[] | undefined, text: string) => [...(aliases ?? []), text.trim()]

/** Each part that an answer gets wrong takes it as one more right answer; null when a part can't. */
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

/** The key once it takes an answer that it refuses as one more right one; null where that can't be: no alias makes it right. */
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

/** Tests once the parts that are answered stand as in `order`, each by where it stood: parts that are gone are gone in the answers too. */
export const reordered = (tests: readonly QuestionTest[], order: readonly number[]): QuestionTest[] =>
  tests.map((test) =>
    test.given.kind === 'fr'
      ? { ...test, given: { ...test.given, parts: order.flatMap((at) => (test.given.kind === 'fr' ? (test.given.parts[at] ?? []) : [])) } }
      : test,
  )

const dots = (text: string) => (text.trim() === '' ? '…' : text)

/** A key of which what isn't written yet can be seen: choices and options without words are dots. */
export function withoutBlanks(key: AnswerKey): AnswerKey {
  if (key.kind === 'mc') return { ...key, choices: key.choices.map(dots) }
  if (key.kind !== 'fr') return key
  return { ...key, parts: key.parts.map((part) => (part.kind === 'select' ? { ...part, options: part.options.map(dots) } : part)) }
}
