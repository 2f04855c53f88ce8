import { z } from 'zod'
import { StudentFilter } from '#features/students/rules.ts'
import { csvFile, get, patch, post } from '#shared/contract.ts'
import { Day, Time } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { RequiredText, Text } from '#shared/fields.ts'
import { ClassType } from '../rules.ts'
import { Subject } from '#features/centers/rules.ts'
import { CreditState, Effects, Reason } from './credit-state.ts'

/**
 * A make-up credit for one missed class. `note` is why it was granted; `place` the make-up that it is spent on, or was when it is open again;
 * `overLimit` how many were open when it came, where it is void for that.
 */
const Credit = z.object({
  _id: Id,
  studentId: Id,
  classId: Id,
  className: z.string(),
  subject: Subject,
  type: ClassType,
  missedOn: Day,
  reason: Reason,
  note: z.string(),
  /** The last day to make up on. */
  expiresOn: Day,
  state: CreditState,
  overLimit: z.int().nullable(),
  place: z.object({ _id: Id, classId: Id, className: z.string(), on: Day, time: Time }).nullable(),
  version: z.int(),
})
export type Credit = z.infer<typeof Credit>

/** A class with a free seat to make up in; `why` is what speaks for it, the weightiest first. */
const MakeUp = z.object({
  classId: Id,
  className: z.string(),
  teacher: z.string().nullable(),
  date: Day,
  time: Time,
  endTime: Time,
  free: z.int(),
  why: z.array(z.string()),
})
export type MakeUp = z.infer<typeof MakeUp>

/** What follows when classes don't meet, or meet after all; `told`: the families were written to that they don't. */
const Foreseen = Effects.extend({ told: z.boolean() })

/** Make-up credits (product §3). They follow from the marks; a person can grant one, make one void, and a manager extend one. */
export const credits = {
  /** Latest missed class first. */
  ofStudent: get('/centers/:centerId/students/:studentId/credits', {
    who: 'places.read',
    input: z.object({ centerId: CenterName, studentId: Id }),
    output: z.array(Credit),
  }),
  /** Those of the students that the list of students would find. */
  file: csvFile('/centers/:centerId/credits/export', {
    who: 'places.read',
    input: z.object({ centerId: CenterName, filter: StudentFilter.default(0), search: Text(100).default('') }),
  }),
  /** For a class that the student has a regular place in and did not come to. 409 `not_missed`, `has_credit`. */
  grant: post('/centers/:centerId/students/:studentId/credits', {
    who: 'places.change',
    input: z.object({ centerId: CenterName, studentId: Id, classId: Id, missedOn: Day, reason: RequiredText(200) }),
    output: Credit,
  }),
  /** `void: false` leaves it to the marks again. 403 for a later day unless by a manager, 409 `spent` for one that is to be void. */
  change: patch('/centers/:centerId/credits/:creditId', {
    who: 'places.change',
    input: z.object({ centerId: CenterName, creditId: Id, expiresOn: Day.optional(), void: z.boolean().optional() }),
    output: Credit,
  }),
  /**
   * The make-up finder: classes of the missed one's subject and type with a free seat, when the student is nowhere else, best first: others of the
   * student's level, the same teacher, weekday, hour. From today for 21 days unless said otherwise, and no later than the credit's last day; at most
   * 60 of them. 409 `not_open`.
   */
  makeups: get('/centers/:centerId/makeups', {
    who: 'places.read',
    input: z.object({ centerId: CenterName, creditId: Id, from: Day.optional(), to: Day.optional() }),
    output: z.array(MakeUp),
  }),
  /**
   * What follows when a class is canceled on a day (`meets: false`) or held after all, or without a class when the center is closed or opened on a
   * day, or every day until another. Nothing is written.
   */
  effects: get('/centers/:centerId/effects', {
    who: 'places.read',
    input: z.object({ centerId: CenterName, classId: Id.optional(), date: Day, until: Day.optional(), meets: z.boolean() }),
    output: Foreseen,
  }),
}
