import { z } from 'zod'
import type { Day } from '#shared/days.ts'
import { plain } from '#shared/text.ts'
import { Subject } from '#features/centers/rules.ts'
import { PlaceType, StudentStatus } from '#features/students/rules.ts'

export const Badge = z.enum(['WL', 'PR', 'MU', 'FC', 'LC'])

export type Badge = z.infer<typeof Badge>

/** What a day is narrowed to in its address: every subject, or one (product §3). */
export const allSubjects = 'all'

export const SubjectBy = z.enum([allSubjects, ...Subject.options])

export type SubjectBy = z.infer<typeof SubjectBy>

export const ClassType = z.enum(['PT', 'REGULAR', 'GROUP'])

export type ClassType = z.infer<typeof ClassType>

export type Place = {
  type: PlaceType
  status: z.infer<typeof StudentStatus>
  startDate: Day
  /** The last day, or null while it goes on. */
  endDate: Day | null
  firstClass: boolean
}

/** The first of these that fits wins; the order is the product's (spec §4). A trial is a prospect's (product §3). */
export function badge({ type, status, startDate, endDate, firstClass }: Place, on: Day): Badge | null {
  if (type === 'waitlist') return 'WL'
  if (status === 'prospect' || type === 'trial') return 'PR'
  if (type === 'make-up') return 'MU'
  if (firstClass && startDate === on) return 'FC'
  if (endDate === on) return 'LC'
  return null
}

/** What a badge means, in words. */
export const badgeWords: Record<Badge, string> = { WL: 'Waitlist', PR: 'Prospect', MU: 'Make-up', FC: 'First class', LC: 'Last class' }

/** Whether a student takes a seat on a day: the waitlist takes none, a break and an absence told of before free it (product §3). */
export const takesSeat = ({ type, onBreak, noticed }: { type: PlaceType; onBreak: boolean; noticed: boolean }) =>
  type !== 'waitlist' && !onBreak && !noticed

/** Seats used of all seats, over the classes that meet. */
export function seatsOf(classes: readonly { seats: number; maxSize: number; canceled: object | null }[]) {
  const meeting = classes.filter(({ canceled }) => !canceled)
  return {
    used: meeting.reduce((sum, { seats }) => sum + seats, 0),
    most: meeting.reduce((sum, { maxSize }) => sum + maxSize, 0),
  }
}

/** Why no class meets, as a sentence. */
export const closedWords = ({ name }: { name: string }) => `The center is closed on that day${name && `: ${plain(name)}`}.`

type Name = { firstName: string; lastName: string }

const fullName = ({ firstName, lastName }: Name) => `${firstName} ${lastName}`.trim()

/** Who teaches a class on a day, as stored text; null when nobody does. */
export function taughtBy({ teacher, substitute }: { teacher: Name | null; substitute: Name | null }) {
  if (!substitute) return teacher && fullName(teacher)
  return teacher ? `${fullName(substitute)} (for ${fullName(teacher)})` : `${fullName(substitute)} (substitute)`
}

/** Classes by the time they begin, earliest first; `time` is `HH:MM`, `part` cuts it shorter (2 for the hour). */
export function slots<Entry extends { time: string }>(classes: readonly Entry[], part = 5) {
  const begun = Map.groupBy(classes, ({ time }) => time.slice(0, part))
  return [...begun].map(([time, together]) => ({ time, classes: together })).toSorted((a, b) => a.time.localeCompare(b.time))
}

/**
 * Attendance: one mark per student, class and day, with its facts (spec §4; product §4). "Attended" means that an arrival is known; unmarked stays
 * unmarked, and nobody becomes absent by itself.
 */
export const Mark = z.enum(['present', 'absent', 'pickup'])

export type Mark = z.infer<typeof Mark>

/** An absence that was told of before the class: by whom of the family, empty where the office noted it, why, and what was noted. Stored text. */
export const Told = z.object({ by: z.string(), reason: z.string(), note: z.string() })

export type Told = z.infer<typeof Told>

/** What a device is told of it. */
export const toldSomebody: Told = { by: '', reason: '', note: '' }

/** `Told by Maria: Sick, fever since noon`, `Told ahead`. */
export function toldWords({ by, reason, note }: Told) {
  const why = [reason, note].filter(Boolean).join(', ')
  return plain(`Told ${by ? `by ${by}` : 'ahead'}${why && `: ${why}`}`)
}

/** What kinds of places bring a child to a class; the waitlist doesn't. */
export const ExpectedAs = z.enum(['regular', 'make-up', 'trial'])

export type ExpectedAs = z.infer<typeof ExpectedAs>
