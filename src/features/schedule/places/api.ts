import { z } from 'zod'
import { del, get, Nothing, patch, post } from '#shared/contract.ts'
import { Day, Time } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { RequiredText } from '#shared/fields.ts'
import { PlaceType } from '#features/students/rules.ts'
import { Subject } from '#features/centers/rules.ts'

/** A student's place in a class. `endDate` is its last day, null while it goes on; a make-up or trial is one day. */
export const Place = z.object({
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

/** A place with its class as it is on the first day from today on, and the position where it is the waitlist. */
const PlaceOfStudent = Place.extend({
  className: z.string(),
  subject: Subject,
  day: z.int(),
  time: Time,
  endTime: Time,
  position: z.int().nullable(),
})
export type PlaceOfStudent = z.infer<typeof PlaceOfStudent>

/** Booked make-ups whose credit goes with the change are canceled; without it they are a 409 `covers_makeups` {makeups}. */
const confirmed = z.boolean().optional()
/** Why a manager goes over the size of a class. */
const OverReason = RequiredText(200).optional()
const ofPlace = { centerId: CenterName, placeId: Id }

/**
 * Places in classes (product §3). 409 `class_full` {seats, maxSize, waitlistPosition, on}, `overlapping`, `already_in_class`, `not_meeting`,
 * `no_credit`, `begun`, `inactive`. `overReason` is a manager's: 403 for others.
 */
export const places = {
  /** From today on, the waitlist last. */
  ofStudent: get('/centers/:centerId/students/:studentId/places', {
    who: 'places.read',
    input: z.object({ centerId: CenterName, studentId: Id }),
    output: z.array(PlaceOfStudent),
  }),
  /** A make-up without a `creditId` is spent on the fitting credit that expires first. */
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
  /** `type: 'regular'` gives a seat to who waits, from `startDate` (today when not said); until then the waitlist stays. */
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
  /** The old place ends the day before `startDate`, with its breaks; a make-up or trial goes to that day. Answers the new place. */
  move: post('/centers/:centerId/places/:placeId/move', {
    who: 'places.change',
    input: z.object({ ...ofPlace, classId: Id, startDate: Day, overReason: OverReason, confirmed }),
    output: Place,
  }),
  /** Removes a place that was not used yet; an `endDate` ends one that was. A make-up's credit is open again. */
  remove: del('/centers/:centerId/places/:placeId', {
    who: 'places.change',
    input: z.object({ ...ofPlace, confirmed }),
    output: Nothing,
  }),
}
