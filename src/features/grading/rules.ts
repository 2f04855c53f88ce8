import { z } from 'zod'
import { whenGraded, type WorkKind, type WorkState } from '#features/practice/rules.ts'
import { foldText } from '#features/questions/kinds/text.ts'
import type { Subject } from '#features/centers/rules.ts'
import { plain } from '#shared/text.ts'
import { type AnswerKey, type Given, regraded, type Verdict } from '#features/questions/rules.ts'

/** What a person gives an answer: quarters (product §7, `manual`). */
export const Quarter = z.union([z.literal(0), z.literal(0.25), z.literal(0.5), z.literal(0.75), z.literal(1)])
export type Quarter = z.infer<typeof Quarter>

/** The quarters in the order of their keys, 1 to 5. */
export const quarters = [0, 0.25, 0.5, 0.75, 1] as const satisfies readonly Quarter[]

/** A quarter as people write it. */
export const quarterWords: Record<Quarter, string> = { 0: '0', 0.25: '¼', 0.5: '½', 0.75: '¾', 1: '1' }

/** The words of a stored grade. */
export const gradeWords = (grade: number | null) => (grade === null ? 'no grade' : quarterWords[grade as Quarter])

/** How long a grade may be taken back, so that the answer waits again, in ms. Afterwards another grade may still be given. */
const undoMs = 10 * 60_000

/**
 * What holds for a question by the machine's verdict on its last answer and what a person gave: the machine's own while nobody has graded. `waits`
 * for a person as long as the machine couldn't tell and nobody did.
 */
export function graded(key: AnswerKey, verdict: Verdict, grade: number | null) {
  const held = grade === null ? verdict : regraded(key, verdict, grade)
  return { verdict: held, solved: held.status === 'correct', waits: held.status === 'ungraded' }
}

type Standing = { kind: WorkKind; state: WorkState }

/** Where work stands after a grade was given or taken back: what waits again is being graded again, homework too. */
export const afterGrading = ({ kind, state }: Standing, questions: readonly { waits: boolean }[]): WorkState =>
  questions.some(({ waits }) => waits) ? 'submitted' : whenGraded({ kind, state }, questions)

/** Why a grade can't be taken back so that its answer waits again, or null. A test that its family has seen keeps a grade. `gradedAt` and `now` in ms. */
export function whyNotUndone({ kind, state }: Standing, gradedAt: number | null, now: number) {
  if (gradedAt !== null && now - gradedAt > undoMs) return 'A grade can be taken back for ten minutes. Give another one instead.'
  return kind !== 'homework' && state === 'returned' ? 'This work is returned already. Give another grade instead.' : null
}

const folded = (part: Extract<Given, { kind: 'fr' }>['parts'][number]) =>
  typeof part === 'string' ? foldText(part) : { text: foldText(part.text), strokes: part.strokes }

/** What answers have in common that are graded as one: all that was given, but for what is only typing. */
function likeness(given: Given): string {
  if (given.kind === 'fr') return JSON.stringify(given.parts.map(folded))
  if (given.kind === 'sentence') return foldText(given.text)
  return JSON.stringify(given.kind === 'mc' ? given.picked.toSorted((a, b) => a - b) : given.points)
}

/** Equal answers together: the most first, then those that came first. `answers` come in the order of their arrival. */
export function alike<A extends { given: Given }>(answers: readonly A[]): A[][] {
  const groups = new Map<string, A[]>()
  for (const answer of answers) {
    const like = likeness(answer.given)
    const group = groups.get(like)
    if (group) group.push(answer)
    else groups.set(like, [answer])
  }
  return [...groups.values()].toSorted((one, other) => other.length - one.length)
}

/** Whose answers are looked at: of everybody, or of a class today, or of a subject. */
export type Filter = { classId?: string | undefined; subject?: Subject | undefined }

/** What names a question as it was asked. */
export const keyOf = ({ questionId, revision, variant }: { questionId: string; revision: number; variant: number | null }) =>
  `${questionId} ${revision} ${variant ?? ''}`

type Named = { firstName: string; lastName: string }
/** `Ana Lima`. */
export const nameOf = ({ firstName, lastName }: Named) => plain(`${firstName} ${lastName}`.trim())
/** `Ana Lima`, or `Ana Lima and 2 more`. */
export const namesOf = (answers: readonly Named[]) => {
  const [first] = answers
  if (!first) return 'nobody'
  return answers.length === 1 ? nameOf(first) : `${nameOf(first)} and ${answers.length - 1} more`
}
