import { v7 as newId } from 'uuid'
import { t } from '#shared/language.ts'
import { conflict, notFound, stale } from '#shared/problem.ts'
import { entityOf, record } from '#server/audit.ts'
import { one, refuseOnConstraint, type Db } from '#server/db.ts'
import { moveSection } from '../moving/queries.ts'
import { changeSection, chapters, putSection, type SectionRow, sections } from '../queries.ts'
import { type Section, defaultName } from '../rules.ts'
import { throwAway } from '../trash/queries.ts'
import type { Test, tests } from './api.ts'
import { changeTest, chapterTests, type NewTest, putTest } from './queries.ts'
import type { ActionCall, HandlerInput, IfMatch } from '#server/call.ts'
import { isStale } from '#server/records.ts'

const sectionOf = ({ id, chapterNum: _, ...row }: SectionRow): Section => ({ _id: id, ...row })

type Place = { levelId: string; chapterNum: number }

export async function testOf(db: Db, { levelId, chapterNum }: Place, { lock = false } = {}): Promise<Test> {
  const { name, version } = one(await chapterTests(db, { levelId, chapterNum, lock }), notFound)
  return {
    name,
    version,
    sections: (await sections(db, { levelId, chapterNum, kind: 'test' })).map(sectionOf),
  }
}

export async function sectionOfTest(
  db: Db,
  { levelId, chapterNum, id }: Place & { id: string },
  { lock = false } = {},
) {
  return sectionOf(one(await sections(db, { levelId, chapterNum, id, kind: 'test', lock }), notFound))
}

export async function addChapterTest({ actor, db }: ActionCall, input: HandlerInput<(typeof tests)['add']>) {
  const { levelId, chapterNum, name } = input
  one(await chapters(db, { levelId, num: chapterNum, lock: true }), notFound)
  await addTest(db, { levelId, chapterNum, name }).catch(
    refuseOnConstraint('chapter_test_taken', conflict('has_test', t('The chapter already has a test.'))),
  )
  const after = await testOf(db, input)
  record(db, actor, { action: 'material.add-test', entity: entityOf.chapterTest(input), after })
  return after
}

export async function editChapterTest(
  { actor, db, ifMatch }: ActionCall & IfMatch,
  input: HandlerInput<(typeof tests)['change']>,
) {
  const before = await testOf(db, input, { lock: true })
  if (isStale(ifMatch, before.version)) throw stale(before)
  if (before.name === input.name) return before
  await changeTest(db, input)
  const after = await testOf(db, input)
  record(db, actor, {
    action: 'material.change-test',
    entity: entityOf.chapterTest(input),
    before,
    after,
  })
  return after
}

export async function addTestSection(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof tests)['addSection']>,
) {
  const { levelId, chapterNum, name } = input
  await testOf(db, input, { lock: true })
  const id = newId()
  await putSection(db, { id, levelId, chapterNum, kind: 'test', num: null, name })
  const after = await sectionOfTest(db, { ...input, id })
  record(db, actor, { action: 'material.add-section', entity: id, after })
  return after
}

/** Renames or moves a section of a test. */
export async function changeTestSection(
  { actor, db, ifMatch }: ActionCall & IfMatch,
  input: HandlerInput<(typeof tests)['changeSection']>,
) {
  const { levelId, chapterNum, id } = input
  await testOf(db, input, { lock: true })
  const before = await sectionOfTest(db, input, { lock: true })
  if (isStale(ifMatch, before.version)) throw stale(before)
  const { name = before.name, num: to = before.num } = input
  if (name === before.name && to === before.num) return before
  await changeSection(db, { id, name })
  if (to !== before.num) {
    one(await sections(db, { levelId, chapterNum, num: to, kind: 'test' }), () =>
      conflict('no_such_place', t('There is no section {to} to move to.', { to })),
    )
    await moveSection(db, { levelId, chapterNum, kind: 'test', from: before.num, to })
  }
  const after = await sectionOfTest(db, input)
  record(db, actor, { action: 'material.change-section', entity: id, before, after })
  return after
}

/** Moves a section of a test to the trash. */
export async function dropTestSection(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof tests)['dropSection']>,
) {
  const before = await sectionOfTest(db, input, { lock: true })
  const dropped = await throwAway(db, {
    kind: 'section',
    name: before.name,
    by: actor.id,
    scope: { sectionId: input.id },
  })
  record(db, actor, { action: 'material.drop-section', entity: input.id, before })
  return dropped
}

/** Adds a test with one empty section. Violates `chapter_test_taken` if the chapter already has a test. */
export async function addTest(db: Db, test: NewTest) {
  await putTest(db, test)
  const { levelId, chapterNum } = test
  await putSection(db, {
    id: newId(),
    levelId,
    chapterNum,
    kind: 'test',
    num: null,
    name: defaultName.section,
  })
}
