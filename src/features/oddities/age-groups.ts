import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'

const dayMs = 86_400_000
const ages = [
  { label: 'Today', days: 0 },
  { label: '1 to 7 days', days: 7 },
  { label: '8 to 30 days', days: 30 },
  { label: 'Over 30 days', days: Infinity },
] as const

/** Counts oddities by age, newest first. Oddities that start in the future count as today's. */
export function byAge(rows: readonly { since: Day }[], today: Day) {
  const bandOf = (since: Day) =>
    ages.find(({ days }) => (Date.parse(today) - Date.parse(since)) / dayMs <= days)?.label
  return ages.map(({ label }) => ({
    label: t(label),
    count: rows.filter(({ since }) => bandOf(since) === label).length,
  }))
}
