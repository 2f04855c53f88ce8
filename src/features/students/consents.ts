import { consents } from '#features/accounts/requests/api.ts'
import {
  type AnsweredRequest,
  declineRequest,
  dropRequest,
  lockMine,
  studentAskedAbout,
} from '#features/accounts/requests/queries.ts'
import { putDuty } from '#features/centers/queries.ts'
import { conflict, notFound } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import type { ActionCall, HandlerInput } from '#server/call.ts'
import { one, type Db } from '#server/db.ts'
import type { Actor } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import { withAllCenters } from '#server/scope.ts'
import { changeStudents, lockStudent, putParentLink } from './queries.ts'

type Student = Awaited<ReturnType<typeof lockStudent>>[number]

/**
 * Grants what an accepted request asked for: a staff role at the center (`duty`), or a link to a student. A
 * link increments the student's version, because the profile shows parents.
 */
async function grant(
  db: Db,
  actor: Actor,
  { request, student }: { request: AnsweredRequest; student: Student | null },
) {
  const { centerId, duty, type, relationship, phone, phoneType } = request
  if (duty) await putDuty(db, { centerId, personId: actor.id, duty, type })
  if (!student) return
  await putParentLink(db, {
    centerId,
    studentId: student.id,
    parentId: actor.id,
    relationship,
    phone,
    phoneType,
  })
  await changeStudents(db, centerId, [student])
}

/** Records the answer of the account's owner and returns the request. */
async function answer(db: Db, actor: Actor, { id, accept }: { id: string; accept: boolean }) {
  const { centerId, studentId } = one(await studentAskedAbout(db, { id, personId: actor.id }), notFound)
  const student = studentId ? one(await lockStudent(db, centerId, studentId), notFound) : null
  const request = one(await lockMine(db, { id, personId: actor.id }), notFound)
  if (accept && !request.fits)
    throw conflict(
      'other_kind',
      'Your type of account can’t be used for this. Give the center a different email address.',
    )
  if (accept) {
    await grant(db, actor, { request, student })
    await dropRequest(db, centerId, id)
  } else await declineRequest(db, centerId, id)
  if (studentId) publish(db, { channel: `student:${studentId}`, topic: 'work' })
  return request
}

/** Accepts or declines a center's request. */
export async function answerRequest(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof consents)['answer']>,
) {
  const { centerId, studentId, duty } = await withAllCenters(db, (all) => answer(all, actor, input))
  const after = studentId ? { parentId: actor.id } : { duty }
  const action = input.accept ? 'requests.accept' : 'requests.decline'
  record(db, actor, { action, entity: studentId ?? actor.id, center: centerId, after })
}
