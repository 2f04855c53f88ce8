import { v7 as newId } from 'uuid'
import { notFound } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one } from '#server/db.ts'
import { chapters, putSection, sections } from '../queries.ts'
import { chapterTests } from '../tests/queries.ts'
import type { clones } from './api.ts'
import { copyQuestions, questionsToCopy, sectionToCopy } from './queries.ts'
import type { ActionCall, HandlerInput } from '#server/call.ts'

export async function cloneSection(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof clones)['section']>,
) {
  const { levelId, chapterNum, test } = input.to
  const kind = test ? 'test' : 'chapter'
  // Locks the chapter, so that two sections added at the same time don't get the same number.
  one(await chapters(db, { levelId, num: chapterNum, lock: true }), notFound)
  if (test) one(await chapterTests(db, { levelId, chapterNum, lock: true }), notFound)
  const from = one(await sectionToCopy(db, input.from), notFound)
  const id = newId()
  await putSection(db, { id, levelId, chapterNum, kind, num: null, name: input.name ?? from.name })
  const copies = (await questionsToCopy(db, from.id)).map((question) => ({ from: question.id, to: newId() }))
  await copyQuestions(db, { sectionId: id, by: actor.id, copies })
  const {
    id: _id,
    chapterNum: __,
    ...section
  } = one(await sections(db, { levelId, chapterNum, kind, id }), notFound)
  record(db, actor, {
    action: 'material.clone-section',
    entity: id,
    after: { of: from.id, ...input.to, ...section },
  })
  return { levelId, chapterNum, test, section: { _id, ...section } }
}
