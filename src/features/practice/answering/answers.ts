import type { z } from 'zod'
import { checkGiven, type Given, solutionOf, type Verdict } from '#features/questions/rules.ts'
import { conflict, notFound, refused, stale } from '#shared/problem.ts'
import { one, refuseOnConstraint, type Database } from '#server/db.ts'
import { publishSoon } from '#server/live.ts'
import { count } from '#server/metrics.ts'
import { chooseNext } from '../placement/choose.ts'
import type { StudentScope } from '../queries.ts'
import { afterAnswer, isClosed, isFree, isOver, maxTries, visibleResults, showsSolution } from '../rules.ts'
import { refusalReasons } from '../work-actions.ts'
import type { Outcome } from './api.ts'
import { answerBatches } from './answer-batches.ts'
import { answerNamed, putLate, type ToGrade } from './answer-queries.ts'
import type { QuestionFilter } from './queries.ts'
import { verdictIn } from './given-verdict.ts'

type Entry = QuestionFilter & {
  seq: number
  answerId: string
  given: Given
  typedAt?: string | null | undefined
  /** The printed page on which the student wrote the answer. */
  pageId?: string | null
}
type JudgedQuestion = Pick<ToGrade, 'kind' | 'state' | 'score2' | 'key' | 'tries' | 'solved'>

/** Builds the response to the student's answer, without the verdict if the student may not see it yet. */
function outcome(work: JudgedQuestion, verdict: Verdict, seq: number): z.infer<typeof Outcome> {
  if (!visibleResults('student', work).verdicts) return { ...unjudged, seq }
  const triesLeft = work.kind === 'homework' ? Math.max(0, maxTries - work.tries) : null
  return {
    seq,
    late: false,
    verdict,
    triesLeft,
    solved: work.solved,
    solution: showsSolution(work, work) ? solutionOf(work.key) : null,
  }
}
const unjudged = { late: false, verdict: null, triesLeft: null, solved: false, solution: null }

/**
 * Returns true if this is a homework question that is solved or has no tries left, so that its solution has
 * been shown and no further answers count.
 */
const isFinished = (work: ToGrade) => !isFree(work.kind) && isOver(work)

/** Returns true if the answer may be stored with its requested `seq`. */
const isTimely = (work: ToGrade, { seq }: Entry) =>
  seq === work.answers + 1 && !isClosed(work, Date.now()) && !isFinished(work)

function refuseWrongShape({ key }: ToGrade, given: Given) {
  const misfit = checkGiven(key, given)
  if (misfit) throw refused('answer_shape', misfit, '/given')
}

const nameTaken = conflict('answer_known_already', 'Another answer already has this ID.')

/**
 * Returns the outcome of this answer if it is already among the answers that count, otherwise undefined. Its
 * stored `seq` may differ from the requested one if an earlier answer was refused.
 */
async function knownOutcome(db: Database, work: ToGrade, { id, answerId }: Entry) {
  const [before] = await answerNamed(db.read, {
    centerId: work.centerId,
    workId: id,
    num: work.num,
    id: answerId,
  })
  return before && outcome(work, before.verdict, before.seq)
}

const takenElsewhere =
  'This question was also answered on another device, and the answer from there counts. This one is saved for your teacher.'

/**
 * Stores an answer that arrived after the end of its work, or whose `seq` is taken. It is stored separately
 * from the answers that count, because no answer is ever lost (product §8). If its `seq` is taken, then
 * throws 412 with the current state (F28): the student sees the answer that counts, and staff see both.
 * Throws 409 without storing the answer if an earlier answer is missing or the homework question is finished.
 */
async function storeLateAnswer(
  db: Database,
  studentScope: StudentScope,
  work: ToGrade,
  { id, seq, answerId, given, typedAt = null }: Entry,
) {
  const late = isClosed(work, Date.now()) && !isFinished(work)
  if (!late && seq > work.answers) {
    if (isFinished(work)) throw conflict('no_tries_left', 'This question is finished.')
    throw conflict('answers_missing', 'An earlier answer to this question has not arrived yet.', {
      answers: work.answers,
    })
  }
  refuseWrongShape(work, given)
  const answer = {
    centerId: work.centerId,
    workId: id,
    num: work.num,
    id: answerId,
    given,
    typedAt,
    overtaken: !late,
  }
  const stored = await putLate(db.single, answer)
  if (!late) throw stale({ given: work.given, answers: work.answers }, takenElsewhere)
  one(stored, () => nameTaken)
  count('blended_answers_total', { outcome: 'late' })
  publishSoon(db, { channel: `student:${studentScope.studentId}`, topic: 'answer', id })
  return { ...unjudged, late: true, seq }
}

/**
 * Grades an answer and stores it with its `seq`. Returns null if the `seq` is taken, the work is complete, or
 * the key has changed since `work` was read.
 */
async function storeAnswer(
  db: Database,
  studentScope: StudentScope,
  work: ToGrade,
  { id, seq, answerId, given, typedAt = null, pageId = null }: Entry,
) {
  refuseWrongShape(work, given)
  const verdict = verdictIn(work.kind, work.key, given, pageId !== null)
  const same = JSON.stringify(given) === JSON.stringify(work.given)
  const after = { ...work, ...afterAnswer(work.kind, work, verdict, { same }) }
  const answer = { ...after, workId: id, seq, id: answerId, given, verdict, typedAt, pageId }
  const isStored = await answerBatches(db)
    .putAnswer(answer)
    .catch(refuseOnConstraint('answer_known_already', nameTaken))
  if (!isStored) return null
  count('blended_answers_total', { outcome: 'accepted' })
  publishSoon(db, { channel: `student:${studentScope.studentId}`, topic: 'answer', id })
  return outcome(after, verdict, seq)
}

/**
 * Chooses the next question of an adaptive assessment once an answer is stored. Errors are ignored, so that
 * the answer doesn't look lost. The page then shows the next question in the fixed order, and the choice is
 * made again after the next answer.
 */
async function withNext<T>(db: Database, { centerId, isAdaptive }: ToGrade, { id }: Entry, stored: T) {
  if (isAdaptive) await db.write((write) => chooseNext(write, { centerId, id })).catch(() => {})
  return stored
}

const maxAttempts = 3

/**
 * Grades and stores one answer of a student. If the same answer is sent again, nothing changes and the
 * outcome is the same. Reads the work again, up to three times in total, if anything happened between reading
 * and writing: a repeat of this answer, another answer, the end of the work, or a new key. Throws 404 if
 * there is no such question.
 */
export async function answerOnce(
  db: Database,
  studentScope: StudentScope,
  entry: Entry,
): Promise<z.infer<typeof Outcome>> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const work = await answerBatches(db).workToGrade({ ...studentScope, ...entry })
    if (!work) throw notFound()
    const timely = isTimely(work, entry)
    // Almost every answer is new and has the expected `seq`, so the first attempt doesn't look for a repeat.
    const before = timely && attempt === 1 ? undefined : await knownOutcome(db, work, entry)
    if (before) return await withNext(db, work, entry, before)
    if (!timely) return await storeLateAnswer(db, studentScope, work, entry)
    const taken = await storeAnswer(db, studentScope, work, entry).catch((error: unknown) => {
      if (error === nameTaken && attempt === 1) return null
      throw error
    })
    if (taken) return await withNext(db, work, entry, taken)
  }
  throw conflict('not_answerable', refusalReasons.answer)
}
