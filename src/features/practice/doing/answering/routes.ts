import type { z } from 'zod'
import { checkGiven, type Given, grade, gradeAtLast, solutionOf, type Verdict } from '#features/questions/rules.ts'
import { conflict, notFound, refused, stale } from '#shared/problem.ts'
import { one, refusing, type Database } from '#server/db.ts'
import { publishSoon } from '#server/live.ts'
import { count } from '#server/metrics.ts'
import type { Whose } from '../../queries.ts'
import { afterAnswer, isClosed, isFree, isOver, mostTries, shows, showsSolution, whyNot, workCan } from '../../rules.ts'
import type { Outcome } from '../api.ts'
import { answerOfTurn, putAnswer, putLate, type ToGrade, type Where, workToGrade } from '../queries.ts'

type Entry = Where & { seq: number; answerId: string; given: Given; typedAt?: string | null | undefined }
type Judged = Pick<ToGrade, 'kind' | 'state' | 'score2' | 'key' | 'tries' | 'solved'>

/** What the one who answers is told: nothing of a verdict before its time. */
function outcome(work: Judged, verdict: Verdict, seq: number): z.infer<typeof Outcome> {
  if (!shows('student', work).verdicts) return { ...unjudged, seq }
  const triesLeft = work.kind === 'homework' ? Math.max(0, mostTries - work.tries) : null
  return { seq, late: false, verdict, triesLeft, solved: work.solved, solution: showsSolution(work, work) ? solutionOf(work.key) : null }
}
const unjudged = { late: false, verdict: null, triesLeft: null, solved: false, solution: null }

/** Whether an answer is kept though it comes too late: homework has told its solutions by then. */
const isLate = (work: ToGrade) => isFree(work.kind) && isClosed(work, Date.now())

/** Keeps what came after the end beside what counts (product §8, no answer is ever lost). */
async function keepLate(db: Database, whose: Whose, work: ToGrade, { id, seq, answerId, given, typedAt = null }: Entry) {
  refuseMisfit(work, given)
  const late = { centerId: work.centerId, workId: id, num: work.num, id: answerId, given, typedAt, overtaken: false }
  one(await putLate(db.single, late), () => nameTaken)
  count('blended_answers_total', { outcome: 'late' })
  publishSoon(db, { channel: `student:${whose.studentId}`, topic: 'answer', id })
  return { ...unjudged, late: true, seq }
}

/** Keeps what one device wrote while another one's answer took its turn; the student sees the newer one, staff both. */
async function keepOvertaken(db: Database, work: ToGrade, { id, answerId, given, typedAt = null }: Entry) {
  refuseMisfit(work, given)
  await putLate(db.single, { centerId: work.centerId, workId: id, num: work.num, id: answerId, given, typedAt, overtaken: true })
}

/**
 * The answer to a repeat of a turn that was already taken: the same verdict for the same answer; another one is late where the work is over by now,
 * else 412, and in a test or an assessment, where nothing is told of it, kept beside the one that counts (F28).
 */
async function repeated(db: Database, whose: Whose, work: ToGrade, entry: Entry) {
  const { id, seq, answerId } = entry
  const before = one(await answerOfTurn(db.read, { centerId: work.centerId, workId: id, num: work.num, seq }), notFound)
  if (before.id === answerId) return outcome(work, before.verdict, seq)
  if (isLate(work)) return await keepLate(db, whose, work, entry)
  if (isFree(work.kind) && workCan('answer', work)) await keepOvertaken(db, work, entry)
  throw stale({ given: work.given, answers: work.answers })
}

/** The turn was taken between reading and writing: by a repeat of this answer, by another one, by the end of the work, or by a new key. */
async function overtaken(db: Database, whose: Whose, entry: Entry, before: ToGrade): Promise<z.infer<typeof Outcome>> {
  const work = one(await workToGrade(db.read, whose, entry), notFound)
  if (entry.seq <= work.answers) return await repeated(db, whose, work, entry)
  if (isLate(work)) return await keepLate(db, whose, work, entry)
  if (work.revision !== before.revision) return await answerOnce(db, whose, entry)
  throw conflict('not_answerable', whyNot.answer)
}

function refuseMisfit({ key }: ToGrade, given: Given) {
  const misfit = checkGiven(key, given)
  if (misfit) throw refused('answer_shape', misfit, '/given')
}

/** Throws why an answer can't be taken now. */
function refuseUntimely(work: ToGrade, { seq, given }: Entry) {
  if (!workCan('answer', work)) throw conflict('not_answerable', whyNot.answer)
  if (isClosed(work, Date.now())) throw conflict('time_over', 'The time for this work is over.')
  if (seq > work.answers + 1) throw conflict('answers_missing', 'An earlier answer to this question has not arrived yet.')
  if (work.kind === 'homework' && isOver(work)) throw conflict('no_tries_left', 'This question is finished.')
  refuseMisfit(work, given)
}

const nameTaken = conflict('answer_known_already', 'Another answer has this name already.')

/** Grades and keeps one answer of a student. A repeat has one effect, and the same outcome. */
export async function answerOnce(db: Database, whose: Whose, entry: Entry): Promise<z.infer<typeof Outcome>> {
  const { id, seq, answerId, given } = entry
  const work = one(await workToGrade(db.read, whose, entry), notFound)
  if (seq <= work.answers) return await repeated(db, whose, work, entry)
  if (isLate(work)) return await keepLate(db, whose, work, entry)
  refuseUntimely(work, entry)
  const verdict = work.kind === 'homework' ? grade(work.key, given) : gradeAtLast(work.key, given)
  const same = JSON.stringify(given) === JSON.stringify(work.given)
  const after = { ...work, ...afterAnswer(work.kind, work, verdict, { same }) }
  const turn = { centerId: work.centerId, workId: id, num: work.num, seq }
  const answer = { ...turn, ...after, id: answerId, given, verdict, typedAt: entry.typedAt ?? null }
  const [stored] = await putAnswer(db.single, answer).catch(refusing('answer_known_already', nameTaken))
  if (!stored) return await overtaken(db, whose, entry, work)
  count('blended_answers_total', { outcome: 'accepted' })
  publishSoon(db, { channel: `student:${whose.studentId}`, topic: 'answer', id })
  return outcome(after, verdict, seq)
}
