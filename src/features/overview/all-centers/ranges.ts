import { rangeFault } from '#features/attendance/history/history-weeks.ts'
import { addDays, addMonths, weekday } from '#shared/calendar.ts'
import { isDay } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'

/** Ranges to choose from, each ending today. */
export const rangeNames = ['week', 'month', 'four-weeks', 'three-months'] as const
export type RangeName = (typeof rangeNames)[number]

export const rangeWords: Record<RangeName, string> = {
  week: 'This week',
  month: 'This month',
  'four-weeks': 'Last 4 weeks',
  'three-months': 'Last 3 months',
}

/** First day of each range, which ends today. Weeks start on Sunday, as on a center's dashboard. */
const firstDay: Record<RangeName, (today: Day) => Day> = {
  week: (today) => addDays(today, -weekday(today)),
  month: (today) => `${today.slice(0, 8)}01`,
  'four-weeks': (today) => addDays(today, -27),
  'three-months': (today) => addDays(addMonths(today, -3), 1),
}

/** Range in a URL: a name, or two days. */
export type RangeSearch = { range?: string; from?: string; to?: string }

/** Returns the chosen range or, if it isn't valid, the four weeks shown on a center's dashboard. */
export function chosenRange({ range, from = '', to = '' }: RangeSearch, today: Day) {
  if (isDay(from) && isDay(to) && rangeFault({ from, to }) === null)
    return { name: 'custom' as const, from, to }
  const name = rangeNames.find((each) => each === range) ?? 'four-weeks'
  return { name, from: firstDay[name](today), to: today }
}
