import { v7 as newId } from 'uuid'
import { t } from '#shared/language.ts'
import { conflict, notFound } from '#shared/problem.ts'
import { entityOf, record } from '#server/audit.ts'
import { one, refuseOnConstraint, type Db } from '#server/db.ts'
import { material } from './api.ts'
import { changeChapter, chapters, levels, putChapter, putSection } from './queries.ts'
import { moveChapter } from './moving/queries.ts'
import { defaultName } from './rules.ts'
import { addTest } from './tests/chapter-tests.ts'
import { throwAway } from './trash/queries.ts'
import { chapterOf, below, refuseStale, isNews, chapterByNum } from './levels.ts'
import type { ActionCall, HandlerInput, IfMatch } from '#server/call.ts'

/** Returns a level's chapters with their sections and tests. */
export async function treeOf(db: Db, levelId: string) {
  const rows = await chapters(db, { levelId })
  const under = await below(db, { levelId })
  return rows.map((row) => chapterOf(row, under))
}

/**
 * Moves a chapter to the number of another one in its level. The caller must have locked the level. Throws
 * 409 if there is no chapter with that number.
 */
async function moveTo(db: Db, { levelId, from, to }: { levelId: string; from: number; to: number }) {
  one(await chapters(db, { levelId, num: to }), () =>
    conflict('no_such_place', t('There is no chapter {to} to move to.', { to })),
  )
  await moveChapter(db, { levelId, from, to })
}

export async function addChapter(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof material)['addChapter']>,
) {
  const { levelId, num } = input
  const level = one(await levels(db, { id: levelId, lock: true }), notFound)
  if (num > level.chapterCount)
    throw conflict(
      'chapter_beyond',
      t('{name} is set to have {chapterCount} chapters. Change that number first.', level),
    )
  await putChapter(db, input).catch(
    refuseOnConstraint(
      'chapter_num_taken',
      conflict('num_taken', t('Chapter {num} already exists.', { num })),
    ),
  )
  const after = await chapterByNum(db, { levelId, chapterNum: num })
  record(db, actor, {
    action: 'material.add-chapter',
    entity: entityOf.chapter({ levelId, chapterNum: num }),
    after,
  })
  return after
}

/** Renames or moves a chapter. */
export async function editChapter(
  { actor, db, ifMatch }: ActionCall & IfMatch,
  input: HandlerInput<(typeof material)['changeChapter']>,
) {
  // Locks the level first, so that moving two chapters past each other doesn't deadlock.
  one(await levels(db, { id: input.levelId, lock: true }), notFound)
  const before = await chapterByNum(db, input, { lock: true })
  refuseStale({ ifMatch, current: before })
  if (!isNews(before, input)) return before
  const { levelId, chapterNum, name = before.name, num = chapterNum } = input
  await changeChapter(db, { levelId, num: chapterNum, name })
  if (num !== chapterNum) await moveTo(db, { levelId, from: chapterNum, to: num })
  const after = await chapterByNum(db, { levelId, chapterNum: num })
  record(db, actor, {
    action: 'material.change-chapter',
    entity: entityOf.chapter(input),
    before,
    after,
  })
  return after
}

/** Moves a chapter to the trash. */
export async function dropChapter(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof material)['dropChapter']>,
) {
  const before = await chapterByNum(db, input, { lock: true })
  const scope = { chapter: { levelId: input.levelId, num: input.chapterNum } }
  const dropped = await throwAway(db, { kind: 'chapter', name: before.name, by: actor.id, scope })
  record(db, actor, { action: 'material.drop-chapter', entity: entityOf.chapter(input), before })
  return dropped
}

/** Adds the missing chapters, first sections and tests up to the level's chapter count. */
export async function fillChapters(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof material)['fillChapters']>,
) {
  const { levelId } = input
  const { chapterCount } = one(await levels(db, { id: levelId, lock: true }), notFound)
  const before = new Map((await treeOf(db, levelId)).map((chapter) => [chapter.num, chapter]))
  const wanted = Array.from({ length: chapterCount }, (_, index) => index + 1)
  const missing = wanted.filter((num) => !before.has(num))
  const bare = wanted.filter((chapterNum) => !before.get(chapterNum)?.sections.length)
  await Promise.all(missing.map((num) => putChapter(db, { levelId, num, name: defaultName.chapter(num) })))
  const untested = wanted.filter((num) => !before.get(num)?.test)
  await Promise.all(
    untested.map((num) => addTest(db, { levelId, chapterNum: num, name: defaultName.test(num) })),
  )
  await Promise.all(
    bare.map((chapterNum) =>
      putSection(db, {
        id: newId(),
        levelId,
        chapterNum,
        kind: 'chapter',
        num: 1,
        name: defaultName.section,
      }),
    ),
  )
  if (bare.length > 0 || untested.length > 0)
    record(db, actor, {
      action: 'material.fill-chapters',
      entity: levelId,
      after: { chapters: missing, sections: bare, tests: untested },
    })
  return await treeOf(db, levelId)
}
