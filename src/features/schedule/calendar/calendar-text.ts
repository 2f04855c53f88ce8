import type { Day } from '#shared/days.ts'
import { plain } from '#shared/text.ts'

/**
 * Timetable as iCalendar text (RFC 5545; product §5): one event per class and day in the center's local time,
 * with the rules of its time zone, so that no calendar app shifts an event by an hour.
 */

/**
 * One class on one day. `minutes` is its length. `sequence` grows with every change, so that calendar apps
 * use the newest version.
 */
export type CalendarEvent = {
  classId: string
  on: Day
  /** Local time `HH:MM` at the center. */
  time: string
  minutes: number
  zone: string
  name: string
  place: string
  /** Teacher's name, or empty. */
  teacher: string
  canceled: boolean
  sequence: number
}

/**
 * Clock change of a time zone. `at` is its local time by the old offset; `before` and `after` are UTC offsets
 * such as `-05:00`.
 */
type ClockChange = { at: string; before: string; after: string }
type Zone = { zone: string; changes: readonly ClockChange[] }

const digits = (text: string) => text.replaceAll(/[-:]/g, '')
const pad = (value: number) => String(value).padStart(2, '0')

/** Escapes free text for iCalendar. */
const escaped = (text: string) =>
  plain(text)
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n')

const maxLineLength = 75

/** Returns the number of octets of a character in UTF-8. */
function octets(character: string) {
  const point = character.codePointAt(0) ?? 0
  if (point < 0x80) return 1
  if (point < 0x800) return 2
  return point < 0x10000 ? 3 : 4
}

/**
 * Folds a content line to at most 75 octets. Continuation lines start with a space, and characters are never
 * split.
 */
function folded(line: string) {
  const lines = ['']
  let used = 0
  for (const character of line) {
    const length = octets(character)
    if (used + length > maxLineLength) {
      lines.push(' ')
      used = 1
    }
    lines[lines.length - 1] += character
    used += length
  }
  return lines.join('\r\n')
}

/** Returns the local end time as `HHMMSS`. A class ends on the day it starts. */
function endOf({ time, minutes }: Pick<CalendarEvent, 'time' | 'minutes'>) {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const end = hour * 60 + minute + minutes
  return `${pad(Math.floor(end / 60))}${pad(end % 60)}00`
}

function observance({ at, before, after }: ClockChange) {
  // `-05:00` is less than `-04:00`; the change to the larger offset starts daylight time.
  const kind = hoursOf(after) > hoursOf(before) ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${kind}`,
    `DTSTART:${digits(at)}`,
    `TZOFFSETFROM:${offset(before)}`,
    `TZOFFSETTO:${offset(after)}`,
    `END:${kind}`,
  ]
}

const hoursOf = (text: string) => Number(`${text.slice(0, 3)}.${text.slice(4)}`)
const offset = (text: string) => text.replaceAll(':', '')

const zoneLines = ({ zone, changes }: Zone) => [
  'BEGIN:VTIMEZONE',
  `TZID:${zone}`,
  ...changes.flatMap(observance),
  'END:VTIMEZONE',
]

function eventLines(event: CalendarEvent, stamp: string) {
  const at = (time: string) => `TZID=${event.zone}:${digits(event.on)}T${time}`
  return [
    'BEGIN:VEVENT',
    `UID:${event.classId}-${event.on}@blended-learning`,
    `DTSTAMP:${stamp}`,
    `DTSTART;${at(`${digits(event.time)}00`)}`,
    `DTEND;${at(endOf(event))}`,
    `SEQUENCE:${event.sequence}`,
    `STATUS:${event.canceled ? 'CANCELLED' : 'CONFIRMED'}`,
    `SUMMARY:${event.canceled ? 'Canceled: ' : ''}${escaped(event.name)}`,
    ...(event.place ? [`LOCATION:${escaped(event.place)}`] : []),
    ...(event.teacher ? [`DESCRIPTION:With ${escaped(event.teacher)}`] : []),
    'END:VEVENT',
  ]
}

type Calendar = { name: string; today: Day; zones: readonly Zone[]; events: readonly CalendarEvent[] }

/**
 * Returns the calendar's text. `today` is the day it is read. All `DTSTAMP` timestamps are the beginning of
 * that day in UTC, so that within a day the text changes only if the calendar does.
 */
export function calendarText({ name, today, zones, events }: Calendar) {
  const stamp = `${digits(today)}T000000Z`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Blended Learning//Timetable//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    ...zones.flatMap(zoneLines),
    ...events.flatMap((event) => eventLines(event, stamp)),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}
