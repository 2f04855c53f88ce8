import { z } from 'zod'
import { fr } from './kinds/fr/fr.ts'
import { textOfGiven } from './kinds/given.ts'
import { graph } from './kinds/graph/graph.ts'
import { mc } from './kinds/mc/mc.ts'
import { PartVerdict, type Rendered, verdict, VerdictStatus } from './kinds/verdict.ts'
import { sentence } from './kinds/sentence/sentence.ts'
import type { ContentNode } from '#shared/content.ts'

/**
 * Questions and their answers. A question and its key are two types: `Shown` has no field that holds an answer, so a leak doesn't compile
 * (reliability T18). Each kind of answer is a folder under `kinds/` and its name in the lists below.
 */
const kinds = { fr, mc, sentence, graph }

/** Key as stored: the right answers and how they are compared. Never sent to a student. */
export const AnswerKey = z.discriminatedUnion('kind', [fr.key, mc.key, sentence.key, graph.key])

export type AnswerKey = z.infer<typeof AnswerKey>

/** Fields of an answer as shown to a student. */
export const Shown = z.discriminatedUnion('kind', [fr.shown, mc.shown, sentence.shown, graph.shown])

export type Shown = z.infer<typeof Shown>

/** Answer of a student. */
export const Given = z.discriminatedUnion('kind', [fr.given, mc.given, sentence.given, graph.given])

export type Given = z.infer<typeof Given>

/** The verdict on a whole question; `score` is 0 to 1, the weighted mean of its scored parts (product §7). */
export const Verdict = z.object({ status: VerdictStatus, score: z.number(), parts: z.array(PartVerdict) })

export type Verdict = z.infer<typeof Verdict>

/** Nothing that gives the answer away leaves the server: a question is shown only through here. */
export const show = (key: AnswerKey, rendered: Rendered): Shown => kinds[key.kind].show(key as never, rendered)

/** Rendered texts by their source, as they are stored with a question. What isn't among them is shown as it stands. */
export type Texts = Record<string, ContentNode[]>

export const renderedBy =
  (texts: Texts): Rendered =>
  (source) =>
    Object.hasOwn(texts, source) ? (texts[source] as ContentNode[]) : [source]

/** Returns an answer in one line of text. */
export const wordsOf = (given: Given): string => kinds[given.kind].words(given as never)

/** An answer in one line, with the text of chosen options. */
export const answerText = (shown: Shown, given: Given): string => textOfGiven(shown, given) ?? wordsOf(given).trim()

/** The texts of a key which are shown, as Markdown with TeX: what `rendered` is asked for. */
export const textsOf = (key: AnswerKey): string[] => kinds[key.kind].texts(key as never)

/** Answers as students may write them, right ones in other notations and near misses, at most 20. */
export const samplesOf = (key: AnswerKey): Given[] => kinds[key.kind].samples(key as never)

/** The model answer, in the shape of what a student gives. */
export const solutionOf = (key: AnswerKey): Given => kinds[key.kind].solution(key as never)

/** Why an answer doesn't fit its question (another kind, another number of parts), or null. Ask this before `grade`. */
export const checkGiven = (key: AnswerKey, given: Given): string | null =>
  key.kind === given.kind ? kinds[key.kind].checkGiven(key as never, given as never) : 'This is an answer to another kind of question.'

/** The verdict on an answer. Pure, bounded, never throws. */
export function grade(key: AnswerKey, given: Given): Verdict {
  if (key.kind !== given.kind) return { status: 'invalid', score: 0, parts: [] }
  return kinds[key.kind].grade(key as never, given as never)
}

/** A part that a person gave 0 to 1. */
const gradedPart = (score: number): PartVerdict =>
  score > 0 && score < 1
    ? { status: 'partial', score, reason: 'Partly right.' }
    : verdict(score === 1 ? 'correct' : 'incorrect', score === 1 ? 'Right.' : 'Have another look.')

/**
 * The verdict on an answer that won't be mended any more, as in a test: of several parts those that can't be read are not right, and the others count.
 * Elsewhere it is the same.
 */
export function gradeAtLast(key: AnswerKey, given: Given): Verdict {
  return key.kind === 'fr' && given.kind === 'fr' ? kinds.fr.gradeAtLast(key, given) : grade(key, given)
}

/**
 * The verdict once a person has graded, 0 to 1: their grade is that of the parts which wait for a person, or of all when none does, which overrules
 * the machine. Where nothing is scored, as when only scratch work is asked, it is the question's.
 */
export function regraded(key: AnswerKey, { status, parts: before }: Verdict, quarter: number): Verdict {
  const weights = key.kind === 'fr' ? kinds.fr.weights(key) : [1]
  const weightOf = (at: number) => weights[at] ?? 0
  const waits = (part: PartVerdict, at: number) => status !== 'invalid' && part.status === 'ungraded' && weightOf(at) > 0
  const some = before.some(waits)
  const parts = before.map((part, at) => (weightOf(at) > 0 && (!some || waits(part, at)) ? gradedPart(quarter) : part))
  const whole = parts.reduce((sum, _, at) => sum + weightOf(at), 0)
  const score = whole > 0 ? parts.reduce((sum, part, at) => sum + weightOf(at) * part.score, 0) / whole : quarter
  return { status: score === 1 ? 'correct' : score > 0 ? 'partial' : 'incorrect', score, parts }
}

/** Faults that keep a key from being used, one sentence each. A question with any has the status `error`. */
export const checkKey = (key: AnswerKey): string[] => kinds[key.kind].check(key as never)

/** An answer with the verdict that it must get: asked at every save. */
export const QuestionTest = z.object({ given: Given, expected: VerdictStatus })

export type QuestionTest = z.infer<typeof QuestionTest>

/** The tests that a key fails, one sentence each. */
export const testFaults = (key: AnswerKey, tests: readonly QuestionTest[]): string[] =>
  tests.flatMap(({ given, expected }) => {
    const { status } = checkGiven(key, given) === null ? grade(key, given) : { status: null }
    if (status === expected) return []
    return [`The answer “${wordsOf(given)}” must be ${expected}, and is ${status ?? 'of another shape than the question'}.`]
  })
