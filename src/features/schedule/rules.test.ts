import { describe, expect, test } from 'vitest'
import {
  badge,
  badgeWords,
  Badge,
  type Place,
  seatsOf,
  slots,
  SubjectBy,
  takesSeat,
  taughtBy,
} from './rules.ts'
import { endTime } from '#shared/calendar.ts'

const on = '2026-03-03'
const regular: Place = {
  type: 'regular',
  status: 'active',
  startDate: '2026-01-06',
  endDate: null,
  firstClass: false,
}

describe('the badge of a student on a date is the first that applies (spec §4)', () => {
  test.each<[string, Partial<Place>, Badge | null]>([
    ['a regular student between the first and the last day has none', {}, null],
    ['the waitlist is WL', { type: 'waitlist' }, 'WL'],
    ['WL takes precedence over PR', { type: 'waitlist', status: 'prospect' }, 'WL'],
    [
      'WL takes precedence over FC and LC',
      { type: 'waitlist', startDate: on, endDate: on, firstClass: true },
      'WL',
    ],
    ['a prospect is PR', { status: 'prospect' }, 'PR'],
    ['a trial is PR', { type: 'trial' }, 'PR'],
    ['PR takes precedence over MU', { type: 'make-up', status: 'prospect' }, 'PR'],
    ['PR takes precedence over FC', { status: 'prospect', startDate: on, firstClass: true }, 'PR'],
    ['a make-up is MU', { type: 'make-up' }, 'MU'],
    [
      'MU takes precedence over FC and LC, because a make-up begins and ends on its date',
      { type: 'make-up', startDate: on, endDate: on, firstClass: true },
      'MU',
    ],
    ['the first class is FC', { startDate: on, firstClass: true }, 'FC'],
    ['FC takes precedence over LC', { startDate: on, endDate: on, firstClass: true }, 'FC'],
    ['a first day without the flag isn’t a first class', { startDate: on }, null],
    ['the flag on another day isn’t a first class', { startDate: '2026-02-24', firstClass: true }, null],
    ['the last day is LC', { endDate: on }, 'LC'],
    ['a regular student a week before the last day has none', { endDate: '2026-03-10' }, null],
    ['an inactive student keeps LC on their last day', { status: 'inactive', endDate: on }, 'LC'],
  ])('%s', (_, place, want) => expect(badge({ ...regular, ...place }, on)).toBe(want))

  test('every badge has a label', () => expect(Object.keys(badgeWords)).toEqual(Badge.options))
})

describe('the end time of a class (spec §9)', () => {
  test.each([
    ['16:30', 75, '17:45'],
    ['16:30', 60, '17:30'],
    ['09:05', 55, '10:00'],
    ['00:00', 5, '00:05'],
    ['22:45', 74, '23:59'],
    ['23:30', 75, '23:59'],
  ])('that starts at %s and lasts %i minutes is %s', (time, minutes, want) =>
    expect(endTime(time, minutes)).toBe(want),
  )
})

describe('a seat', () => {
  test.each<[string, Parameters<typeof takesSeat>[0], boolean]>([
    ['is taken by a regular', { type: 'regular', onBreak: false, noticed: false }, true],
    ['isn’t taken by a regular on a break', { type: 'regular', onBreak: true, noticed: false }, false],
    ['is taken by a make-up', { type: 'make-up', onBreak: false, noticed: false }, true],
    ['is taken by a trial', { type: 'trial', onBreak: false, noticed: false }, true],
    [
      'isn’t taken by a student whose absence was reported in advance',
      { type: 'regular', onBreak: false, noticed: true },
      false,
    ],
    ['isn’t taken by a student on the waitlist', { type: 'waitlist', onBreak: false, noticed: false }, false],
  ])('%s', (_, student, want) => expect(takesSeat(student)).toBe(want))
})

describe('grouping the classes of a day', () => {
  const classes = [
    { name: 'late', time: '17:45', seats: 2, maxSize: 4, canceled: null },
    { name: 'early', time: '16:30', seats: 8, maxSize: 8, canceled: null },
    { name: 'too', time: '16:30', seats: 0, maxSize: 8, canceled: { reason: 'Snow' } },
    { name: 'soon after', time: '16:00', seats: 1, maxSize: 1, canceled: null },
  ]
  const names = (part?: number) =>
    slots(classes, part).map(({ time, classes: them }) => [time, ...them.map(({ name }) => name)])

  test('classes are grouped by start time, earliest first', () =>
    expect(names()).toEqual([
      ['16:00', 'soon after'],
      ['16:30', 'early', 'too'],
      ['17:45', 'late'],
    ]))

  test('classes can also be grouped by hour', () =>
    expect(names(2)).toEqual([
      ['16', 'early', 'too', 'soon after'],
      ['17', 'late'],
    ]))

  test('seats are summed over classes that meet', () => {
    expect(seatsOf(classes)).toEqual({ used: 11, most: 13 })
    expect(seatsOf([])).toEqual({ used: 0, most: 0 })
  })

  test('the teacher shown is the regular one, or the substitute along with the teacher being replaced', () => {
    const [tess, sam] = [
      { firstName: 'Tess', lastName: 'Rivera' },
      { firstName: 'Sam', lastName: '' },
    ]
    expect(taughtBy({ teacher: tess, substitute: null })).toBe('Tess Rivera')
    expect(taughtBy({ teacher: tess, substitute: sam })).toBe('Sam (for Tess Rivera)')
    expect(taughtBy({ teacher: null, substitute: sam })).toBe('Sam (substitute)')
    expect(taughtBy({ teacher: null, substitute: null })).toBe(null)
  })

  test.each([
    ['all', true],
    ['Math', true],
    ['Private Tutoring', true],
    ['math', false],
    ['', false],
  ])('a subject filter of %j is valid: %s', (subjectBy, want) =>
    expect(SubjectBy.safeParse(subjectBy).success).toBe(want),
  )
})
