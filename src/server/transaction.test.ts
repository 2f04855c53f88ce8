import { expect, test } from 'vitest'
import { openWorld } from '#tests/world.ts'
import { type CommitInsert, insertAtCommit, withSavepoint } from './transaction.ts'
import type { Db } from './db.ts'

const { database } = await openWorld()
await database.single`create table words (word text primary key check (word <> 'bad'))`

const put = (db: Db, word: string) => db`insert into words values (${word})`
const later: CommitInsert<string> = {
  insert: (db, words) => db`insert into words select unnest(${[...words]}::text[])`,
}
const words = async () =>
  (await database.read<{ word: string }[]>`select word from words order by word`).map(({ word }) => word)

test('a failed savepoint is rolled back along with what it queued, and the transaction continues', async () => {
  await database.write(async (db) => {
    await put(db, 'a before')
    insertAtCommit(db, later, 'a before, queued')
    const failing = withSavepoint(db, async () => {
      await put(db, 'a within')
      insertAtCommit(db, later, 'a within, queued')
      await put(db, 'bad')
    })
    await expect(failing).rejects.toThrow('words_word_check')
    await withSavepoint(db, () => put(db, 'a later part'))
    await put(db, 'a after')
  })
  expect(await words()).toEqual(['a after', 'a before', 'a before, queued', 'a later part'])
})

test('a nested savepoint is rolled back alone, or together with the outer one', async () => {
  await database.write(async (db) => {
    await withSavepoint(db, async () => {
      await put(db, 'b kept')
      await withSavepoint(db, () => put(db, 'bad')).catch(() => {})
    })
    await withSavepoint(db, async () => {
      await withSavepoint(db, () => put(db, 'b inner'))
      throw new Error('changed my mind')
    }).catch(() => {})
  })
  expect((await words()).filter((word) => word.startsWith('b'))).toEqual(['b kept'])
})

test('a transaction still fails if a statement outside any savepoint failed', async () => {
  const work = database.write(async (db) => {
    await put(db, 'c')
    await put(db, 'bad').catch(() => {})
  })
  await expect(work).rejects.toThrow('words_word_check')
  expect(await words()).not.toContain('c')
})
