import { expect, test } from 'vitest'
import { isDue, isBackupOverdue, sizeInWords, stays, timeInWords } from './rules.ts'

const day = 86_400_000
const now = new Date('2026-03-03T12:00:00Z')
const ago = (days: number, { good = true, tried = true, upgrade = false } = {}) => ({
  file: `${days}`,
  madeAt: new Date(now.getTime() - days * day),
  good,
  tried,
  upgrade,
})
const bad = { good: false }
const found = { tried: false }
const upgrade = { upgrade: true }
const staying = (all: ReturnType<typeof ago>[]) => [...stays(all, now)].map(Number).sort((a, b) => a - b)

test('the newest nightly backup of each of the last 7 days, 4 weeks and 6 months is kept', () => {
  const year = Array.from({ length: 365 }, (_, days) => ago(days))
  // Sundays are 2, 9 and 16 days ago; the ends of months are 3, 31, 62, 93 and 123 days ago.
  expect(staying(year)).toEqual([0, 1, 2, 3, 4, 5, 6, 9, 16, 31, 62, 93, 123])
})

test.each([
  ['a single old one', [ago(400)], [400]],
  ['all of the last day', [ago(0), ago(0.1), ago(0.2), ago(0.9)], [0, 0.1, 0.2, 0.9]],
  ['only the newest of an earlier day', [ago(0), ago(2), ago(2.1), ago(2.2)], [0, 2]],
  [
    'the newest verified file of a day, not a newer one that was only found',
    [ago(0), ago(2, found), ago(2.1), ago(5, found), ago(5.1, found)],
    [0, 2.1, 5],
  ],
  [
    'the last seven days that have one, ignoring gaps',
    [0, 3, 6, 9, 12, 15, 18, 21].map((days) => ago(days)),
    [0, 3, 6, 9, 12, 15, 18],
  ],
  [
    'a bad one for a week, without replacing a good one',
    [ago(0, bad), ago(1), ago(6, bad), ago(8, bad)],
    [0, 1, 6],
  ],
  ['the only good one, whatever comes after', [ago(0, bad), ago(1, bad), ago(900)], [0, 1, 900]],
  [
    'one made before an upgrade, for a month',
    [ago(0), ago(2), ago(2.1, upgrade), ago(29, upgrade), ago(29.1), ago(31, upgrade)],
    [0, 2, 2.1, 29, 31],
  ],
  [
    'one dated in the future by a wrong clock, without replacing others',
    [ago(-40), ago(-300), ago(2), ago(2.1)],
    [-300, -40, 2],
  ],
  ['nothing', [], []],
])('cleaning up backups keeps %s', (_, all, wanted) => expect(staying(all)).toEqual(wanted))

const at = (hours: number | null) => (hours === null ? null : new Date(now.getTime() - hours * 3_600_000))
test.each([
  ['when there is none yet', null, 14, 24, true],
  ['daily, at night', 23, 3, 24, true],
  ['daily, not at night if one was made in the evening', 6, 3, 24, false],
  ['daily, not during the day', 23, 14, 24, false],
  ['daily, during the day after a missed night', 26.5, 14, 24, true],
  ['hourly', 0.99, 14, 1, true],
  ['every six hours, too early', 4, 14, 6, false],
  ['every six hours', 6, 14, 6, true],
])('a backup is due only when its schedule says so: %s', (_, hours, hourThere, every, wanted) =>
  expect(isDue({ now, hourThere, last: at(hours), every })).toBe(wanted),
)

test.each([
  ['made last night', 8, 100, false],
  ['older than a day and six hours', 30, 100, true],
  ['older, but the machine has just started', 60, 1, false],
  ['none after several hours', null, 5, true],
])('a missing backup is detected without false alarms: %s', (_, hours, upHours, wanted) =>
  expect(isBackupOverdue({ now, last: at(hours), every: 24, upSeconds: upHours * 3600 })).toBe(wanted),
)

test('sizes and times are formatted for people to read', () => {
  expect([0, 999, 1000, 12_345, 240_850_000, 3e9, 5e12, 7e15].map(sizeInWords)).toEqual([
    '0 bytes',
    '999 bytes',
    '1.0 kB',
    '12 kB',
    '241 MB',
    '3.0 GB',
    '5.0 TB',
    '7000 TB',
  ])
  expect([400, 12_300, 119_000, 180_000].map(timeInWords)).toEqual(['0.4 s', '12 s', '119 s', '3 min'])
})
