import { describe, expect, test } from 'vitest'
import type { WorkKind, WorkState } from '../rules.ts'
import { correctedScore, whyNotCorrected } from './corrected-score.ts'

describe('requesting corrections', () => {
  const cases: [WorkKind, WorkState, number, WorkState | null, string | null][] = [
    ['test', 'returned', 2, null, null],
    ['test', 'returned', 0, null, 'nothing_wrong'],
    ['test', 'returned', 2, 'assigned', 'open_already'],
    ['test', 'returned', 2, 'started', 'open_already'],
    ['test', 'returned', 2, 'submitted', 'corrected_already'],
    ['test', 'returned', 2, 'graded', 'corrected_already'],
    ['test', 'returned', 2, 'returned', 'corrected_already'],
    ['test', 'assigned', 0, null, 'not_returned'],
    ['test', 'started', 2, null, 'not_returned'],
    ['test', 'submitted', 2, null, 'not_returned'],
    ['test', 'graded', 2, null, 'not_returned'],
    ['test', 'void', 2, null, 'not_returned'],
    ['homework', 'returned', 2, null, 'not_returned'],
    ['assessment', 'returned', 2, null, 'not_returned'],
  ]
  test.each(cases)(
    'for a %s that is %s, with %i wrong answers and existing corrections %s, returns the refusal %s',
    (kind, state, wrong, correction, code) => {
      expect(whyNotCorrected({ kind, state, wrong, correction })?.code ?? null).toBe(code)
    },
  )
})

describe('the score after corrections', () => {
  const right = { solved: true, score: 1, corrected: false }
  const half = { solved: false, score: 0.5, corrected: false }
  const wrong = { solved: false, score: 0, corrected: false }
  const open = { solved: false, score: null, corrected: false }
  const cases = [
    ['is zero without questions', [], 0],
    ['equals the first score if nothing was corrected', [right, half, wrong, open], 0.375],
    [
      'counts corrected questions fully',
      [right, { ...half, corrected: true }, wrong, { ...open, corrected: true }],
      0.75,
    ],
    ['is 1 if everything is right', [right, { ...wrong, corrected: true }], 1],
  ] as const
  test.each(cases)('%s', (_, questions, score) => {
    expect(correctedScore(questions)).toBe(score)
  })
})
