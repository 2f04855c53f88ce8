import { withClaimedPerson } from '#features/devices/claims.ts'
import { verdictIn } from '#features/practice/answering/given-verdict.ts'
import type { LateAnswer } from '#features/practice/assigning/api.ts'
import { holdWorks } from '#features/practice/queries.ts'
import { refusalReasons, workCan } from '#features/practice/work-actions.ts'
import { isBlank } from '#features/questions/kinds/given.ts'
import { conflict, notFound, stale } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one, type Db } from '#server/db.ts'
import { publish } from '#server/live.ts'
import { scopeOfStudent } from '../answers/answer-review.ts'
import { settleWorks } from '../grading.ts'
import { graded } from '../rules.ts'
import type { lateAnswers } from './api.ts'
import { dropCounted, lateAnswer, type LateRow, putCounted, workOfLate } from './queries.ts'
import type { ActionCall, IfMatch, HandlerInput } from '#server/call.ts'
import { isStale } from '#server/records.ts'

const shown = ({ id, seq, given, typedAt, arrivedAt, overtaken, version }: LateRow): LateAnswer => ({
  _id: id,
  seq,
  given,
  typedAt,
  arrivedAt,
  overtaken,
  version,
})

async function count(db: Db, { centerId, id, kind, key, given, answers, solved }: LateRow) {
  if (kind === 'homework' && solved)
    throw conflict(
      'right_already',
      'This question already has a right answer, and homework keeps the first one.',
    )
  const verdict = verdictIn(kind, key, given)
  await putCounted(db, {
    centerId,
    id,
    seq: answers + 1,
    ...graded(key, verdict, null),
    filled: !isBlank(given),
  })
}

const nothing = { given: null, verdict: null, solved: false, waits: false, filled: false }

/** Stops counting a late answer, and restores the previous one with its grade. */
async function stopCounting(db: Db, { centerId, id, key, seq, answers, last, previous }: LateRow) {
  if (seq !== answers || !last || last.grade !== null || last.comment !== null)
    throw conflict(
      'graded_since',
      'You can’t stop counting this answer, because it has been graded or commented on, or a newer one has arrived.',
    )
  const before = previous
    ? {
        given: previous.given,
        ...graded(key, previous.machine, previous.grade),
        filled: !isBlank(previous.given),
      }
    : nothing
  await dropCounted(db, { centerId, id, seq: answers - 1, ...before })
}

/** Accepts a late or overtaken answer, or withdraws the acceptance. */
export async function countLateAnswers(
  { actor, db, ifMatch }: ActionCall & IfMatch,
  { id: studentId, answerId, counted, by }: HandlerInput<(typeof lateAnswers)['count']>,
) {
  const { centers, scope } = await scopeOfStudent(db, actor, studentId)
  const who = await withClaimedPerson(db, actor, centers, { by })
  const which = { id: answerId, ...scope }
  const { workId } = one(await workOfLate(db, centers, which), notFound)
  await holdWorks(db, centers, [workId])
  const row = one(await lateAnswer(db, centers, which), notFound)
  if (isStale(ifMatch, row.version)) throw stale(shown(row))
  if (counted === (row.seq !== null)) return shown(row)
  if (!workCan('grade', row)) throw conflict('not_gradeable', refusalReasons.grade)
  await (counted ? count(db, row) : stopCounting(db, row))
  await settleWorks(db, row.centerId, [row])
  const about = { studentId, num: row.num, answer: answerId }
  const states = { before: { ...about, counted: !counted }, after: { ...about, counted } }
  record(db, who, { action: 'grading.count', entity: workId, center: row.centerId, ...states })
  for (const channel of [`student:${studentId}`, `center:${row.centerId}`])
    publish(db, { channel, topic: 'work', id: workId })
  return shown(one(await lateAnswer(db, centers, which), notFound))
}
