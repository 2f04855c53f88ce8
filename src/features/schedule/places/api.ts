import { z } from 'zod'
import { del, get, Nothing, patch, post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Day, Time } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { RequiredText } from '#shared/fields.ts'
import { PlaceType } from '#features/students/rules.ts'
import { Subject } from '#features/centers/rules.ts'

/**
 * A student's place in a class. `endDate` is its last day, or null if open-ended. A make-up or trial lasts a
 * single day.
 */
export const Place = record('Place', {
  _id: Id,
  classId: Id,
  studentId: Id,
  type: PlaceType,
  startDate: Day,
  endDate: Day.nullable(),
  firstClass: z.boolean(),
  overReason: z.string().nullable(),
  breaks: z.array(z.object({ _id: Id, startDate: Day, endDate: Day.nullable() })),
  version: z.int(),
})
export type Place = z.infer<typeof Place>

/**
 * A current or future place, with its class as it is today or, if the place starts later, on its first day,
 * and its position on the waitlist, if any.
 */
const PlaceOfStudent = Place.extend({
  className: z.string(),
  subject: Subject,
  day: z.int(),
  time: Time,
  endTime: Time,
  position: z.int().nullable(),
})
export type PlaceOfStudent = z.infer<typeof PlaceOfStudent>

/**
 * True to cancel booked make-ups that lose their credit. Otherwise, such make-ups cause a 409
 * `covers_makeups` {makeups}.
 */
const confirmed = z.boolean().optional()
/** A manager's reason for exceeding the size of a class. */
const OverReason = RequiredText(200).optional()
const ofPlace = { centerId: CenterName, placeId: Id }

/**
 * Places in classes (product §3). 409 `class_full` {seats, maxSize, waitlistPosition, on}, `overlapping`,
 * `already_in_class`, `not_meeting`, `no_credit`, `trials_used`, `not_waiting`, `begun`, `inactive`. Only a
 * manager or admin can exceed the size of a class, by giving an `overReason`; others get 403.
 */
export const places = {
  /** A student's current and future places, with waitlist places last. */
  ofStudent: get('/centers/:centerId/students/:studentId/places', {
    who: 'places.read',
    input: z.object({ centerId: CenterName, studentId: Id }),
    output: z.array(PlaceOfStudent),
  }),
  /** Enrolls a student. A make-up without a `creditId` uses the suitable credit that expires first. */
  enroll: post('/centers/:centerId/classes/:classId/places', {
    who: 'places.change',
    input: z.object({
      centerId: CenterName,
      classId: Id,
      studentId: Id,
      type: PlaceType,
      startDate: Day,
      endDate: Day.nullable().optional(),
      firstClass: z.boolean().optional(),
      creditId: Id.optional(),
      overReason: OverReason,
    }),
    output: Place,
  }),
  /**
   * Changes a place. `type: 'regular'` gives a student on the waitlist a seat starting on `startDate`
   * (default today); until then they stay on the waitlist.
   */
  change: patch('/centers/:centerId/places/:placeId', {
    who: 'places.change',
    input: z.object({
      ...ofPlace,
      startDate: Day.optional(),
      endDate: Day.nullable().optional(),
      firstClass: z.boolean().optional(),
      type: z.literal('regular').optional(),
      overReason: OverReason,
      confirmed,
    }),
    output: Place,
  }),
  /**
   * Moves a place to another class: ends the old place and its breaks the day before `startDate`, and returns
   * the new place. A make-up or trial moves to that day.
   */
  move: post('/centers/:centerId/places/:placeId/move', {
    who: 'places.change',
    input: z.object({ ...ofPlace, classId: Id, startDate: Day, overReason: OverReason, confirmed }),
    output: Place,
  }),
  /**
   * Removes a place. 409 `begun` if attendance was taken in it; such a place can only be ended with an
   * `endDate`. A make-up's credit reopens.
   */
  remove: del('/centers/:centerId/places/:placeId', {
    who: 'places.change',
    input: z.object({ ...ofPlace, confirmed }),
    output: Nothing,
  }),
}
