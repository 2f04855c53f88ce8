import { describe, expect, test } from 'vitest'
import {
  type ComparedCenter,
  figures,
  figureText,
  inOrder,
  nextOrder,
  type Order,
  orderIn,
  possibleOrder,
  totalOf,
  withTasksAndMoney,
} from './figures.ts'

const line = (_id: string, more: Partial<ComparedCenter> = {}): ComparedCenter => ({
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
  tasksAndMoney: { oddities: 0, makeUpRequests: 0, money: null },
  ...more,
})
const [east, north, west] = [
  line('East', {
    enrolled: 40,
    seats: 30,
    maxSize: 40,
    marks: 200,
    came: 190,
    toGrade: 3,
    tasksAndMoney: { oddities: 3, makeUpRequests: 1, money: null },
  }),
  line('North', { enrolled: 12 }),
  line('West', { enrolled: 12, seats: 10, maxSize: 40, marks: 10, came: 2, toGrade: 5 }),
]

describe('the order of centers', () => {
  test.each<[string, Order, string]>([
    ['is by name', { sort: 'name', down: false }, 'East North West'],
    ['is by name in reverse', { sort: 'name', down: true }, 'West North East'],
    ['is by a count, then by name', { sort: 'enrolled', down: true }, 'East North West'],
    [
      'is by a rate, with centers without a rate last',
      { sort: 'attendance', down: false },
      'West East North',
    ],
    [
      'has centers without a rate last even in reverse order',
      { sort: 'attendance', down: true },
      'East West North',
    ],
    ['is by the share of seats that are taken', { sort: 'seats', down: false }, 'West East North'],
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
      'starts with the most open tasks',
      'tasks',
      { sort: 'seats', down: false },
      { sort: 'tasks', down: true },
    ],
    ['is reversed by a second click', 'tasks', { sort: 'tasks', down: true }, { sort: 'tasks', down: false }],
    ['starts with A if sorted by name', 'name', { sort: 'tasks', down: true }, { sort: 'name', down: false }],
  ])('%s', (_, pressed, before, after) => expect(nextOrder(pressed, before)).toEqual(after))

  test('is by name unless the URL specifies a figure', () => {
    expect(orderIn({ sort: 'tasks', down: true })).toEqual({ sort: 'tasks', down: true })
    expect(orderIn({ sort: 'constructor' })).toEqual({ sort: 'name', down: false })
  })
})

test('totals weight each center by its size', () => {
  const total = totalOf([east, north, west])
  expect(total).toMatchObject({ enrolled: 64, toGrade: 8 })
  expect(figureText('tasks', total)).toBe('12')
  expect([figureText('seats', total), figureText('attendance', total)]).toEqual(['50%', '91%'])
  expect([figureText('seats', north), figureText('attendance', north), figureText('tasks', north)]).toEqual([
    '–',
    '–',
    '0',
  ])
})

describe('the total of the money due', () => {
  const owed = (currency: string, due: number, overdue = 0) =>
    line('x', { tasksAndMoney: { oddities: 0, makeUpRequests: 0, money: { currency, due, overdue } } })

  test.each<[string, ComparedCenter[], string, string | null]>([
    [
      'is the sum if all centers use the same currency',
      [owed('USD', 120_050, 5000), owed('USD', 1)],
      '$1,200.51',
      '$50.00 overdue',
    ],
    ['isn’t shown for two currencies', [owed('USD', 100), owed('EUR', 100)], '–', null],
    ['isn’t shown if the reader may not see a center’s money', [owed('USD', 100), line('x')], '–', null],
    [
      'ignores the currency of a center where nothing is due',
      [owed('EUR', 0), owed('USD', 100), owed('USD', 50, 20)],
      '$1.50',
      '$0.20 overdue',
    ],
    [
      'isn’t shown if nothing is due at any center and they use two currencies',
      [owed('USD', 0), owed('EUR', 0)],
      '–',
      null,
    ],
    ['is 0 if nobody owes anything', [owed('CAD', 0)], 'CA$0.00', null],
  ])('%s', (_, lines, want, detail) => {
    const total = totalOf(lines)
    expect([figureText('due', total), figures.due.detail?.(total)]).toEqual([want, detail])
  })
})

describe('while open tasks and money due are loading', () => {
  const loading = withTasksAndMoney(
    [line('East', { toGrade: 3 }), line('North')],
    [{ _id: 'North', oddities: 2, makeUpRequests: 0, money: { currency: 'USD', due: 100, overdue: 0 } }],
  )

  test('the totals show a dash, and so do the centers that are still loading', () => {
    const texts = [...loading, totalOf(loading)].map((each) => [
      figureText('tasks', each),
      figures.tasks.detail?.(each),
      figureText('due', each),
    ])
    expect(texts).toEqual([
      ['–', null, '–'],
      ['2', null, '$1.00'],
      ['–', null, '–'],
    ])
  })

  test.each<[Order['sort'], Order['sort']]>([
    ['tasks', 'name'],
    ['due', 'name'],
    ['enrolled', 'enrolled'],
  ])('sorting by %s actually sorts by %s', (sort, want) => {
    expect(possibleOrder({ sort, down: true }, loading).sort).toBe(want)
    expect(possibleOrder({ sort, down: true }, [west])).toEqual({ sort, down: true })
  })
})
