import type { z } from 'zod'
import { checkGiven, type Given, solutionOf, type Verdict } from '#features/questions/rules.ts'
import { conflict, notFound, refused, stale } from '#shared/problem.ts'
import { one, refusing, type Database } from '#server/db.ts'
import { publishSoon } from '#server/live.ts'
import { count } from '#server/metrics.ts'
import type { Whose } from '../queries.ts'
import { afterAnswer, isClosed, isFree, isOver, mostTries, shows, showsSolution, whyNot } from '../rules.ts'
import type { Outcome } from './api.ts'
import { answerNamed, putAnswer, putLate, type ToGrade, type Where, workToGrade } from './queries.ts'
import { verdictIn } from './given-verdict.ts'

type Entry = Where & { seq: number; answerId: string; given: Given; typedAt?: string | null | undefined }
type Judged = Pick<ToGrade, 'kind' | 'state' | 'score2' | 'key' | 'tries' | 'solved'>

/** Response to the student's answer. Leaves out the verdict until the student may see it. */
function outcome(work: Judged, verdict: Verdict, seq: number): z.infer<typeof Outcome> {
  if (!shows('student', work).verdicts) return { ...unjudged, seq }
  const triesLeft = work.kind === 'homework' ? Math.max(0, mostTries - work.tries) : null
  return { seq, late: false, verdict, triesLeft, solved: work.solved, solution: showsSolution(work, work) ? solutionOf(work.key) : null }
}
const unjudged = { late: false, verdict: null, triesLeft: null, solved: false, solution: null }

/** True if this homework question has revealed its solution. No further answers count then. */
const isTold = (work: ToGrade) => !isFree(work.kind) && isOver(work)

/** True if the answer may take its requested turn. */
const isTimely = (work: ToGrade, { seq }: Entry) => seq === work.answers + 1 && !isClosed(work, Date.now()) && !isTold(work)

/** Stores an answer that arrived after the end, separately from those that count (product §8, no answer is ever lost). */
async function keepLate(db: Database, whose: Whose, work: ToGrade, { id, seq, answerId, given, typedAt = null }: Entry) {
  refuseMisfit(work, given)
  const late = { centerId: work.centerId, workId: id, num: work.num, id: answerId, given, typedAt, overtaken: false }
  one(await putLate(db.single, late), () => nameTaken)
  count('blended_answers_total', { outcome: 'late' })
  publishSoon(db, { channel: `student:${whose.studentId}`, topic: 'answer', id })
  return { ...unjudged, late: true, seq }
}

/** Stores an answer whose turn another device took first. The student sees the newer one, staff see both. */
async function keepOvertaken(db: Database, work: ToGrade, { id, answerId, given, typedAt = null }: Entry) {
  refuseMisfit(work, given)
  await putLate(db.single, { centerId: work.centerId, workId: id, num: work.num, id: answerId, given, typedAt, overtaken: true })
}

const takenElsewhere = 'This question was also answered on another device, so that answer counts. This one is saved for your teacher.'

/** Returns the outcome of this same answer if it arrived before. It may have a different turn than requested, if an earlier answer was refused. */
async function known(db: Database, work: ToGrade, { id, answerId }: Entry) {
  const [before] = await answerNamed(db.read, { centerId: work.centerId, workId: id, num: work.num, id: answerId })
  return before && outcome(work, before.verdict, before.seq)
}

/**
 * Handles an answer that can't have its turn. A repeat gets the same outcome again, and an answer after the end is stored as late. If another answer
 * took the turn, this one is stored as overtaken, and the 412 carries the current state (F28).
 */
async function untimely(db: Database, whose: Whose, work: ToGrade, entry: Entry) {
  const before = await known(db, work, entry)
  if (before) return before
  if (isClosed(work, Date.now()) && !isTold(work)) return await keepLate(db, whose, work, entry)
  if (entry.seq <= work.answers) {
    await keepOvertaken(db, work, entry)
    throw stale({ given: work.given, answers: work.answers }, takenElsewhere)
  }
  if (isTold(work)) throw conflict('no_tries_left', 'This question is finished.')
  throw conflict('answers_missing', 'An earlier answer to this question has not arrived yet.', { answers: work.answers })
}

/** Handles a turn taken between reading and writing: by a repeat of this answer, by another answer, by the end of the work, or by a new key. */
async function overtaken(db: Database, whose: Whose, entry: Entry, before: ToGrade): Promise<z.infer<typeof Outcome>> {
  const work = one(await workToGrade(db.read, whose, entry), notFound)
  if (!isTimely(work, entry)) return await untimely(db, whose, work, entry)
  if (work.revision !== before.revision) return await answerOnce(db, whose, entry)
  throw conflict('not_answerable', whyNot.answer)
}

function refuseMisfit({ key }: ToGrade, given: Given) {
  const misfit = checkGiven(key, given)
  if (misfit) throw refused('answer_shape', misfit, '/given')
}

const nameTaken = conflict('answer_known_already', 'Another answer already has this id.')

/** Grades and stores one answer of a student. Repeating it has no further effect and returns the same outcome. */
export async function answerOnce(db: Database, whose: Whose, entry: Entry): Promise<z.infer<typeof Outcome>> {
  const { id, seq, answerId, given } = entry
  const work = one(await workToGrade(db.read, whose, entry), notFound)
  if (!isTimely(work, entry)) return await untimely(db, whose, work, entry)
  refuseMisfit(work, given)
  const verdict = verdictIn(work.kind, work.key, given)
  const same = JSON.stringify(given) === JSON.stringify(work.given)
  const after = { ...work, ...afterAnswer(work.kind, work, verdict, { same }) }
  const turn = { centerId: work.centerId, workId: id, num: work.num, seq }
  const answer = { ...turn, ...after, id: answerId, given, verdict, typedAt: entry.typedAt ?? null }
  try {
    const [stored] = await putAnswer(db.single, answer).catch(refusing('answer_known_already', nameTaken))
    if (!stored) return await overtaken(db, whose, entry, work)
  } catch (error) {
    const before = error === nameTaken && (await known(db, one(await workToGrade(db.read, whose, entry), notFound), entry))
    if (before) return before
    throw error
  }
  count('blended_answers_total', { outcome: 'accepted' })
  publishSoon(db, { channel: `student:${whose.studentId}`, topic: 'answer', id })
  return outcome(after, verdict, seq)
}
