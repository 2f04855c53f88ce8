import type { Db } from '#server/db.ts'
import type { HintEntry, LevelEntry } from '../rules.ts'

/** Selects all courses, and locks them so that none can be renamed in the meantime. */
export const allCourses = (db: Db) =>
  db<{ id: string; name: string }[]>`select id, name from courses for no key update`

export const levelsOfCourse = (db: Db, courseId: string) => db<{ id: string; name: string }[]>`
  select id, name from levels where course_id = ${courseId} for no key update
`

type NewLevel = Omit<LevelEntry, 'chapters' | 'order'> & {
  id: string
  courseId: string
  order: number | null
}

/**
 * Inserts a level. Without an order, it becomes the last level of its course. Fails with `level_name_taken`
 * if the course has a level of this name.
 */
export const putWholeLevel = (
  db: Db,
  { id, courseId, name, order, chapterCount, assessmentQuestions }: NewLevel,
) => db`
  insert into levels (id, course_id, name, position, chapter_count, assessment_questions)
  select ${id}, ${courseId}, ${name}, coalesce(${order}::int, (select coalesce(max(position), 0) + 1 from levels where course_id = ${courseId})),
    ${chapterCount}, ${assessmentQuestions}
`

/** Raises a level's chapter count to at least `chapterCount`. */
export const widenLevel = (db: Db, { id, chapterCount }: { id: string; chapterCount: number }) => db`
  update levels set chapter_count = ${chapterCount}, version = version + 1 where id = ${id} and chapter_count < ${chapterCount}
`

type SectionName = { levelId: string; chapterNum: number; name: string }

/** Adds a chapter, unless the level already has a chapter with this number. */
export const addChapter = (db: Db, { levelId, chapterNum, name }: SectionName) => db`
  insert into chapters (level_id, num, name) values (${levelId}, ${chapterNum}, ${name}) on conflict do nothing
`

/** Adds a test without sections to a chapter, unless the chapter already has a test. */
export const addEmptyTest = (db: Db, { levelId, chapterNum, name }: SectionName) => db`
  insert into chapter_tests (level_id, chapter_num, name) values (${levelId}, ${chapterNum}, ${name}) on conflict do nothing
`

/** Selects a shared hint with this name and these steps. */
export const sameHint = (db: Db, { name, steps }: HintEntry) => db<{ id: string }[]>`
  select h.id from hints h
  where h.name = ${name} and (select array_agg(source order by num) from hint_steps where hint_id = h.id) = ${steps}::text[]
  order by h.id limit 1
`
