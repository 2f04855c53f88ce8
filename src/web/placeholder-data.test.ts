import { expect, test } from 'vitest'
import { keepPrevious } from './placeholder-data.ts'

const queryOf = (input: object) => ({ queryKey: ['/students', input] })

test.each([
  ['stays during a search in the same center', { centerId: 'Maple', find: 'Sam' }, 'shown'],
  ['disappears when the center changes', { centerId: 'Riverside', find: 'Sam' }, undefined],
  ['disappears when the previous read named no center', { find: 'Sam' }, undefined],
])('the old result %s', (_, before, kept) => {
  expect(keepPrevious({ centerId: 'Maple' })('shown', queryOf(before))).toBe(kept)
})

test('a section of a chapter is never shown in place of a section of a test', () => {
  const kept = keepPrevious({ section: 1, chapter: 2 })
  expect(kept('shown', queryOf({ section: 1, chapter: 2, status: 'warn' }))).toBe('shown')
  expect(kept('shown', queryOf({ section: 1, test: 2 }))).toBeUndefined()
})

test('the first read has no placeholder', () => {
  expect(keepPrevious({ centerId: 'Maple' })(undefined, undefined)).toBeUndefined()
})
