import { z } from 'zod'
import { record } from '#shared/record.ts'
import { Text } from '#shared/fields.ts'
import { Id } from '#shared/ids.ts'
import { counted, longest } from '#shared/text.ts'
import { t } from '#shared/language.ts'

/** Figures about a student (attendance, scores, open work), and the limits at which they need attention. */

/** Number of days over which attendance and absences are counted. */
export const figureDays = 84

/** Minimum number of absences in a row for a student to be watched. */
export const absencesToWatch = 2

/** Minimum drop from the previous score to the last, in percentage points, for a student to be watched. */
export const fallToWatch = 15

/** A student with an unused make-up credit that expires within this many days is watched. */
export const creditDays = 7

/**
 * Figures about a student as of today: attendance (the percentage of marked classes that the student attended
 * in the last twelve weeks, null if there are none), absences in the same period, current absences in a row,
 * the last score and the one before it in percent (null if there is none), the number of overdue assignments,
 * and the number of unused make-up credits about to expire.
 */
export const Figures = record('Figures', {
  attendance: z.int().nullable(),
  absences: z.int(),
  inRow: z.int(),
  lastScore: z.int().nullable(),
  scoreBefore: z.int().nullable(),
  overdue: z.int(),
  expiring: z.int(),
})
export type Figures = z.infer<typeof Figures>

const Percent = z.int().min(1).max(100)

/** Conditions that narrow down a student list. All of them must be met. */
export const StudentConditions = z.object({
  /** True to list only students to watch. */
  watch: z.boolean().optional(),
  attendanceBelow: Percent.optional(),
  /** Minimum number of absences. */
  absences: z.int().min(1).max(99).optional(),
  scoreBelow: Percent.optional(),
  overdue: z.boolean().optional(),
  classId: Id.optional(),
  teacherId: Id.optional(),
  level: Text(longest.name).optional(),
})
export type StudentConditions = z.output<typeof StudentConditions>

/** Order of a student list, by default by name. */
export const ListSort = z.enum(['name', 'attendance', 'absences', 'lastScore', 'overdue'])
export type ListSort = z.infer<typeof ListSort>

/** Formats the figures for a list. Unknown ones are empty. */
export const figureWords = ({ attendance, absences, lastScore, overdue }: Figures) => ({
  attendance: attendance === null ? '' : `${attendance}%`,
  absences: String(absences),
  lastScore: lastScore === null ? '' : `${lastScore}%`,
  overdue: String(overdue),
})

/**
 * Returns the reasons to watch a student, most urgent first, each with the part of the page that shows it.
 */
export function reasonsToWatch({ inRow, lastScore, scoreBefore, overdue, expiring }: Figures) {
  const fall = lastScore === null || scoreBefore === null ? 0 : scoreBefore - lastScore
  const reasons = [
    inRow >= absencesToWatch && { part: 'attendance', text: t('Missed the last {inRow} classes', { inRow }) },
    fall >= fallToWatch && {
      part: 'tests',
      text: t('Scores fell from {scoreBefore}% to {lastScore}%', { scoreBefore, lastScore }),
    },
    overdue > 0 && { part: 'work', text: counted(overdue, 'overdue assignment') },
    expiring > 0 && {
      part: 'make-ups',
      text: t('{credits} about to expire', { credits: counted(expiring, 'make-up credit') }),
    },
  ] as const
  return reasons.filter((reason) => reason !== false)
}
