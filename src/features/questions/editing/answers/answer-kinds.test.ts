import { expect, test } from 'vitest'
import { Part } from '../../kinds/fr/fr.ts'
import { withSigns } from './interval-signs.ts'
import {
  asKind,
  emptyPart,
  partKinds,
  placesIn,
  withoutPlace,
  withChoices,
  withKeyParts,
  withParts,
} from './answer-kinds.ts'

test('a part of any kind can be converted to any other kind and keeps the fields they share', () => {
  for (const from of partKinds)
    for (const to of partKinds) {
      const part = asKind({ ...emptyPart(from), ...(from === 'label' ? {} : { tooltip: 'Look' }) }, to)
      expect(part.kind).toBe(to)
      expect('tooltip' in part).toBe(from !== 'label' && to !== 'label')
    }
  const number: Part = { kind: 'number', value: '5', hasAlias: ['five'], form: 'integer', weight: 2 }
  expect(asKind(number, 'words')).toEqual({ kind: 'words', value: '5', hasAlias: ['five'], weight: 2 })
  expect(asKind({ kind: 'label', text: 'Draw' }, 'work')).toEqual({ kind: 'work', prompt: 'Draw' })
  expect(asKind({ kind: 'work', prompt: 'Draw', lines: 9 }, 'label')).toEqual({ kind: 'label', text: 'Draw' })
})

test('a converted part drops fields that its new kind doesn’t have', () => {
  const full: Part = {
    kind: 'words',
    value: 'a',
    hasAlias: ['b'],
    caseSensitive: true,
    rightAlign: true,
    isSuper: true,
    weight: 3,
    tooltip: 't',
  }
  for (const kind of partKinds.filter((each) => each !== 'select')) {
    const part = asKind(full, kind)
    expect(
      Part.safeParse(part).error?.issues.filter(({ code }) => code === 'unrecognized_keys') ?? [],
    ).toEqual([])
  }
})

test.each([
  ['(-inf, 3] U [7, infinity)', '(−∞, 3] ∪ [7, ∞)'],
  ['[-2, 5) u {{u + 1}}', '[-2, 5) ∪ {{u + 1}}'],
  ['[{{u', '[{{u'],
  ['{{{u}}, 5}', '{{{u}}, 5}'],
])('typing %s writes %s, sign by sign', (typed, want) => {
  expect(withSigns(typed)).toBe(want)
  expect([...typed].reduce((text, sign) => withSigns(text + sign), '')).toBe(want)
})

test.each<[string, number[], string, string | undefined]>([
  ['move with their parts', [1, 0, 2, 3], '2a*b + 5', '2b*a + 5'],
  ['skip text that is added in front', [2, 0, 1, 3], '2a*b + 5', '2a*b + 5'],
  ['leave words and placeholders alone', [1, 0, 2, 3], 'sqrt(a) + {{a}}b', 'sqrt(b) + {{a}}a'],
  ['go with the formula if their part is removed', [1, 2, 3], '2a*b + 5', undefined],
  ['stay if another part is removed', [0, 2, 3], '2a + 5', '2a + 5'],
])('letters in formulas %s', (_, order, follows, want) => {
  const parts: Part[] = [
    { kind: 'number', value: '1' },
    { kind: 'number', value: '2' },
    { kind: 'label', text: 'and' },
    { kind: 'number', value: '3', follows },
  ]
  const { answers } = withParts({ kind: 'fr', parts }, [], order)
  expect(answers).toMatchObject({ parts: { [order.length - 1]: { value: '3' } } })
  expect(answers.kind === 'fr' && answers.parts.at(-1)).toHaveProperty('follows', want)
})

test('tests are updated when parts are reordered or removed, and skip labels', () => {
  const parts: Part[] = [
    { kind: 'number', value: '1' },
    { kind: 'label', text: 'and' },
    { kind: 'number', value: '2' },
  ]
  const tests = [{ given: { kind: 'fr' as const, parts: ['1', '2'] }, expected: 'correct' as const }]
  const key = { kind: 'fr' as const, parts }
  expect(withParts(key, tests, [2, 1, 0]).tests[0]?.given).toEqual({ kind: 'fr', parts: ['2', '1'] })
  expect(withParts(key, tests, [1, 2])).toMatchObject({
    answers: { parts: [{ kind: 'label' }, { value: '2' }] },
    tests: [{ given: { parts: ['2'] } }],
  })
})

test('mistakes are updated when parts are added, reordered, removed, or converted to another kind', () => {
  const number = (value: string): Part => ({ kind: 'number', value })
  const label: Part = { kind: 'label', text: 'and' }
  const key = {
    kind: 'fr' as const,
    parts: [number('1'), label, number('2')],
    mistakes: [{ given: { kind: 'fr' as const, parts: ['7', '8'] }, message: 'No.' }],
  }
  const given = (parts: Part[], order: number[]) => withKeyParts(key, parts, order).mistakes?.[0]?.given.parts
  expect(given([...key.parts, number('')], [0, 1, 2])).toEqual(['7', '8', ''])
  expect(given([number('2'), label, number('1')], [2, 1, 0])).toEqual(['8', '7'])
  expect(given([label, number('2')], [1, 2])).toEqual(['8'])
  expect(given([label, label, number('2')], [0, 1, 2])).toEqual(['8'])
  expect(given([{ kind: 'work' }, label, number('2')], [0, 1, 2])).toEqual([{ text: '', strokes: [] }, '8'])
})

test('mistakes are updated when choices are moved, and dropped when their choices are removed', () => {
  const key = {
    kind: 'mc' as const,
    choices: ['one', 'two', 'three'],
    correct: [0],
    mistakes: [
      { given: { kind: 'mc' as const, picked: [1] }, message: 'Two.' },
      { given: { kind: 'mc' as const, picked: [2] }, message: 'Three.' },
    ],
  }
  const picked = (choices: string[]) =>
    withChoices(key, choices, [0]).mistakes?.map(({ given, message }) => [message, ...given.picked])
  expect(picked(['two', 'one', 'three'])).toEqual([
    ['Two.', 0],
    ['Three.', 2],
  ])
  expect(picked(['one', 'three'])).toEqual([['Three.', 1]])
  expect(picked(['one', 'a pair', 'three'])).toEqual([
    ['Two.', 1],
    ['Three.', 2],
  ])
})

test('right choices stay right when other choices are removed or moved', () => {
  expect(withoutPlace([0, 2], 0)).toEqual([1])
  expect(withoutPlace([1], 2)).toEqual([1])
  expect(placesIn([0, 2], [2, 0, 1])).toEqual([0, 1])
})
