import { expect, test } from 'vitest'
import { answerWords, isSeenOnly } from './answer-words.ts'

test('graphs, drawings and typed math are shown in their own fields', () => {
  const number = { kind: 'fr' as const, parts: [{ kind: 'number' as const }] }
  expect(isSeenOnly(number as never, { kind: 'fr', parts: ['5'] })).toBe(false)
  expect(isSeenOnly(number as never, { kind: 'fr', parts: [{ text: 'so', strokes: [] }] })).toBe(true)
  expect(isSeenOnly({ kind: 'fr', parts: [{ kind: 'expression' }] } as never, { kind: 'fr', parts: ['x'] })).toBe(true)
  expect(isSeenOnly({ kind: 'graph' } as never, { kind: 'graph', points: [] })).toBe(true)
})

test('a chosen option is described by its text, not by its position', () => {
  const choices = { kind: 'mc' as const, choices: [['red'], ['blue'], ['green']], pickMany: true }
  expect(answerWords(choices, { kind: 'mc', picked: [0, 2] })).toBe('A red, C green')
  const options = ['mm', 'cm'].map((text) => ({ text, content: [text] }))
  const parts = [{ kind: 'label', content: ['It is'] }, { kind: 'select', options }, { kind: 'number' }]
  expect(answerWords({ kind: 'fr', parts } as never, { kind: 'fr', parts: ['1', '7'] })).toBe('cm, 7')
  expect(answerWords({ kind: 'sentence' } as never, { kind: 'sentence', text: 'So it is. ' })).toBe('So it is.')
})
