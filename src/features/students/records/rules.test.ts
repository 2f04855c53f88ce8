import { expect, test } from 'vitest'
import { Cursor, cursorOf, levelsReached, progress, scoresInWords } from './rules.ts'

test('a level is reached when a program has another level or chapter; another test or the end of a subject reaches none', () => {
  const math = { name: 'Math', level: 'Math 5', chapter: 2, test: null }
  const reached = (before: (typeof math)[], after: object[]) => levelsReached(before, after as (typeof math)[]).map(({ name }) => name)
  expect(reached([math], [{ ...math, chapter: 3 }])).toEqual(['Math'])
  expect(reached([math], [{ ...math, level: 'Math 6', chapter: null }])).toEqual(['Math'])
  expect(reached([math], [math, { ...math, name: 'English', level: 'English 1' }])).toEqual(['English'])
  expect(reached([math], [{ ...math, test: 4 }])).toEqual([])
  expect(reached([math], [])).toEqual([])
  expect(reached([math], [{ ...math, level: '' }])).toEqual([])
})

test('a page of the timeline ends at a day and an id', () => {
  const _id = '019c0000-0000-7000-8000-000000000001'
  expect(Cursor.parse(cursorOf({ date: '2026-03-03', _id }))).toEqual({ day: '2026-03-03', id: _id })
  for (const text of ['', 'x', _id, '2026-03-03', `2026-02-30.${_id}`, `2026-03-03 ${_id}`, '2026-03-03.x'])
    expect(Cursor.safeParse(text).success, text).toBe(false)
})

test('scores are said in the order in which they came', () => {
  expect(scoresInWords({ score1: null, score2: null })).toBe('No score yet')
  expect(scoresInWords({ score1: '17/20', score2: null })).toBe('17/20')
  expect(scoresInWords({ score1: '85%', score2: '19/20' })).toBe('85%, corrected 19/20')
})

test('progress has a point a day, oldest first: first tries of tests and complete homework, the mean where there are several', () => {
  const paper = (date: string, score1: string | null) => ({ date, score1, score2: null })
  const tests = [paper('2026-02-10', '1/4'), paper('2026-02-03', '85%'), paper('2026-02-10', '3/4'), paper('2026-02-11', null)]
  const homework = [
    { day: '2026-02-10', score: 0.905 },
    { day: '2026-02-20', score: 1 },
    { day: '2026-02-21', score: null },
  ]
  expect(progress({ tests, homework })).toEqual([
    { day: '2026-02-03', tests: 85, homework: null },
    { day: '2026-02-10', tests: 50, homework: 91 },
    { day: '2026-02-20', tests: null, homework: 100 },
  ])
  expect(progress({ tests, homework }, 1).map(({ day }) => day)).toEqual(['2026-02-20'])
})
