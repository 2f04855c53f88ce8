import { withClaimedPerson } from '#features/devices/claims.ts'
import type { WorkKind } from '#features/practice/rules.ts'
import { studentAtWork } from '#features/students/queries.ts'
import { conflict, notFound, refused } from '#shared/problem.ts'
import { one, type Db } from '#server/db.ts'
import { type Actor, reachable } from '#server/gate.ts'
import { answersByIds } from '../queries.ts'
import { type ReviewRequest, questionToGrade, reviewAnswers, scopeOf, shownAnswer } from '../grading.ts'
import type { GivenAnswers, oneAnswer } from './api.ts'
import { centerOfClass, lastAnswer } from './queries.ts'
import type { ActionCall, IfMatch, HandlerInput } from '#server/call.ts'

/**
 * Returns the caller's centers, and a scope that contains only one student's answers. Throws 404 if the
 * student isn't at any of the centers. Tablets only have access to students expected today.
 */
export async function scopeOfStudent(db: Db, actor: Actor, studentId: string) {
  const centers = await reachable(db, actor)
  const scope = await scopeOf(db, actor, one(centers, notFound), { studentId })
  one(await studentAtWork(db, { id: studentId, centers, on: scope.device ? scope.on : null }), notFound)
  return { centers, scope }
}

/**
 * Returns the center of a class, and a scope that contains only the answers of students who are in the class
 * today. Throws 404 if the class isn't at one of the caller's centers.
 */
async function scopeOfClass(db: Db, actor: Actor, classId: string) {
  const { centerId } = one(await centerOfClass(db, await reachable(db, actor), classId), notFound)
  return { centers: [centerId], scope: await scopeOf(db, actor, centerId, { classId }) }
}

type ReviewScope = Awaited<ReturnType<typeof scopeOfClass>>

/**
 * Saves a person's grade, comment or “seen” mark on one answer. Throws 422 if the request has none of these.
 */
async function reviewOne(db: Db, actor: Actor, within: ReviewScope, ask: ReviewRequest) {
  if (ask.grade === undefined && ask.comment === undefined && ask.seen === undefined)
    throw refused('nothing', 'Choose what to change.')
  return one(await reviewAnswers(db, actor, { ...within, asks: [ask], strict: true }), notFound)
}

/** Returns the grade and comment from the input, leaving out those that are missing. */
const gradeAndComment = ({ grade, comment }: Pick<ReviewRequest, 'grade' | 'comment'>) => ({
  ...(grade !== undefined && { grade }),
  ...(comment !== undefined && { comment }),
})

export async function gradeAnswer(
  { actor, db, ifMatch }: ActionCall & IfMatch,
  input: HandlerInput<GivenAnswers['grade']>,
  kind: WorkKind,
) {
  const { id: studentId, itemId: workId, n: num, answerId } = input
  const within = await scopeOfStudent(db, actor, studentId)
  const { id } = one(await lastAnswer(db, within.centers, { studentId, workId, kind, num }), notFound)
  if (id === null) throw conflict('not_answered', 'This question has no answer yet.')
  // A version doesn't identify an answer, because every new answer starts with the same version.
  if (answerId !== undefined && answerId !== id)
    throw conflict('answered_again', 'There is a newer answer. Look at it first.')
  const who = await withClaimedPerson(db, actor, within.centers, input)
  return await reviewOne(db, who, within, { id, version: ifMatch, ...gradeAndComment(input) })
}

export async function commentAnswer(
  { actor, db, ifMatch }: ActionCall & IfMatch,
  input: HandlerInput<(typeof oneAnswer)['comment']>,
) {
  const within = await scopeOfStudent(db, actor, input.id)
  const who = await withClaimedPerson(db, actor, within.centers, input)
  return await reviewOne(db, who, within, { id: input.answerId, version: ifMatch, comment: input.text })
}

/** Returns one answer in full, with its question. */
export async function answerWithQuestion(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof oneAnswer)['open']>,
) {
  const { centers, scope } = await scopeOfClass(db, actor, input.classId)
  const row = one(await answersByIds(db, centers, { ids: [input.answerId], ...scope }), notFound)
  const { given, machine, typedAt, arrivedAt } = row
  return { ...shownAnswer(row), ...questionToGrade(row), given, machine, typedAt, arrivedAt }
}

export async function changeAnswer(
  { actor, db, ifMatch }: ActionCall & IfMatch,
  input: HandlerInput<(typeof oneAnswer)['change']>,
) {
  const within = await scopeOfClass(db, actor, input.classId)
  const request = {
    id: input.answerId,
    version: ifMatch,
    ...gradeAndComment(input),
    ...(input.seen !== undefined && { seen: input.seen }),
  }
  return await reviewOne(db, await withClaimedPerson(db, actor, within.centers, input), within, request)
}
