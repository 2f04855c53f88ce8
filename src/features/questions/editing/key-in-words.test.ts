import { expect, test } from 'vitest'
import type { AnswerKey } from '../rules.ts'
import { keyInWords, testsInWords } from './key-in-words.ts'

const twelve = { kind: 'number' as const, value: '12' }
const seven = { given: { kind: 'fr' as const, parts: ['7'] }, message: 'You added.' }
const choices = { kind: 'mc' as const, choices: ['3', '8'], correct: [1] }

test.each<[string, AnswerKey, string]>([
  ['a number', { kind: 'fr', parts: [twelve] }, '12'],
  [
    'a number with settings',
    { kind: 'fr', parts: [{ ...twelve, form: 'integer', tolerance: { abs: '0.1' }, hasAlias: ['12.0'] }] },
    '12; form: integer; abs: 0.1; hasAlias: 12.0',
  ],
  ['a number with a message', { kind: 'fr', parts: [twelve], mistakes: [seven] }, '12; “7”: You added.'],
  ['choices', choices, 'B; choices: 3, 8'],
  ['choices with partial credit', { ...choices, perChoice: true }, 'B; choices: 3, 8; perChoice: true'],
  [
    'items to match',
    {
      kind: 'match',
      groups: ['even', 'odd'],
      items: [
        { text: '2', group: 0 },
        { text: '3', group: 1 },
      ],
    },
    'A, B; groups: even, odd; text: 2; text: 3',
  ],
])(
  'the description of an answer includes everything that can differ between two versions: %s',
  (_, key, want) => {
    expect(keyInWords(key)).toBe(want)
  },
)

test('the description of a test includes its expected verdict', () => {
  const given = seven.given
  expect(testsInWords([{ given, expected: 'correct' }])).toBe('“7”: Right')
  expect(testsInWords([{ given, expected: 'incorrect' }])).toBe('“7”: Wrong')
})
