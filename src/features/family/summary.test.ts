import { expect, test } from 'vitest'
import { summaryWords } from './rules.ts'
import { summaryOf } from './summary.ts'

const on = '2026-03-03'
const open = { kind: 'homework', state: 'started', score: null }

test('a child’s summary has the mean of all tests, the classes attended, and what is due within a week', () => {
  const facts = {
    tests: [{ score1: '15/20' }, { score1: '85%' }, { score1: null }],
    work: [
      { kind: 'test', state: 'returned', score: 0.5, dueOn: null },
      { kind: 'homework', state: 'returned', score: 1, dueOn: '2026-03-01' },
      { ...open, dueOn: '2026-03-01' },
      { ...open, dueOn: '2026-03-09' },
      { ...open, dueOn: '2026-03-10' },
      { ...open, dueOn: null },
    ],
    marks: [
      { arrivedAt: '2026-02-24T22:30:00Z' },
      { arrivedAt: null },
      { arrivedAt: '2026-03-03T22:30:00Z' },
    ],
  }
  expect(summaryOf(facts, on)).toEqual({ tests: 70, present: 2, of: 3, due: 2 })
  expect(summaryOf({ tests: [], work: [], marks: [] }, on)).toEqual({
    tests: null,
    present: 0,
    of: 0,
    due: 0,
  })
})

test.each([
  [
    { tests: 84, present: 19, of: 20, due: 5 },
    'Sam is doing well: 84% on tests, attended 19 of 20 classes, 5 assignments due this week or overdue.',
  ],
  [
    { tests: 62, present: 19, of: 20, due: 1 },
    'Sam: 62% on tests, attended 19 of 20 classes, 1 assignment due this week or overdue.',
  ],
  [
    { tests: 90, present: 5, of: 10, due: 0 },
    'Sam: 90% on tests, attended 5 of 10 classes, nothing due this week.',
  ],
  [{ tests: null, present: 0, of: 0, due: 0 }, 'Sam: nothing due this week.'],
])('%j is summarized in a sentence', (summary, words) => {
  expect(summaryWords('Sam', summary)).toBe(words)
})
