import { t } from '#shared/language.ts'
import { withId } from '#server/records.ts'
import { v7 as newId } from 'uuid'
import { conflict, notFound } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one, refuseOnConstraint, type Db } from '#server/db.ts'
import { material } from './api.ts'
import { changeSection, chapters, putSection, sections } from './queries.ts'
import { moveSection } from './moving/queries.ts'
import { throwAway } from './trash/queries.ts'
import { refuseStale, isNews, type ChapterKey, chapterByNum } from './levels.ts'
import type { ActionCall, HandlerInput, IfMatch } from '#server/call.ts'

export async function sectionByNum(
  db: Db,
  { levelId, chapterNum, sectionNum }: ChapterKey & { sectionNum: number },
  { lock = false } = {},
) {
  return withId(one(await sections(db, { levelId, chapterNum, num: sectionNum, lock }), notFound))
}

export async function addSection(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof material)['addSection']>,
) {
  const { levelId, chapterNum, num = null, name } = input
  // Locks the chapter, so that two sections added at the same time don't get the same number.
  await chapterByNum(db, input, { lock: true })
  const id = newId()
  const [put] = await putSection(db, { id, levelId, chapterNum, kind: 'chapter', num, name }).catch(
    refuseOnConstraint(
      'section_num_taken',
      conflict('num_taken', t('The chapter already has a section {num}.', { num })),
    ),
  )
  const after = await sectionByNum(db, { levelId, chapterNum, sectionNum: put!.num })
  record(db, actor, { action: 'material.add-section', entity: id, after })
  return after
}

/** Renames or moves a section. */
export async function editSection(
  { actor, db, ifMatch }: ActionCall & IfMatch,
  input: HandlerInput<(typeof material)['changeSection']>,
) {
  // Locks the chapter first, so that moving two sections past each other doesn't deadlock.
  one(await chapters(db, { levelId: input.levelId, num: input.chapterNum, lock: true }), notFound)
  const before = await sectionByNum(db, input, { lock: true })
  refuseStale({ ifMatch, current: before })
  if (!isNews(before, input)) return before
  const { levelId, chapterNum, sectionNum: from, num: to = from } = input
  await changeSection(db, { id: before._id, name: input.name ?? before.name })
  if (to !== from) {
    one(await sections(db, { levelId, chapterNum, num: to }), () =>
      conflict('no_such_place', t('There is no section {to} to move to.', { to })),
    )
    await moveSection(db, { levelId, chapterNum, kind: 'chapter', from, to })
  }
  const after = await sectionByNum(db, { ...input, sectionNum: to })
  record(db, actor, { action: 'material.change-section', entity: before._id, before, after })
  return after
}

/** Moves a section to the trash. */
export async function dropSection(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof material)['dropSection']>,
) {
  const before = await sectionByNum(db, input, { lock: true })
  const dropped = await throwAway(db, {
    kind: 'section',
    name: before.name,
    by: actor.id,
    scope: { sectionId: before._id },
  })
  record(db, actor, { action: 'material.drop-section', entity: before._id, before })
  return dropped
}
