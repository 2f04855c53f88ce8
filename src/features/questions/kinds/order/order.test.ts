import { expect, test } from 'vitest'
import { answerText, authorWords, checkKey, grade, type KeyOf, show, solutionOf } from '../../rules.ts'

const key = (...items: string[]): KeyOf<'order'> => ({ kind: 'order', items })
const given = (...places: number[]) => ({ kind: 'order' as const, places })

// Students see 1/2, 1/3, 1/4, regardless of their order here.
const fractions = key('1/4', '1/3', '1/2')

test.each([
  [[2, 1, 0], 'correct', 'Right.'],
  [[0, 1, 2], 'incorrect', 'It’s the other way around.'],
  [[1, 2, 0], 'incorrect', 'Take another look.'],
  [[2, 1], 'invalid', 'Put all items in order.'],
  [[], 'invalid', 'Put all items in order.'],
] as const)('the order %j is %s', (places, status, reason) => {
  const verdict = grade(fractions, given(...places))
  expect(verdict).toMatchObject({ status, parts: [{ reason }] })
})

test('the order in which items are shown doesn’t depend on the right order', () => {
  const rendered = (text: string) => [text]
  const all = [key('10', '9', 'b'), key('b', '10', '9'), key('9', '10', 'b')].map((each) =>
    show(each, rendered),
  )
  expect(all).toEqual(all.map(() => ({ kind: 'order', items: [['9'], ['10'], ['b']] })))
})

test('an answer is described by its items', () => {
  expect(solutionOf(fractions)).toEqual(given(2, 1, 0))
  expect(authorWords(fractions, given(2, 0))).toBe('1/4, 1/2')
  expect(
    answerText(
      show(fractions, (text) => [text]),
      given(2, 1, 0),
    ),
  ).toBe('1/4, 1/3, 1/2')
})

test('duplicate items are a fault', () => {
  expect(checkKey(key('a', 'b', 'a '))).toEqual(['Two items are the same.'])
  expect(checkKey(fractions)).toEqual([])
})
