import { describe, expect, test } from 'vitest'
import { grade, solutionOf, type AnswerKey } from '#features/questions/rules.ts'
import { fillKey, fillMarkdown, valuesInWords } from './filling.ts'
import { evaluate, spread, type Values, type Variables, variantsOf } from './variants.ts'

const variables = (more: Partial<Variables> = {}): Variables => ({
  given: [
    { name: 'a', from: '1', to: '4', step: '1' },
    { name: 'b', values: ['-1', '1/2'] },
  ],
  derived: [],
  constraints: [],
  ...more,
})
const words = (asked: Variables) => variantsOf(asked).variants.map(valuesInWords)
const at = (values: Record<string, [number, number]>): Values =>
  new Map(Object.entries(values).map(([name, [top, bottom]]) => [name, { top: BigInt(top), bottom: BigInt(bottom) }]))

describe('variants', () => {
  test('are all sets of values when they are few', () => {
    expect(words(variables())).toHaveLength(8)
    expect(words(variables())[0]).toBe('a = 1, b = -1')
  })

  test('keep to every constraint', () => {
    expect(words(variables({ constraints: ['a > 2', 'b > 0'] }))).toEqual(['a = 3, b = 1/2', 'a = 4, b = 1/2'])
    expect(words(variables({ constraints: ['a*b is whole', 'b ≠ -1'] }))).toEqual(['a = 2, b = 1/2', 'a = 4, b = 1/2'])
    expect(words(variables({ constraints: ['1 < a < 3', 'b = -1'] }))).toEqual(['a = 2, b = -1'])
    expect(words(variables({ constraints: ['a < 2 or a > 3', 'b = -1'] }))).toEqual(['a = 1, b = -1', 'a = 4, b = -1'])
    expect(words(variables({ constraints: ['(a = 1 or a > 3) and b < 0'] }))).toEqual(['a = 1, b = -1', 'a = 4, b = -1'])
  })

  test('have what follows from others', () => {
    const derived = [
      { name: 'c', value: 'a + b' },
      { name: 'd', value: 'c^2' },
    ]
    expect(words(variables({ derived, constraints: ['a = 2', 'b = -1'] }))).toEqual(['a = 2, b = -1, c = 1, d = 1'])
  })

  test('are 200 of many, the same every time', () => {
    const many = variables({ given: ['a', 'b', 'c'].map((name) => ({ name, from: '1', to: '100', step: '1' })) })
    const { variants } = variantsOf(many)
    expect(variants).toHaveLength(200)
    expect(variantsOf(many).variants.map(valuesInWords)).toEqual(variants.map(valuesInWords))
    expect(new Set(variants.map(valuesInWords)).size).toBe(200)
  })

  test('leave out what has no value', () => {
    const given = [{ name: 'a', from: '-1', to: '1', step: '1' }]
    expect(words(variables({ given, derived: [{ name: 'c', value: '6/a' }] }))).toEqual(['a = -1, c = -6', 'a = 1, c = 6'])
  })

  test.each<[string, Partial<Variables>, string]>([
    ['a range that ends before it begins', { given: [{ name: 'a', from: '3', to: '1', step: '1' }] }, 'ends before it begins'],
    ['a step of nothing', { given: [{ name: 'a', from: '1', to: '3', step: '0' }] }, 'must be more than 0'],
    ['a range without end', { given: [{ name: 'a', from: '1', to: '1000000', step: '1' }] }, 'more than 1000 values'],
    ['a bound that is no number', { given: [{ name: 'a', from: 'x', to: '3', step: '1' }] }, 'no variable'],
    ['a letter twice', { derived: [{ name: 'a', value: '2' }] }, 'twice'],
    ['a letter before it is there', { derived: [{ name: 'c', value: 'd + 1' }] }, 'no variable before it'],
    ['a constraint that is none', { constraints: ['a + b'] }, 'is no constraint'],
    ['a constraint that can’t be read', { constraints: ['a < (b'] }, 'can’t be read'],
    ['constraints that nothing keeps to', { constraints: ['a > 9'] }, 'No values keep'],
  ])('with %s there are none, and it says why', (_, more, said) => {
    const { variants, faults } = variantsOf(variables(more))
    expect(variants).toEqual([])
    expect(faults.join(' ')).toContain(said)
  })
})

describe('filling', () => {
  const values = at({ a: [3, 1], b: [-1, 2], c: [2, 4] })
  test.each([
    ['a value stands where its letter is', 'Add {{a}} and {{b}}.', 'Add 3 and -1/2.'],
    ['an expression is worked out', '{{2a + 1}} is {{ a^2 }} less 2', '7 is 9 less 2'],
    ['a fraction in a formula is set as one', 'Find $x + {{c}}$.', 'Find $x + \\frac{1}{2}$.'],
    ['a negative fraction has its sign before it', '$x {{+b}}$', '$x -\\frac{1}{2}$'],
    ['with a plus a number shows its sign', '$x {{+a}}$', '$x +3$'],
    ['TeX with single braces is left alone', '$\\frac{1}{{{a}}}$', '$\\frac{1}{3}$'],
    ['text without holes is left alone', 'Nothing {a} here', 'Nothing {a} here'],
  ])('%s', (_, text, want) => expect(fillMarkdown(text, values)).toEqual({ text: want, faults: [] }))

  test('says what has no value', () => {
    expect(fillMarkdown('{{q}}', values).faults.join()).toContain('letter q')
    expect(fillMarkdown('{{1/(a-3)}}', values).faults.join()).toContain('no exact value')
  })

  test('a hole that is never closed takes no time, however long it is, and is left alone', () => {
    for (const text of [`{{${' '.repeat(4000)}`, '{{'.repeat(2000), `{{${'a'.repeat(61)}}}`]) {
      const began = performance.now()
      expect(fillMarkdown(text, values)).toEqual({ text, faults: [] })
      expect(performance.now() - began).toBeLessThan(100)
    }
  })

  test('makes a key whose model answer is right', () => {
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
      parts: [{ text: '$x = \\frac{1}{2}$' }, { value: '3/2' }, { value: 'x^2 + (-1/2)x' }, { value: 'x+3' }, { value: 'x+(-1/2)' }],
    })
    expect(grade(filled, solutionOf(filled)).status).toBe('correct')
  })
})

test('values are exact', () => {
  const third = evaluate('1/3 + a', at({ a: [1, 3] }))
  expect(third.ok && third.value).toEqual({ top: 2n, bottom: 3n })
  expect(evaluate('sin(a)', at({ a: [1, 1] })).ok).toBe(false)
})

test('some of many are spread evenly', () => expect(spread([1, 2, 3, 4, 5, 6], 3)).toEqual([1, 3, 5]))
