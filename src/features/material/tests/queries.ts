import type { Db } from '#server/db.ts'

export type TestRow = { chapterNum: number; name: string; version: number }

type TestFilter = { levelId: string; chapterNum?: number | null; lock?: boolean }

/** Selects the tests of a level's chapters, or of one chapter. */
export const chapterTests = (db: Db, { levelId, chapterNum = null, lock = false }: TestFilter) => db<
  TestRow[]
>`
  select chapter_num, name, version from chapter_tests
  where level_id = ${levelId} and (${chapterNum}::int is null or chapter_num = ${chapterNum}) order by chapter_num
  ${lock ? db`for no key update` : db``}
`

export type NewTest = { levelId: string; chapterNum: number; name: string }

/** Inserts a chapter's test. Violates `chapter_test_taken` if the chapter already has a test. */
export const putTest = (db: Db, { levelId, chapterNum, name }: NewTest) => db`
  insert into chapter_tests (level_id, chapter_num, name) values (${levelId}, ${chapterNum}, ${name})
`

export const changeTest = (db: Db, { levelId, chapterNum, name }: NewTest) => db`
  update chapter_tests set name = ${name}, version = version + 1 where level_id = ${levelId} and chapter_num = ${chapterNum}
`
