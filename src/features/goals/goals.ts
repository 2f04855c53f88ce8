import { childOf } from '#features/family/families.ts'
import { own } from '#features/practice/work-list.ts'
import { studentOfCenter } from '#features/students/queries.ts'
import { record } from '#server/audit.ts'
import type { ActionCall, CenterCall, HandlerInput } from '#server/call.ts'
import { type Db, one } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import { notFound, refused } from '#shared/problem.ts'
import type { childGoal, Goal, goals, OwnGoal, ownGoal, StudentGoal } from './api.ts'
import { goalOf, leastOf } from './goal.ts'
import { type GoalRow, goalRows, putCelebration, putGoal, putOwnGoal } from './queries.ts'

const shown = (row: GoalRow): Goal => ({ questions: goalOf(row), least: leastOf(row), done: row.done })
const shownToStaff = (row: GoalRow): StudentGoal => ({
  ...shown(row),
  usual: row.usual,
  set: row.questions,
})
const shownToChild = (row: GoalRow): OwnGoal => ({ ...shown(row), celebrated: row.celebrated })

const tell = (db: Db, studentId: string) => publish(db, { channel: `student:${studentId}`, topic: 'work' })

/** Returns the goal of a student at a center. Throws 404 for a student of another center. */
async function goalAt(db: Db, center: CenterId, studentId: string) {
  one(await studentOfCenter(db, center, studentId), notFound)
  return one(await goalRows(db, { studentId, centers: [center] }), notFound)
}

export const goalOfStudent = async (
  { db, center }: CenterCall,
  { studentId }: HandlerInput<(typeof goals)['ofStudent']>,
) => shownToStaff(await goalAt(db, center, studentId))

export async function setGoal(
  { actor, db, center }: CenterCall,
  { studentId, set: questions }: HandlerInput<(typeof goals)['change']>,
) {
  const before = await goalAt(db, center, studentId)
  if (questions === before.questions) return shownToStaff(before)
  await putGoal(db, { centerId: center, studentId }, questions)
  const sides = { before: { questions: before.questions }, after: { questions } }
  record(db, actor, { action: 'goals.change', entity: studentId, center, ...sides })
  tell(db, studentId)
  return shownToStaff({ ...before, questions })
}

const ownRow = async ({ actor, db }: ActionCall) => one(await goalRows(db, own(actor)), notFound)

export const goalOfSelf = async (call: ActionCall) => shownToChild(await ownRow(call))

/** Changes the student's own goal, which can't be lower than the minimum set by the center or staff. */
export async function chooseGoal(call: ActionCall, { questions }: HandlerInput<(typeof ownGoal)['change']>) {
  const { actor, db } = call
  const before = await ownRow(call)
  const least = leastOf(before)
  if (least === 0) throw refused('no_goal', 'You have no weekly goal.', '/questions')
  if (questions < least)
    throw refused('too_low', `Your goal can’t be lower than ${least} questions.`, '/questions')
  const chosen = questions === least ? null : questions
  if (chosen === before.own) return shownToChild(before)
  await putOwnGoal(db, { centerId: before.centerId, studentId: actor.id }, chosen)
  record(db, actor, {
    action: 'goals.choose',
    entity: actor.id,
    center: before.centerId,
    before: { questions: goalOf(before) },
    after: { questions },
  })
  tell(db, actor.id)
  return shownToChild({ ...before, own: chosen })
}

export async function celebrateGoal(call: ActionCall) {
  const { centerId } = await ownRow(call)
  await putCelebration(call.db, { centerId, studentId: call.actor.id })
}

export async function goalOfChild(
  { actor, db }: ActionCall,
  { studentId }: HandlerInput<(typeof childGoal)['read']>,
) {
  const centers = (await childOf(db, actor, studentId)).map(({ centerId }) => centerId)
  return shown(one(await goalRows(db, { studentId, centers }), notFound))
}
