import { z } from 'zod'
import { afterAnswer, type Progress, type WorkKind } from '#features/practice/rules.ts'
import { type AnswerKey, checkGiven, type Given, grade, gradeAtLast, type Verdict } from '#features/questions/rules.ts'
import { graded, type Quarter } from '../rules.ts'

/**
 * Regrading (product §6): once a key is mended, what was answered on older revisions of its question is judged by the new key, as if it had been
 * there from the start. What a person gave stays.
 */
export type Answered = { seq: number; given: Given; grade: Quarter | null }

/** `rising`: nobody's score falls, who would fall stays with the key that there was. `all`: those too. */
export const Include = z.enum(['rising', 'all'])
export type Include = z.infer<typeof Include>

/** What holds for a question: its score is 0 to 1, whole once it was right. */
export type Held = { solved: boolean; verdict: Pick<Verdict, 'status' | 'score'> }

type Replayed = Progress & {
  waits: boolean
  /** The answer that counts, and what holds for it. */
  given: Given
  verdict: Verdict
  /** What the machine says of each answer by the new key. */
  machine: { seq: number; verdict: Verdict }[]
}

/**
 * A question's answers, first to last, judged by another key; null when one of them is of another shape than it asks for. In homework the first right
 * answer is the one that counts: with this key there would have been no other after it.
 */
export function replayed(kind: WorkKind, key: AnswerKey, answers: readonly Answered[]): Replayed | null {
  let before: Replayed | null = null
  const machine: Replayed['machine'] = []
  for (const { seq, given, grade: person } of answers) {
    if (checkGiven(key, given) !== null) return null
    const said = kind === 'homework' ? grade(key, given) : gradeAtLast(key, given)
    machine.push({ seq, verdict: said })
    if (kind === 'homework' && before?.solved) continue
    const { verdict } = graded(key, said, person)
    const same: boolean = before !== null && JSON.stringify(before.given) === JSON.stringify(given)
    before = { ...afterAnswer(kind, before ?? { tries: 0, solved: false }, verdict, { same }), given, verdict, machine }
  }
  return before
}

/** A question's score as it counts in its work's. */
export const scoreOf = ({ solved, verdict }: Held) => (solved ? 1 : verdict.score)

const least = 1e-6

/** What a new key does to what holds for a question. */
export function turn(before: Held, after: Held): 'rises' | 'falls' | 'stays' {
  const more = scoreOf(after) - scoreOf(before)
  return more > least ? 'rises' : more < -least ? 'falls' : 'stays'
}
export type Turn = ReturnType<typeof turn>

/** Whether the one whose score turns so takes the new key. */
export const takesPart = (include: Include, how: Turn) => include === 'all' || how !== 'falls'

/** How many would fall who weren't said beforehand, or null when nobody falls unasked. */
export const unconfirmed = (falls: number, confirmed: number | undefined) => (falls > 0 && confirmed !== falls ? falls : null)

/** How many turn which way. */
export const countsOf = (turns: readonly { how: Turn }[]) => {
  const count = (how: Turn) => turns.filter((each) => each.how === how).length
  return { answers: turns.length, rising: count('rises'), falling: count('falls') }
}

/** A work's score once one of its questions has another: 0 to 1, null while it isn't complete. */
export const workScore = ({ score, total }: { score: number | null; total: number | null }, before: Held, after: Held) =>
  score === null || !total ? null : Math.min(1, Math.max(0, score + (scoreOf(after) - scoreOf(before)) / total))
