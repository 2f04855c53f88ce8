import { describe, expect, test } from 'vitest'
import {
  afterAnswer,
  byUrgency,
  figures,
  isOver,
  result,
  visibleResults,
  showsSolution,
  whenComplete,
  type WorkKind,
  type WorkState,
  type Progress,
} from './rules.ts'
import { workCan } from './work-actions.ts'

describe('actions allowed in each state', () => {
  test.each<[string, Parameters<typeof workCan>[0], WorkState, boolean]>([
    ['assigned homework can be started', 'start', 'assigned', true],
    ['starting twice has no further effect', 'start', 'started', true],
    ['complete homework can’t be started again', 'start', 'returned', false],
    ['homework can’t be answered before it starts', 'answer', 'assigned', false],
    ['started homework can be answered', 'answer', 'started', true],
    ['complete homework can’t be answered anymore', 'answer', 'returned', false],
    ['hints are only for started homework', 'hint', 'submitted', false],
    ['homework that hasn’t started can’t be completed', 'submit', 'assigned', false],
    ['completing twice has no further effect', 'submit', 'returned', true],
    ['voided homework can’t be answered', 'answer', 'void', false],
    ['homework can be withdrawn before it starts', 'withdraw', 'assigned', true],
    ['started homework can’t be withdrawn', 'withdraw', 'started', false],
  ])('%s', (_, action, state, want) => expect(workCan(action, { kind: 'homework', state })).toBe(want))
})

describe('when families see verdicts and solutions (product §8)', () => {
  const wrong = { tries: 1, solved: false }
  test.each<
    [WorkKind, WorkState, { verdicts: boolean; figures: boolean }, { verdicts: boolean; figures: boolean }]
  >([
    ['homework', 'started', { verdicts: true, figures: true }, { verdicts: true, figures: true }],
    ['test', 'submitted', { verdicts: false, figures: false }, { verdicts: false, figures: false }],
    ['test', 'graded', { verdicts: false, figures: false }, { verdicts: false, figures: false }],
    ['test', 'returned', { verdicts: true, figures: true }, { verdicts: true, figures: true }],
    ['assessment', 'submitted', { verdicts: false, figures: false }, { verdicts: false, figures: false }],
    ['assessment', 'graded', { verdicts: false, figures: false }, { verdicts: false, figures: false }],
    ['assessment', 'returned', { verdicts: true, figures: false }, { verdicts: true, figures: true }],
  ])('if %s is %s, a student sees %j and a parent sees %j', (kind, state, student, parent) => {
    expect(visibleResults('student', { kind, state })).toEqual(student)
    expect(visibleResults('parent', { kind, state })).toEqual(parent)
  })

  test.each<[string, WorkKind, WorkState, Progress, number | null, boolean]>([
    ['an open homework question is hidden', 'homework', 'started', wrong, null, false],
    ['a question out of tries is shown', 'homework', 'started', { tries: 3, solved: false }, null, true],
    ['complete homework is shown', 'homework', 'submitted', wrong, null, true],
    ['a test that isn’t returned is hidden', 'test', 'graded', { tries: 1, solved: true }, null, false],
    ['a returned test with corrections to do is hidden', 'test', 'returned', wrong, null, false],
    [
      'a question that was right in a returned test is shown',
      'test',
      'returned',
      { tries: 1, solved: true },
      null,
      true,
    ],
    ['a corrected test is shown', 'test', 'returned', wrong, 80, true],
    ['an unreturned assessment is hidden', 'assessment', 'graded', { tries: 1, solved: true }, null, false],
    ['a returned assessment is shown', 'assessment', 'returned', wrong, null, true],
  ])('the solution of %s', (_, kind, state, progress, score2, want) =>
    expect(showsSolution({ kind, state, score2 }, progress)).toBe(want),
  )
})

describe('homework shows the solution after three tries', () => {
  const fresh: Progress = { tries: 0, solved: false }
  test.each<[string, Progress, string, boolean, Progress]>([
    ['a wrong answer costs a try', fresh, 'incorrect', false, { tries: 1, solved: false }],
    [
      'a right answer solves the question',
      { tries: 1, solved: false },
      'correct',
      false,
      { tries: 2, solved: true },
    ],
    ['an invalid answer costs no try', fresh, 'invalid', false, fresh],
    ['an answer that needs a person’s grade costs no try', fresh, 'ungraded', false, fresh],
    [
      'repeating an answer costs no try',
      { tries: 1, solved: false },
      'incorrect',
      true,
      { tries: 1, solved: false },
    ],
    ['a partly right answer costs a try', fresh, 'partial', false, { tries: 1, solved: false }],
    [
      'a solved question stays solved',
      { tries: 1, solved: true },
      'incorrect',
      false,
      { tries: 2, solved: true },
    ],
  ])('%s', (_, before, status, same, want) =>
    expect(afterAnswer('homework', before, { status: status as 'correct' }, { same })).toMatchObject(want),
  )

  test.each<[string, Progress, boolean]>([
    ['two tries leave one', { tries: 2, solved: false }, false],
    ['the third try ends a question', { tries: 3, solved: false }, true],
    ['a right answer ends a question', { tries: 1, solved: true }, true],
  ])('%s', (_, progress, want) => expect(isOver(progress)).toBe(want))
})

describe('the results and the order of work', () => {
  const done = (more: Partial<Parameters<typeof figures>[0][number]>) => ({
    solved: false,
    hintSteps: 0,
    score: null,
    ...more,
  })
  const right = done({ solved: true, score: 1 })
  test.each<[string, Parameters<typeof figures>[0], ReturnType<typeof figures>]>([
    [
      'hints are counted by question and never lower the score',
      [{ ...right, hintSteps: 3 }, right],
      { correct: 2, total: 2, hint: 1, score: 1 },
    ],
    [
      'an unanswered question counts in the total',
      [right, done({})],
      { correct: 1, total: 2, hint: 0, score: 0.5 },
    ],
    [
      'a partly right answer counts for its parts',
      [right, done({ score: 0.5 })],
      { correct: 1, total: 2, hint: 0, score: 0.75 },
    ],
    [
      'a solved question counts fully, whatever was tried afterward',
      [done({ solved: true, score: 0 })],
      { correct: 1, total: 1, hint: 0, score: 1 },
    ],
    ['no questions give a score of zero', [], { correct: 0, total: 0, hint: 0, score: 0 }],
  ])('%s', (_, questions, want) => expect(figures(questions)).toEqual(want))

  test('completed homework waits for grading only while one of its answers does', () => {
    expect(whenComplete([{ waits: false }, { waits: false }])).toBe('returned')
    expect(whenComplete([{ waits: false }, { waits: true }])).toBe('submitted')
  })

  test('the order is: a running test, a warm-up, other work in progress, work by due date, undated work', () => {
    const work = (state: WorkState, dueOn: string | null, endsAt: string | null = null) => ({
      state,
      dueOn,
      endsAt,
      warmUp: false,
    })
    const list = [
      { ...work('assigned', 'warm-up'), warmUp: true },
      work('assigned', null),
      work('assigned', '2026-03-05'),
      work('started', '2026-03-09'),
      work('started', '2026-03-11', '2026-03-03T22:00:00Z'),
      work('assigned', '2026-03-04'),
    ]
    expect(list.toSorted(byUrgency).map(({ dueOn }) => dueOn)).toEqual([
      '2026-03-11',
      'warm-up',
      '2026-03-09',
      '2026-03-04',
      '2026-03-05',
      null,
    ])
  })

  test('a result reads “14 of 16”, “not complete” or “being graded”', () => {
    expect(result({ correct: 14, total: 16, state: 'returned' })).toBe('14 of 16')
    expect(result({ correct: null, total: null, state: 'started' })).toBe('not complete')
    expect(result({ correct: 1, total: 2, state: 'submitted' })).toBe('being graded')
  })
})
