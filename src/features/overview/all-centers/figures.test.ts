import { describe, expect, test } from 'vitest'
import type { CenterLine } from './api.ts'
import { figureText, inOrder, nextOrder, type Order, orderIn, totalOf } from './figures.ts'

const line = (_id: string, more: Partial<CenterLine> = {}): CenterLine => ({
  _id,
  enrolled: 0,
  enrolledBefore: 0,
  enrollments: 0,
  departures: 0,
  seats: 0,
  maxSize: 0,
  marks: 0,
  came: 0,
  weeks: [],
  waitlist: 0,
  missingMarks: 0,
  missingClasses: 0,
  toGrade: 0,
  ...more,
})
const [east, north, west] = [
  line('East', { enrolled: 40, seats: 30, maxSize: 40, marks: 200, came: 190, toGrade: 3 }),
  line('North', { enrolled: 12 }),
  line('West', { enrolled: 12, seats: 10, maxSize: 40, marks: 10, came: 2, toGrade: 5 }),
]

describe('the order of centers', () => {
  test.each<[string, Order, string]>([
    ['is by name', { sort: 'name', down: false }, 'East North West'],
    ['is by name in reverse', { sort: 'name', down: true }, 'West North East'],
    ['is by a count, equal ones by name', { sort: 'enrolled', down: true }, 'East North West'],
    [
      'is by a rate, with centers without a rate last',
      { sort: 'attendance', down: false },
      'West East North',
    ],
    [
      'has centers without a rate last in reverse order, too',
      { sort: 'attendance', down: true },
      'East West North',
    ],
    ['is by the share of seats', { sort: 'seats', down: false }, 'West East North'],
  ])('%s', (_, order, want) => {
    const ids = inOrder([west, north, east], order).map(({ _id }) => _id)
    expect(ids.join(' ')).toBe(want)
  })

  test.each<[string, Order['sort'], Order, Order]>([
    [
      'starts with the lowest attendance',
      'attendance',
      { sort: 'name', down: false },
      { sort: 'attendance', down: false },
    ],
    [
      'starts with the most answers to grade',
      'toGrade',
      { sort: 'seats', down: false },
      { sort: 'toGrade', down: true },
    ],
    [
      'is reversed by a second click',
      'toGrade',
      { sort: 'toGrade', down: true },
      { sort: 'toGrade', down: false },
    ],
    ['starts with A for names', 'name', { sort: 'toGrade', down: true }, { sort: 'name', down: false }],
  ])('%s', (_, pressed, before, after) => expect(nextOrder(pressed, before)).toEqual(after))

  test('is by name unless the URL specifies a figure', () => {
    expect(orderIn({ sort: 'toGrade', down: true })).toEqual({ sort: 'toGrade', down: true })
    expect(orderIn({ sort: 'constructor' })).toEqual({ sort: 'name', down: false })
  })
})

test('totals weight each center by its size', () => {
  const total = totalOf([east, north, west])
  expect(total).toMatchObject({ enrolled: 64, toGrade: 8 })
  expect([figureText('seats', total), figureText('attendance', total)]).toEqual(['50%', '91%'])
  expect([figureText('seats', north), figureText('attendance', north), figureText('toGrade', north)]).toEqual(
    ['–', '–', '0'],
  )
})
