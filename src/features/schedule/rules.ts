import { z } from 'zod'
import { subjects } from '#features/centers/subjects.ts'
import type { Day } from '#shared/days.ts'
import { plain } from '#shared/text.ts'

/**
 * The day's schedule: who is expected in which class, and what is special about it (spec §3, §4, §9; product §3). Everything on a day is
 * derived from what was true then.
 */
export const PlaceType = z.enum(['regular', 'make-up', 'trial', 'waitlist'])
export type PlaceType = z.infer<typeof PlaceType>
export const Badge = z.enum(['WL', 'PR', 'MU', 'FC', 'LC'])
export type Badge = z.infer<typeof Badge>
/** What a class is of. */
export const Subject = z.enum(subjects)
export type Subject = z.infer<typeof Subject>
/** What a day is narrowed to in its address: every subject, or one (product §3). */
export const allSubjects = 'all'
export const SubjectBy = z.enum([allSubjects, ...Subject.options])
export type SubjectBy = z.infer<typeof SubjectBy>
export const ClassType = z.enum(['PT', 'REGULAR', 'GROUP'])
export type ClassType = z.infer<typeof ClassType>
export const StudentStatus = z.enum(['active', 'prospect', 'inactive'])

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

/** The end of a class that starts at `HH:MM` and lasts so many minutes, within the day (spec §9). */
export function endTime(time: string, minutes: number) {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const end = Math.min(hour * 60 + minute + minutes, 24 * 60 - 1)
  return `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`
}

/** Whether a student takes a seat on a day: the waitlist takes none, a break and an absence told of before free it (product §3). */
export const takesSeat = ({ type, onBreak, noticed }: { type: PlaceType; onBreak: boolean; noticed: boolean }) =>
  type !== 'waitlist' && !onBreak && !noticed

/** Seats used of all seats, over the classes that meet. */
export function seatsOf(classes: readonly { seats: number; maxSize: number; cancelled: object | null }[]) {
  const meeting = classes.filter(({ cancelled }) => !cancelled)
  return {
    used: meeting.reduce((sum, { seats }) => sum + seats, 0),
    most: meeting.reduce((sum, { maxSize }) => sum + maxSize, 0),
  }
}

/** Why no class meets, as a sentence. */
export const closedWords = ({ name }: { name: string }) => `The centre is closed on that day${name && `: ${plain(name)}`}.`

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
