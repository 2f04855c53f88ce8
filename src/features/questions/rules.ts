import { z } from 'zod'
import type { Part } from './kinds/fr/fr.ts'
import * as keys from './kinds/keys.ts'
import type { TypedPart } from './kinds/mistakes.ts'
import { type Drawing, PartVerdict, type RenderContent, verdict, VerdictStatus } from './kinds/verdict.ts'
import type { ContentNode } from '#shared/content.ts'

/**
 * Questions and their answers. A question and its key are two types: `Shown` has no field for an answer, so a
 * leak doesn't compile (reliability T18). Each kind of answer has a folder under `kinds/` and a line in
 * `kinds/keys.ts` (key, grading), `kinds/givens.ts` (answers), `kinds/Screens.tsx` and `kinds/Forms.tsx`.
 */
const kinds = { ...keys }

type SchemaName = 'key' | 'shown' | 'given'
type Schema<Name extends SchemaName> = (typeof kinds)[keyof typeof kinds][Name]

/** Returns the union of all kinds' schemas with this name. */
const anyKind = <Name extends SchemaName>(name: Name) =>
  z.discriminatedUnion(
    'kind',
    Object.values(kinds).map((kind) => kind[name]) as unknown as [Schema<Name>, ...Schema<Name>[]],
  )

/** The stored key: right answers and how to compare answers with them. Never sent to a student. */
export const AnswerKey = anyKind('key')

export type AnswerKey = z.infer<typeof AnswerKey>
export type KeyOf<K extends AnswerKey['kind']> = Extract<AnswerKey, { kind: K }>

export const AnswerKind = z.enum(Object.keys(kinds) as (keyof typeof kinds)[])

/** The answer fields of a question as a student sees them. */
export const Shown = anyKind('shown')

export type Shown = z.infer<typeof Shown>

/** A student's answer. */
export const Given = anyKind('given')

export type Given = z.infer<typeof Given>

/** The verdict on a whole question; `score` is 0 to 1, the weighted mean of its scored parts (product §7). */
export const Verdict = z.object({
  status: VerdictStatus,
  score: z.number(),
  parts: z.array(PartVerdict),
  /** Message about the mistake, if the question lists this answer as one. */
  mistake: z.string().optional(),
})

export type Verdict = z.infer<typeof Verdict>

/** Converts a key to the fields that a student may see. Students get questions only through this function. */
export const show = (key: AnswerKey, rendered: RenderContent): Shown =>
  kinds[key.kind].show(key as never, rendered)

/** Rendered text by its source, as stored with a question. Text without an entry is shown unchanged. */
export type Texts = Record<string, ContentNode[]>

export const renderedBy =
  (texts: Texts): RenderContent =>
  (source) =>
    Object.hasOwn(texts, source) ? (texts[source] as ContentNode[]) : [source]

/** Describes an answer in one line of text. */
export const wordsOf = (given: Given): string => kinds[given.kind].words(given as never)

/** Returns an answer in one line, with the text of chosen options. */
export const answerText = (shown: Shown, given: Given): string =>
  shown.kind === given.kind ? kinds[shown.kind].text(shown as never, given as never) : wordsOf(given).trim()

/**
 * Returns the text by which answers to a question are grouped for grading. Answers have the same text if they
 * differ only in how they were typed or drawn, for example in spaces, in the points that determine the same
 * curve, or in the exact position of points within the same areas of a picture.
 */
export const likeness = (key: AnswerKey, given: Given): string =>
  key.kind === given.kind ? kinds[given.kind].likeness(given as never, key as never) : JSON.stringify(given)

/** Returns the drawings in an answer, with the text written next to them. */
export const drawingsOf = (given: Given): readonly Drawing[] => kinds[given.kind].drawings(given as never)

/**
 * Returns true if an answer, such as a graph, a drawing or typed math, can only be read in its own fields.
 */
export const needsFields = (shown: Shown, given: Given): boolean =>
  shown.kind === given.kind && kinds[shown.kind].needsFields(shown as never, given as never)

/**
 * Returns the displayed texts of a key as Markdown with TeX, which are the sources that `rendered` looks up.
 */
export const textsOf = (key: AnswerKey): string[] => kinds[key.kind].texts(key as never)

/** Returns at most 20 answers that students might give: right ones in other notations, and near misses. */
export const samplesOf = (key: AnswerKey): Given[] => kinds[key.kind].samples(key as never)

/** Returns the model answer in the shape of a student's answer. */
export const solutionOf = (key: AnswerKey): Given => kinds[key.kind].solution(key as never)

/**
 * Explains why an answer doesn't fit its question (another kind, another number of parts), or returns null.
 * Call this before `grade`.
 */
export const checkGiven = (key: AnswerKey, given: Given): string | null =>
  key.kind === given.kind
    ? kinds[key.kind].checkGiven(key as never, given as never)
    : 'This answer belongs to a different kind of question.'

/** Returns true if an answer matches a listed mistake. `parts` are the verdicts on the answer's parts. */
const repeats = (key: AnswerKey, listed: Given, given: Given, parts: readonly PartVerdict[]): boolean =>
  kinds[key.kind].repeats(key as never, listed as never, given as never, parts)

/**
 * Returns the typed parts of a listed mistake, so that they can be changed; none if the mistake was drawn or
 * chosen.
 */
export const typedParts = (key: AnswerKey, given: Given): TypedPart<Given>[] =>
  key.kind === given.kind ? kinds[key.kind].typedParts(key as never, given as never) : []

/** Adds the message of the first listed mistake that a wrong or partly right answer matches. */
function explained(key: AnswerKey, given: Given, graded: Verdict): Verdict {
  if (graded.status !== 'incorrect' && graded.status !== 'partial') return graded
  const found = key.mistakes?.find((mistake) => repeats(key, mistake.given, given, graded.parts))
  return found ? { ...graded, mistake: found.message } : graded
}

/** Grades an answer. Has no side effects, runs in bounded time, and never throws. */
export function grade(key: AnswerKey, given: Given): Verdict {
  if (key.kind !== given.kind) return { status: 'invalid', score: 0, parts: [] }
  return explained(key, given, kinds[key.kind].grade(key as never, given as never))
}

/** Returns the verdict on a part that a person graded from 0 to 1. */
const gradedPart = (score: number): PartVerdict =>
  score > 0 && score < 1
    ? { status: 'partial', score, reason: 'Partly right.' }
    : verdict(score === 1 ? 'correct' : 'incorrect', score === 1 ? 'Right.' : 'Take another look.')

/**
 * Grades a final answer, for example in a test. Works like `grade`, except that if only some parts are
 * unreadable, they count as wrong and the others are scored.
 */
export function gradeAtLast(key: AnswerKey, given: Given): Verdict {
  if (key.kind !== given.kind) return { status: 'invalid', score: 0, parts: [] }
  return explained(key, given, kinds[key.kind].gradeAtLast(key as never, given as never))
}

/** Returns the verdict on an answer that only a person can judge. */
export const unjudged = (key: AnswerKey): Verdict => ({
  status: 'ungraded',
  score: 0,
  parts: kinds[key.kind].weights(key as never).map(() => verdict('ungraded', '')),
})

/**
 * Returns the verdict after a person has given the grade `quarter`, from 0 to 1. The grade applies to the
 * parts that need a person. If there are none, or if the answer is invalid, it overrules the automatic
 * verdict on all parts that have a weight. If no part has a weight, as in a question with only scratch work,
 * the grade is the score of the question.
 */
export function regraded(key: AnswerKey, { status, parts: before }: Verdict, quarter: number): Verdict {
  const weights = kinds[key.kind].weights(key as never)
  const weightOf = (at: number) => weights[at] ?? 0
  const waits = (part: PartVerdict, at: number) =>
    status !== 'invalid' && part.status === 'ungraded' && weightOf(at) > 0
  const some = before.some(waits)
  const parts = before.map((part, at) =>
    weightOf(at) > 0 && (!some || waits(part, at)) ? gradedPart(quarter) : part,
  )
  const whole = parts.reduce((sum, _, at) => sum + weightOf(at), 0)
  const score =
    whole > 0 ? parts.reduce((sum, part, at) => sum + weightOf(at) * part.score, 0) / whole : quarter
  return { status: score === 1 ? 'correct' : score > 0 ? 'partial' : 'incorrect', score, parts }
}

/**
 * Lists the faults that keep a key from being used, one sentence each. A question with faults has the status
 * `error`.
 */
export const checkKey = (key: AnswerKey): string[] => kinds[key.kind].check(key as never)

/**
 * Lists the faults of a key's listed mistakes, one sentence each: answers that are right, that can't be read,
 * or that don't fit the question.
 */
export const mistakeFaults = (key: AnswerKey): string[] =>
  (key.mistakes ?? []).flatMap(({ given }) => {
    const words = authorWords(key, given)
    if (checkGiven(key, given) !== null)
      return [`The mistake “${words}” doesn’t fit the question. Remove it.`]
    const { status } = gradeAtLast(key, given)
    if (status === 'invalid') return [`The mistake “${words}” can’t be read. Remove it.`]
    return status === 'correct' || repeats(key, given, solutionOf(key), [])
      ? [`The mistake “${words}” is a right answer. Remove its message.`]
      : []
  })

/**
 * Describes an answer for the author, with the text of choices. If only one of several parts differs from the
 * model answer, names just that part.
 */
export const authorWords = (key: AnswerKey, given: Given): string =>
  key.kind === given.kind ? kinds[key.kind].authorWords(key as never, given as never) : wordsOf(given)

/** Returns the key with another right answer added, or null if that isn't possible. */
export function accept(key: AnswerKey, given: Given): AnswerKey | null {
  if (checkGiven(key, given) !== null) return null
  const next = kinds[key.kind].accept(key as never, given as never)
  return next && grade(next, given).status === 'correct' ? next : null
}

/**
 * Returns the key with “…” in place of each empty text that students choose, sort or match, so that an
 * unfinished question can be shown.
 */
export const withoutBlanks = (key: AnswerKey): AnswerKey => kinds[key.kind].withoutBlanks(key as never)

/** Returns true if the fields of a key can be drawn, which isn't the case for an incomplete graph. */
export const canBeDrawn = (key: AnswerKey): boolean => kinds[key.kind].canBeDrawn(key as never)

/** Returns roughly how many right answers have to be parsed to grade an answer. */
export const countAnswers = (key: AnswerKey): number => kinds[key.kind].countAnswers(key as never)

/** Returns the parts of a key; none for kinds of answers without parts. */
export const partsOf = (key: AnswerKey): readonly Part[] => ('parts' in key ? key.parts : [])

/** Returns the name of the picture on which the answer is marked; null if there is none. */
export const pictureOf = (key: AnswerKey): string | null => ('picture' in key ? key.picture.image : null)

/** An answer and the verdict that the author expects, checked on every save. */
export const QuestionTest = z.object({ given: Given, expected: VerdictStatus })

export type QuestionTest = z.infer<typeof QuestionTest>

/** Lists the tests that a key fails, one sentence each. */
export const testFaults = (key: AnswerKey, tests: readonly QuestionTest[]): string[] =>
  tests.flatMap(({ given, expected }) => {
    const { status } = checkGiven(key, given) === null ? grade(key, given) : { status: null }
    if (status === expected) return []
    return [
      `The answer “${wordsOf(given)}” should be ${expected}, but is ${status ?? 'in the wrong form for this question'}.`,
    ]
  })
