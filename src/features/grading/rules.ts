import { fullName } from '#shared/full-name.ts'
import { z } from 'zod'
import { whenGraded, type WorkKind, type WorkState } from '#features/practice/rules.ts'
import type { Subject } from '#features/centers/rules.ts'
import { type AnswerKey, type Given, regraded, type Verdict, likeness } from '#features/questions/rules.ts'

/** Grades that a person can give: quarters (product §7, `manual`). */
export const Quarter = z.union([z.literal(0), z.literal(0.25), z.literal(0.5), z.literal(0.75), z.literal(1)])
export type Quarter = z.infer<typeof Quarter>

/** Grades in the order of the keyboard keys that give them, 1 to 5. */
export const quarters = [0, 0.25, 0.5, 0.75, 1] as const satisfies readonly Quarter[]

/** Display text of each grade. */
export const quarterWords: Record<Quarter, string> = { 0: '0', 0.25: '¼', 0.5: '½', 0.75: '¾', 1: '1' }

/** Returns the display text of a stored grade. */
export const gradeWords = (grade: number | null) =>
  grade === null ? 'no grade' : quarterWords[grade as Quarter]

/**
 * Time in ms during which a grade can be taken back, which returns the answer to the queue. After that, it
 * can only be replaced.
 */
const undoMs = 10 * 60_000

/**
 * Returns the current verdict on a question, given the automatic verdict on its last answer and a person's
 * grade. `waits` is true while the answer still needs a person's grade.
 */
export function graded(key: AnswerKey, verdict: Verdict, grade: number | null) {
  const current = grade === null ? verdict : regraded(key, verdict, grade)
  return { verdict: current, solved: current.status === 'correct', waits: current.status === 'ungraded' }
}

type WorkStatus = { kind: WorkKind; state: WorkState }

/**
 * Returns the state of work after a grade was given or taken back. If any answer needs a grade, even returned
 * homework is `submitted` again.
 */
export const afterGrading = (
  { kind, state }: WorkStatus,
  questions: readonly { waits: boolean }[],
): WorkState => (questions.some(({ waits }) => waits) ? 'submitted' : whenGraded({ kind, state }, questions))

/**
 * Returns the reason why a grade can't be taken back, or null. Once work other than homework has been
 * returned, its grades can only be replaced. `gradedAt` and `now` are in ms.
 */
export function whyNotUndone({ kind, state }: WorkStatus, gradedAt: number | null, now: number) {
  if (gradedAt !== null && now - gradedAt > undoMs)
    return 'A grade can only be removed within ten minutes. Give another grade instead.'
  return kind !== 'homework' && state === 'returned'
    ? 'This work has already been returned. Give another grade instead.'
    : null
}

/**
 * Groups equal answers to a question: largest group first, then by arrival. `answers` must be in order of
 * arrival.
 */
export function groupEqualAnswers<A extends { given: Given }>(key: AnswerKey, answers: readonly A[]): A[][] {
  const groups = new Map<string, A[]>()
  for (const answer of answers) {
    const like = likeness(key, answer.given)
    const group = groups.get(like)
    if (group) group.push(answer)
    else groups.set(like, [answer])
  }
  return [...groups.values()].toSorted((one, other) => other.length - one.length)
}

/** Filter of the queue: one of today's classes, a subject, or both. */
export type Filter = { classId?: string | undefined; subject?: Subject | undefined }

/** Returns a key that identifies a question with its revision and variant. */
export const keyOf = ({
  questionId,
  revision,
  variant,
}: {
  questionId: string
  revision: number
  variant: number | null
}) => `${questionId} ${revision} ${variant ?? ''}`

type PersonName = { firstName: string; lastName: string }
/** Names answers by their students: `Ana Lima`, or `Ana Lima and 2 more`. */
export const namesOf = (answers: readonly PersonName[]) => {
  const [first] = answers
  if (!first) return 'nobody'
  return answers.length === 1 ? fullName(first) : `${fullName(first)} and ${answers.length - 1} more`
}
