import { describe, expect, test } from 'vitest'
import type { Kind } from '#shared/permissions.ts'
import { afterMark, deviceHours, isDeviceTime, mayMark } from './rules.ts'
import type { Facts } from '#features/schedule/mark-words.ts'
import { markWord } from '#features/schedule/mark-words.ts'
import { type Mark, noticeWords } from '#features/schedule/rules.ts'

const [early, now, later] = [
  '2026-03-03T21:30:00.000Z',
  '2026-03-03T22:00:00.000Z',
  '2026-03-03T22:45:00.000Z',
]
const bare = {
  arrivedAt: null,
  departedAt: null,
  pickedUpBy: null,
  excused: false,
  reason: '',
  noticedAt: null,
  toldBy: null,
}
const present: Facts = { ...bare, mark: 'present', arrivedAt: early }
const presentNow: Facts = { ...present, arrivedAt: now }
const absent: Facts = { ...bare, mark: 'absent' }
const excused: Facts = { ...absent, excused: true, reason: 'Flu' }
const pickedUp: Facts = {
  ...bare,
  mark: 'pickup',
  arrivedAt: early,
  departedAt: early,
  pickedUpBy: 'Grandpa',
}
const pickedUpWork: Facts = { ...bare, mark: 'pickup', pickedUpBy: 'Grandpa' }

describe('the facts after a mark (product §4)', () => {
  test.each<[string, Facts | null, Mark, Facts]>([
    ['none → present arrives now', null, 'present', presentNow],
    ['none → absent has not arrived', null, 'absent', absent],
    ['none → pickup picks up work without attending', null, 'pickup', { ...pickedUpWork, pickedUpBy: null }],
    ['absent → present arrives now', absent, 'present', presentNow],
    ['absent → pickup picks up work', absent, 'pickup', { ...pickedUpWork, pickedUpBy: null }],
    ['present → present keeps the arrival', present, 'present', present],
    ['present → absent clears the arrival', present, 'absent', absent],
    ['present → pickup departs', present, 'pickup', { ...pickedUp, departedAt: later, pickedUpBy: null }],
    ['pickup → pickup keeps the departure and who picked up the student', pickedUp, 'pickup', pickedUp],
    ['pickup → present clears the departure and who picked up the student', pickedUp, 'present', present],
    ['picked up work → present arrives now', pickedUpWork, 'present', presentNow],
    ['pickup → absent clears everything', pickedUp, 'absent', absent],
    ['excused → absent keeps the excuse', excused, 'absent', excused],
    ['excused → present drops the excuse', excused, 'present', presentNow],
    [
      'excused → pickup keeps the excuse, as only work was picked up',
      excused,
      'pickup',
      { ...excused, mark: 'pickup' },
    ],
  ])('%s', (_, before, mark, want) =>
    expect(afterMark(before, mark, { at: now, until: later })).toEqual(want),
  )

  const noticed: Facts = { ...absent, noticedAt: early }
  test.each<[string, Facts | null, Mark, Facts]>([
    ['none → absent counts as reported in advance', null, 'absent', { ...absent, noticedAt: now }],
    ['absent → absent keeps the first notice', noticed, 'absent', noticed],
    ['absent → present drops the notice', noticed, 'present', { ...presentNow, noticedAt: null }],
    [
      'absent → pickup keeps the notice, as only work was picked up',
      noticed,
      'pickup',
      { ...noticed, mark: 'pickup' },
    ],
    ['present → absent counts as reported in advance', present, 'absent', { ...absent, noticedAt: now }],
    ['none → pickup doesn’t count as reported in advance', null, 'pickup', { ...bare, mark: 'pickup' }],
  ])('before the class begins, %s', (_, before, mark, want) =>
    expect(afterMark(before, mark, { at: now, ahead: now })).toEqual(want),
  )

  test('a departure is never before its arrival', () => {
    expect(afterMark({ ...present, arrivedAt: later }, 'pickup', { at: early, until: now })).toMatchObject({
      arrivedAt: later,
      departedAt: later,
    })
  })
})

describe('marks allowed on each day (product §4)', () => {
  const today = '2026-03-03'
  const notYet = 'This class hasn’t met yet. Until it does, you can only report an absence.'
  const tooLate = 'This class was more than 7 days ago. Only a manager can change its attendance now.'
  test.each<[Kind, string, Mark | null, string | null]>([
    ['operator', today, 'present', null],
    ['devices', today, 'pickup', null],
    ['operator', '2026-03-04', 'present', notYet],
    ['operator', '2026-03-04', 'pickup', notYet],
    ['operator', '2026-03-04', 'absent', null],
    ['operator', '2026-03-04', null, null],
    ['admin', '2027-03-04', 'present', notYet],
    ['operator', '2026-02-24', 'present', null],
    ['operator', '2026-02-24', null, null],
    ['operator', '2026-02-23', 'present', tooLate],
    ['operator', '2026-02-23', null, tooLate],
    ['manager', '2026-02-23', 'present', null],
    ['admin', '2025-02-23', null, null],
  ])('for %s on %s, the refusal message for the mark %s is %s', (kind, on, mark, want) =>
    expect(mayMark({ kind, on, today, mark })).toBe(want),
  )
})

describe('the descriptions of marks', () => {
  test.each<[string, Facts | null]>([
    ['Not taken', null],
    ['Present', present],
    ['Absent', absent],
    ['Picked up', pickedUp],
    ['Picked up work', pickedUpWork],
  ])('include “%s”', (word, facts) => expect(markWord(facts)).toBe(word))
})

describe('a device may mark from 30 minutes before a class to 60 minutes after it', () => {
  const klass = { time: '16:30', endTime: '17:45' }
  test.each([
    ['15:59', false],
    ['16:00', true],
    ['16:30', true],
    ['17:45', true],
    ['18:45', true],
    ['18:46', false],
    ['00:00', false],
  ])('at %s, it may: %s', (time, want) => expect(isDeviceTime(klass, time)).toBe(want))

  test('outside that time, a device says when attendance opens, or that it closed and the office can still change it', () => {
    expect(deviceHours(klass, '15:59')).toBe('Attendance opens at 4:00\u00a0PM.')
    expect(deviceHours(klass, '18:46')).toBe(
      'Attendance closed at 6:45\u00a0PM. The office can still change it.',
    )
  })

  test('the time limits of a class early or late in the day don’t wrap past midnight', () => {
    expect(isDeviceTime({ time: '00:10', endTime: '01:00' }, '00:00')).toBe(true)
    expect(isDeviceTime({ time: '22:45', endTime: '23:59' }, '23:59')).toBe(true)
  })
})

test.each([
  [{ by: 'Maria', reason: 'Sick', note: 'fever <39>' }, 'Reported by Maria: Sick, fever <39>'],
  [{ by: 'Maria', reason: '', note: '' }, 'Reported by Maria'],
  [{ by: '', reason: 'Flu', note: '' }, 'Reported in advance: Flu'],
  [{ by: '', reason: '', note: '' }, 'Reported in advance'],
])('the absence notice %o reads “%s”', (notice, words) => expect(noticeWords(notice)).toBe(words))
