import type { Db } from '#server/db.ts'

type Levels = { id: string; courseId: string; to: number }

/**
 * Moves a level to a position in its course, counted from 1. If the number is too high, the level comes last.
 * Renumbers all levels of the course without gaps, even if some had equal positions.
 */
export const moveLevel = (db: Db, { id, courseId, to }: Levels) => db`
  with others as (
    select id, (row_number() over (order by position, lower(name), id))::int as place from levels where course_id = ${courseId} and id <> ${id}
  ), places as (
    select id, place + (place >= ${to})::int as place from others
    union all select ${id}, least(${to}, (select count(*)::int + 1 from others))
  )
  update levels l set position = place, version = version + (l.id <> ${id})::int
  from places where l.id = places.id and l.position <> place
`

type Chapters = { levelId: string; from: number; to: number }

/** Offset above every possible chapter number, used to move chapters out of the way temporarily. */
const aside = 500

/** Moves a chapter to another number with everything under it. Chapters in between shift by one. */
export async function moveChapter(db: Db, { levelId, from, to }: Chapters) {
  const [low, high] = [Math.min(from, to), Math.max(from, to)]
  await db`update chapters set num = num + ${aside} where level_id = ${levelId} and num between ${low} and ${high}`
  await db`
    update chapters set version = version + 1, num = case
      when num = ${from + aside} then ${to} else num - ${aside} + ${from < to ? -1 : 1} end
    where level_id = ${levelId} and num between ${low + aside} and ${high + aside}
  `
}

type Sections = { levelId: string; chapterNum: number; kind: 'chapter' | 'test'; from: number; to: number }

/** Moves a section to another number in its chapter or test. Sections in between shift by one. */
export async function moveSection(db: Db, { levelId, chapterNum, kind, from, to }: Sections) {
  await db`
    update sections set version = version + 1, num = case when num = ${from} then ${to} else num + ${from < to ? -1 : 1} end
    where level_id = ${levelId} and chapter_num = ${chapterNum} and kind = ${kind}
      and num between ${Math.min(from, to)} and ${Math.max(from, to)}
  `
}
