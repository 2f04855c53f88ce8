import { t } from '#shared/language.ts'
import { isStale, withId } from '#server/records.ts'
import { v7 as newId } from 'uuid'
import { conflict, notFound, stale } from '#shared/problem.ts'
import { record } from '#server/audit.ts'
import { one, refuseOnConstraint, type Db } from '#server/db.ts'
import { material, type Chapter } from './api.ts'
import {
  changeLevel,
  type ChapterRow,
  chapters,
  courses,
  levels,
  putLevel,
  type SectionRow,
  sections,
} from './queries.ts'
import { moveLevel } from './moving/queries.ts'
import { chapterTests, type TestRow } from './tests/queries.ts'
import { throwAway } from './trash/queries.ts'
import type { ActionCall, HandlerInput, IfMatch } from '#server/call.ts'

type LevelContents = {
  sections: readonly SectionRow[]
  tests: readonly TestRow[]
  tested: readonly SectionRow[]
}

export const chapterOf = (row: ChapterRow, { sections: all, tests, tested }: LevelContents): Chapter => {
  const within = (rows: readonly SectionRow[]) =>
    rows.filter(({ chapterNum }) => chapterNum === row.num).map(withId)
  const test = tests.find(({ chapterNum }) => chapterNum === row.num)
  return {
    ...row,
    sections: within(all),
    test: test ? { name: test.name, version: test.version, sections: within(tested) } : null,
  }
}

/**
 * Returns the sections and tests of a level's chapters, or of one chapter. Callers must read the chapters
 * first. Outside a transaction, each statement sees the data as of its own start, so a chapter that was added
 * in between would otherwise appear without its section.
 */
export async function below(db: Db, where: { levelId: string; chapterNum?: number }): Promise<LevelContents> {
  const [all, tests, tested] = await Promise.all([
    sections(db, where),
    chapterTests(db, where),
    sections(db, { ...where, kind: 'test' }),
  ])
  return { sections: all, tests, tested }
}

export type Change = { ifMatch: number | null; current: { version: number } }

/** Throws 412 if somebody else has changed a record since the caller read it. */
export function refuseStale({ ifMatch, current }: Change) {
  if (isStale(ifMatch, current.version)) throw stale(current)
}

const levelNameTaken = (name: string) =>
  refuseOnConstraint(
    'level_name_taken',
    conflict('name_taken', t('The course already has a level named {name}.', { name })),
  )

/** Returns true if a change would alter the stored record. Ignores fields that the record doesn't have. */
export const isNews = (current: Record<string, unknown>, changes: Record<string, unknown>) =>
  Object.entries(changes).some(([field, value]) => field in current && current[field] !== value)

export async function levelById(db: Db, id: string, { lock = false } = {}) {
  return withId(one(await levels(db, { id, lock }), notFound))
}

export type ChapterKey = { levelId: string; chapterNum: number }

export async function chapterByNum(db: Db, { levelId, chapterNum }: ChapterKey, { lock = false } = {}) {
  const row = one(await chapters(db, { levelId, num: chapterNum, lock }), notFound)
  return chapterOf(row, await below(db, { levelId, chapterNum }))
}

export async function addLevel(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof material)['addLevel']>,
) {
  // Locks the course, so that two levels added at the same time don't get the same position.
  one(await courses(db, { id: input.courseId, lock: true }), notFound)
  const id = newId()
  await putLevel(db, { ...input, id }).catch(levelNameTaken(input.name))
  if (input.order !== undefined) await moveLevel(db, { id, courseId: input.courseId, to: input.order })
  const after = await levelById(db, id)
  record(db, actor, { action: 'material.add-level', entity: id, after })
  return after
}

/** Changes or moves a level. */
export async function editLevel(
  { actor, db, ifMatch }: ActionCall & IfMatch,
  input: HandlerInput<(typeof material)['changeLevel']>,
) {
  const row = one(await levels(db, { id: input.id, lock: true }), notFound)
  const before = withId(row)
  refuseStale({ ifMatch, current: before })
  if (!isNews(before, input)) return before
  if (input.chapterCount !== undefined && input.chapterCount < row.lastChapter)
    throw conflict(
      'chapters_beyond',
      t(
        'The level already has chapter {lastChapter}. Delete the chapters after chapter {chapterCount} first.',
        { lastChapter: row.lastChapter, chapterCount: input.chapterCount },
      ),
    )
  const values = { ...before, ...input }
  await changeLevel(db, values).catch(levelNameTaken(values.name))
  if (values.order !== before.order)
    await moveLevel(db, { id: input.id, courseId: before.courseId, to: values.order })
  const after = await levelById(db, input.id)
  record(db, actor, { action: 'material.change-level', entity: input.id, before, after })
  return after
}

/** Moves a level to the trash. Throws 409 if it has chapters. */
export async function dropLevel(
  { actor, db }: ActionCall,
  input: HandlerInput<(typeof material)['dropLevel']>,
) {
  const before = await levelById(db, input.id, { lock: true })
  if (before.chapters > 0) throw conflict('in_use', t('{name} has chapters. Delete them first.', before))
  const dropped = await throwAway(db, {
    kind: 'level',
    name: before.name,
    by: actor.id,
    scope: { levelId: input.id },
  })
  record(db, actor, { action: 'material.drop-level', entity: input.id, before })
  return dropped
}
