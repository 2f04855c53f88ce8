import type { ClassEntry, Schedule } from '../api.ts'
import { isTaken } from '../rules.ts'
import { fullName } from '#shared/full-name.ts'
import { addDays, weekday } from '#shared/calendar.ts'
import { clock, dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { conflict, refused } from '#shared/problem.ts'
import { counted } from '#shared/text.ts'

/** Maximum number of days in one request. */
const maxDays = 62
const dayMs = 86_400_000

/**
 * Returns the days of a range, both ends included. Throws 422 at `path` if there are none or more than
 * `maxDays`.
 */
export function daysBetween(from: Day, to: Day, path: string): Day[] {
  const count = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  if (count < 1 || count > maxDays)
    throw refused('range', `Choose up to ${maxDays} days. The last day can’t be before the first.`, path)
  return Array.from({ length: count }, (_, n) => addDays(from, n))
}

/** Returns a 409 that names the classes in which attendance was taken. */
export const attendanceTaken = (marked: readonly { name: string }[]) =>
  conflict(
    'attendance_taken',
    `Attendance was taken in ${[...new Set(marked.map(({ name }) => name))].join(', ')}. Clear that attendance first.`,
  )

type FullClass = { name: string; on: Day; seats: number; maxSize: number }

/**
 * Returns a 409 `class_full`: reinstating a class would exceed its size, because a seat has been given away.
 */
export const overfull = ({ name, ...facts }: FullClass) =>
  conflict(
    'class_full',
    `${name} would have ${facts.seats} students for ${counted(facts.maxSize, 'seat')} on ${dayInWords(facts.on)}. Move a guest or a regular student first.`,
    facts,
  )

type DoubleBooking = { firstName: string; name: string; other: string; on: Day; time: string }

/** Returns a 409 `overlapping`: reinstating a class would put a student in two classes at once. */
export const inTwoClasses = ({ firstName, name, other, on, time }: DoubleBooking) =>
  conflict(
    'overlapping',
    `${firstName} is in ${other} on ${dayInWords(on)} at ${clock(time)}, at the same time as ${name}. Move that place first.`,
    { on, time },
  )

/**
 * Returns the version of the day's unassigned assistants, for If-Match. The same people give the same
 * version.
 */
export function helpVersion(ta: readonly { id: string }[]) {
  const all = ta
    .map(({ id }) => id)
    .toSorted()
    .join()
  return [...all].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 999_999_937, 0)
}

const namesOf = (people: readonly { firstName: string; lastName: string }[]) =>
  people.map(fullName).join(', ')

/** Describes a day's changes: one line per changed class, and one for unassigned assistants, if any. */
export function changeLines({ ta, schedules }: Pick<Schedule, 'ta' | 'schedules'>) {
  const lines = schedules.map(({ name, substitute, assistants, note, canceled }) => {
    const facts = [
      canceled && `canceled (${canceled.reason})`,
      substitute && `${namesOf([substitute])} substitutes`,
      assistants.length > 0 && `with ${namesOf(assistants)}`,
      note && `note “${note}”`,
    ]
    const text = facts.filter(Boolean).join(', ')
    return text === '' ? '' : `${name}: ${text}`
  })
  return [...lines, ta.length > 0 ? `Floating assistants: ${namesOf(ta)}` : ''].filter((line) => line !== '')
}

/**
 * Returns the classes of a loaded day in which attendance was taken. Absences reported in advance don't
 * count.
 */
export const takenIn = ({ schedules }: Pick<Schedule, 'schedules'>) =>
  schedules.filter(({ students }) => students.some(isTaken))

/** Returns the version of all changes of a day, for If-Match when they are reset. */
export const dayVersion = ({
  ta,
  schedules,
}: {
  ta: readonly { id: string }[]
  schedules: readonly { version: number }[]
}) => schedules.reduce((sum, { version }) => sum + version, helpVersion(ta))

/** Returns the id of the person who actually teaches a class that day. */
const givenBy = ({ teacher, substitute }: ClassEntry) => (substitute ?? teacher)?.id

/**
 * Returns another class that the person teaches at the same time, if any. Such a clash is allowed, but rarely
 * intended (product §3).
 */
export const clashOf = (
  classes: readonly ClassEntry[],
  { id, time, endTime }: ClassEntry,
  personId: string,
) =>
  classes.find(
    (other) =>
      other.id !== id &&
      !other.canceled &&
      givenBy(other) === personId &&
      other.time < endTime &&
      time < other.endTime,
  )

/** Column headings of a month calendar. */
export const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** Returns the weeks that a month's calendar shows, from Sunday to Saturday. */
export function weeksOf(day: Day): Day[][] {
  const first = `${day.slice(0, 8)}01`
  const from = addDays(first, -weekday(first))
  const weeks = Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (__, n) => addDays(from, 7 * week + n)),
  )
  return weeks.filter((week) => week.some((each) => each.slice(0, 7) === day.slice(0, 7)))
}

/** Returns the first day of the month that is `months` away. */
export function monthFrom(day: Day, months: number): Day {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const at = year * 12 + month - 1 + months
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}-01`
}
