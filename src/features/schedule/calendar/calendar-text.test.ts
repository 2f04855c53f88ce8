import { expect, test } from 'vitest'
import { calendarText } from './calendar-text.ts'

const event = {
  classId: 'c1',
  on: '2026-03-03',
  time: '16:30',
  minutes: 75,
  zone: 'America/New_York',
  name: 'Math 5',
  place: '',
  teacher: '',
  canceled: false,
  sequence: 0,
}
const zones = [
  { zone: 'America/New_York', changes: [{ at: '2025-11-02T02:00:00', before: '-04:00', after: '-05:00' }] },
]
const linesOf = (more: object) =>
  calendarText({ name: 'x', today: '2026-03-03', zones: [], events: [{ ...event, ...more }] }).split('\r\n')

test('a calendar with one class is written as iCalendar text', () => {
  expect(
    calendarText({ name: 'Ana’s classes', today: '2026-03-03', zones, events: [event] }).split('\r\n'),
  ).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Blended Learning//Timetable//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Ana’s classes',
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    'BEGIN:VTIMEZONE',
    'TZID:America/New_York',
    'BEGIN:STANDARD',
    'DTSTART:20251102T020000',
    'TZOFFSETFROM:-0400',
    'TZOFFSETTO:-0500',
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    'UID:c1-2026-03-03@blended-learning',
    'DTSTAMP:20260303T000000Z',
    'DTSTART;TZID=America/New_York:20260303T163000',
    'DTEND;TZID=America/New_York:20260303T174500',
    'SEQUENCE:0',
    'STATUS:CONFIRMED',
    'SUMMARY:Math 5',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('a canceled class is marked as canceled in its status and name', () => {
  const lines = linesOf({ canceled: true, sequence: 3 })
  expect(lines).toEqual(
    expect.arrayContaining(['STATUS:CANCELLED', 'SUMMARY:Canceled: Math 5', 'SEQUENCE:3']),
  )
})

test('iCalendar’s special characters are escaped, and angle brackets are unchanged', () => {
  const lines = linesOf({ name: 'A; b, c\\d &lt;e&gt;\nf', teacher: 'Ms Rivera' })
  expect(lines).toEqual(
    expect.arrayContaining(['SUMMARY:A\\; b\\, c\\\\d <e>\\nf', 'DESCRIPTION:With Ms Rivera']),
  )
})

test('long lines are folded after 75 octets without splitting a character', () => {
  const text = calendarText({
    name: 'x',
    today: '2026-03-03',
    zones: [],
    events: [{ ...event, name: 'Zoë 👩‍🚀 '.repeat(20).trim() }],
  })
  const lines = text.split('\r\n')
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
  expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${'Zoë 👩‍🚀 '.repeat(20).trim()}`)
})

test('half-hour UTC offsets and the change to daylight saving time are written as iCalendar text', () => {
  const changes = [{ at: '2025-10-05T02:00:00', before: '+10:30', after: '+11:00' }]
  const text = calendarText({
    name: 'x',
    today: '2026-03-03',
    zones: [{ zone: 'Australia/Lord_Howe', changes }],
    events: [],
  })
  expect(text).toContain(
    'BEGIN:DAYLIGHT\r\nDTSTART:20251005T020000\r\nTZOFFSETFROM:+1030\r\nTZOFFSETTO:+1100\r\nEND:DAYLIGHT',
  )
})
