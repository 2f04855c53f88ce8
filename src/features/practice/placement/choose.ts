import type { Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import { type AnsweredCandidate, type Candidate, nextQuestion, estimatePlacement } from './placement.ts'
import { levelsNear, lockAdaptive, type PoolRow, poolRows, putTurns } from './queries.ts'
import { suggestionAt } from './suggestion.ts'

type WorkKey = { centerId: CenterId; id: string }

/** Chance of guessing the right answer to a question that doesn't have exactly one right choice. */
const rarely = 0.02

const candidateOf = ({ num, section, step, chapter, chapters, choices }: PoolRow): Candidate => ({
  num,
  section,
  place: step + (Math.min(chapter, Math.max(1, chapters)) - 0.5) / Math.max(1, chapters),
  guess: choices ? 1 / choices : rarely,
})

const assessmentOf = (rows: readonly PoolRow[]) => ({
  pool: rows.map(candidateOf),
  answered: rows
    .filter(({ filled }) => filled)
    .map((row): AnsweredCandidate => ({ ...candidateOf(row), score: row.score })),
})

/**
 * Returns the number of the next question. Null if the last one is still unanswered or no more will be asked.
 */
const nextIn = (rows: readonly PoolRow[], most: number) =>
  isWaiting(rows) || rows.length === 0 ? null : nextQuestion(assessmentOf(rows), most)

/** Returns true if a question was asked and hasn't been answered yet. */
const isWaiting = (rows: readonly PoolRow[]) => rows.some(({ filled, turn }) => !filled && turn !== null)

/**
 * Chooses the next question of an adaptive assessment, unless the last one is still unanswered. Questions
 * that were answered offline get their turns first. Does nothing for other work. Safe to repeat.
 */
export async function chooseNext(db: Db, of: WorkKey) {
  const [work] = await lockAdaptive(db, of)
  if (!work) return
  const rows = await poolRows(db, of)
  const turns = rows.map(({ turn }) => turn ?? 0)
  const alone = rows.filter(({ filled, turn }) => filled && turn === null).map(({ num }) => num)
  const next = nextIn(rows, work.most)
  const nums = next === null ? alone : [...alone, next]
  if (nums.length === 0) return
  await putTurns(db, of, { nums, from: Math.max(0, ...turns) + 1 })
  publish(db, { channel: `student:${work.studentId}`, topic: 'work', id: of.id })
}

/** Returns true if an adaptive assessment needs no more questions and every question it asked is answered. */
export async function hasEnoughQuestions(db: Db, of: WorkKey, most: number) {
  const rows = await poolRows(db, of)
  return !isWaiting(rows) && nextIn(rows, most) === null
}

/** Suggests a level based on an adaptive assessment. Returns null if nothing has been answered. */
export async function placementOf(db: Db, of: WorkKey, levelId: string) {
  const [rows, levels] = [await poolRows(db, of), await levelsNear(db, levelId)]
  const assessment = assessmentOf(rows)
  const [first] = levels
  if (!first || assessment.answered.length === 0) return null
  return {
    subject: first.subject,
    ...suggestionAt(estimatePlacement(assessment), assessment.answered, levels),
  }
}
