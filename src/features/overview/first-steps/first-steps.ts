import type { CenterCall } from '#server/call.ts'
import { one } from '#server/db.ts'
import { notFound } from '#shared/problem.ts'
import { stepsDone } from './queries.ts'
import { stepsLeft } from './steps.ts'

/** Returns the setup steps for a center, or none if all are done or the caller uses a demo account. */
export async function firstStepsOf({ db, center, actor }: CenterCall) {
  const { demo, ...done } = one(await stepsDone(db, { center, personId: actor.id }), notFound)
  return demo ? [] : stepsLeft(done)
}
