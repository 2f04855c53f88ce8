import { describe, expect, test } from 'vitest'
import { checkKey, grade, gradeAtLast, type KeyOf, show } from '../../rules.ts'
import type { ShownPart } from './given.ts'
import { rowsOf } from './table.ts'

const key: KeyOf<'fr'> = {
  kind: 'fr',
  columns: 3,
  parts: [
    { kind: 'label', text: 'x' },
    { kind: 'label', text: '1' },
    { kind: 'label', text: '2' },
    { kind: 'label', text: 'double' },
    { kind: 'number', value: '2' },
    { kind: 'number', value: '4' },
    { kind: 'label', text: '' },
    { kind: 'letter', value: 'a' },
    { kind: 'words', value: 'red', weight: 2 },
  ],
}
const given = (...parts: string[]) => ({ kind: 'fr' as const, parts })
const placed = (parts: readonly ShownPart[]) => parts.map((part, at) => ({ part, at, mine: at }))

test.each([
  [['2', '4', 'a', 'red'], 'correct', 1],
  [['2', '5', 'a', 'red'], 'partial', 0.8],
  [['2', '5', 'b', 'blue'], 'partial', 0.2],
  [['1', '5', 'b', 'blue'], 'incorrect', 0],
])('each cell of a table counts with its weight: %j is %s', (parts, status, score) =>
  expect(grade(key, given(...parts))).toMatchObject({ status, score }),
)

test('a cell left empty in a final answer is wrong, and the others count', () =>
  expect(gradeAtLast(key, given('2', '', 'a', 'red'))).toMatchObject({ status: 'partial', score: 0.8 }))

test.each<[string, KeyOf<'fr'>, string[]]>([
  ['complete rows', key, []],
  ['an incomplete row', { ...key, parts: key.parts.slice(1) }, ['The last row of the table isn’t complete.']],
  [
    'scratch paper',
    { ...key, parts: key.parts.with(6, { kind: 'work' }) },
    ['There is no room for work in a table. Use a different kind of part.'],
  ],
])('checking a table with %s lists its faults', (_, table, faults) => expect(checkKey(table)).toEqual(faults))

test('students see the number of columns', () =>
  expect(show(key, (text) => [text])).toMatchObject({ columns: 3 }))

describe('the cells of a table', () => {
  const shown = show(key, (text) => [text])
  const parts = shown.kind === 'fr' ? shown.parts : []

  test('are column headers in a first row of texts, and row headers in a first column of texts', () =>
    expect(rowsOf(placed(parts), 3).map((row) => row.map(({ is }) => is))).toEqual([
      ['column', 'column', 'column'],
      ['row', 'cell', 'cell'],
      ['cell', 'cell', 'cell'],
    ]))

  test('are named after their headers', () =>
    expect(rowsOf(placed(parts), 3).map((row) => row.slice(1).map(({ name }) => name))).toEqual([
      ['1', '2'],
      ['double, 1', 'double, 2'],
      ['1', '2'],
    ]))

  test('have no column headers if the first row has something to answer', () =>
    expect(rowsOf(placed(parts.slice(3)), 3).map((row) => row.map(({ is, name }) => [is, name]))).toEqual([
      [
        ['row', 'double'],
        ['cell', 'double'],
        ['cell', 'double'],
      ],
      [
        ['cell', undefined],
        ['cell', undefined],
        ['cell', undefined],
      ],
    ]))
})
