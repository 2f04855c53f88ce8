import { describe, expect, test } from 'vitest'
import type { WorkKind } from '#features/practice/rules.ts'
import type { AnswerKey, Given } from '#features/questions/rules.ts'
import type { Quarter } from '../rules.ts'
import { countsOf, type Held, replayed, takesPart, turn, unconfirmed, workScore } from './regrade-effects.ts'

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
  }))

describe('answers judged by another key', () => {
  type Case = [string, WorkKind, ReturnType<typeof answers>, { solved: boolean; tries: number; counts: string; status: string }]
  const cases: Case[] = [
    ['a right one', 'test', answers('4'), { solved: true, tries: 1, counts: '4', status: 'correct' }],
    ['a wrong one', 'test', answers('5'), { solved: false, tries: 1, counts: '5', status: 'incorrect' }],
    ['in a test the last one', 'test', answers('4', '5'), { solved: false, tries: 2, counts: '5', status: 'incorrect' }],
    ['in an assessment the last one', 'assessment', answers('5', '4'), { solved: true, tries: 2, counts: '4', status: 'correct' }],
    ['in homework the first right one', 'homework', answers('3', '4', '5'), { solved: true, tries: 2, counts: '4', status: 'correct' }],
    [
      'in homework the last one when none is right',
      'homework',
      answers('3', '5'),
      { solved: false, tries: 2, counts: '5', status: 'incorrect' },
    ],
    ['the same again costs nothing', 'homework', answers('3', '3', '5'), { solved: false, tries: 2, counts: '5', status: 'incorrect' }],
    ['what can’t be read costs nothing', 'homework', answers('1/', '5'), { solved: false, tries: 1, counts: '5', status: 'incorrect' }],
    ['what a person gave stays', 'test', answers(['5', 1]), { solved: true, tries: 1, counts: '5', status: 'correct' }],
    ['a person’s lower grade stays too', 'test', answers(['4', 0.5]), { solved: false, tries: 1, counts: '4', status: 'partial' }],
  ]
  test.each(cases)('%s (%s)', (_, kind, list, { counts, status, ...progress }) => {
    const after = replayed(kind, four, list)
    expect(after).toMatchObject({ ...progress, given: given(counts), verdict: { status } })
    expect(after?.machine.map(({ seq }) => seq)).toEqual(list.map(({ seq }) => seq))
  })

  test('wait for a person where the key wants one who hasn’t graded', () => {
    const why = [{ seq: 1, given: given('4', 'Because.'), grade: null }]
    expect(replayed('test', reasons, why)).toMatchObject({ solved: false, waits: true, verdict: { status: 'ungraded' } })
    expect(replayed('test', reasons, [{ ...why[0]!, grade: 1 }])).toMatchObject({ solved: true, waits: false })
  })

  test('are left alone when they have another shape', () => {
    expect(replayed('test', reasons, answers('4'))).toBeNull()
    expect(replayed('test', { kind: 'sentence', answer: 'a b' } as never, answers('4'))).toBeNull()
  })
})

describe('a score', () => {
  const held = (score: number, solved = score === 1): Held => ({ solved, verdict: { status: solved ? 'correct' : 'incorrect', score } })
  test.each([
    [held(0), held(1), 'rises'],
    [held(0.5), held(0.75), 'rises'],
    [held(1), held(0), 'falls'],
    [held(0, true), held(0.5), 'falls'],
    [held(1), held(0, true), 'stays'],
    [held(0.5), held(0.5), 'stays'],
  ])('of %j and then %j %s', (before, after, how) => {
    expect(turn(before, after)).toBe(how)
  })

  test('of a whole work changes by its part, and is none while the work is under way', () => {
    expect(workScore({ score: 0.5, total: 4 }, held(0), held(1))).toBe(0.75)
    expect(workScore({ score: 0.25, total: 4 }, held(1), held(0))).toBe(0)
    expect(workScore({ score: null, total: null }, held(0), held(1))).toBeNull()
  })
})

test('those who rise take part always, those who fall only when they are wanted and their number is confirmed', () => {
  expect((['rises', 'stays', 'falls'] as const).map((how) => [takesPart('rising', how), takesPart('all', how)])).toEqual([
    [true, true],
    [true, true],
    [false, true],
  ])
  expect([unconfirmed(0, undefined), unconfirmed(0, 3), unconfirmed(2, undefined), unconfirmed(2, 1), unconfirmed(2, 2)]).toEqual([
    null,
    null,
    2,
    2,
    null,
  ])
  expect(countsOf([{ how: 'rises' }, { how: 'stays' }, { how: 'falls' }, { how: 'rises' }])).toEqual({ answers: 4, rising: 2, falling: 1 })
})
