import { expect, test } from 'vitest'
import { pageOf } from './page.ts'

test.each([
  ['no rows', [], { rows: [], last: null }],
  ['fewer rows than a page has', [1], { rows: [1], last: null }],
  ['exactly one page', [1, 2], { rows: [1, 2], last: null }],
  ['one row more than a page has', [1, 2, 3], { rows: [1, 2], last: 2 }],
])('a page has its rows and, if more follow, its last row as `last`: %s', (_, found, page) =>
  expect(pageOf(found, 2)).toEqual(page),
)
