import { z } from 'zod'
import { csvFile, get } from '#shared/contract.ts'
import { Day } from '#shared/days.ts'
import { CenterName } from '#shared/ids.ts'
import { record } from '#shared/record.ts'
import { Week } from '../api.ts'

/**
 * One center in the comparison; `_id` is its name. A range that extends beyond the center's current day ends
 * on that day. Figures for the range: `enrollments` and `departures` of students with a regular place, the
 * number of `marks`, how many of them are for students who `came`, and the `missingMarks` in `missingClasses`
 * meetings. Figures as of the last day of the range: students `enrolled`, regular students' `seats` out of
 * `maxSize` in the week starting that day, the number of students on a `waitlist`, and the marks in each of
 * twelve `weeks`. `enrolledBefore` is as of the day before the range. `toGrade` counts the answers that need
 * a grade now.
 */
const CenterLine = record('CenterLine', {
  _id: z.string(),
  enrolled: z.int(),
  enrolledBefore: z.int(),
  enrollments: z.int(),
  departures: z.int(),
  seats: z.int(),
  maxSize: z.int(),
  marks: z.int(),
  came: z.int(),
  weeks: z.array(Week),
  waitlist: z.int(),
  missingMarks: z.int(),
  missingClasses: z.int(),
  toGrade: z.int(),
})
export type CenterLine = z.infer<typeof CenterLine>

const Money = z.object({ currency: z.string(), due: z.int(), overdue: z.int() })
export type Money = z.infer<typeof Money>

/**
 * The rest of a center's open tasks, as of now: `oddities` that aren't snoozed, and `makeUpRequests` to
 * confirm. `money` is null for callers who may not read the center's billing. Its `due` is the sum of what
 * families owe, without subtracting other families' credits. `overdue` is the part of it for invoices past
 * their due dates. Both are in the currency's smallest unit.
 */
const TasksAndMoney = record('TasksAndMoney', {
  _id: z.string(),
  oddities: z.int(),
  makeUpRequests: z.int(),
  money: Money.nullable(),
})
export type TasksAndMoney = z.infer<typeof TasksAndMoney>

const range = z.object({ from: Day, to: Day })

/** The caller's centers side by side, without archived ones. */
export const allCenters = {
  /** Returns each center's figures for a range of at most 400 days, both ends included. Sorted by name. */
  compare: get('/all-centers', {
    who: 'centers.compare',
    isLong: true,
    input: range,
    output: z.array(CenterLine),
  }),
  /**
   * Returns the open tasks and the money due of 25 centers in order of name, starting after the given center.
   * Centers are read in parts, because counting their tasks takes longer than all figures for a range. In the
   * response, `after` is the last of these centers, to continue from, or null at the end. The last part may
   * be empty.
   */
  tasksAndMoney: get('/all-centers/tasks-and-money', {
    who: 'centers.compare',
    isLong: true,
    input: z.object({ after: CenterName.optional() }),
    output: z.object({ centers: z.array(TasksAndMoney), after: z.string().nullable() }),
  }),
  /** Exports all of these figures as CSV. */
  file: csvFile('/all-centers/export', { who: 'centers.compare', input: range }),
}
