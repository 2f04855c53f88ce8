import * as fc from 'fast-check'
import type { Part } from './kinds/fr/fr.ts'
import { expect, test } from 'vitest'
import {
  AnswerKey,
  checkGiven,
  checkKey,
  Given,
  grade,
  show,
  Shown,
  solutionOf,
  type Verdict,
} from './rules.ts'
import { questionStatus } from '#features/material/rules.ts'

const key = (...parts: Part[]): AnswerKey => ({ kind: 'fr', parts })
const given = (...parts: string[]): Given => ({ kind: 'fr', parts })

const length = key(
  { kind: 'label', text: 'Length:' },
  { kind: 'number', value: '12', tooltip: 'in meters', weight: 3 },
  { kind: 'label', text: 'and width:' },
  { kind: 'number', value: '1/2', hasAlias: ['.5'], form: 'reduced', rightAlign: true, isSuper: true },
)

test.each<[string, string[], Verdict['status'], number]>([
  ['an answer with every part right is correct', ['12', '1/2'], 'correct', 1],
  ['an answer with some right parts is partial, by weight', ['12', '7'], 'partial', 0.75],
  ['a right part of lower weight gets a lower score', ['7', '1/2'], 'partial', 0.25],
  ['an answer without a right part is incorrect', ['7', '2/4'], 'incorrect', 0],
  ['one unreadable part makes the whole answer invalid', ['12', '1/'], 'invalid', 0],
  ['an empty part is invalid', ['12', ''], 'invalid', 0],
  [
    'one ungraded part leaves the whole answer ungraded; the other parts are scored',
    ['7', '1e99'],
    'ungraded',
    0,
  ],
])('%s', (_, parts, status, score) => expect(grade(length, given(...parts))).toMatchObject({ status, score }))

test('each answered part has its own verdict, and labels have none', () => {
  expect(grade(length, given('12', '0.50')).parts).toEqual([
    { status: 'correct', score: 1, reason: 'Right.' },
    {
      status: 'incorrect',
      score: 0,
      reason: 'Right value, but write it as a fraction in lowest terms.',
    },
  ])
})

test.each([
  ['one entry for each answerable part fits', given('1', '2'), null],
  [
    'answering a label is refused',
    given('a', '1', 'b', '2'),
    'Labels have no answer. Send one entry for each of the other parts.',
  ],
  ['too few entries are refused', given('1'), 'This question has 2 parts to answer, but the answer has 1.'],
  [
    'too many entries are refused',
    given('1', '2', '3'),
    'This question has 2 parts to answer, but the answer has 3.',
  ],
])('%s', (_, answer, reason) => expect(checkGiven(length, answer)).toBe(reason))

test('a student sees the kind, help and style of each part, but no answers', () => {
  const shown = show(length, (source) => [source])
  expect(Shown.parse(shown)).toEqual(shown)
  expect(JSON.parse(JSON.stringify(shown))).toEqual({
    kind: 'fr',
    parts: [
      { kind: 'label', content: ['Length:'] },
      { kind: 'number', tooltip: 'in meters' },
      { kind: 'label', content: ['and width:'] },
      { kind: 'number', rightAlign: true, isSuper: true },
    ],
  })
})

test('the solution is the model answer in the shape of a student’s answer', () => {
  expect(solutionOf(length)).toEqual(given('12', '1/2'))
  expect(grade(length, solutionOf(length)).status).toBe('correct')
})

test.each<[string, AnswerKey, string[]]>([
  ['a good key has none', length, []],
  [
    'labels alone are not a question',
    key({ kind: 'label', text: 'Hello' }),
    ['There is no part that students answer.'],
  ],
  [
    'each part is checked',
    key({ kind: 'number', value: '3/' }, { kind: 'number', value: '2.5', form: 'integer' }),
    [
      'The answer “3/” is not a number. The fraction isn’t finished: write the number below the bar.',
      'The answer “2.5” wouldn’t be accepted as right. Right value, but write it as a whole number.',
    ],
  ],
])('checking a key lists its problems: %s', (_, of, problems) => expect(checkKey(of)).toEqual(problems))

test.each<[string, unknown]>([
  ['an unknown kind', { kind: 'oracle', parts: [] }],
  ['an unknown kind of part', { kind: 'fr', parts: [{ kind: 'guess', value: '1' }] }],
  ['an unknown flag', { kind: 'fr', parts: [{ kind: 'number', value: '1', pattern: '.*' }] }],
  ['an unknown form', { kind: 'fr', parts: [{ kind: 'number', value: '1', form: 'roman' }] }],
  [
    'two tolerances',
    { kind: 'fr', parts: [{ kind: 'number', value: '1', tolerance: { abs: '1', percent: '1' } }] },
  ],
  ['no parts', { kind: 'fr', parts: [] }],
  [
    'more than 50 parts',
    { kind: 'fr', parts: Array.from({ length: 51 }, () => ({ kind: 'number', value: '1' })) },
  ],
  ['a weight of zero', { kind: 'fr', parts: [{ kind: 'number', value: '1', weight: 0 }] }],
])('a key with %s is refused', (_, of) => expect(AnswerKey.safeParse(of).success).toBe(false))

test.each<[string, unknown]>([
  ['an unknown kind', { kind: 'essay', text: 'x' }],
  ['an undeclared field', { kind: 'fr', parts: ['1'], score: 1 }],
  ['a number instead of text', { kind: 'fr', parts: [1] }],
  ['more than 500 characters in a part', { kind: 'fr', parts: ['1'.repeat(501)] }],
  ['more than 50 parts', { kind: 'fr', parts: Array.from({ length: 51 }, () => '1') }],
])('an answer with %s is refused', (_, answer) => expect(Given.safeParse(answer).success).toBe(false))

test('statuses have the labels from the specification', () => {
  expect(questionStatus).toEqual({ error: 'Incomplete', warn: 'Needs review', success: 'Done' })
})

test('the verdict on an invalid answer, which costs no try, reveals nothing about its readable parts', () => {
  const two = key({ kind: 'number', value: '4' }, { kind: 'number', value: '5' })
  const [right, wrong] = [grade(two, given('4', 'x')), grade(two, given('7', 'x'))]
  expect(right).toEqual(wrong)
  expect(right).toMatchObject({
    status: 'invalid',
    score: 0,
    parts: [{ status: 'ungraded', reason: '' }, { status: 'invalid' }],
  })
})

test('grading never throws, no matter what the answer is', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { maxLength: 5 }), (parts) => {
      const verdict = grade(length, given(...parts))
      expect(verdict.score >= 0 && verdict.score <= 1 && verdict.parts.length === 2).toBe(true)
    }),
  )
})
