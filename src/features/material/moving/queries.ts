import type { Db } from '#server/db.ts'

type Chapters = { levelId: string; from: number; to: number }

/** Above every number that a chapter can have, where those that move are set aside for a moment. */
const aside = 500

/** Gives a chapter another number; those between move by one, with everything under them. */
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

/** Gives a section another number among its kin; those between move by one. */
export async function moveSection(db: Db, { levelId, chapterNum, kind, from, to }: Sections) {
  await db`
    update sections set version = version + 1, num = case when num = ${from} then ${to} else num + ${from < to ? -1 : 1} end
    where level_id = ${levelId} and chapter_num = ${chapterNum} and kind = ${kind}
      and num between ${Math.min(from, to)} and ${Math.max(from, to)}
  `
}
