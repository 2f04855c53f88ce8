import { v7 as newId } from 'uuid'
import type { z } from 'zod'
import { phoneAt } from '#features/centers/phones.ts'
import { record } from '#server/audit.ts'
import type { CenterCall } from '#server/call.ts'
import { one } from '#server/db.ts'
import { publish } from '#server/live.ts'
import { conflict, notFound } from '#shared/problem.ts'
import { lockStudents } from '../queries.ts'
import type { PickupFields } from './api.ts'
import { dropPickup, pickupRows, putPickup } from './queries.ts'

/** Maximum number of people, other than parents, who may pick up a student. */
const maxPeople = 8

type PickupInput = z.output<typeof PickupFields> & { studentId: string }

/** Adds a person who may pick up a student, and returns their row. */
export async function addPickup(
  { actor, db, center }: CenterCall,
  { studentId, name, relationship, phone }: PickupInput,
) {
  one(await lockStudents(db, center, [studentId]), notFound)
  if ((await pickupRows(db, center, { studentId })).length >= maxPeople)
    throw conflict('too_many', `At most ${maxPeople} people can pick up a student. Remove somebody first.`)
  const id = newId()
  const added = { studentId, name, relationship, phone: await phoneAt(db, center, { phone }) }
  await putPickup(db, center, { ...added, id, by: actor.id })
  record(db, actor, { action: 'pickups.add', entity: studentId, center, after: { name, relationship } })
  publish(db, { channel: `student:${studentId}`, topic: 'attendance' })
  return one(await pickupRows(db, center, { studentId, id }), notFound)
}

type PickupKey = { studentId: string; pickupId: string; ownOnly?: boolean }

/** Removes a person. With `ownOnly`, throws 404 unless the caller added that person. */
export async function removePickup(
  { actor, db, center }: CenterCall,
  { studentId, pickupId, ownOnly }: PickupKey,
) {
  one(await lockStudents(db, center, [studentId]), notFound)
  const { adder, name, relationship } = one(
    await pickupRows(db, center, { studentId, id: pickupId }),
    notFound,
  )
  if (ownOnly && adder !== actor.id) throw notFound()
  await dropPickup(db, center, pickupId)
  record(db, actor, { action: 'pickups.remove', entity: studentId, center, before: { name, relationship } })
  publish(db, { channel: `student:${studentId}`, topic: 'attendance' })
}
