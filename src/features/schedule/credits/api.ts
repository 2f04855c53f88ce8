import { z } from 'zod'
import { StudentFilter } from '#features/students/rules.ts'
import { csvFile, get, patch, post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Day, Time } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { RequiredText, Text } from '#shared/fields.ts'
import { ClassType } from '../rules.ts'
import { Subject } from '#features/centers/rules.ts'
import { CreditState, Effects, Reason } from './credit-state.ts'

/**
 * A make-up credit for one missed class. `note` is the reason it was granted. `place` is the make-up that the
 * credit is used for, or was used for if it is open again; `place.waits` is true if a parent has booked the
 * make-up and the center hasn't confirmed it yet. If the credit is void because too many were open,
 * `overLimit` is the center's limit at that time.
 */
const Credit = record('Credit', {
  _id: Id,
  studentId: Id,
  classId: Id,
  className: z.string(),
  subject: Subject,
  type: ClassType,
  missedOn: Day,
  reason: Reason,
  note: z.string(),
  /** Last day for the make-up. */
  expiresOn: Day,
  state: CreditState,
  overLimit: z.int().nullable(),
  place: z
    .object({ _id: Id, classId: Id, className: z.string(), on: Day, time: Time, waits: z.boolean() })
    .nullable(),
  version: z.int(),
})
export type Credit = z.infer<typeof Credit>

/** A class with a free seat for a make-up. `why` lists the reasons in its favor, strongest first. */
export const MakeUp = record('MakeUp', {
  classId: Id,
  className: z.string(),
  teacher: z.string().nullable(),
  date: Day,
  time: Time,
  endTime: Time,
  free: z.int(),
  /**
   * Most common level of the class's regular students, and its distance from the student's own. Null if
   * unknown.
   */
  level: z.string().nullable(),
  levelsOff: z.int().nullable(),
  why: z.array(z.string()),
})
export type MakeUp = z.infer<typeof MakeUp>

/**
 * Effects of canceling or reinstating classes. `told` is true if families were notified of the cancellation.
 */
const ForeseenCredit = Effects.extend({ told: z.boolean() })

/**
 * Make-up credits (product §3). Attendance and canceled classes give and void them; staff can also grant or
 * void one, and a manager can extend one.
 */
export const credits = {
  /** A student's credits, with the latest missed class first. */
  ofStudent: get('/centers/:centerId/students/:studentId/credits', {
    who: 'places.read',
    input: z.object({ centerId: CenterName, studentId: Id }),
    output: z.array(Credit),
  }),
  /** CSV file of the credits of students who match the student list's filter and search. */
  file: csvFile('/centers/:centerId/credits/export', {
    who: 'places.read',
    input: z.object({
      centerId: CenterName,
      filter: StudentFilter.default(0),
      search: Text(100).default(''),
    }),
  }),
  /**
   * Grants a credit for a missed class in which the student has a regular place. 409 `not_missed` or
   * `has_credit`.
   */
  grant: post('/centers/:centerId/students/:studentId/credits', {
    who: 'places.change',
    input: z.object({
      centerId: CenterName,
      studentId: Id,
      classId: Id,
      missedOn: Day,
      reason: RequiredText(200),
    }),
    output: Credit,
  }),
  /**
   * Voids, restores or extends a credit. After `void: false`, attendance decides again whether the credit is
   * valid, unless the credit was granted or exceeded the limit. 403 if anyone but a manager or admin extends
   * it, 409 `spent` when voiding a used credit.
   */
  change: patch('/centers/:centerId/credits/:creditId', {
    who: 'places.change',
    input: z.object({
      centerId: CenterName,
      creditId: Id,
      expiresOn: Day.optional(),
      void: z.boolean().optional(),
    }),
    output: Credit,
  }),
  /**
   * Make-up finder: classes with a free seat, of the same subject and type as the missed one, at times when
   * the student is free. Best first: nearest level, then same teacher, weekday, hour. Covers 21 days from
   * today by default, but no days after the credit's last one, and returns at most 60 classes. 409
   * `not_open`.
   */
  makeups: get('/centers/:centerId/makeups', {
    who: 'places.read',
    input: z.object({ centerId: CenterName, creditId: Id, from: Day.optional(), to: Day.optional() }),
    output: z.array(MakeUp),
  }),
  /**
   * Effects of canceling (`meets: false`) or reinstating a class on a day. Without a class, effects of
   * closing or reopening the center on a day or every day up to `until`. Writes nothing.
   */
  effects: get('/centers/:centerId/effects', {
    who: 'places.read',
    input: z.object({
      centerId: CenterName,
      classId: Id.optional(),
      date: Day,
      until: Day.optional(),
      meets: z.boolean(),
    }),
    output: ForeseenCredit,
  }),
}
