import { describe, expect, test } from 'vitest'
import type { WorkKind } from '#features/practice/rules.ts'
import type { AnswerKey, Given } from '#features/questions/rules.ts'
import type { Quarter } from '../rules.ts'
import {
  countsOf,
  type CurrentVerdict,
  regradeAnswers,
  isIncluded,
  scoreChange,
  unconfirmed,
  workScore,
} from './regrade-effects.ts'

const four: AnswerKey = { kind: 'fr', parts: [{ kind: 'number', value: '4' }] }
const reasons: AnswerKey = {
  kind: 'fr',
  parts: [
    { kind: 'number', value: '4' },
    { kind: 'manual', prompt: 'Why?' },
  ],
}
const given = (...parts: string[]): Given => ({ kind: 'fr', parts })
const answers = (...texts: (string | [string, Quarter])[]) =>
  texts.map((text, at) => ({
    seq: at + 1,
    given: given(typeof text === 'string' ? text : text[0]),
    grade: typeof text === 'string' ? null : text[1],
    onPaper: false,
  }))

describe('answers graded by a new key', () => {
  type Case = [
    string,
    WorkKind,
    ReturnType<typeof answers>,
    { solved: boolean; tries: number; counts: string; status: string },
  ]
  const cases: Case[] = [
    [
      'a right answer solves the question',
      'test',
      answers('4'),
      { solved: true, tries: 1, counts: '4', status: 'correct' },
    ],
    [
      'a wrong answer doesn’t solve the question',
      'test',
      answers('5'),
      { solved: false, tries: 1, counts: '5', status: 'incorrect' },
    ],
    [
      'in a test, the last answer counts',
      'test',
      answers('4', '5'),
      { solved: false, tries: 2, counts: '5', status: 'incorrect' },
    ],
    [
      'in an assessment, the last answer counts',
      'assessment',
      answers('5', '4'),
      { solved: true, tries: 2, counts: '4', status: 'correct' },
    ],
    [
      'in homework, the first right answer counts',
      'homework',
      answers('3', '4', '5'),
      { solved: true, tries: 2, counts: '4', status: 'correct' },
    ],
    [
      'in homework, the last answer counts if none is right',
      'homework',
      answers('3', '5'),
      { solved: false, tries: 2, counts: '5', status: 'incorrect' },
    ],
    [
      'repeating an answer costs no try',
      'homework',
      answers('3', '3', '5'),
      { solved: false, tries: 2, counts: '5', status: 'incorrect' },
    ],
    [
      'an unreadable answer costs no try',
      'homework',
      answers('1/', '5'),
      { solved: false, tries: 1, counts: '5', status: 'incorrect' },
    ],
    [
      'a person’s grade is kept',
      'test',
      answers(['5', 1]),
      { solved: true, tries: 1, counts: '5', status: 'correct' },
    ],
    [
      'a person’s grade is kept even if it is lower',
      'test',
      answers(['4', 0.5]),
      { solved: false, tries: 1, counts: '4', status: 'partial' },
    ],
  ]
  test.each(cases)('%s (%s)', (_, kind, list, { counts, status, ...progress }) => {
    const after = regradeAnswers(kind, four, list)
    expect(after).toMatchObject({ ...progress, given: given(counts), verdict: { status } })
    expect(after?.machine.map(({ seq }) => seq)).toEqual(list.map(({ seq }) => seq))
  })

  test('need a person’s grade if the key requires one and nobody has graded them', () => {
    const why = [{ seq: 1, given: given('4', 'Because.'), grade: null, onPaper: false }]
    expect(regradeAnswers('test', reasons, why)).toMatchObject({
      solved: false,
      waits: true,
      verdict: { status: 'ungraded' },
    })
    expect(regradeAnswers('test', reasons, [{ ...why[0]!, grade: 1 }])).toMatchObject({
      solved: true,
      waits: false,
    })
  })

  test('on paper keep the grade of the person who read the handwriting', () => {
    const written = { seq: 1, given: given(''), grade: 1 as const, onPaper: true }
    expect(regradeAnswers('homework', four, [written])).toMatchObject({ solved: true, waits: false })
    expect(regradeAnswers('homework', four, [{ ...written, grade: null }])).toMatchObject({ waits: true })
  })

  test('stay unchanged if they don’t fit the new key', () => {
    expect(regradeAnswers('test', reasons, answers('4'))).toBeNull()
    expect(regradeAnswers('test', { kind: 'sentence', answer: 'a b' } as never, answers('4'))).toBeNull()
  })
})

describe('the score of a question', () => {
  const current = (score: number, solved = score === 1): CurrentVerdict => ({
    solved,
    verdict: { status: solved ? 'correct' : 'incorrect', score },
  })
  test.each([
    [current(0), current(1), 'rises'],
    [current(0.5), current(0.75), 'rises'],
    [current(1), current(0), 'falls'],
    [current(0, true), current(0.5), 'falls'],
    [current(1), current(0, true), 'stays'],
    [current(0.5), current(0.5), 'stays'],
  ])('from %j to %j %s', (before, after, change) => {
    expect(scoreChange(before, after)).toBe(change)
  })

  test('changes the whole work’s score by the question’s share, if the work already has a score', () => {
    expect(workScore({ score: 0.5, total: 4 }, current(0), current(1))).toBe(0.75)
    expect(workScore({ score: 0.25, total: 4 }, current(1), current(0))).toBe(0)
    expect(workScore({ score: null, total: null }, current(0), current(1))).toBeNull()
  })
})

test('rising scores are always included, and falling ones only on request and once their number is confirmed', () => {
  expect(
    (['rises', 'stays', 'falls'] as const).map((change) => [
      isIncluded('rising', change),
      isIncluded('all', change),
    ]),
  ).toEqual([
    [true, true],
    [true, true],
    [false, true],
  ])
  expect([
    unconfirmed(0, undefined),
    unconfirmed(0, 3),
    unconfirmed(2, undefined),
    unconfirmed(2, 1),
    unconfirmed(2, 2),
  ]).toEqual([null, null, 2, 2, null])
  expect(
    countsOf([{ change: 'rises' }, { change: 'stays' }, { change: 'falls' }, { change: 'rises' }]),
  ).toEqual({
    answers: 4,
    rising: 2,
    falling: 1,
  })
})
