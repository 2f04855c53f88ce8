import { z } from 'zod'
import type { Day } from '#shared/days.ts'

/**
 * The day's schedule: who is expected in which class, and what is special about it (spec §3, §4, §9; product §3). Everything on a day is derived from
 * what was true then.
 */
export const PlaceType = z.enum(['regular', 'make-up', 'trial', 'waitlist'])
export type PlaceType = z.infer<typeof PlaceType>
export const Badge = z.enum(['WL', 'PR', 'MU', 'FC', 'LC'])
export type Badge = z.infer<typeof Badge>
export const Subject = z.enum(['Math', 'English', 'Private Tutoring', 'Group'])
export const ClassType = z.enum(['PT', 'REGULAR', 'GROUP'])
export const StudentStatus = z.enum(['active', 'prospect', 'inactive'])

export type Place = {
  type: PlaceType
  status: z.infer<typeof StudentStatus>
  startDate: Day
  /** The last day, or null while it goes on. */
  endDate: Day | null
  firstClass: boolean
}

/** The first of these that fits wins; the order is the product's (spec §4). */
export function badge({ type, status, startDate, endDate, firstClass }: Place, on: Day): Badge | null {
  if (type === 'waitlist') return 'WL'
  if (status === 'prospect') return 'PR'
  if (type === 'make-up') return 'MU'
  if (type === 'regular' && firstClass && startDate === on) return 'FC'
  if (type === 'regular' && endDate === on) return 'LC'
  return null
}

/** What a badge means, in words. */
export const badgeWords: Record<Badge, string> = { WL: 'Waitlist', PR: 'Prospect', MU: 'Make-up', FC: 'First class', LC: 'Last class' }

export type Break = { startDate: Day; endDate: Day | null }

/** Regulars can be on break: from its first day to its last, or until it is ended (spec §4). */
export const isOnBreak = ({ type }: Pick<Place, 'type'>, breaks: readonly Break[], on: Day) =>
  type === 'regular' && breaks.some(({ startDate, endDate }) => startDate <= on && (endDate === null || endDate >= on))

/** A day is upcoming from today on (spec §4). */
export const isUpcoming = (on: Day, today: Day) => on >= today

/** A class's length when nothing else was said: 75 minutes, private tutoring 60 (spec §9). */
export const usualMinutes = (type: z.infer<typeof ClassType>) => (type === 'PT' ? 60 : 75)

/** The end of a class that starts at `HH:MM` and lasts so many minutes, within the day. */
export function endTime(time: string, minutes: number) {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const end = Math.min(hour * 60 + minute + minutes, 24 * 60 - 1)
  return `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`
}

/** Seats used on a day: everyone with a place but the waitlist and those on break (product §3). */
export const seatsUsed = (students: readonly { type: PlaceType; onBreak: boolean }[]) =>
  students.filter(({ type, onBreak }) => type !== 'waitlist' && !onBreak).length
