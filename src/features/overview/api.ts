import { z } from 'zod'
import { get } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Day } from '#shared/days.ts'
import { Class } from '#features/schedule/classes/api.ts'
import { Figures } from '#features/students/figures.ts'
import { PlaceType } from '#features/students/rules.ts'
import { CenterName, Id } from '#shared/ids.ts'

/**
 * Seats that regular students take (`seats`) out of all seats (`maxSize`), in classes that start on a weekday
 * (0 = Sunday) within an hour (0 to 23).
 */
const HourLoad = record('Heat', { day: z.int(), hour: z.int(), seats: z.int(), maxSize: z.int() })
export type HourLoad = z.infer<typeof HourLoad>

/** Number of marks in a week, and how many of them are for students who came. `week` is its Sunday. */
export const Week = record('Week', { week: Day, marks: z.int(), came: z.int() })
export type Week = z.infer<typeof Week>

/**
 * Figures of a center: the number of students with a regular place, now and four weeks ago, and the
 * attendance rate in percent, in the last four weeks and in the four weeks before. Rates are null if there
 * are no marks.
 */
const CenterFigures = record('CenterFigures', {
  enrolled: z.int(),
  enrolledBefore: z.int(),
  attendance: z.int().nullable(),
  attendanceBefore: z.int().nullable(),
})
export type CenterFigures = z.infer<typeof CenterFigures>

/** A student who misses classes or falls behind. */
const WatchedStudent = record('WatchedStudent', {
  _id: Id,
  firstName: z.string(),
  lastName: z.string(),
  figures: Figures,
})
export type WatchedStudent = z.infer<typeof WatchedStudent>

/**
 * Summary of a center (product §10): its figures, regular students by hour and weekday in the week starting
 * today, marks for twelve weeks, the most urgent students to watch and the total number of such students, the
 * number of active students who were never invited and don't use an account, and the number of answers to
 * grade.
 */
export const dashboard = {
  read: get('/centers/:centerId/dashboard', {
    who: 'dashboard.read',
    shared: true,
    isLong: true,
    input: z.object({ centerId: CenterName }),
    output: z.object({
      figures: CenterFigures,
      heat: z.array(HourLoad),
      trend: z.array(Week),
      watched: z.array(WatchedStudent),
      watchedCount: z.int(),
      notInvited: z.int(),
      toGrade: z.int(),
    }),
  }),
}

/**
 * A student with a regular place in a class or on its waitlist; `level` is the student's level in the class's
 * subject.
 */
const Member = record('ClassMember', {
  _id: Id,
  firstName: z.string(),
  lastName: z.string(),
  type: PlaceType,
  startDate: Day,
  endDate: Day.nullable(),
  level: z.string(),
  figures: Figures,
})
export type Member = z.infer<typeof Member>

/** One class with all of its current and future students: its roster, then its waitlist in order. */
export const classPage = {
  /**
   * Reads a class. `weeks` contains the marks of this class for twelve weeks. `nextOn` is the next day on
   * which the class meets, from today on, or null if there is none.
   */
  read: get('/centers/:centerId/classes/:classId', {
    who: 'places.read',
    shared: true,
    input: z.object({ centerId: CenterName, classId: Id }),
    output: z.object({
      class: Class,
      nextOn: Day.nullable(),
      members: z.array(Member),
      weeks: z.array(Week),
    }),
  }),
}
