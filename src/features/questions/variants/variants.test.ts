import { describe, expect, test } from 'vitest'
import { grade, solutionOf, type AnswerKey } from '../rules.ts'
import { cpuMs } from '#tests/time.ts'
import { fillKey, fillMarkdown, valuesInWords } from './filling.ts'
import type { Values } from '#math/exact.ts'
import { evaluate, spread, type Variables, variantsOf } from './variants.ts'

const variables = (more: Partial<Variables> = {}): Variables => ({
  given: [
    { name: 'a', from: '1', to: '4', step: '1' },
    { name: 'b', values: ['-1', '1/2'] },
  ],
  derived: [],
  constraints: [],
  ...more,
})
const words = (definition: Variables) => variantsOf(definition).variants.map(valuesInWords)
const at = (values: Record<string, [number, number]>): Values =>
  new Map(
    Object.entries(values).map(([name, [top, bottom]]) => [
      name,
      { top: BigInt(top), bottom: BigInt(bottom) },
    ]),
  )

describe('variants', () => {
  test('there is a variant for every combination of values if there are few', () => {
    expect(words(variables())).toHaveLength(8)
    expect(words(variables())[0]).toBe('a = 1, b = -1')
  })

  test('variants meet every constraint', () => {
    expect(words(variables({ constraints: ['a > 2', 'b > 0'] }))).toEqual([
      'a = 3, b = 1/2',
      'a = 4, b = 1/2',
    ])
    expect(words(variables({ constraints: ['a*b is whole', 'b ≠ -1'] }))).toEqual([
      'a = 2, b = 1/2',
      'a = 4, b = 1/2',
    ])
    expect(words(variables({ constraints: ['1 < a < 3', 'b = -1'] }))).toEqual(['a = 2, b = -1'])
    expect(words(variables({ constraints: ['a < 2 or a > 3', 'b = -1'] }))).toEqual([
      'a = 1, b = -1',
      'a = 4, b = -1',
    ])
    expect(words(variables({ constraints: ['(a = 1 or a > 3) and b < 0'] }))).toEqual([
      'a = 1, b = -1',
      'a = 4, b = -1',
    ])
  })

  test('variants include derived variables', () => {
    const derived = [
      { name: 'c', value: 'a + b' },
      { name: 'd', value: 'c^2' },
    ]
    expect(words(variables({ derived, constraints: ['a = 2', 'b = -1'] }))).toEqual([
      'a = 2, b = -1, c = 1, d = 1',
    ])
  })

  test('there are at most 200 variants, and they are always the same', () => {
    const many = variables({
      given: ['a', 'b', 'c'].map((name) => ({ name, from: '1', to: '100', step: '1' })),
    })
    const { variants } = variantsOf(many)
    expect(variants).toHaveLength(200)
    expect(variantsOf(many).variants.map(valuesInWords)).toEqual(variants.map(valuesInWords))
    expect(new Set(variants.map(valuesInWords)).size).toBe(200)
  })

  test('combinations in which a variable has no value are left out', () => {
    const given = [{ name: 'a', from: '-1', to: '1', step: '1' }]
    expect(words(variables({ given, derived: [{ name: 'c', value: '6/a' }] }))).toEqual([
      'a = -1, c = -6',
      'a = 1, c = 6',
    ])
  })

  test.each<[string, Partial<Variables>, string]>([
    [
      'a range that ends before it starts',
      { given: [{ name: 'a', from: '3', to: '1', step: '1' }] },
      'ends before it starts',
    ],
    ['a step of zero', { given: [{ name: 'a', from: '1', to: '3', step: '0' }] }, 'must be greater than 0'],
    [
      'a huge range',
      { given: [{ name: 'a', from: '1', to: '1000000', step: '1' }] },
      'more than 1000 values',
    ],
    [
      'a bound that isn’t a number',
      { given: [{ name: 'a', from: 'x', to: '3', step: '1' }] },
      'isn’t a variable',
    ],
    ['a repeated letter', { derived: [{ name: 'a', value: '2' }] }, 'twice'],
    [
      'a letter used before its definition',
      { derived: [{ name: 'c', value: 'd + 1' }] },
      'isn’t a variable defined before it',
    ],
    ['an invalid constraint', { constraints: ['a + b'] }, 'isn’t a condition'],
    ['a constraint that can’t be read', { constraints: ['a < (b'] }, 'can’t be read'],
    ['constraints that no values meet', { constraints: ['a > 9'] }, 'No values meet'],
  ])('there are no variants with %s, and a fault says why', (_, more, fault) => {
    const { variants, faults } = variantsOf(variables(more))
    expect(variants).toEqual([])
    expect(faults.join(' ')).toContain(fault)
  })
})

describe('filling in values', () => {
  const values = at({ a: [3, 1], b: [-1, 2], c: [2, 4] })
  test.each([
    ['a letter is replaced by its value', 'Add {{a}} and {{b}}.', 'Add 3 and -1/2.'],
    ['an expression is evaluated', '{{2a + 1}} is {{ a^2 }} less 2', '7 is 9 less 2'],
    ['a fraction in a formula becomes a TeX fraction', 'Find $x + {{c}}$.', 'Find $x + \\frac{1}{2}$.'],
    ['a negative fraction has its sign in front', '$x {{+b}}$', '$x -\\frac{1}{2}$'],
    ['a placeholder with a plus shows the sign', '$x {{+a}}$', '$x +3$'],
    ['single braces in TeX are left alone', '$\\frac{1}{{{a}}}$', '$\\frac{1}{3}$'],
    ['text without placeholders is left alone', 'Nothing {a} here', 'Nothing {a} here'],
  ])('%s', (_, text, want) => expect(fillMarkdown(text, values)).toEqual({ text: want, faults: [] }))

  test('reports an expression without a value', () => {
    expect(fillMarkdown('{{q}}', values).faults.join()).toContain('letter q')
    expect(fillMarkdown('{{1/(a-3)}}', values).faults.join()).toContain('no exact value')
  })

  test('leaves an unclosed placeholder unchanged within 200 ms, no matter how long it is', () => {
    for (const text of [`{{${' '.repeat(4000)}`, '{{'.repeat(2000), `{{${'a'.repeat(61)}}}`]) {
      const took = cpuMs(() => expect(fillMarkdown(text, values)).toEqual({ text, faults: [] }))
      expect(took).toBeLessThan(200)
    }
  })

  test('produces a key that accepts its model answer', () => {
    const key: AnswerKey = {
      kind: 'fr',
      parts: [
        { kind: 'label', text: '$x = {{c}}$' },
        { kind: 'number', value: '{{a*c}}' },
        { kind: 'expression', value: 'x^2 + {{b}}x' },
        { kind: 'expression', value: 'x{{+a}}' },
        { kind: 'expression', value: 'x{{+b}}' },
      ],
    }
    const filled = fillKey(key, values).key as AnswerKey
    expect(filled).toMatchObject({
      parts: [
        { text: '$x = \\frac{1}{2}$' },
        { value: '3/2' },
        { value: 'x^2 + (-1/2)x' },
        { value: 'x+3' },
        { value: 'x+(-1/2)' },
      ],
    })
    expect(grade(filled, solutionOf(filled)).status).toBe('correct')
  })

  test.each<[AnswerKey, object]>([
    [{ kind: 'order', items: ['${{c}}$', '{{c}} or ${{a}}$'] }, { items: ['$\\frac{1}{2}$', '1/2 or $3$'] }],
    [
      {
        kind: 'match',
        groups: ['${{c}}$', '{{a}}'],
        items: [
          { text: '${{a*c}}$', group: 0 },
          { text: '{{b}}', group: 1 },
        ],
      },
      { groups: ['$\\frac{1}{2}$', '3'], items: [{ text: '$\\frac{3}{2}$' }, { text: '-1/2' }] },
    ],
  ])('fills the displayed texts of $kind as Markdown', (key, want) =>
    expect(fillKey(key, values).key).toMatchObject(want),
  )

  test('fills in the values in intervals, amounts with units, patterns and tables', () => {
    const key: AnswerKey = {
      kind: 'fr',
      columns: 2,
      parts: [
        { kind: 'interval', value: '[{{-a}}, {{b}}) ∪ {{{a}}}' },
        { kind: 'number', value: '{{a/2}}', unit: 'cm' },
        { kind: 'words', value: '{{a}} dogs', patterns: ['{{a}} dog*'] },
        { kind: 'label', text: '${{b}}$' },
      ],
    }
    const filled = fillKey(key, at({ a: [3, 1], b: [1, 2] })).key as AnswerKey
    expect(filled).toEqual({
      kind: 'fr',
      columns: 2,
      parts: [
        { kind: 'interval', value: '[-3, 1/2) ∪ {3}' },
        { kind: 'number', value: '3/2', unit: 'cm' },
        { kind: 'words', value: '3 dogs', patterns: ['3 dog*'] },
        { kind: 'label', text: '$\\frac{1}{2}$' },
      ],
    })
    expect(grade(filled, solutionOf(filled)).status).toBe('correct')
  })
})

test('values of variables are exact fractions', () => {
  const third = evaluate('1/3 + a', at({ a: [1, 3] }))
  expect(third.ok && third.value).toEqual({ top: 2n, bottom: 3n })
  expect(evaluate('sin(a)', at({ a: [1, 1] })).ok).toBe(false)
})

test('a selection of variants is evenly spread', () =>
  expect(spread([1, 2, 3, 4, 5, 6], 3)).toEqual([1, 3, 5]))
