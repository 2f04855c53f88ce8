import { addDays } from '#shared/calendar.ts'
import type { Day } from '#shared/days.ts'
import { conflict, refused } from '#shared/problem.ts'
import { plain } from '#shared/text.ts'

/** The most days that are asked or said of at once. */
export const mostDays = 62
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
