import { z } from 'zod'
import { PickupFields } from '#features/students/pickups/api.ts'
import { del, get, Nothing, post } from '#shared/contract.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { record } from '#shared/record.ts'

/**
 * A person who may pick up a child, as shown to a parent. `mine` is true for people whom this parent added.
 * The parent sees the phone numbers only of these people, and can remove only them.
 */
const FamilyPickup = record('FamilyPickup', {
  _id: Id,
  center: CenterName,
  name: z.string(),
  relationship: z.string(),
  phone: z.string(),
  mine: z.boolean(),
})
export type FamilyPickup = z.infer<typeof FamilyPickup>

const path = '/parent/students/:id/pickups'
const ofChild = z.object({ id: Id })

/** People other than the parents who may pick up a child. 404 unless the child is the parent's. */
export const familyPickups = {
  list: get(path, { who: 'children.read', input: ofChild, output: z.array(FamilyPickup) }),
  /**
   * Adds a person at one of the child's centers. 409 `may_not_pick_up` if the center doesn't let the parent
   * pick up the child, or `too_many`.
   */
  add: post(path, {
    who: 'children.change',
    once: true,
    input: ofChild.extend({ centerId: CenterName, ...PickupFields.shape }),
    output: FamilyPickup,
  }),
  /** Removes a person whom this parent added. 404 for any other person. */
  remove: del(`${path}/:pickupId`, {
    who: 'children.change',
    input: ofChild.extend({ pickupId: Id }),
    output: Nothing,
  }),
}
