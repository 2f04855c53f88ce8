import { Temporal } from 'temporal-polyfill'
import { timeAt } from './clock.ts'

/** No automatic message is sent from 8 PM to 8 AM local time. It waits until then, unless it no longer matters. */
const [dayBegins, dayEnds] = ['08:00', '20:00']

/** True if families sleep or rest at this local time (`HH:MM`). */
export const isQuiet = ({ time }: { time: string }) => time < dayBegins || time >= dayEnds

/** Returns the instant at which the quiet hours that a zone is in end; null if it is in none. */
export function quietUntil(zone: string): Date | null {
  const time = timeAt(zone)
  if (!isQuiet({ time })) return null
  const now = Temporal.Now.zonedDateTimeISO(zone)
  const day = time < dayBegins ? now : now.add({ days: 1 })
  return new Date(day.withPlainTime(dayBegins).epochMilliseconds)
}
