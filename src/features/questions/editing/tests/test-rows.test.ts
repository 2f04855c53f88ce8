import { expect, test } from 'vitest'
import { accept, type AnswerKey, authorWords, type Given, grade, withoutBlanks } from '../../rules.ts'
import { isFailing, numberOf, reordered, rowsOf, withTest } from './test-rows.ts'

const given = (...parts: string[]): Given => ({ kind: 'fr', parts })
const half: AnswerKey = { kind: 'fr', parts: [{ kind: 'number', value: '1/2' }] }
const sum: AnswerKey = {
  kind: 'fr',
  parts: [
    { kind: 'number', value: '3' },
    { kind: 'label', text: 'and' },
    { kind: 'select', options: ['cm', 'm'], correct: 1 },
  ],
}

test('the table lists generated answers, then the author’s own, each with its actual and expected verdict', () => {
  const tests = [
    { given: given('0.5'), expected: 'correct' as const },
    { given: given('a half'), expected: 'correct' as const },
  ]
  const rows = rowsOf(half, [given('0.5'), given('2')], tests)
  expect(rows.map(({ words, verdict, expected }) => [words, verdict?.status, expected])).toEqual([
    ['0.5', 'correct', 'correct'],
    ['2', 'incorrect', null],
    ['a half', 'invalid', 'correct'],
  ])
  expect(rows.map(isFailing)).toEqual([false, false, true])
})

test('an answer that doesn’t fit the question is a failing row without a verdict', () => {
  const [row] = rowsOf(half, [], [{ given: given('1', '2'), expected: 'correct' }])
  expect(row?.verdict).toBeNull()
  expect(row && isFailing(row)).toBe(true)
})

test.each([
  ['the part that differs from the model answer', sum, given('4', '1'), 'Part 1: 4'],
  ['the text of an option', sum, given('3', '0'), 'Part 2: cm'],
  ['all parts if several differ', sum, given('4', '0'), '4, cm'],
  ['all parts if none differs from the model answer', sum, given('3', '1'), '3, m'],
  ['its only part', half, given('.5'), '.5'],
])('an answer is described by %s', (_, key, answer, wanted) => expect(authorWords(key, answer)).toBe(wanted))

test('choices are described with their letters', () => {
  const key: AnswerKey = { kind: 'mc', choices: ['red', 'blue'], correct: [0] }
  expect(authorWords(key, { kind: 'mc', picked: [0, 1] })).toBe('A: red, B: blue')
  expect(authorWords(key, { kind: 'mc', picked: [] })).toBe('Nothing')
})

test('an answer has at most one expected verdict', () => {
  const one = withTest([], given('5'), 'correct')
  expect(withTest(one, given('5'), 'incorrect')).toEqual([{ given: given('5'), expected: 'incorrect' }])
  expect(withTest(one, given('5'), null)).toEqual([])
})

test.each<[string, AnswerKey, Given]>([
  ['a number', half, given('a half')],
  ['the wrong part of several', sum, given('three', '1')],
  ['a sentence', { kind: 'sentence', value: 'I am here.' }, { kind: 'sentence', text: 'Here I am.' }],
])('%s can accept an answer as an alias', (_, key, answer) => {
  expect(grade(key, answer).status).not.toBe('correct')
  const next = accept(key, answer)
  expect(next && grade(next, answer).status).toBe('correct')
})

test.each<[string, AnswerKey, Given]>([
  ['a wrong option', sum, given('3', '0')],
  ['two letters for a letter part', { kind: 'fr', parts: [{ kind: 'letter', value: 'a' }] }, given('ab')],
  ['a wrong choice', { kind: 'mc', choices: ['a', 'b'], correct: [0] }, { kind: 'mc', picked: [1] }],
  ['an answer that doesn’t fit the question', half, given('1', '2')],
])('no alias makes %s right', (_, key, answer) => expect(accept(key, answer)).toBeNull())

test('tests are updated when parts are moved or removed', () => {
  const tests = [{ given: given('1', '2', '3'), expected: 'correct' as const }]
  expect(reordered(tests, [2, 0])[0]?.given).toEqual(given('3', '1'))
})

test('empty choices are shown as dots', () => {
  expect(withoutBlanks({ kind: 'mc', choices: ['a', ' '], correct: [0] })).toMatchObject({
    choices: ['a', '…'],
  })
  expect(
    withoutBlanks({ kind: 'fr', parts: [{ kind: 'select', options: ['', 'm'], correct: 1 }] }),
  ).toMatchObject({
    parts: [{ options: ['…', 'm'] }],
  })
})

test('a verdict names parts by the numbers that students see', () => {
  const key: AnswerKey = {
    kind: 'fr',
    parts: [
      { kind: 'number', value: '1' },
      { kind: 'label', text: 'and' },
      { kind: 'work' },
      { kind: 'number', value: '2' },
    ],
  }
  expect(numberOf(key, 0)).toBe(1)
  expect(numberOf(key, 2)).toBe(2)
  expect(numberOf({ kind: 'mc', choices: ['a', 'b'], correct: [0] }, 0)).toBe(1)
})
