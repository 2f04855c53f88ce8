import { describe, expect, test } from 'vitest'
import type { AnswerKey } from '../rules.ts'
import { fillKey, fillMarkdown } from './filling.ts'
import { type Variables, variantsOf } from './variants.ts'
import { warningsOf } from './warnings.ts'

const number = (value: string): AnswerKey => ({ kind: 'fr', parts: [{ kind: 'number', value }] })
const variables = (more: Partial<Variables> = {}): Variables => ({
  given: [
    { name: 'a', from: '1', to: '4', step: '1' },
    { name: 'b', values: ['2', '5'] },
  ],
  derived: [],
  constraints: [],
  ...more,
})

function warnings(source: string, value: string, more: Partial<Variables> = {}) {
  const written = { instructions: '', source, key: number(value), variables: variables(more) }
  const forms = variantsOf(written.variables).variants.map((values) => ({
    instructions: '',
    content: fillMarkdown(source, values).text,
    key: fillKey(written.key, values).key ?? written.key,
  }))
  return warningsOf(written, forms)
}

describe('random values', () => {
  test('cause no warning if they are used', () => {
    expect(warnings('What is {{a}} + {{b}}?', '{{a + b}}')).toEqual([])
    expect(warnings('What is twice {{a}}?', '{{2a}}', { constraints: ['a < b'] })).toEqual([])
    const derived = [
      { name: 'c', value: 'a + b' },
      { name: 'd', value: '2c' },
    ]
    expect(warnings('What is half of {{ +d }}?', '7', { derived })).toEqual([])
    expect(
      warningsOf({ instructions: '', source: 'What is 3?', key: number('3'), variables: null }, []),
    ).toEqual([])
  })

  test('cause a warning with advice if they are never used', () => {
    expect(warnings('What is 3 + 4?', '7')).toEqual([
      'The random values aren’t used, so every student gets the same question. Write {{a}} in the text or the answer, or turn random values off.',
    ])
    expect(warnings('What is twice {{a}}?', '{{2a}}')).toEqual([
      'b isn’t used. Write {{b}} in the text or the answer, or delete b.',
    ])
    expect(warnings('What is twice {{a}}?', '{{2a}}', { derived: [{ name: 'c', value: 'a+b' }] })).toEqual([
      'b and c aren’t used. Write {{b}} in the text or the answer, or delete the variables.',
    ])
  })

  test('cause a warning if they produce only one variant, or variants that are all the same', () => {
    expect(warnings('What is {{a}} + {{b}}?', '{{a + b}}', { constraints: ['a = 1', 'b = 2'] })).toEqual([
      'There is only one variant, so every student gets the same question. Give the variables more values.',
    ])
    expect(warnings('What is {{a - a}} + {{b^0}}?', '1')).toEqual([
      'All variants are the same, so every student gets the same question. Change what is between the braces.',
    ])
  })
})
