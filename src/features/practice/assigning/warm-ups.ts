import type { ActionCall, HandlerInput } from '#server/call.ts'
import { conflict, notFound } from '#shared/problem.ts'
import { change } from '../answering/own-work.ts'
import { assign, staffScope, withdraw } from './assigned-work.ts'
import type { assigning } from './api.ts'
import { lockWarmUps, questionsToAssign } from './queries.ts'

/**
 * Assigns a warm-up to a student. A warm-up that the student hasn't started is withdrawn, and one that was
 * started on an earlier day is handed in, so that warm-ups don't pile up when a class has no time for them.
 * Throws 404 if a question is unknown, isn't ready or belongs to a test. Throws 409 `open_already` if the
 * student has an unstarted warm-up with the same questions, or an open one that was started today.
 */
export async function assignWarmUp(
  { actor, db }: ActionCall,
  { id: studentId, questions }: HandlerInput<(typeof assigning)['warmUp']>,
) {
  const ready = await questionsToAssign(db, questions)
  if (ready.length < questions.length) throw notFound()
  const studentScope = await staffScope(db, actor, studentId)
  const open = await lockWarmUps(db, studentScope)
  const same = questions.toSorted().join()
  if (open.some((old) => old.state === 'assigned' && old.questions.toSorted().join() === same))
    throw conflict('open_already', 'This student already has this warm-up.')
  if (open.some(({ startedToday }) => startedToday))
    throw conflict('open_already', 'This student is already doing a warm-up today.')
  for (const { centerId, id, state } of open)
    if (state === 'assigned') await withdraw(db, actor, { centerId, id, studentId })
    else await change(db, actor, studentScope, { id, kind: 'homework', state: 'submitted' }, 'staff')
  return await assign(db, actor, {
    kind: 'homework',
    studentId,
    name: 'Warm-up',
    item: 'warm-up',
    sections: [...new Set(ready.map(({ sectionId }) => sectionId))].map((id) => ({ id })),
    questions,
  })
}
