import { z } from 'zod'
import { Guest, Teacher } from '../api.ts'
import { Subject } from '#features/centers/rules.ts'
import { csvFile, del, get, Nothing, patch, post, put } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Day, Time } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { partOf } from '#shared/field-table.ts'
import { Text } from '#shared/fields.ts'
import { classFields, ClassValues } from './fields.ts'

const Recurring = ClassValues.pick({ day: true, time: true, minutes: true, maxSize: true }).extend({
  endTime: Time,
  teacher: Teacher.nullable(),
})

/**
 * A class as it is on a day (spec §3). A future class is shown as it will start, an ended one as it last was.
 * `next` is a planned change. `stuCount` counts regular students, `schedCount` the seats used at the next
 * meeting, and `future` lists upcoming make-ups and trials.
 */
export const Class = ClassValues.extend({
  ...Recurring.shape,
  id: Id,
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

/** Warning about a change that is permitted: the teacher has another class at that time. */
const Warning = record('Warning', { code: z.literal('teacher_busy'), text: z.string(), classId: Id })
const ChangedClass = Class.extend({ warnings: z.array(Warning) })
export type ChangedClass = z.infer<typeof ChangedClass>

const InCenter = record('InCenter', { centerId: CenterName })
const OneClass = InCenter.extend({ classId: Id })

const Fields = z.object(partOf(classFields, 'check'))

/** First day of the change, by default the center's current date. */
const FirstDay = record('From', { from: Day.optional() })

/** Spec §7, Centers: classes. */
export const classes = {
  /**
   * Current and future classes as of today, or the classes running on a given day; with `ended`, all classes.
   * Devices get no notes and no students' names.
   */
  list: get('/centers/:centerId/classes', {
    who: 'classes.read',
    input: InCenter.extend({ on: Day.optional(), ended: z.boolean().optional() }),
    output: z.array(Class),
  }),
  /** CSV file of the list as of today, filtered by subject and search. */
  file: csvFile('/centers/:centerId/classes/export', {
    who: 'places.read',
    input: InCenter.extend({
      ended: z.boolean().optional(),
      subject: Subject.optional(),
      search: Text(100).default(''),
    }),
  }),
  /** Plans a class. `minutes` defaults to the subject's usual length, `startDate` to today. */
  add: post('/centers/:centerId/classes', {
    who: 'classes.change',
    once: true,
    input: InCenter.extend({
      ...Fields.shape,
      ...partOf(classFields, 'add'),
      startDate: Day.optional(),
      endDate: Day.nullable().default(null),
    }),
    output: ChangedClass,
  }),
  /**
   * Changes a class. The day, time, length, size and teacher change starting on `from`, and earlier days keep
   * their values. The other fields change for all days.
   */
  replace: put('/centers/:centerId/classes/:classId', {
    who: 'classes.change',
    parts: ['class'],
    input: OneClass.extend({ ...Fields.shape, ...FirstDay.shape }),
    output: ChangedClass,
  }),
  change: patch('/centers/:centerId/classes/:classId', {
    who: 'classes.change',
    parts: ['class'],
    input: OneClass.extend({ ...Fields.partial().shape, ...FirstDay.shape }),
    output: ChangedClass,
  }),
  /**
   * Ends the class and every place in it on the day before `from`. Deletes the class instead if it wouldn't
   * have started by then, or if nobody was ever in it and `from` is today. 409 `begun` or `in_use`.
   */
  end: del('/centers/:centerId/classes/:classId', {
    who: 'classes.change',
    input: OneClass.extend(FirstDay.shape),
    output: Nothing,
  }),
}
