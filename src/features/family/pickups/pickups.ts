import { addPickup, removePickup } from '#features/students/pickups/pickups.ts'
import { pickupRight, pickupRows } from '#features/students/pickups/queries.ts'
import type { ActionCall, HandlerInput } from '#server/call.ts'
import { one, type Db } from '#server/db.ts'
import type { Actor, CenterId } from '#server/gate.ts'
import { conflict, notFound } from '#shared/problem.ts'
import { childOf } from '../families.ts'
import type { familyPickups, FamilyPickup } from './api.ts'
import { noPickupRight } from './pickup-right.ts'

const mayNot = () => conflict('may_not_pick_up', noPickupRight())

/** Returns the centers of one of the caller's children. */
const centersOfChild = async (db: Db, actor: Actor, id: string) =>
  (await childOf(db, actor, id)).map(({ centerId }) => centerId)

type Row = Awaited<ReturnType<typeof pickupRows>>[number]

const shownTo = (
  actor: Actor,
  center: CenterId,
  { id, name, relationship, phone, adder }: Row,
): FamilyPickup => {
  const mine = adder === actor.id
  return { _id: id, center, name, relationship, phone: mine ? phone : '', mine }
}

export async function familyPickupList(
  { actor, db }: ActionCall,
  { id }: HandlerInput<typeof familyPickups.list>,
) {
  const centers = await centersOfChild(db, actor, id)
  const found = await Promise.all(centers.map((center) => pickupRows(db, center, { studentId: id })))
  return centers.flatMap((center, at) => (found[at] ?? []).map((row) => shownTo(actor, center, row)))
}

/** Adds a person who may pick up a child. Throws 409 if the calling parent may not pick up the child. */
export async function addFamilyPickup(
  { actor, db }: ActionCall,
  { id, centerId, ...person }: HandlerInput<typeof familyPickups.add>,
) {
  const centers = await centersOfChild(db, actor, id)
  const center = one(
    centers.filter((each) => each === centerId),
    notFound,
  )
  one(await pickupRight(db, center, { studentId: id, parentId: actor.id }), mayNot)
  return shownTo(actor, center, await addPickup({ actor, db, center }, { studentId: id, ...person }))
}

export async function removeFamilyPickup(
  { actor, db }: ActionCall,
  { id, pickupId }: HandlerInput<typeof familyPickups.remove>,
) {
  for (const center of await centersOfChild(db, actor, id))
    if ((await pickupRows(db, center, { studentId: id, id: pickupId })).length > 0)
      return await removePickup({ actor, db, center }, { studentId: id, pickupId, ownOnly: true })
  throw notFound()
}
