import { expect, test } from 'vitest'
import { choiceFault, exactMatch, matchesOf, optionsOf } from './choices.ts'

const options = optionsOf([
  { group: 'Math', items: [{ value: 'm3', label: 'Math 3 · Mon' }] },
  { value: 'm5', label: 'Math 5 · Tue', disabled: true },
  'Maths club',
])

test('grouped options and plain strings are listed in their order', () => {
  expect(options.map(({ value }) => value)).toEqual(['m3', 'm5', 'Maths club'])
})

test('only options that can be chosen match, regardless of case', () => {
  const found = (typed: string | null) =>
    matchesOf({ typed, options, searched: false }).map(({ value }) => value)
  expect(found('MATH')).toEqual(['m3', 'Maths club'])
  expect(found('math 5')).toEqual([])
  expect(found(null)).toEqual(['m3', 'Maths club'])
  expect(matchesOf({ typed: 'parent@example.com', options, searched: true })).toHaveLength(2)
})

test('a typed time matches a label whose time has a non-breaking space', () => {
  const timed = optionsOf(['Math 5 · Mon 4:30\u00a0PM'])
  expect(matchesOf({ typed: 'mon 4:30 p', options: timed, searched: false })).toHaveLength(1)
  expect(exactMatch('math 5 · mon 4:30 pm', timed)?.value).toBe('Math 5 · Mon 4:30\u00a0PM')
})

test('only the whole label is an exact match', () => {
  expect(exactMatch(' maths CLUB ', options)?.value).toBe('Maths club')
  expect(exactMatch('Maths', options)).toBeUndefined()
  expect(exactMatch('Math 5 · Tue', options)).toBeUndefined()
})

test.each([
  [null, null],
  ['  ', null],
  ['chess', 'No such class'],
  ['math', 'Choose one from the list.'],
])('the error for typing %s without choosing an option is %s', (typed, fault) => {
  expect(choiceFault({ typed, options, searched: false, nothingFound: 'No such class' })).toBe(fault)
})
