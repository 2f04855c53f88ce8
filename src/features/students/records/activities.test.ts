import { expect, test } from 'vitest'
import { Cursor, cursorOf, levelsReached, progress } from './activities.ts'

test('a level is reached when a program’s level or chapter changes, but not if only its test changes or the program ends', () => {
  const math = { name: 'Math', level: 'Math 5', chapter: 2, test: null }
  const reached = (before: (typeof math)[], after: object[]) =>
    levelsReached(before, after as (typeof math)[]).map(({ name }) => name)
  expect(reached([math], [{ ...math, chapter: 3 }])).toEqual(['Math'])
  expect(reached([math], [{ ...math, level: 'Math 6', chapter: null }])).toEqual(['Math'])
  expect(reached([math], [math, { ...math, name: 'English', level: 'English 1' }])).toEqual(['English'])
  expect(reached([math], [{ ...math, test: 4 }])).toEqual([])
  expect(reached([math], [])).toEqual([])
  expect(reached([math], [{ ...math, level: '' }])).toEqual([])
})

test('the cursor of the timeline consists of a day and an id', () => {
  const _id = '019c0000-0000-7000-8000-000000000001'
  expect(Cursor.parse(cursorOf({ date: '2026-03-03', _id }))).toEqual({ day: '2026-03-03', id: _id })
  for (const text of ['', 'x', _id, '2026-03-03', `2026-02-30.${_id}`, `2026-03-03 ${_id}`, '2026-03-03.x'])
    expect(Cursor.safeParse(text).success, text).toBe(false)
})

test('progress has one point per chapter, sorted by first day, with the mean scores of first tries and of completed homework', () => {
  const paper = (date: string, which: string, score1: string | null) => ({
    date,
    level: 'Math 5',
    test: which,
    score1,
    score2: null,
  })
  const done = (date: string, chapter: number, score: number | null) => ({
    date,
    level: 'Math 5',
    chapter,
    score,
  })
  const tests = [
    paper('2026-02-10', 'Chapter 2', '1/4'),
    paper('2026-02-03', 'Placement', '85%'),
    paper('2026-02-12', 'ch. 2', '3/4'),
    paper('2026-02-11', '3', null),
  ]
  const homework = [done('2026-02-09', 2, 0.905), done('2026-02-20', 3, 1), done('2026-02-21', 4, null)]
  expect(progress({ tests, homework })).toEqual([
    { level: 'Math 5', part: 'Placement', since: '2026-02-03', tests: 85, homework: null },
    { level: 'Math 5', part: '2', since: '2026-02-09', tests: 50, homework: 91 },
    { level: 'Math 5', part: '3', since: '2026-02-20', tests: null, homework: 100 },
  ])
  expect(progress({ tests, homework }, 1).map(({ part }) => part)).toEqual(['3'])
  const two = progress({
    tests: [],
    homework: [done('2026-01-02', 1, 1), { ...done('2026-01-01', 1, 0), level: 'Math 4' }],
  })
  expect(two.map(({ level, part }) => `${level} ${part}`)).toEqual(['Math 4 1', 'Math 5 1'])
})
