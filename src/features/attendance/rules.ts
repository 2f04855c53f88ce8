import { clock } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import type { Kind } from '#shared/permissions.ts'
import { t } from '#shared/language.ts'
import { Mark } from '#features/schedule/rules.ts'
import { type Facts, attended } from '#features/schedule/mark-words.ts'

/**
 * Drops facts that don't fit a mark. Only a pick-up has a departure and the name of the person who picked up
 * the student or the work. Only a student who didn't attend has an excuse, a reason and a notice.
 */
export function factsOfMark(facts: Facts): Facts {
  const pickedUp = facts.mark === 'pickup'
  return {
    mark: facts.mark,
    arrivedAt: facts.arrivedAt,
    departedAt: pickedUp ? facts.departedAt : null,
    pickedUpBy: pickedUp ? facts.pickedUpBy : null,
    excused: !attended(facts) && facts.excused,
    reason: attended(facts) ? '' : facts.reason,
    noticedAt: attended(facts) ? null : facts.noticedAt,
    toldBy: attended(facts) ? null : facts.toldBy,
  }
}

/** A mark before the change. Older marks don't record who reported the absence. */
type PreviousMark = Omit<Facts, 'toldBy'> & Partial<Pick<Facts, 'toldBy'>>

/**
 * Times for an attendance mark: the arrival (`at`), the departure (`until`, by default the same), and when an
 * absence was reported before class (`ahead`, null if it wasn't).
 */
type Moments = { at: string; until?: string; ahead?: string | null }

/**
 * Returns the facts after `mark` for a student who came at `at` and left at `until`. Repeating a mark changes
 * nothing. Marking a student present keeps an earlier arrival. A pick-up sets the departure of a student who
 * was present; any other student is counted as not attending, because only their work was picked up. An
 * absence marked before class counts as reported in advance, at `ahead`.
 */
export function afterMark(
  before: PreviousMark | null,
  mark: Mark,
  { at, until = at, ahead = null }: Moments,
): Facts {
  const { pickedUpBy = null, excused = false, reason = '', noticedAt = null, toldBy = null } = before ?? {}
  const known = before?.arrivedAt ?? null
  const arrivedAt = mark === 'absent' ? null : mark === 'present' ? (known ?? at) : known
  const left = arrivedAt && Date.parse(until) < Date.parse(arrivedAt) ? arrivedAt : until
  const departedAt = arrivedAt ? (before?.departedAt ?? left) : null
  const reportedAt = noticedAt ?? (mark === 'absent' ? ahead : null)
  return factsOfMark({
    mark,
    arrivedAt,
    departedAt,
    pickedUpBy,
    excused,
    reason,
    noticedAt: reportedAt,
    toldBy,
  })
}

const dayMs = 86_400_000

const correctedDays = 7

type MarkAttempt = { kind: Kind; on: Day; today: Day; mark: Mark | null }

/**
 * Returns null if this kind of user may set this mark on that day (or clear it, if `mark` is null); otherwise
 * a sentence with the reason. Before the day of the class, only absences can be reported. Everyone who takes
 * attendance may correct it for 7 days; after that, only managers and admins may (product §4).
 */
export function mayMark({ kind, on, today, mark }: MarkAttempt): string | null {
  if (on > today && mark !== null && mark !== 'absent')
    return 'This class hasn’t met yet. Until it does, you can only report an absence.'
  const late = Date.parse(today) - Date.parse(on) > correctedDays * dayMs
  if (late && kind !== 'manager' && kind !== 'admin')
    return 'This class was more than 7 days ago. Only a manager can change its attendance now.'
  return null
}

/** Suggested reasons for an absence. The office may type any other. */
export const usualReasons = ['Sick', 'School event', 'Travel', 'Other'] as const

const minutesOf = (time: string) => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

const before = 30

const after = 60

/**
 * Returns a sentence that explains why a device can't mark a class now: when marking opens, or when it
 * closed.
 */
export function deviceHours({ time, endTime }: { time: string; endTime: string }, now: string) {
  const at = (minutes: number) => clock(`${pad(Math.floor(minutes / 60) % 24)}:${pad(minutes % 60)}`)
  return minutesOf(now) < minutesOf(time) - before
    ? t('Attendance opens at {time}.', { time: at(minutesOf(time) - before) })
    : t('Attendance closed at {endTime}. The office can still change it.', {
        endTime: at(minutesOf(endTime) + after),
      })
}

const pad = (value: number) => String(value).padStart(2, '0')

/**
 * True if a device may mark a class at `now`, the center's local time: from 30 minutes before it starts to 60
 * minutes after it ends.
 */
export const isDeviceTime = ({ time, endTime }: { time: string; endTime: string }, now: string) =>
  minutesOf(now) >= minutesOf(time) - before && minutesOf(now) <= minutesOf(endTime) + after
