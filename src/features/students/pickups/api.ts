import { z } from 'zod'
import { del, get, Nothing, post } from '#shared/contract.ts'
import { Phone } from '#shared/entries.ts'
import { RequiredText, Text } from '#shared/fields.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { record } from '#shared/record.ts'
import { longest } from '#shared/text.ts'

/** A person other than a parent who may pick up a student. `phone` is E.164, or empty. */
export const PickupPerson = record('PickupPerson', {
  _id: Id,
  name: z.string(),
  relationship: z.string(),
  phone: z.string(),
  addedBy: z.string(),
})
export type PickupPerson = z.infer<typeof PickupPerson>

/** Fields of a person who may pick up a student, as entered. */
export const PickupFields = z.object({
  name: RequiredText(longest.name),
  relationship: Text(40).default(''),
  phone: Phone.default(''),
})

const ofStudent = z.object({ centerId: CenterName, studentId: Id })
const path = '/centers/:centerId/students/:studentId/pickups'

/** People other than parents who may pick up a student, for the office. */
export const pickups = {
  list: get(path, { who: 'students.change', input: ofStudent, output: z.array(PickupPerson) }),
  /** Adds a person. 409 `too_many` if the student already has eight. */
  add: post(path, {
    who: 'students.change',
    once: true,
    input: ofStudent.extend(PickupFields.shape),
    output: PickupPerson,
  }),
  remove: del(`${path}/:pickupId`, {
    who: 'students.change',
    input: ofStudent.extend({ pickupId: Id }),
    output: Nothing,
  }),
}
