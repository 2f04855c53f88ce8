import { claiming } from '#features/devices/claims.ts'
import type { WorkKind } from '#features/practice/rules.ts'
import { studentAtWork } from '#features/students/queries.ts'
import { conflict, notFound, refused } from '#shared/problem.ts'
import { one, type Db } from '#server/db.ts'
import { type Actor, reachable } from '#server/gate.ts'
import { answersByIds } from '../queries.ts'
import { type Ask, askedOf, say, scopeOf, shownAnswer } from '../grading.ts'
import type { GivenAnswers, oneAnswer } from './api.ts'
import { centerOfClass, lastAnswer } from './queries.ts'
import type { ActionCall, Seen, HandlerInput } from '#server/call.ts'

/** A student at one of the caller's centers, for a device one of those who are expected today; 404 for everybody else. */
export async function scopeOfStudent(db: Db, actor: Actor, studentId: string) {
  const centers = await reachable(db, actor)
  const scope = await scopeOf(db, actor, one(centers, notFound), { studentId })
  one(await studentAtWork(db, { id: studentId, centers, on: scope.device ? scope.on : null }), notFound)
  return { centers, scope }
}

/** Those who are in a class today, at one of the caller's centers. */
async function scopeOfClass(db: Db, actor: Actor, classId: string) {
  const { centerId } = one(await centerOfClass(db, await reachable(db, actor), classId), notFound)
  return { centers: [centerId], scope: await scopeOf(db, actor, centerId, { classId }) }
}

type Within = Awaited<ReturnType<typeof scopeOfClass>>

/** What a person says of one answer; 422 when they say nothing. */
async function sayOne(db: Db, actor: Actor, within: Within, ask: Ask) {
  if (ask.grade === undefined && ask.comment === undefined && ask.seen === undefined) throw refused('nothing', 'Say what is to be changed.')
  return one(await say(db, actor, { ...within, asks: [ask], strict: true }), notFound)
}

/** What was said, without what was left out. */
const saidIn = ({ grade, comment }: Pick<Ask, 'grade' | 'comment'>) => ({
  ...(grade !== undefined && { grade }),
  ...(comment !== undefined && { comment }),
})

/** Grades one answer of a student’s work. */
export async function gradeAnswer({ actor, db, seen }: ActionCall & Seen, input: HandlerInput<GivenAnswers['grade']>, kind: WorkKind) {
  const { id: studentId, itemId: workId, n: num, answerId } = input
  const within = await scopeOfStudent(db, actor, studentId)
  const { id } = one(await lastAnswer(db, within.centers, { studentId, workId, kind, num }), notFound)
  if (id === null) throw conflict('not_answered', 'This question has no answer yet.')
  // Versions don't tell answers apart: every new one begins with the same.
  if (answerId !== undefined && answerId !== id)
    throw conflict('answered_again', 'Another answer is the last one by now. Look at it first.')
  const who = await claiming(db, actor, within.centers, input.by)
  return await sayOne(db, who, within, { id, version: seen, ...saidIn(input) })
}

/** Comments on one answer without a grade. */
export async function commentAnswer({ actor, db, seen }: ActionCall & Seen, input: HandlerInput<(typeof oneAnswer)['comment']>) {
  const within = await scopeOfStudent(db, actor, input.id)
  const who = await claiming(db, actor, within.centers, input.by)
  return await sayOne(db, who, within, { id: input.answerId, version: seen, comment: input.text })
}

/** All answers to one question of a work. */
export async function answersToQuestion({ actor, db }: ActionCall, input: HandlerInput<(typeof oneAnswer)['open']>) {
  const { centers, scope } = await scopeOfClass(db, actor, input.classId)
  const row = one(await answersByIds(db, centers, { ids: [input.answerId], ...scope }), notFound)
  const { given, machine, typedAt, arrivedAt } = row
  return { ...shownAnswer(row), ...askedOf(row), given, machine, typedAt, arrivedAt }
}

/** Grades, comments or marks one answer as seen. */
export async function changeAnswer({ actor, db, seen }: ActionCall & Seen, input: HandlerInput<(typeof oneAnswer)['change']>) {
  const within = await scopeOfClass(db, actor, input.classId)
  const ask = { id: input.answerId, version: seen, ...saidIn(input), ...(input.seen !== undefined && { seen: input.seen }) }
  return await sayOne(db, await claiming(db, actor, within.centers, input.by), within, ask)
}
