import type { AutomaticKind } from '#features/family/subscriptions/kinds.ts'
import { addDays, weekday } from '#shared/calendar.ts'
import type { Day } from '#shared/days.ts'
import type { Facts } from './message-words.ts'

/** Local day and time (`HH:MM`) at a center. */
export type Moment = { today: Day; time: string }

/** Numeric setting of a kind of message, with its limits. */
type Setting = { label: string; usual: number; min: number; max: number }

type KindRule = { label: string; description: string; hour?: Setting; days?: Setting }

/** Labels and settings of each kind of message, for the office. */
export const kindRules: Record<AutomaticKind, KindRule> = {
  class: {
    label: 'Before a class',
    description: 'The day before, to families of everyone expected in a class.',
    hour: { label: 'Sent the day before at', usual: 16, min: 8, max: 19 },
  },
  absent: {
    label: 'Absent without notice',
    description: 'Within minutes of a child being marked absent, unless the family told you beforehand.',
  },
  change: {
    label: 'Class canceled or moved',
    description:
      'When a class is canceled for a day, or when its weekday or time changes within the next two weeks.',
  },
  expiry: {
    label: 'Make-up about to expire',
    description: 'Once for each credit that is still unused.',
    days: { label: 'Days before it expires', usual: 14, min: 1, max: 30 },
  },
  overdue: {
    label: 'Homework overdue',
    description: 'Once for each homework assignment that hasn’t been handed in.',
    days: { label: 'Days after it was due', usual: 1, min: 1, max: 30 },
  },
  report: {
    label: 'Report ready',
    description: 'When an assessment is returned and its report can be read.',
  },
  invoice: {
    label: 'Invoice due soon',
    description: 'Once for each invoice that isn’t paid in full, to the parent who pays.',
    days: { label: 'Days before it is due', usual: 3, min: 0, max: 14 },
  },
  week: {
    label: 'Weekly summary',
    description: 'Every Saturday, to families of children who had a class or finished work that week.',
    hour: { label: 'Sent on Saturdays at', usual: 9, min: 8, max: 19 },
  },
}

/** Returns a kind's settings: defaults for those that weren't chosen, null for those that it doesn't have. */
export const settingsOf = (
  kind: AutomaticKind,
  { hour, days }: { hour: number | null; days: number | null },
) => ({
  hour: kindRules[kind].hour ? (hour ?? kindRules[kind].hour.usual) : null,
  days: kindRules[kind].days ? (days ?? kindRules[kind].days.usual) : null,
})

/** Returns true once the given hour of the day has been reached. */
const isPast = (hour: number, { time }: Moment) => time >= `${String(hour).padStart(2, '0')}:00`

/**
 * Returns the days whose classes are announced now: tomorrow, from the chosen hour on, and, if the kind was
 * already on yesterday (`wasOn`), today, for reminders that couldn't be sent then. The query leaves out
 * classes that have begun.
 */
export function announcedDays(now: Moment, { hour, wasOn }: { hour: number; wasOn: boolean }): Day[] {
  return [...(wasOn ? [now.today] : []), ...(isPast(hour, now) ? [addDays(now.today, 1)] : [])]
}

/**
 * Returns the Saturday whose weekly message is sent now, if any: today, from the chosen hour on, or
 * yesterday, for messages that couldn't be sent then.
 */
export function saturdaysToSend(now: Moment, hour: number): Day[] {
  const { today } = now
  if (weekday(today) === 6) return isPast(hour, now) ? [today] : []
  return weekday(today) === 0 ? [addDays(today, -1)] : []
}

type SendUntil = { [K in AutomaticKind]?: (facts: Facts[K]) => { on: Day; time: string } | undefined }

const until: SendUntil = {
  class: ({ on, classes: [first] }) => first && { on, time: first.time },
  change: ({ on, time }) => ({ on, time }),
  expiry: ({ expiresOn }) => ({ on: addDays(expiresOn, 1), time: '00:00' }),
}

/**
 * Returns the local day and time at which a message expires: when the class begins or the credit has expired.
 * Returns null for messages that never expire.
 */
export const untilWhen = <K extends AutomaticKind>(kind: K, facts: Facts[K]) => until[kind]?.(facts) ?? null
