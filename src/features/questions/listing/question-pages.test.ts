import { expect, test } from 'vitest'
import { behindAfter, between, rearranged } from './question-pages.ts'

const lines = [2, 3, 5, 8].map((num) => ({ _id: `q${num}`, num }))
const read = (list: readonly { _id: string; num: number }[]) =>
  list.map(({ _id, num }) => `${num}:${_id}`).join(' ')

test.each([
  ['down, after another question', ['q2'], 5, '2:q3 3:q5 5:q2 8:q8'],
  ['up, to the start', ['q8'], 0, '2:q8 3:q2 5:q3 8:q5'],
  ['up, between two others', ['q8'], 2, '2:q2 3:q8 5:q3 8:q5'],
  ['together, keeping their order', ['q2', 'q5'], 8, '2:q3 3:q8 5:q2 8:q5'],
  ['nowhere if one is placed after itself', ['q3'], 3, '2:q2 3:q3 5:q5 8:q8'],
  ['nowhere if they aren’t in the list', ['q9'], 0, '2:q2 3:q3 5:q5 8:q8'],
])('questions are moved %s', (_, ids, behind, wanted) => {
  expect(read(rearranged(lines, ids, behind))).toBe(wanted)
})

test('a question that keeps its number stays the same object', () => {
  expect(rearranged(lines, ['q8'], 3)[0]).toBe(lines[0])
})

test.each([
  ['q3', -1, '2:q3 3:q2 5:q5 8:q8'],
  ['q3', 1, '2:q2 3:q5 5:q3 8:q8'],
  ['q5', -1, '2:q2 3:q5 5:q3 8:q8'],
] as const)('question %s moves by %s', (id, step, wanted) => {
  const behind = behindAfter(lines, id, step)
  expect(behind === null ? null : read(rearranged(lines, [id], behind))).toBe(wanted)
})

test('a question can’t be moved past the ends of the list', () => {
  expect(behindAfter(lines, 'q2', -1)).toBeNull()
  expect(behindAfter(lines, 'q8', 1)).toBeNull()
  expect(behindAfter(lines, 'q9', -1)).toBeNull()
})

test('a range can be selected in either direction; without a start, only one question is selected', () => {
  const ids = lines.map(({ _id }) => _id)
  expect(between(ids, 'q2', 'q5')).toEqual(['q2', 'q3', 'q5'])
  expect(between(ids, 'q8', 'q5')).toEqual(['q5', 'q8'])
  expect(between(ids, null, 'q5')).toEqual(['q5'])
  expect(between(ids, 'gone', 'q5')).toEqual(['q5'])
})
