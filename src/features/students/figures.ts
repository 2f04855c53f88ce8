import { z } from 'zod'
import { record } from '#shared/record.ts'
import { Text } from '#shared/fields.ts'
import { Id } from '#shared/ids.ts'
import { counted, longest } from '#shared/text.ts'

/** Figures of a student (attendance, scores, open work), and the limits from which one needs attention. */

/** Number of days over which attendance and absences are counted. */
export const figureDays = 84

/** Minimum absences in a row that put a student on the list to watch. */
export const absencesToWatch = 2

/**
 * Minimum drop from the previous score to the last one, in percentage points, that puts a student on the list to
 * watch.
 */
export const fallToWatch = 15

/** A student is on the list to watch for this many days before a make-up credit expires. */
export const creditDays = 7

/**
 * Figures of a student as of today: the percentage of classes attended and the absences in twelve weeks,
 * absences in a row up to now, the last score and the one before in percent, work past its due day, and
 * unused make-up credits about to expire.
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

/** Conditions that narrow a list of students down. All of them must hold. */
export const Narrowing = z.object({
  /** True for students to watch only. */
  watch: z.boolean().optional(),
  attendanceBelow: Percent.optional(),
  /** Least number of absences. */
  absences: z.int().min(1).max(99).optional(),
  scoreBelow: Percent.optional(),
  overdue: z.boolean().optional(),
  classId: Id.optional(),
  teacherId: Id.optional(),
  level: Text(longest.name).optional(),
})
export type Narrowing = z.output<typeof Narrowing>

/** Order of a list of students. By name unless it says otherwise. */
export const ListSort = z.enum(['name', 'attendance', 'absences', 'lastScore', 'overdue'])
export type ListSort = z.infer<typeof ListSort>

/** Figures as a list shows them. A figure that nothing is known about is empty. */
export const figureWords = ({ attendance, absences, lastScore, overdue }: Figures) => ({
  attendance: attendance === null ? '' : `${attendance}%`,
  absences: String(absences),
  lastScore: lastScore === null ? '' : `${lastScore}%`,
  overdue: String(overdue),
})

/** Reasons to watch a student, the most urgent first, each with the part of the student's page that shows it. */
export function reasonsToWatch({ inRow, lastScore, scoreBefore, overdue, expiring }: Figures) {
  const fall = lastScore === null || scoreBefore === null ? 0 : scoreBefore - lastScore
  const reasons = [
    inRow >= absencesToWatch && { part: 'attendance', text: `Missed the last ${inRow} classes` },
    fall >= fallToWatch && { part: 'tests', text: `Scores fell from ${scoreBefore}% to ${lastScore}%` },
    overdue > 0 && { part: 'work', text: counted(overdue, 'overdue assignment') },
    expiring > 0 && { part: 'make-ups', text: `${counted(expiring, 'make-up credit')} about to expire` },
  ] as const
  return reasons.filter((reason) => reason !== false)
}
