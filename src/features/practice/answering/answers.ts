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

/** What the one who answers is told: nothing of a verdict before its time. */
function outcome(work: Judged, verdict: Verdict, seq: number): z.infer<typeof Outcome> {
  if (!shows('student', work).verdicts) return { ...unjudged, seq }
  const triesLeft = work.kind === 'homework' ? Math.max(0, mostTries - work.tries) : null
  return { seq, late: false, verdict, triesLeft, solved: work.solved, solution: showsSolution(work, work) ? solutionOf(work.key) : null }
}
const unjudged = { late: false, verdict: null, triesLeft: null, solved: false, solution: null }

/** Whether this is a question of homework that has told its solution: no answer to it is one any more. */
const isTold = (work: ToGrade) => !isFree(work.kind) && isOver(work)

/** Whether an answer may take the turn that it asks for. */
const isTimely = (work: ToGrade, { seq }: Entry) => seq === work.answers + 1 && !isClosed(work, Date.now()) && !isTold(work)

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

const takenElsewhere = 'This question was answered on another device too, so that answer stands. This one is kept for your teacher.'

/** What became of this very answer when it came before. Its turn may be another one than it asks for: one before it was refused. */
async function known(db: Database, work: ToGrade, { id, answerId }: Entry) {
  const [before] = await answerNamed(db.read, { centerId: work.centerId, workId: id, num: work.num, id: answerId })
  return before && outcome(work, before.verdict, before.seq)
}

/**
 * What becomes of an answer that can't have its turn: a repeat hears the same once more, one that comes after the end is kept, and so is one whose turn
 * another one has taken, which is told with what stands now (F28).
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

/** The turn was taken between reading and writing: by a repeat of this answer, by another one, by the end of the work, or by a new key. */
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

const nameTaken = conflict('answer_known_already', 'Another answer has this name already.')

/** Grades and keeps one answer of a student. A repeat has one effect, and the same outcome. */
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
