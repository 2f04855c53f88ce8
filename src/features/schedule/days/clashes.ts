import type { ClassEntry, Schedule } from '#features/schedule/api.ts'
import { addDays, weekday } from '#shared/calendar.ts'
import { clock, dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { conflict, refused } from '#shared/problem.ts'
import { counted, plain } from '#shared/text.ts'

/** The most days that are asked or said of at once. */
const mostDays = 62
const dayMs = 86_400_000

/** The days from one to another, both included. 422 at `path` when there are none or more than `mostDays`. */
export function daysBetween(from: Day, to: Day, path: string): Day[] {
  const count = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  if (count < 1 || count > mostDays) throw refused('range', `At most ${mostDays} days, the first one first.`, path)
  return Array.from({ length: count }, (_, n) => addDays(from, n))
}

/** 409 that says in which classes attendance was taken. */
export const attendanceTaken = (marked: readonly { name: string }[]) =>
  conflict(
    'attendance_taken',
    `Attendance was taken in ${[...new Set(marked.map(({ name }) => plain(name)))].join(', ')}. Take the marks back first.`,
  )

type Full = { name: string; on: Day; seats: number; maxSize: number }

/** `class_full`: a seat that was free for a day was given away. */
export const overfull = ({ name, ...facts }: Full) =>
  conflict(
    'class_full',
    `${plain(name)} would have ${facts.seats} students for ${counted(facts.maxSize, 'seat')} on ${dayInWords(facts.on)}. Move a guest or regular first.`,
    facts,
  )

type Double = { firstName: string; name: string; other: string; on: Day; time: string }

/** `overlapping`: somebody who was free for a day is in another class. */
export const inTwoClasses = ({ firstName, name, other, on, time }: Double) =>
  conflict(
    'overlapping',
    `${plain(firstName)} is in ${plain(other)} on ${dayInWords(on)} at ${clock(time)}, at the time of ${plain(name)}. Move that place first.`,
    { on, time },
  )

/** The version of who assists wherever they are needed, for If-Match: the same people are the same version. */
export function helpVersion(ta: readonly { id: string }[]) {
  const all = ta
    .map(({ id }) => id)
    .toSorted()
    .join()
  return [...all].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 999_999_937, 0)
}

const namesOf = (people: readonly { firstName: string; lastName: string }[]) =>
  people.map(({ firstName, lastName }) => plain(`${firstName} ${lastName}`.trim())).join(', ')

/** What was said of a day, a line for each class and one for who assists wherever they are needed; nothing where nothing was. */
export function saidWords({ ta, schedules }: Pick<Schedule, 'ta' | 'schedules'>) {
  const lines = schedules.map(({ name, substitute, assistants, note, canceled }) => {
    const facts = [
      canceled && `canceled (${plain(canceled.reason)})`,
      substitute && `${namesOf([substitute])} substitutes`,
      assistants.length > 0 && `with ${namesOf(assistants)}`,
      note && `note “${plain(note)}”`,
    ]
    const said = facts.filter(Boolean).join(', ')
    return said === '' ? '' : `${plain(name)}: ${said}`
  })
  return [...lines, ta.length > 0 ? `Assisting everywhere: ${namesOf(ta)}` : ''].filter((line) => line !== '')
}

/** The classes of a day in which attendance was taken, as far as their rolls say; an absence told of before is none. */
export const takenIn = ({ schedules }: Pick<Schedule, 'schedules'>) =>
  schedules.filter(({ students }) => students.some(({ mark, noticed }) => mark !== null && !noticed))

/** The version of all that was said of a day, for If-Match of its taking back. */
export const dayVersion = ({ ta, schedules }: { ta: readonly { id: string }[]; schedules: readonly { version: number }[] }) =>
  schedules.reduce((sum, { version }) => sum + version, helpVersion(ta))

/** Who really teaches a class on its day. */
const givenBy = ({ teacher, substitute }: ClassEntry) => (substitute ?? teacher)?.id

/** The other class of the day that somebody teaches at the same time, which is allowed but seldom meant (product §3); or undefined. */
export const clashOf = (classes: readonly ClassEntry[], { id, time, endTime }: ClassEntry, personId: string) =>
  classes.find((other) => other.id !== id && !other.canceled && givenBy(other) === personId && other.time < endTime && time < other.endTime)

/** The heads of a month's columns. */
export const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** The weeks, from Sunday to Saturday, that a month's page shows. */
export function weeksOf(day: Day): Day[][] {
  const first = `${day.slice(0, 8)}01`
  const from = addDays(first, -weekday(first))
  const weeks = Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (__, n) => addDays(from, 7 * week + n)))
  return weeks.filter((week) => week.some((each) => each.slice(0, 7) === day.slice(0, 7)))
}

/** The first day of the month that many months away. */
export function monthFrom(day: Day, months: number): Day {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const at = year * 12 + month - 1 + months
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}-01`
}
