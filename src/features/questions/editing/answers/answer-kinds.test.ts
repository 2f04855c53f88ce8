import { expect, test } from 'vitest'
import { checkKey } from '../../rules.ts'
import { Part } from '../../kinds/fr/fr.ts'
import { withSigns } from './interval-signs.ts'
import {
  asKind,
  emptyPart,
  partKinds,
  placesIn,
  withGroup,
  withoutPlace,
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
])('%s becomes %s, whether it is pasted or typed character by character', (typed, want) => {
  expect(withSigns(typed)).toBe(want)
  expect([...typed].reduce((text, sign) => withSigns(text + sign), '')).toBe(want)
})

test.each<[string, number[], string, string]>([
  ['change when their parts move', [1, 0, 2, 3], '2a*b + 5', '2b*a + 5'],
  ['stay the same when text is moved in front', [2, 0, 1, 3], '2a*b + 5', '2a*b + 5'],
  ['don’t change within words and placeholders', [1, 0, 2, 3], 'sqrt(a) + {{a}}b', 'sqrt(b) + {{a}}a'],
  ['change next to a word', [1, 0, 2, 3], '2asqrt(b)', '2bsqrt(a)'],
  ['change in a product', [1, 0, 2, 3], '2ab/(3b)', '2ba/(3a)'],
  ['change in TeX', [1, 0, 2, 3], '\\frac{a}{b + \\text{{{a}}}}', '\\frac{b}{a + \\text{{{a}}}}'],
  ['change even if they are mathematical or full-width characters', [1, 0, 2, 3], '2𝑎 + ｂ', '2b + a'],
  [
    'change even if the rest of the formula can’t be read',
    [1, 0, 2, 3],
    '2a + asinh(b) ? a',
    '2b + asinh(a) ? b',
  ],
  ['become a question mark if their part is removed', [1, 2, 3], '2a*b + 5', '2?*a + 5'],
  ['stay the same if another part is removed', [0, 2, 3], '2a + 5', '2a + 5'],
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

test('a formula that refers to a removed part has a fault, even if another part has the same answer', () => {
  const key = {
    kind: 'fr' as const,
    parts: [
      { kind: 'number' as const, value: '12' },
      { kind: 'number' as const, value: '12' },
      { kind: 'number' as const, value: '29', follows: '2a + 5' },
    ],
  }
  expect(checkKey(key)).toEqual([])
  const { answers } = withParts(key, [], [1, 2])
  expect(checkKey(answers)).toEqual(['“2? + 5” can’t be read. The sign ? can’t be used here.'])
})

test('reordering many parts replaces the letters in a formula, but not its functions and numbers', () => {
  const parts: Part[] = Array.from({ length: 21 }, (_, at) => ({ kind: 'number', value: String(at) }))
  const key = {
    kind: 'fr' as const,
    parts: parts.with(20, { kind: 'number', value: '1', follows: 'sqrt(t) + e - 2e3' }),
  }
  const order = Array.from({ length: 21 }, (_, at) => (at === 0 ? 19 : at === 19 ? 0 : at))
  const { answers } = withParts(key, [], order.with(4, 5).with(5, 4))
  expect(answers.kind === 'fr' && answers.parts.at(-1)).toHaveProperty('follows', 'sqrt(a) + f - 2e3')
})

test('a question’s tests, whose answers have no entries for labels, are updated when parts are reordered or removed', () => {
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

test('right choices stay right when other choices are removed or moved', () => {
  expect(withoutPlace([0, 2], 0)).toEqual([1])
  expect(withoutPlace([1], 2)).toEqual([1])
  expect(placesIn([0, 2], [2, 0, 1])).toEqual([0, 1])
})

test.each<[string, string[], number, ReturnType<typeof withGroup>]>([
  ['empty lines', ['', ''], 0, { options: ['cm', 'm'], correct: -1, order: [] }],
  [
    'other options',
    ['ft', '', 'in', 'm'],
    2,
    { options: ['ft', 'in', 'm', 'cm'], correct: 1, order: [0, 2, 3] },
  ],
])('adding a group of options to %s skips duplicates and removes blanks', (_, options, correct, want) => {
  expect(withGroup({ options, correct }, ['cm', 'm'])).toEqual(want)
})
