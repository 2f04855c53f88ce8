import { expect, test } from 'vitest'
import { authorWords, type Given, type KeyOf } from '../../rules.ts'
import { withAreas, withChoices, withItems, withMatching, withOptions } from './moved-answers.ts'
import { mistakesIn } from './mistakes.ts'

type Changed = ReturnType<typeof withItems>

/** Returns the remaining mistakes and tests, each with its answer in words. */
const listedIn = ({ answers, tests }: Changed) => ({
  mistakes: mistakesIn(answers).map(({ given, message }) => `${message} ${authorWords(answers, given)}`),
  tests: tests.map(({ given, expected }) => `${expected} ${authorWords(answers, given)}`),
})
const both = <G extends Given>(given: G, message: string) => ({
  mistakes: [{ given, message }],
  tests: [{ given, expected: 'incorrect' as const }],
})

const choices: KeyOf<'mc'> = {
  kind: 'mc',
  choices: ['1', '2', '3'],
  correct: [0],
  mistakes: [
    { given: { kind: 'mc', picked: [1] }, message: 'Two.' },
    { given: { kind: 'mc', picked: [2] }, message: 'Three.' },
  ],
}
const choiceTests = [{ given: { kind: 'mc' as const, picked: [2] }, expected: 'incorrect' as const }]

test.each<[string, string[], number[], string[], string[]]>([
  ['moved', ['2', '1', '3'], [1, 0, 2], ['Two. A: 2', 'Three. C: 3'], ['incorrect C: 3']],
  ['removed', ['1', '3'], [0, 2], ['Three. B: 3'], ['incorrect B: 3']],
  ['added', ['1', '2', '3', ''], [0, 1, 2], ['Two. B: 2', 'Three. C: 3'], ['incorrect C: 3']],
  [
    'edited, even if two are equal for a moment',
    ['1', '2', '1'],
    [0, 1, 2],
    ['Two. B: 2', 'Three. C: 1'],
    ['incorrect C: 1'],
  ],
])('mistakes and tests follow their choices after choices are %s', (_, texts, order, mistakes, tests) => {
  expect(listedIn(withChoices(choices, choiceTests, { choices: texts, correct: [0], order }))).toEqual({
    mistakes,
    tests,
  })
})

test('mistakes and tests follow the options of a part, and those with a removed option are dropped', () => {
  const part = { kind: 'select' as const, options: ['cm', 'm', 'km'], correct: 1 }
  const given = { kind: 'fr' as const, parts: ['5', '2'] }
  const { mistakes, tests } = both(given, 'Too far.')
  const key = { kind: 'fr' as const, parts: [{ kind: 'number' as const, value: '4' }, part], mistakes }
  const after = (options: string[], order: number[]) =>
    listedIn(withOptions(key, tests, { at: 1, part: { ...part, options }, order }))
  expect(after(['km', 'cm', 'm'], [2, 0, 1])).toEqual({
    mistakes: ['Too far. 5, km'],
    tests: ['incorrect 5, km'],
  })
  expect(after(['cm', 'm'], [0, 1])).toEqual({ mistakes: [], tests: [] })
})

const ordered = (items: string[], ...places: number[]) =>
  [
    { kind: 'order' as const, items, mistakes: both({ kind: 'order' as const, places }, 'No.').mistakes },
    both({ kind: 'order' as const, places }, '').tests,
  ] as const

test.each<[string, string[], number[], string]>([
  [
    'an item is edited and is now shown at another position',
    ['zero', 'four', 'nine'],
    [0, 1, 2],
    'four, zero, nine',
  ],
  ['an item is removed', ['four', 'nine'], [1, 2], 'four, nine'],
  ['an item is added', ['one', 'four', 'nine', ''], [0, 1, 2], 'four, one, nine, '],
])('a wrong order stays listed as a mistake when %s', (_, items, order, words) => {
  // Students see four, nine, one.
  const [key, tests] = ordered(['one', 'four', 'nine'], 0, 2, 1)
  expect(listedIn({ answers: key, tests: [...tests] }).mistakes).toEqual(['No. four, one, nine'])
  const changed = withItems(key, [...tests], items, order)
  expect(listedIn(changed)).toEqual({ mistakes: [`No. ${words}`], tests: [`incorrect ${words}`] })
})

test('a mistake in matching stays listed when items and groups are edited, removed or added', () => {
  const key: KeyOf<'match'> = {
    kind: 'match',
    groups: ['even', 'odd'],
    items: [
      { text: '2', group: 0 },
      { text: '3', group: 1 },
      { text: '5', group: 1 },
    ],
  }
  const given = { kind: 'match' as const, groups: [0, 0, 1] }
  const { mistakes, tests } = both(given, 'Is 3 even?')
  const places = { groups: [0, 1], items: [0, 1, 2] }
  const after = (next: Pick<KeyOf<'match'>, 'groups' | 'items'>, order: Partial<typeof places> = {}) =>
    listedIn(withMatching({ ...key, mistakes }, tests, next, { ...places, ...order })).mistakes
  const { groups, items } = key
  expect(after({ groups: ['with a half', 'odd'], items })).toEqual([
    'Is 3 even? 2: with a half, 3: with a half, 5: odd',
  ])
  expect(after({ groups, items: items.toSpliced(0, 1) }, { items: [1, 2] })).toEqual([
    'Is 3 even? 3: even, 5: odd',
  ])
  expect(after({ groups, items: [...items, { text: '1', group: 1 }] })).toEqual([
    'Is 3 even? 2: even, 3: even, 5: odd',
  ])
  expect(after({ groups: ['odd', 'prime'], items }, { groups: [1] })).toEqual(['Is 3 even? 5: odd'])
})

test('mistakes that pick areas of a picture follow the areas, and mistakes made of points are kept', () => {
  const area = (name: string) => ({
    shape: { type: 'circle' as const, x: 10, y: 10, radius: 5 },
    name,
    isRight: name === 'a',
  })
  const picture = { image: 'p.png', width: 100, height: 100, alt: '' }
  const picked = { kind: 'hotspot' as const, mode: 'areas' as const, picked: [2] }
  const key = {
    kind: 'hotspot' as const,
    mode: 'areas' as const,
    picture,
    areas: [area('a'), area('c')],
    mistakes: both(picked, 'No.').mistakes,
  }
  expect(listedIn(withAreas(key, [], [0, 2])).mistakes).toEqual(['No. B c'])
  expect(listedIn(withAreas(key, [], [0, 1])).mistakes).toEqual([])
  const points = { kind: 'hotspot' as const, mode: 'points' as const, points: [{ x: 90, y: 90 }] }
  const pointed = { ...key, mode: 'points' as const, most: 1, mistakes: both(points, 'No.').mistakes }
  expect(mistakesIn(withAreas(pointed, [], [0]).answers)).toHaveLength(1)
})
