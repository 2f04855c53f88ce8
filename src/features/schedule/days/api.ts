import { z } from 'zod'
import { Schedule } from '../api.ts'
import { del, get, Nothing, patch } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Day } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { RequiredText, Text } from '#shared/fields.ts'
import { longest } from '#shared/text.ts'

/**
 * Changes to one class on one day; omitted fields stay unchanged. Null removes the substitute or the
 * cancellation; `assistants` replaces the whole list.
 */
const ClassFacts = z.strictObject({
  classId: Id,
  substituteId: Id.nullable().optional(),
  note: Text(longest.note).optional(),
  assistants: z.array(Id).max(20).optional(),
  cancel: z
    .strictObject({ reason: RequiredText(longest.name) })
    .nullable()
    .optional(),
})
export type ClassFacts = z.infer<typeof ClassFacts>

/**
 * Number of classes that meet on a day, with the seats used in them and their total size; zero on a closed
 * day.
 */
const DayLoad = record('DayLoad', {
  date: Day,
  classes: z.int(),
  seats: z.int(),
  maxSize: z.int(),
  closed: z.object({ name: z.string() }).nullable(),
})
export type DayLoad = z.infer<typeof DayLoad>

const oneDay = z.object({ centerId: CenterName, scheduleId: Day })

/** Changes to single days, and an overview of many days (spec §7, schedules; product §3). */
export const days = {
  /** Classes and seats on each day of a range of at most 62 days. */
  list: get('/centers/:centerId/schedules', {
    who: 'classes.read',
    input: z.object({ centerId: CenterName, from: Day, to: Day }),
    output: z.array(DayLoad),
  }),
  /**
   * Sets substitutes, assistants, notes and cancellations; `ta` lists the assistants who aren't assigned to a
   * class. If-Match must be the version of every listed class or, if no classes are listed, the `helpVersion`
   * of the day's `ta`. 409 `not_meeting` for a class that doesn't meet that day, `attendance_taken` when
   * canceling a class with attendance, `class_full` or `overlapping` when reinstating a class whose seats
   * were given away or whose students are in another class.
   */
  change: patch('/centers/:centerId/schedules/:scheduleId', {
    who: 'schedules.change',
    input: oneDay.extend({
      classes: z.array(ClassFacts).max(100).default([]),
      ta: z
        .array(z.union([Id, z.object({ id: Id }).transform(({ id }) => id)]))
        .max(50)
        .optional(),
    }),
    output: Schedule,
  }),
  /**
   * Removes all changes of the day. If-Match is the `dayVersion`. 409 `attendance_taken` if attendance was
   * taken in a class, or `class_full` or `overlapping` as for `change`.
   */
  clear: del('/centers/:centerId/schedules/:scheduleId', {
    who: 'schedules.change',
    input: oneDay,
    output: Nothing,
  }),
}
