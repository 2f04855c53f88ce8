import { z } from 'zod'
import { isDay } from './day-text.ts'
import type { Day } from './days.ts'

/**
 * Values typed by hand, parsed the same way in the browser and on the server (spec §5; boundary values:
 * reliability B3, B4, B6).
 */

const pad = (value: number) => String(value).padStart(2, '0')

/**
 * Parses a typed time: an hour from 0 to 23, optional minutes, optional a/am/p/pm. With p, adds 12 to hours
 * below 12 and refuses hours above 12. 12 with a is 0. Returns `HH:MM`, or null if the text isn't a time.
 */
export function readTime(text: string): string | null {
  const [, hourText, minutes = '00', half] =
    /^(\d{1,2})(?::([0-5]\d))?\s?(?:([ap])m?)?$/i.exec(text.trim()) ?? []
  if (hourText === undefined) return null
  const hour = Number(hourText)
  const afternoon = half?.toLowerCase() === 'p'
  if (hour > 23 || (afternoon && hour > 12)) return null
  if (afternoon) return `${pad(hour < 12 ? hour + 12 : hour)}:${minutes}`
  return `${pad(half && hour === 12 ? 0 : hour)}:${minutes}`
}

/**
 * Parses the typed time of a class. Without am or pm, hours from 1 to 7 are taken as pm, and `isGuess` is
 * true. Returns null if the text isn't a time.
 */
export function readClassTime(text: string): { time: string; isGuess: boolean } | null {
  const time = readTime(text)
  if (time === null) return null
  const isGuess = !/[apm]\s*$/i.test(text) && time >= '01:00' && time < '08:00'
  return { time: isGuess ? `${Number(time.slice(0, 2)) + 12}${time.slice(2)}` : time, isGuess }
}

/**
 * Parses a typed date, `M/D` or `M-D`, with an optional four-digit year that defaults to `year`. Returns null
 * if there is no such day.
 */
export function readDay(text: string, year: number): Day | null {
  const [, month, , day, given] = /^(\d{1,2})([/-])(\d{1,2})(?:\2(\d{4}))?$/.exec(text.trim()) ?? []
  if (!month || !day) return null
  const typed = `${given ?? pad(year)}-${pad(Number(month))}-${pad(Number(day))}`
  return isDay(typed) ? typed : null
}

/** Formats a day as it would be typed: `2/9/2026`. */
export function dayTyped(day: Day) {
  const [year, month, date] = day.split('-').map(Number)
  return `${month}/${date}/${year}`
}

/** A phone number as typed, of at most 64 characters. `shared/phone-numbers.ts` parses it. */
export const Phone = z
  .string()
  .max(64, 'must have at most 64 characters')
  .transform((text) => text.trim())

/** True for a number of the United States or another country that uses +1 and the 3-3-4 grouping. */
export const isAmerican = (phone: string) => /^\+1\d{10}$/.test(phone)

/**
 * Formats an American number, or one of at most ten digits, as `555-123-4567` (spec §5). Returns other
 * numbers unchanged.
 */
export function phoneInWords(phone: string) {
  // Numbers stored before the country was known have no +1.
  const digits = isAmerican(phone) ? phone.slice(2) : phone
  if (!/^\d{1,10}$/.test(digits)) return phone
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join('-')
}

/**
 * Formats text typed into a phone field. Groups the digits if they could be an American number; otherwise
 * leaves the text as typed.
 */
export function phoneTyped(text: string) {
  const digits = text.replaceAll(/\D/g, '')
  return /^[\d ().-]*$/.test(text) && digits.length <= 10 ? phoneInWords(digits) : text
}
