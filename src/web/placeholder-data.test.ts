import { expect, test } from 'vitest'
import { keepPrevious } from './placeholder-data.ts'

const asked = (input: object) => ({ queryKey: ['/students', input] })

test.each([
  ['stays while one searches in the same center', { centerId: 'Maple', find: 'Sam' }, 'shown'],
  ['goes with the center', { centerId: 'Riverside', find: 'Sam' }, undefined],
  ['goes when what was asked names no center', { find: 'Sam' }, undefined],
])('what is shown %s', (_, before, kept) => {
  expect(keepPrevious({ centerId: 'Maple' })('shown', asked(before))).toBe(kept)
})

test('a section of a chapter is not the one of a test', () => {
  const kept = keepPrevious({ section: 1, chapter: 2 })
  expect(kept('shown', asked({ section: 1, chapter: 2, status: 'warn' }))).toBe('shown')
  expect(kept('shown', asked({ section: 1, test: 2 }))).toBeUndefined()
})

test('at first there is nothing to keep', () => {
  expect(keepPrevious({ centerId: 'Maple' })(undefined, undefined)).toBeUndefined()
})
