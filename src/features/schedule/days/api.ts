import { z } from 'zod'
import { Schedule } from '#features/schedule/api.ts'
import { del, get, Nothing, patch } from '#shared/contract.ts'
import { Day } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { RequiredText, Text } from '#shared/fields.ts'
import { longest } from '#shared/text.ts'

/** What is said of one class on one day; what is left out stays. Null takes the substitute or the canceling back, `assistants` are all of them. */
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

/** How full a day is: over the classes that meet then. On a closed day none does. */
const DayLoad = z.object({
  date: Day,
  classes: z.int(),
  seats: z.int(),
  maxSize: z.int(),
  closed: z.object({ name: z.string() }).nullable(),
})
export type DayLoad = z.infer<typeof DayLoad>

const oneDay = z.object({ centerId: CenterName, scheduleId: Day })

/** What is true of one day only, and many days at a glance (spec §7, schedules; product §3). */
export const days = {
  /** The days from one to another, at most 62 of them. */
  list: get('/centers/:centerId/schedules', {
    who: 'classes.read',
    input: z.object({ centerId: CenterName, from: Day, to: Day }),
    output: z.array(DayLoad),
  }),
  /**
   * Says who substitutes and assists, what to note, and which classes are canceled; `ta` assist where they are needed. If-Match is the version of
   * every class that is named, or without one the `helpVersion` of the day's `ta`. 409 `not_meeting` for a class that doesn't meet then,
   * `attendance_taken` when one is canceled that was marked, `class_full` or `overlapping` when one is held after all whose seats or students were
   * given elsewhere.
   */
  change: patch('/centers/:centerId/schedules/:scheduleId', {
    who: 'schedules.change',
    input: oneDay.extend({ classes: z.array(ClassFacts).max(100).default([]), ta: z.array(Id).max(50).optional() }),
    output: Schedule,
  }),
  /** Forgets all that was said of the day. If-Match is the `dayVersion`. 409 `attendance_taken` once a class was marked, else as above. */
  clear: del('/centers/:centerId/schedules/:scheduleId', { who: 'schedules.change', input: oneDay, output: Nothing }),
}
