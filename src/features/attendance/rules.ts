import type { Day } from '#shared/days.ts'
import type { Kind } from '#shared/permissions.ts'
import { Mark } from '#features/schedule/rules.ts'
import { type Facts, attended } from '#features/schedule/mark-words.ts'

/** The facts that fit a mark; others are let go: a departure and who came belong to a pick-up, an excuse and a notice to somebody who did not attend. */
export function fitting(facts: Facts): Facts {
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

/** A mark as it was; marks of earlier days don't say who told. */
type Before = Omit<Facts, 'toldBy'> & Partial<Pick<Facts, 'toldBy'>>

/** Instants of a mark. */
type Moments = { at: string; until?: string; ahead?: string | null }

/**
 * The facts after a mark for somebody who came `at` an instant and left at `until`; the same mark again changes nothing. Present keeps an earlier
 * arrival; a pick-up of somebody present is their departure, of anybody else only their work was picked up, and they have not attended. An absence
 * before the class begins (`ahead`: when it was told of) is a notice.
 */
export function afterMark(before: Before | null, mark: Mark, { at, until = at, ahead = null }: Moments): Facts {
  const { pickedUpBy = null, excused = false, reason = '', noticedAt = null, toldBy = null } = before ?? {}
  const known = before?.arrivedAt ?? null
  const arrivedAt = mark === 'absent' ? null : mark === 'present' ? (known ?? at) : known
  const left = arrivedAt && Date.parse(until) < Date.parse(arrivedAt) ? arrivedAt : until
  const departedAt = arrivedAt ? (before?.departedAt ?? left) : null
  const told = noticedAt ?? (mark === 'absent' ? ahead : null)
  return fitting({ mark, arrivedAt, departedAt, pickedUpBy, excused, reason, noticedAt: told, toldBy })
}

const dayMs = 86_400_000

const correctedDays = 7

type Marking = { kind: Kind; on: Day; today: Day; mark: Mark | null }

/**
 * Null when this kind of user may mark so on a day, or take a mark back (`mark` null), else why not, in words. Before its day a class has notices of
 * absence only; marks are corrected for 7 days by everyone who takes them, later by a manager (product §4).
 */
export function mayMark({ kind, on, today, mark }: Marking): string | null {
  if (on > today && mark !== null && mark !== 'absent') return 'This class has not met yet. Until its day only an absence can be noted.'
  const late = Date.parse(today) - Date.parse(on) > correctedDays * dayMs
  if (late && kind !== 'manager' && kind !== 'admin') return 'This class was more than 7 days ago. A manager can still correct its marks.'
  return null
}

/** Why a family can't come; the office writes what it wants. */
export const usualReasons = ['Sick', 'School event', 'Travel', 'Other'] as const

const minutesOf = (time: string) => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

const before = 30

const after = 60

/** Whether a device may mark a class now (wall clock of the center): from 30 minutes before its start to 60 after its end. */
export const isDeviceTime = ({ time, endTime }: { time: string; endTime: string }, now: string) =>
  minutesOf(now) >= minutesOf(time) - before && minutesOf(now) <= minutesOf(endTime) + after
