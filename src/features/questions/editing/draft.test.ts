import { expect, test } from 'vitest'
import type { Draft, Question } from '../api.ts'
import type { AnswerKey } from '../rules.ts'
import { draftOf, faultsAt, faultsSoFar, isSameDraft, missingIn, movedTo, tidied } from './draft.ts'

const blank = draftOf(null)
const draft = (fields: Partial<Draft>): Draft => ({ ...blank, content: 'What is $1 + 1$?', ...fields })
const parts = (...all: Extract<AnswerKey, { kind: 'fr' }>['parts']): AnswerKey => ({ kind: 'fr', parts: all })
const two = draft({ answers: parts({ kind: 'number', value: '2' }) })

test('empty optional fields aren’t sent', () => {
  const answers = parts({
    kind: 'number',
    value: '2',
    hasAlias: ['', '2.00', ' '],
    tooltip: '',
    rightAlign: false,
    isSuper: true,
    weight: 1,
  })
  expect(tidied(draft({ answers, content: ' 2? \n' }))).toMatchObject({
    content: '2?',
    answers: { kind: 'fr', parts: [{ kind: 'number', value: '2', hasAlias: ['2.00'], isSuper: true }] },
  })
  expect(JSON.stringify(tidied(draft({ answers })))).not.toMatch(/tooltip|rightAlign|weight/)
})

test('empty labels, choices and options keep their positions', () => {
  const answers: AnswerKey = { kind: 'mc', choices: ['a', '', 'c'], correct: [2] }
  expect(tidied(draft({ answers })).answers).toEqual(answers)
  const labels = parts({ kind: 'label', text: '' }, { kind: 'select', options: ['cm', ''], correct: 0 })
  expect(tidied(draft({ answers: labels })).answers).toEqual(labels)
})

test('a draft equals the stored question, regardless of field order and empty optional fields', () => {
  const opened = parts({ value: '2', kind: 'number', hasAlias: [''], weight: undefined })
  expect(isSameDraft(two, draft({ answers: opened }))).toBe(true)
  expect(isSameDraft(two, draft({ answers: parts({ kind: 'number', value: '3' }) }))).toBe(false)
})

test.each<[string, AnswerKey, string, RegExp]>([
  ['a letter without a value', parts({ kind: 'letter', value: '' }), 'part 0', /Write the answer/],
  [
    'a second part without a value',
    parts({ kind: 'label', text: 'x =' }, { kind: 'expression', value: '' }),
    'part 1',
    /Write the answer/,
  ],
  ['an empty option', parts({ kind: 'select', options: ['cm', ''], correct: 0 }), 'part 0', /Write option 2/],
  [
    'options whose right one was deleted',
    parts({ kind: 'select', options: ['cm', 'm'], correct: -1 }),
    'part 0',
    /^Mark the right answer/,
  ],
  [
    'choices without a right one',
    { kind: 'mc', choices: ['a', 'b'], correct: [] },
    'answers',
    /Mark the right answer/,
  ],
  [
    'items whose group was removed',
    {
      kind: 'match',
      groups: ['a', 'b'],
      items: [
        { text: '1', group: -1 },
        { text: '2', group: 0 },
      ],
    },
    'answers',
    /^Choose a group for each item/,
  ],
  ['an empty choice', { kind: 'mc', choices: ['a', ''], correct: [0] }, 'answers', /Write choice B/],
  ['an empty sentence', { kind: 'sentence', value: '' }, 'answers', /Write the answer/],
  ['an answer without parts', { kind: 'fr', parts: [] }, 'answers', /no part/],
])('%s is reported at its place', (_, answers, place, message) => {
  expect(missingIn(draft({ answers }))[place]?.join(' ')).toMatch(message)
})

test('a question without an answer can be stored as unfinished and is restored unchanged', () => {
  const text = draft({ content: 'What is it?' })
  expect(missingIn(text)).toEqual({})
  expect(tidied(text).answers).toEqual(parts({ kind: 'label', text: '' }))
  expect(faultsAt(text, ['There is no part that students answer.'])).toEqual({
    'part 0': ['Write the answer.'],
  })
  expect(Object.values(faultsSoFar(text, faultsAt(text, []))).flat()).toEqual([])
  const stored = { ...text, ...tidied(text) } as unknown as Question
  expect(isSameDraft(draftOf(stored), text)).toBe(true)
  expect(draftOf(stored).answers).toEqual(blank.answers)
})

test('a complete question has no problems', () => expect(missingIn(two)).toEqual({}))

test('empty lines in the variables are ignored', () => {
  const variables = {
    given: [{ name: 'a', from: '1', to: '2', step: '1' }],
    derived: [
      { name: '', value: '' },
      { name: 'b', value: 'a + 1' },
    ],
    constraints: ['', 'a < b'],
  }
  const random = draft({ answers: parts({ kind: 'number', value: '{{b}}' }), variables })
  expect(missingIn(random)).toEqual({})
  expect(tidied(random).variables).toMatchObject({ derived: [{ name: 'b' }], constraints: ['a < b'] })
})

test('a variable without a letter is reported in the variables', () => {
  const variables = { given: [{ name: '', from: '1', to: '2', step: '1' }], derived: [], constraints: [] }
  expect(
    missingIn(draft({ answers: parts({ kind: 'number', value: '{{a}}' }), variables }))['variables']?.join(),
  ).toMatch(/one letter/)
})

test('a part that fails its own check is reported only once, at the part', () => {
  const answers = parts({ kind: 'number', value: '2' }, { kind: 'number', value: 'two' })
  const faults = faultsAt(draft({ answers }), ['The answer “two” is not a number. Write a number.'])
  expect(Object.keys(faults)).toContain('part 1')
  expect(faults['part 0']).toBeUndefined()
})

test('math that can’t be displayed is reported at its field', () => {
  const message = 'The math “\\frac{1” can’t be shown: it ends too early.'
  expect(faultsAt(draft({ ...two, content: 'What is $\\frac{1$?' }), [message])).toEqual({
    content: [message],
  })
  expect(faultsAt(draft({ ...two, instructions: '$\\frac{1$' }), [message])).toEqual({
    instructions: [message],
  })
  const label = draft({
    answers: parts({ kind: 'label', text: '$\\frac{1$' }, { kind: 'number', value: '2' }),
  })
  expect(faultsAt(label, [message])).toEqual({ 'part 0': [message] })
})

test('once a draft has changed, the server’s faults are shown only if they concern its texts', () => {
  const serverFaults = [
    'The math “x^” can’t be shown: it ends too early.',
    'With a = 1: The answer “{{b}}” is not a number.',
  ]
  expect(faultsAt(draft({ ...two, content: '$x^$' }), serverFaults, { isNews: true })).toEqual({
    content: [serverFaults[0]],
  })
})

test('a failing test is reported at the table of answers', () => {
  const tests = [{ given: { kind: 'fr' as const, parts: ['3'] }, expected: 'correct' as const }]
  expect(faultsAt({ ...two, tests }, [])['tests']?.[0]).toMatch(/“3” should be correct/)
})

test('empty fields aren’t reported before the first attempt to save', () => {
  const faults = faultsAt(blank, [])
  expect(Object.keys(faults)).toContain('part 0')
  expect(Object.values(faultsSoFar(blank, faults)).flat()).toEqual([])
})

test.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [1, 1, 'abc'],
  [5, 0, 'abc'],
])('moving the item at %i to %i gives %s', (from, to, wanted) =>
  expect(movedTo([...'abc'], from, to).join('')).toBe(wanted),
)
