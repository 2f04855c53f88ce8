import { describe, expect, test } from 'vitest'
import {
  byNeed,
  orderWithoutJumps,
  needsHelp,
  nextCursor,
  type CurrentQuestion,
  readCursor,
  spellCursor,
  standingOf,
} from './rules.ts'

const now = Date.parse('2026-03-03T21:45:00Z')
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
const place = (more: Partial<CurrentQuestion> = {}): CurrentQuestion => ({
  kind: 'homework',
  state: 'started',
  since: ago(1),
  answeredAt: null,
  status: null,
  solved: false,
  waits: false,
  wrong: 0,
  handAt: null,
  seenAt: null,
  ...more,
})

describe('a student needs help', () => {
  test.each<[string, Partial<CurrentQuestion>, ReturnType<typeof needsHelp>]>([
    ['but not right after starting', {}, null],
    ['but not after three wrong tries', { wrong: 3 }, null],
    ['after four wrong tries', { wrong: 4 }, 'tries'],
    ['but not in a test, where answers are changed freely', { kind: 'test', wrong: 9 }, null],
    ['but not after less than five minutes without activity', { since: ago(4.9) }, null],
    ['after five minutes without activity', { since: ago(5) }, 'idle'],
    ['after five minutes without activity, even in a test', { kind: 'test', since: ago(6) }, 'idle'],
    ['but not after a recent answer', { since: ago(9), answeredAt: ago(2) }, null],
    ['but not once the answer is right', { since: ago(9), solved: true }, null],
    ['but not right after somebody came to help', { since: ago(9), seenAt: ago(1) }, null],
    ['again five minutes after somebody came to help', { since: ago(20), seenAt: ago(5) }, 'idle'],
    [
      'but not after 45 minutes without activity, when they count as away',
      { since: ago(45), wrong: 4 },
      null,
    ],
    ['but not once the work is returned', { state: 'returned', since: ago(9) }, null],
  ])('%s', (_, more, why) => {
    expect(needsHelp(place(more), now)).toBe(why)
  })
})

test.each<[string, Partial<CurrentQuestion> | null, ReturnType<typeof standingOf>]>([
  ['has nothing open counts as idle', null, 'idle'],
  ['is on a question counts as working', {}, 'working'],
  ['gave an unreadable answer counts as working', { status: 'invalid' }, 'working'],
  ['gave a right answer counts as right', { status: 'correct', solved: true }, 'right'],
  ['gave a wrong answer counts as wrong', { status: 'incorrect' }, 'wrong'],
  ['gave a partly right answer counts as wrong', { status: 'partial' }, 'wrong'],
  ['gave an answer that needs a grade counts as waiting', { status: 'ungraded', waits: true }, 'waits'],
  ['has submitted the work counts as done', { state: 'submitted' }, 'done'],
  ['left long ago counts as away', { since: ago(50) }, 'away'],
  ['keeps giving wrong answers counts as needing help', { wrong: 4, status: 'incorrect' }, 'help'],
  ['raised a hand counts as having a hand up', { handAt: ago(1), status: 'correct', solved: true }, 'hand'],
  ['raised a hand long ago still counts as having a hand up', { since: ago(60), handAt: ago(50) }, 'hand'],
  ['raised a hand that somebody saw counts as being helped', { handAt: ago(2), seenAt: ago(1) }, 'helped'],
  [
    'has done nothing since somebody saw the raised hand counts as needing help',
    { since: ago(8), handAt: ago(7), seenAt: ago(6) },
    'help',
  ],
])('a student who %s', (_, more, standing) => {
  expect(standingOf(more && place(more), now)).toBe(standing)
})

test('students who need attention come first, the rest by name', () => {
  const child = (lastName: string, standing: ReturnType<typeof standingOf>) => ({
    firstName: 'A',
    lastName,
    standing,
  })
  const all = [
    child('Ash', 'right'),
    child('Birch', 'idle'),
    child('Cedar', 'help'),
    child('Dove', 'hand'),
    child('Elm', 'working'),
  ]
  expect(all.toSorted(byNeed).map(({ lastName }) => lastName)).toEqual([
    'Dove',
    'Cedar',
    'Ash',
    'Birch',
    'Elm',
  ])
})

test('tiles already shown keep their places, and new ones come last', () => {
  expect(orderWithoutJumps(['a', 'b', 'c'], ['c', 'a', 'b'])).toEqual(['a', 'b', 'c'])
  expect(orderWithoutJumps(['a', 'b', 'c'], ['d', 'c', 'a'])).toEqual(['a', 'c', 'd'])
})

describe('the cursor of the feed', () => {
  const at = (seconds: number) => new Date(now - seconds * 1000).toISOString()
  const id = '0192e0c8-0000-7000-8000-000000000001'
  const nobody = '00000000-0000-0000-0000-000000000000'
  test.each([
    ['is null without answers', null, null, null],
    ['stays unchanged without new answers', { at: at(60), id }, null, { at: at(60), id }],
    ['moves to the last answer once it is old enough', null, { at: at(11), id }, { at: at(11), id }],
    ['stays behind a very recent answer', { at: at(60), id }, { at: at(1), id }, { at: at(10), id: nobody }],
    ['never goes back', { at: at(9.5), id }, { at: at(1), id }, { at: at(9.5), id }],
  ])('%s', (_, before, last, next) => {
    expect(nextCursor(before, last, now)).toEqual(next)
  })

  test('is parsed only in the format in which it is written', () => {
    const cursor = { at: '2026-03-03T21:45:00.123456Z', id }
    expect(readCursor(spellCursor(cursor))).toEqual(cursor)
    for (const odd of [
      '',
      'x',
      id,
      `2026-03-03_${id}`,
      `2026-99-03T21:45:00Z_${id}`,
      `${spellCursor(cursor)} or 1=1`,
    ])
      expect(readCursor(odd)).toBeNull()
  })
})
