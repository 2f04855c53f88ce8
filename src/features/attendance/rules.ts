import { z } from 'zod'

/**
 * Attendance: one mark per student, class and day, with its facts (spec §4; product §4). "Attended" means that an arrival is known; unmarked stays
 * unmarked, and nobody becomes absent by itself.
 */
export const Mark = z.enum(['present', 'absent', 'pickup'])
export type Mark = z.infer<typeof Mark>

export type Facts = { mark: Mark; arrivedAt: string | null; departedAt: string | null }

/**
 * The facts after a mark at an instant. Present keeps an earlier arrival; a pick-up of somebody present is their departure, of anybody else only
 * their work was picked up, and they have not attended.
 */
export function afterMark(before: Facts | null, mark: Mark, at: string): Facts {
  const arrivedAt = before?.arrivedAt ?? null
  if (mark === 'present') return { mark, arrivedAt: arrivedAt ?? at, departedAt: null }
  if (mark === 'absent') return { mark, arrivedAt: null, departedAt: null }
  return { mark, arrivedAt, departedAt: arrivedAt ? (before?.departedAt ?? at) : null }
}

const attended = ({ arrivedAt }: Pick<Facts, 'arrivedAt'>) => arrivedAt !== null

/** The word for a mark as people see it; unmarked is said to staff only. */
export function markWord(facts: Pick<Facts, 'mark' | 'arrivedAt'> | null) {
  if (!facts) return 'Not taken'
  if (facts.mark === 'pickup') return attended(facts) ? 'Picked up' : 'Picked up work'
  return facts.mark === 'present' ? 'Present' : 'Absent'
}

const minutesOf = (time: string) => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}
const before = 30
const after = 60

/** Whether a device may mark a class now (wall clock of the centre): from 30 minutes before its start to 60 after its end. */
export const isDeviceTime = ({ time, endTime }: { time: string; endTime: string }, now: string) =>
  minutesOf(now) >= minutesOf(time) - before && minutesOf(now) <= minutesOf(endTime) + after
