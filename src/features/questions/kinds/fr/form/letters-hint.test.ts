import { expect, test } from 'vitest'
import { sourcesOf } from '../follow-through.ts'
import type { NumberKey } from '../number.ts'
import { lettersHint } from './letters-hint.ts'

const number = (value: string, unit?: string): NumberKey => ({ kind: 'number', value, unit })

test.each<[string, NumberKey[], string]>([
  [
    'the right answers',
    [number('12', 'cm'), number('5'), number('29')],
    'a is part 1 (12 cm), b is part 2 (5).',
  ],
  ['no answer yet', [number(''), number('29')], 'a is part 1.'],
  [
    'random values, which have their own letters',
    [number('{{2a}}'), number('{{2a + 5}}')],
    'a is part 1. For a random value, write {{a}}.',
  ],
])('the hint on a formula says which part a letter stands for, with %s', (_, parts, want) => {
  const hint = lettersHint(parts.at(-1) as NumberKey, sourcesOf(parts, parts.length - 1))
  expect(hint).toBe(`A formula with the student’s answers, such as 2a + 5. In it, ${want}`)
})

test('the hint says so if no earlier part is a number', () => {
  expect(lettersHint(number('29'), [])).toBe('No earlier part is a number.')
})
