import type { Facts } from '#features/schedule/mark-words.ts'
import { markWord } from '#features/schedule/mark-words.ts'
import { t } from '#shared/language.ts'
import { attendanceCounts } from '../mark-look.ts'
import type { Columns } from '#shared/csv.ts'
import type { Day } from '#shared/days.ts'
import type { PastMark } from './api.ts'

/** Attendance history as calendars and in words (spec §2; product §1 History, §4). */

const dayMs = 86_400_000
const daysBetween = (from: Day, to: Day) => (Date.parse(to) - Date.parse(from)) / dayMs
const dayAfter = (day: Day, days: number): Day =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
const weekdayOf = (day: Day) => new Date(Date.parse(day)).getUTCDay()

const maxDays = 400

/** Returns why a range of days can't be requested, or null. Both ends are included. */
export function rangeFault({ from, to }: { from: Day; to: Day }) {
  if (to < from) return t('The last day can’t be before the first day.')
  return daysBetween(from, to) >= maxDays ? t('At most {maxDays} days at a time.', { maxDays }) : null
}

/**
 * Returns the range of days on a student's attendance page: the current month, the eleven months before it,
 * and the days up to a month from now, to include absence notices.
 */
export function yearAround(today: Day): { from: Day; to: Day } {
  const [year = 0, month = 0] = today.split('-').map(Number)
  return { from: new Date(Date.UTC(year, month - 12, 1)).toISOString().slice(0, 10), to: dayAfter(today, 31) }
}

const weeks = 12

/** Returns the first and last day of the 12 weeks that end with the current one. Weeks start on Sunday. */
export const twelveWeeks = (today: Day): { from: Day; to: Day } => ({
  from: dayAfter(today, -weekdayOf(today) - 7 * (weeks - 1)),
  to: dayAfter(today, 6 - weekdayOf(today)),
})

type OnDay = { on: Day }

/** Returns the weeks of a range, oldest first, each with its first day and its marks in the given order. */
export function weeksOf<M extends OnDay>(marks: readonly M[], { from, to }: { from: Day; to: Day }) {
  const count = Math.floor(daysBetween(from, to) / 7) + 1
  return Array.from({ length: count }, (_, at) => {
    const [start, next] = [dayAfter(from, 7 * at), dayAfter(from, 7 * (at + 1))]
    return { start, marks: marks.filter(({ on }) => on >= start && on < next) }
  })
}

/**
 * Returns the calendar of a month: weeks of seven days starting on Sunday, with null for days of other
 * months.
 */
function daysOfMonth<M extends OnDay>(month: string, marks: readonly M[]) {
  const first = `${month}-01`
  const days = [...Array<null>(weekdayOf(first)).fill(null)] as ({ day: Day; marks: M[] } | null)[]
  for (let day = first; day.startsWith(month); day = dayAfter(day, 1))
    days.push({ day, marks: marks.filter(({ on }) => on === day) })
  while (days.length % 7 > 0) days.push(null)
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(7 * week, 7 * week + 7))
}

/** Returns the calendars of the months that have marks, latest first. `month` is `2026-03`. */
export function monthsOf<M extends OnDay>(marks: readonly M[]) {
  const months = Map.groupBy(marks, ({ on }) => on.slice(0, 7))
  return [...months]
    .toSorted(([left], [right]) => (left < right ? 1 : -1))
    .map(([month, within]) => ({ month, weeks: daysOfMonth(month, within) }))
}

type CorrectedFacts = Omit<Facts, 'noticedAt' | 'toldBy'> & { note: string }

/**
 * Describes a correction in short phrases: `Changed from Present to Absent`, `Reason: sick`. Empty if none of
 * the described fields changed.
 */
export function correctionInWords(before: CorrectedFacts | null, after: CorrectedFacts | null): string[] {
  if (!after) return before ? [t('Cleared: was {before}', { before: markWord(before) })] : []
  const was = before && markWord(before)
  const is = markWord(after)
  const words =
    was === is ? [] : [was ? t('Changed from {was} to {is}', { was, is }) : t('Marked {is}', { is })]
  if (after.excused !== (before?.excused ?? false))
    words.push(t(after.excused ? 'Excused' : 'No longer excused'))
  if (after.reason !== (before?.reason ?? ''))
    words.push(after.reason ? `${t('Reason')}: ${after.reason}` : t('Reason removed'))
  if ((after.pickedUpBy ?? '') !== (before?.pickedUpBy ?? ''))
    words.push(after.pickedUpBy ? `${t('Picked up by')}: ${after.pickedUpBy}` : t('Pick-up person removed'))
  if (after.note !== (before?.note ?? ''))
    words.push(after.note ? `${t('Note')}: ${after.note}` : t('Note removed'))
  return words
}

/** Counts marks by label: `Present 20 · Absent 2`. */
export const countsInWords = (marks: Parameters<typeof attendanceCounts>[0]) =>
  attendanceCounts(marks)
    .map(([word, count]) => `${word} ${count}`)
    .join(' · ')

/** Splits a range into weeks, oldest first. The last week ends with the range. */
export const spansOf = ({ from, to }: { from: Day; to: Day }) =>
  Array.from({ length: Math.floor(daysBetween(from, to) / 7) + 1 }, (_, at) => {
    const last = dayAfter(from, 7 * at + 6)
    return { from: dayAfter(from, 7 * at), to: last < to ? last : to }
  })

type MarkRow = Omit<PastMark, '_id'> & { studentNum: string }

/** Returns the CSV columns for marks. `at` formats an instant in the center's time zone. */
export const markColumns = (at: (instant: string) => string): Columns<MarkRow> => [
  ['Day', ({ on }) => on],
  ['Class', ({ className }) => className],
  ['Student number', ({ studentNum }) => studentNum],
  ['First name', ({ firstName }) => firstName],
  ['Last name', ({ lastName }) => lastName],
  ['Mark', markWord],
  ['Arrived', ({ arrivedAt }) => arrivedAt && at(arrivedAt)],
  ['Left', ({ departedAt }) => departedAt && at(departedAt)],
  ['Picked up by', ({ pickedUpBy }) => pickedUpBy],
  ['Excused', ({ excused }) => (excused ? 'yes' : '')],
  ['Reported in advance', ({ noticedAt }) => noticedAt && at(noticedAt)],
  ['Reason', ({ reason }) => reason],
  ['Note', ({ note }) => note],
  ['Taken by', ({ takenBy }) => takenBy],
  ['Taken', ({ takenAt }) => at(takenAt)],
]
