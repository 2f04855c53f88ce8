import type { Db } from '#server/db.ts'
import type { Course } from './api.ts'

/**
 * Filter that selects the record with `id`, or all records if `id` is missing. `lock` locks the rows for a
 * change.
 */
type ItemFilter = { id?: string | null; lock?: boolean }

export type CourseRow = { id: string; name: string; subject: Course['subject']; version: number }

/** Selects courses, sorted by name. */
export const courses = (db: Db, { id = null, lock = false }: ItemFilter = {}) => db<CourseRow[]>`
  select id, name, subject, version from courses where ${id}::uuid is null or id = ${id} order by lower(name), id
  ${lock ? db`for no key update` : db``}
`

/** Inserts a course. Violates `course_name_taken` if the name is taken. */
export const putCourse = (db: Db, { id, name, subject }: { id: string; name: string; subject: string }) => db`
  insert into courses (id, name, subject) values (${id}, ${name}, ${subject})
`

/** Changes a course's name and subject. Violates `course_name_taken` if the name is taken. */
export const changeCourse = (
  db: Db,
  { id, name, subject }: { id: string; name: string; subject: Course['subject'] },
) => db`
  update courses set name = ${name}, subject = ${subject}, version = version + 1 where id = ${id}
`

export type LevelRow = {
  id: string
  courseId: string
  course: string
  name: string
  order: number
  chapterCount: number
  assessmentQuestions: number
  chapters: number
  lastChapter: number
  questions: number
  version: number
}

/**
 * Selects levels in course order. `lastChapter` is the highest chapter number, or 0. Counts the questions
 * section by section from the index, because a join would read the whole table for every level.
 */
export const levels = (
  db: Db,
  { id = null, courseId = null, lock = false }: ItemFilter & { courseId?: string | null } = {},
) => db<LevelRow[]>`
  select l.id, l.course_id, c.name as course, l.name, l.position as "order", l.chapter_count, l.assessment_questions, l.version,
    (select count(*)::int from chapters where level_id = l.id) as chapters,
    (select coalesce(max(num), 0) from chapters where level_id = l.id) as last_chapter,
    (select coalesce(sum(each.count), 0)::int from sections s
      cross join lateral (select count(*) from questions where section_id = s.id) each where s.level_id = l.id) as questions
  from levels l join courses c on c.id = l.course_id
  where (${id}::uuid is null or l.id = ${id}) and (${courseId}::uuid is null or l.course_id = ${courseId})
  order by lower(c.name), c.id, l.position, lower(l.name), l.id
  ${lock ? db`for no key update of l` : db``}
`

export type NewLevel = { id: string; courseId: string; name: string; chapterCount: number }

/** Inserts a level as the last one of its course. Violates `level_name_taken` if the name is taken. */
export const putLevel = (db: Db, { id, courseId, name, chapterCount }: NewLevel) => db`
  insert into levels (id, course_id, name, position, chapter_count)
  select ${id}, ${courseId}, ${name}, (select coalesce(max(position), 0) + 1 from levels where course_id = ${courseId}), ${chapterCount}
`

/**
 * Changes a level's name, chapter count and number of assessment questions. Violates `level_name_taken` if
 * the name is taken.
 */
export const changeLevel = (
  db: Db,
  level: Pick<LevelRow, 'id' | 'name' | 'chapterCount' | 'assessmentQuestions'>,
) => db`
  update levels set name = ${level.name}, chapter_count = ${level.chapterCount}, assessment_questions = ${level.assessmentQuestions}, version = version + 1
  where id = ${level.id}
`

export type ChapterRow = { num: number; name: string; version: number }
type ChapterFilter = { levelId: string; num?: number | null; lock?: boolean }

/** Selects the chapters of a level by number, or only the one numbered `num`. */
export const chapters = (db: Db, { levelId, num = null, lock = false }: ChapterFilter) => db<ChapterRow[]>`
  select num, name, version from chapters where level_id = ${levelId} and (${num}::int is null or num = ${num}) order by num
  ${lock ? db`for no key update` : db``}
`

/** Inserts a chapter. Violates `chapter_num_taken` if the number is taken. */
export const putChapter = (
  db: Db,
  { levelId, num, name }: { levelId: string; num: number; name: string },
) => db`
  insert into chapters (level_id, num, name) values (${levelId}, ${num}, ${name})
`

export const changeChapter = (
  db: Db,
  { levelId, num, name }: { levelId: string; num: number; name: string },
) => db`
  update chapters set name = ${name}, version = version + 1 where level_id = ${levelId} and num = ${num}
`

export type SectionRow = {
  id: string
  chapterNum: number
  num: number
  name: string
  questions: number
  ready: number
  reviewed: number
  version: number
}
type SectionFilter = {
  levelId: string
  chapterNum?: number | null
  num?: number | null
  id?: string | null
  kind?: 'chapter' | 'test'
  lock?: boolean
}

/**
 * Selects the sections of a level's chapters or of their tests, optionally only those of one chapter, or a
 * single section.
 */
export const sections = (
  db: Db,
  { levelId, chapterNum = null, num = null, id = null, kind = 'chapter', lock = false }: SectionFilter,
) => db<SectionRow[]>`
  select s.id, s.chapter_num, s.num, s.name, s.version,
    (select count(*)::int from questions q where q.section_id = s.id) as questions,
    (select count(*)::int from questions q where q.section_id = s.id and q.status <> 'error') as ready,
    (select count(*)::int from questions q where q.section_id = s.id and q.status = 'success') as reviewed
  from sections s
  where s.level_id = ${levelId} and s.kind = ${kind} and (${chapterNum}::int is null or s.chapter_num = ${chapterNum})
    and (${num}::int is null or s.num = ${num}) and (${id}::uuid is null or s.id = ${id})
  order by s.chapter_num, s.num
  ${lock ? db`for no key update of s` : db``}
`

export type NewSection = {
  id: string
  levelId: string
  chapterNum: number
  kind: 'chapter' | 'test'
  num: number | null
  name: string
}

/**
 * Inserts a section and returns its number. Without a number, it becomes the last one of its chapter or test.
 * Violates `section_num_taken` if the number is taken.
 */
export const putSection = (db: Db, { id, levelId, chapterNum, kind, num, name }: NewSection) => db<
  { num: number }[]
>`
  insert into sections (id, level_id, chapter_num, kind, num, name)
  select ${id}, ${levelId}, ${chapterNum}, ${kind}, coalesce(${num}::int, (
    select coalesce(max(num), 0) + 1 from sections where level_id = ${levelId} and chapter_num = ${chapterNum} and kind = ${kind}
  )), ${name}
  returning num
`

export const changeSection = (db: Db, { id, name }: { id: string; name: string }) => db`
  update sections set name = ${name}, version = version + 1 where id = ${id}
`
