import type { Db } from '#server/db.ts'

export const putCourse = (db: Db, { id, name, subject }: { id: string; name: string; subject: string }) => db`
  insert into courses (id, name, subject) values (${id}, ${name}, ${subject})
`

export type NewLevel = { id: string; courseId: string; name: string; position: number; chapterCount: number }

export const putLevel = (db: Db, { id, courseId, name, position, chapterCount }: NewLevel) => db`
  insert into levels (id, course_id, name, position, chapter_count) values (${id}, ${courseId}, ${name}, ${position}, ${chapterCount})
`

export const putChapter = (db: Db, { levelId, num, name }: { levelId: string; num: number; name: string }) => db`
  insert into chapters (level_id, num, name) values (${levelId}, ${num}, ${name})
`

export type NewSection = { id: string; levelId: string; chapterNum: number; kind: 'chapter' | 'test'; num: number; name: string }

export const putSection = (db: Db, { id, levelId, chapterNum, kind, num, name }: NewSection) => db`
  insert into sections (id, level_id, chapter_num, kind, num, name) values (${id}, ${levelId}, ${chapterNum}, ${kind}, ${num}, ${name})
`
