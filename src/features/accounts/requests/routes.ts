import { putDuty } from '#features/centers/queries.ts'
import { changeStudent, lockStudent, putParentLink } from '#features/students/queries.ts'
import { conflict, forbidden, notFound } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one, type Db } from '#server/db.ts'
import type { Actor } from '#server/gate.ts'
import { publish } from '#server/live.ts'
import { beyond } from '#server/scope.ts'
import type { Handlers } from '#server/call.ts'
import { reach } from '#shared/permissions.ts'
import type { requests } from './api.ts'
import {
  type AnsweredRequest,
  declineRequest,
  dropRequest,
  lockMine,
  requestsTo,
  sentRequests,
  studentAskedAbout,
  unlessDeclinedLately,
} from './queries.ts'

const withId = <R extends { id: string }>({ id, ...row }: R) => ({ _id: id, ...row })

type Student = Awaited<ReturnType<typeof lockStudent>>[number]

/** Carries out an accepted request. The student's version goes up, because the profile shows the parents. */
async function grant(db: Db, actor: Actor, { request, student }: { request: AnsweredRequest; student: Student | null }) {
  const { centerId, duty, type, relationship, phone, phoneType } = request
  if (duty) await putDuty(db, { centerId, personId: actor.id, duty, type })
  if (!student) return
  await putParentLink(db, { centerId, studentId: student.id, parentId: actor.id, relationship, phone, phoneType })
  await changeStudent(db, centerId, student)
}

/** Records the owner's answer and returns the request. */
async function answer(db: Db, actor: Actor, { id, accept }: { id: string; accept: boolean }) {
  const { centerId, studentId } = one(await studentAskedAbout(db, { id, personId: actor.id }), notFound)
  const student = studentId ? one(await lockStudent(db, centerId, studentId), notFound) : null
  const request = one(await lockMine(db, { id, personId: actor.id }), notFound)
  if (accept && !request.fits)
    throw conflict('other_kind', 'Your kind of account can’t be used for this. Give the center a different e-mail address.')
  if (accept) {
    await grant(db, actor, { request, student })
    await dropRequest(db, centerId, id)
  } else await declineRequest(db, centerId, id)
  if (studentId) await publish(db, { channel: `student:${studentId}`, topic: 'work' })
  return request
}

export const requestsRoutes: Handlers<typeof requests> = {
  async sent({ input, db, center }) {
    return (await sentRequests(db, center, input)).map(withId)
  },

  async withdraw({ input, actor, db, center }) {
    const request = one(await sentRequests(db, center, input), notFound)
    if (request.duty && !reach(actor.kind, 'staff.invite')) throw forbidden()
    await unlessDeclinedLately(db, center, request)
    one(await dropRequest(db, center, request.id), notFound)
    const { studentId, duty } = request
    await record(db, actor, { deed: 'requests.withdraw', entity: studentId ?? request.id, center, before: { duty } })
    return null
  },

  async mine({ actor, db }) {
    return (await beyond(db, () => requestsTo(db, actor.id))).map(withId)
  },

  async answer({ input, actor, db }) {
    const { centerId, studentId, duty } = await beyond(db, () => answer(db, actor, input))
    const after = studentId ? { parentId: actor.id } : { duty }
    const deed = input.accept ? 'requests.accept' : 'requests.decline'
    await record(db, actor, { deed, entity: studentId ?? actor.id, center: centerId, after })
    return null
  },
}
