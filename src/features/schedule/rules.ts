import { z } from 'zod'
import { fullName } from '#shared/full-name.ts'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { Subject } from '#features/centers/rules.ts'
import { PlaceType, StudentStatus } from '#features/students/rules.ts'

export const Badge = z.enum(['WL', 'PR', 'MU', 'FC', 'LC'])

export type Badge = z.infer<typeof Badge>

/** Value of the subject filter in a day's URL that selects all subjects (product §3). */
export const allSubjects = 'all'

export const SubjectBy = z.enum([allSubjects, ...Subject.options])

export type SubjectBy = z.infer<typeof SubjectBy>

export const ClassType = z.enum(['PT', 'REGULAR', 'GROUP'])

export type ClassType = z.infer<typeof ClassType>

export const typeWords: Record<ClassType, string> = {
  REGULAR: 'Regular',
  PT: 'Private tutoring',
  GROUP: 'Group',
}

export type Place = {
  type: PlaceType
  status: z.infer<typeof StudentStatus>
  startDate: Day
  /** Last day, or null if open-ended. */
  endDate: Day | null
  firstClass: boolean
}

/**
 * Returns the first badge that applies, in the order of spec §4; null if none does. A trial shows as a
 * prospect (product §3).
 */
export function badge({ type, status, startDate, endDate, firstClass }: Place, on: Day): Badge | null {
  if (type === 'waitlist') return 'WL'
  if (status === 'prospect' || type === 'trial') return 'PR'
  if (type === 'make-up') return 'MU'
  if (firstClass && startDate === on) return 'FC'
  if (endDate === on) return 'LC'
  return null
}

export const badgeWords: Record<Badge, string> = {
  WL: 'Waitlist',
  PR: 'Prospect',
  MU: 'Make-up',
  FC: 'First class',
  LC: 'Last class',
}

/**
 * True if a student uses a seat on a day. A place on the waitlist doesn't; a break or an absence reported in
 * advance frees the seat (product §3).
 */
export const takesSeat = ({
  type,
  onBreak,
  noticed,
}: {
  type: PlaceType
  onBreak: boolean
  noticed: boolean
}) => type !== 'waitlist' && !onBreak && !noticed

/** True if attendance was taken: the mark is more than an absence reported in advance. */
export const isTaken = ({ mark, noticed }: { mark: Mark | null; noticed: boolean }) =>
  mark !== null && !(mark === 'absent' && noticed)

/** Returns the number of used seats and of all seats in the classes that aren't canceled. */
export function seatsOf(classes: readonly { seats: number; maxSize: number; canceled: object | null }[]) {
  const meeting = classes.filter(({ canceled }) => !canceled)
  return {
    used: meeting.reduce((sum, { seats }) => sum + seats, 0),
    most: meeting.reduce((sum, { maxSize }) => sum + maxSize, 0),
  }
}

/** Explains why no class meets on a day. */
export const closedWords = ({ name }: { name: string }) =>
  `The center is closed that day${name && `: ${name}`}.`

type Name = { firstName: string; lastName: string }

/** Returns who teaches a class on a day, in words, with the substitute first; null if there is nobody. */
export function taughtBy({ teacher, substitute }: { teacher: Name | null; substitute: Name | null }) {
  if (!substitute) return teacher && fullName(teacher)
  return teacher
    ? t('{substitute} (for {teacher})', { substitute: fullName(substitute), teacher: fullName(teacher) })
    : t('{substitute} (substitute)', { substitute: fullName(substitute) })
}

/**
 * Groups classes by start time, earliest first. Only the first `part` characters of the time (`HH:MM`) are
 * compared (2 for the hour).
 */
export function slots<Entry extends { time: string }>(classes: readonly Entry[], part = 5) {
  const begun = Map.groupBy(classes, ({ time }) => time.slice(0, part))
  return [...begun]
    .map(([time, together]) => ({ time, classes: together }))
    .toSorted((a, b) => a.time.localeCompare(b.time))
}

/**
 * Attendance mark, one per student, class and day (spec §4; product §4). "Attended" means that an arrival
 * time is known. Unmarked students stay unmarked; nobody is marked absent automatically.
 */
export const Mark = z.enum(['present', 'absent', 'pickup'])

export type Mark = z.infer<typeof Mark>

/**
 * Notice of an absence, given before class: the family member who reported it (empty if the office entered
 * it), the reason and a note.
 */
export const AbsenceNotice = z.object({ by: z.string(), reason: z.string(), note: z.string() })

export type AbsenceNotice = z.infer<typeof AbsenceNotice>

/** Notice without its details, for devices. */
export const anonymousNotice: AbsenceNotice = { by: '', reason: '', note: '' }

/** Formats a notice: `Reported by Maria: Sick, fever since noon`, or `Reported in advance`. */
export function noticeWords({ by, reason, note }: AbsenceNotice) {
  const why = [reason, note].filter(Boolean).join(', ')
  return `${by ? t('Reported by {by}', { by }) : t('Reported in advance')}${why && `: ${why}`}`
}

/** Types of places with which a student is expected in a class. The waitlist isn't one. */
export const ExpectedAs = z.enum(['regular', 'make-up', 'trial'])

export type ExpectedAs = z.infer<typeof ExpectedAs>
