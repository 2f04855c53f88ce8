import type { ActionCall, HandlerInput } from '#server/call.ts'
import { conflict, notFound } from '#shared/problem.ts'
import { assign, staffWhose, withdraw } from './assigned-work.ts'
import type { giving } from './api.ts'
import { lockWarmUps, questionsToAssign } from './queries.ts'

/**
 * Assigns a warm-up to a student. It replaces one that the student hasn't started, so that warm-ups don't
 * pile up when a class has no time for them.
 */
export async function assignWarmUp(
  { actor, db }: ActionCall,
  { id: studentId, questions }: HandlerInput<(typeof giving)['warmUp']>,
) {
  const ready = await questionsToAssign(db, questions)
  if (ready.length < questions.length) throw notFound()
  const unstarted = await lockWarmUps(db, await staffWhose(db, actor, studentId))
  const same = questions.toSorted().join()
  if (unstarted.some((old) => old.questions.toSorted().join() === same))
    throw conflict('open_already', 'This student already has this warm-up.')
  for (const { centerId, id } of unstarted) await withdraw(db, actor, { centerId, id, studentId })
  return await assign(db, actor, {
    kind: 'homework',
    studentId,
    name: 'Warm-up',
    item: 'warm-up',
    sections: [...new Set(ready.map(({ sectionId }) => sectionId))].map((id) => ({ id })),
    questions,
  })
}
