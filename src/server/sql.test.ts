import { describe, expect, test } from 'vitest'
import { openWorld } from '#tests/world.ts'
import { makeDb, type Statement } from './sql.ts'

const db = makeDb(() => Promise.reject(new Error('Nothing is sent.')))
const built = (statement: Statement<unknown>) => {
  const { text, values } = statement.build()
  return { text: text.replace(/\s+/g, ' ').trim(), values }
}
const words = (...all: string[]) => all.map((word) => db`and word = ${word}`)

test.each([
  ['many fragments', db`select 1 where true ${db.join(words('a', 'b'))}`, 'and word = $1 and word = $2'],
  ['one fragment', db`select 1 where true ${db.join(words('a'))}`, 'and word = $1'],
  ['no fragment', db`select 1 where true ${db.join([])}`, ''],
  ['a separator', db`select 1 where true ${db.join([db`, a`, db`b`], ', ')}`, ', a, b'],
])('joining %s makes one statement', (_, statement, end) => {
  expect(built(statement).text).toBe(`select 1 where true ${end}`.trim())
})

test.each<[string, () => Statement<unknown>, string]>([
  ['fragments without db.join', () => db`select 1 ${words('a') as never}`, 'fragment without db.join'],
  ['a fragment among values', () => db`select ${['a', db`b`] as never}`, 'fragment without db.join'],
  ['undefined', () => db`select ${undefined as never}`, 'parameter is undefined'],
  ['undefined in an array', () => db`select ${[undefined] as never}`, 'parameter is undefined'],
  ['an object', () => db`select ${{ a: 1 } as never}`, 'object without db.json'],
  ['no rows', () => db`insert into notes ${db([])}`, 'There are no rows'],
  ['a row without columns', () => db`insert into notes ${db({})}`, 'rows without columns'],
  ['nothing to set', () => db`update notes set ${db({})}`, 'rows without columns'],
  [
    'a column that only a later row has',
    () => db`insert into notes ${db([{ a: 1 }, { a: 1, b: 2 }])}`,
    'different',
  ],
  [
    'a column that a later row lacks',
    () => db`insert into notes ${db([{ a: 1, b: 2 }, { a: 1 }])}`,
    'undefined',
  ],
])('a clear error reports %s', (_, statement, message) => {
  expect(() => statement().build()).toThrow(message)
})

describe('an array', async () => {
  const { database } = await openWorld()
  const bytes = (...all: number[]) => Buffer.from(all)
  test.each([
    [
      'bytes',
      (of: typeof db) => of`select ${[bytes(0, 92, 34, 255), bytes()]}::bytea[] as it`,
      [bytes(0, 92, 34, 255), bytes()],
    ],
    [
      'a slice of a longer buffer',
      (of: typeof db) => of`select ${[bytes(1, 2, 3).subarray(1)]}::bytea[] as it`,
      [bytes(2, 3)],
    ],
    [
      'text',
      (of: typeof db) => of`select ${['a "b" \\ {c},', 'null', '']}::text[] as it`,
      ['a "b" \\ {c},', 'null', ''],
    ],
    ['no elements', (of: typeof db) => of`select ${[]}::text[] as it`, []],
    ['text and null', (of: typeof db) => of`select ${['a', null]}::text[] as it`, ['a', null]],
    [
      'JSON values',
      (of: typeof db) => of`select to_jsonb(${[of.json({ a: 1 }), of.json(null)]}::jsonb[]) as it`,
      [{ a: 1 }, null],
    ],
  ])('of %s arrives unchanged', async (_, query, expected) => {
    const [row] = await query(database.read)
    expect(row?.['it']).toEqual(expected)
  })
})
