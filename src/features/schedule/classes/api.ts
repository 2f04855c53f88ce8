import { z } from 'zod'
import { Teacher } from '#features/schedule/api.ts'
import { ClassType } from '#features/schedule/rules.ts'
import { Subject } from '#features/centers/rules.ts'
import { csvFile, del, get, Nothing, patch, post, put } from '#shared/contract.ts'
import { Day, Time } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { RequiredText, Text } from '#shared/fields.ts'
import { longest } from '#shared/text.ts'

/** Somebody who comes to a class on one day: a make-up or a trial. */
export const Guest = z.object({ date: Day, type: z.enum(['make-up', 'trial']), studentId: Id, firstName: z.string(), lastName: z.string() })
export type Guest = z.infer<typeof Guest>

const Recurring = z.object({ day: z.int(), time: Time, endTime: Time, minutes: z.int(), maxSize: z.int(), teacher: Teacher.nullable() })

/**
 * A class as it is on a day (spec §3); one that is yet to begin as it begins, one that has ended as it was last. `next` is a change that is
 * planned. `stuCount` are the regulars, `schedCount` the seats used at its next meeting, `future` the coming make-ups and trials.
 */
const Class = Recurring.extend({
  id: Id,
  name: z.string(),
  subject: Subject,
  type: ClassType,
  notes: z.string(),
  startDate: Day,
  endDate: Day.nullable(),
  next: Recurring.extend({ startDate: Day }).nullable(),
  stuCount: z.int(),
  schedCount: z.int(),
  waitlist: z.int(),
  future: z.array(Guest),
  version: z.int(),
})
export type Class = z.infer<typeof Class>

/** What is allowed but should be known: the teacher has another class at that time. */
const Warning = z.object({ code: z.literal('teacher_busy'), text: z.string(), classId: Id })
const Changed = Class.extend({ warnings: z.array(Warning) })
export type Changed = z.infer<typeof Changed>

const InCenter = z.object({ centerId: CenterName })
const OneClass = InCenter.extend({ classId: Id })

const Fields = z.object({
  name: RequiredText(longest.name),
  subject: Subject,
  type: ClassType,
  /** 0 = Sunday. */
  day: z.int().min(0).max(6),
  time: Time,
  minutes: z.int().min(5).max(480),
  maxSize: z.int().min(1).max(100),
  teacherId: Id.nullable(),
  notes: Text(longest.note),
})

/** `from`: the first day of what is new, by default the center's today. */
const From = z.object({ from: Day.optional() })

/** Spec §7, Centers: classes. */
export const classes = {
  /** Those that go on or are to come, today or on a day; `ended` adds those that are over. Devices get no notes and nobody's names. */
  list: get('/centers/:centerId/classes', {
    who: 'classes.read',
    input: InCenter.extend({ on: Day.optional(), ended: z.boolean().optional() }),
    output: z.array(Class),
  }),
  /** Those of the list today that have a subject and that a search finds. */
  file: csvFile('/centers/:centerId/classes/export', {
    who: 'places.read',
    input: InCenter.extend({ ended: z.boolean().optional(), subject: Subject.optional(), search: Text(100).default('') }),
  }),
  /** Without `minutes` it lasts as long as usual; without `startDate` it begins today. */
  add: post('/centers/:centerId/classes', {
    who: 'classes.change',
    once: true,
    input: InCenter.extend({
      ...Fields.shape,
      minutes: Fields.shape.minutes.optional(),
      teacherId: Fields.shape.teacherId.default(null),
      notes: Fields.shape.notes.default(''),
      startDate: Day.optional(),
      endDate: Day.nullable().default(null),
    }),
    output: Changed,
  }),
  /** Day, time, length, size and teacher change from a day on, and the days before keep theirs; the rest is the class's own. */
  replace: put('/centers/:centerId/classes/:classId', {
    who: 'classes.change',
    input: OneClass.extend({ ...Fields.shape, ...From.shape }),
    output: Changed,
  }),
  change: patch('/centers/:centerId/classes/:classId', {
    who: 'classes.change',
    input: OneClass.extend({ ...Fields.partial().shape, ...From.shape }),
    output: Changed,
  }),
  /** Ends the class and every place in it from a day on; a class that nobody was ever in is gone. */
  end: del('/centers/:centerId/classes/:classId', {
    who: 'classes.change',
    input: OneClass.extend(From.shape),
    output: Nothing,
  }),
}
