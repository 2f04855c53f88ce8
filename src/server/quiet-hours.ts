import { Temporal } from 'temporal-polyfill'
import { timeAt } from './clock.ts'

/**
 * Automatic messages are sent only between these hours, local time. A message due between 8 PM and 8 AM waits
 * until 8 AM, unless it no longer matters by then.
 */
const [dayBegins, dayEnds] = ['08:00', '20:00']

/** True if this local time (`HH:MM`) is within the quiet hours. */
export const isQuiet = ({ time }: { time: string }) => time < dayBegins || time >= dayEnds

/** Returns the instant at which a zone's current quiet hours end, or null outside quiet hours. */
export function quietUntil(zone: string): Date | null {
  const time = timeAt(zone)
  if (!isQuiet({ time })) return null
  const now = Temporal.Now.zonedDateTimeISO(zone)
  const day = time < dayBegins ? now : now.add({ days: 1 })
  return new Date(day.withPlainTime(dayBegins).epochMilliseconds)
}
