import { v7 as newId } from 'uuid'
import { putHints } from '#features/material/hints/queries.ts'
import { putCourse, putSection, sections } from '#features/material/queries.ts'
import { putVisual } from '#features/material/visuals/queries.ts'
import { putQuestions } from '#features/questions/revision-queries.ts'
import type { Db } from '#server/db.ts'
import { render } from '#server/markup.ts'
import {
  type ChapterEntry,
  type CourseEntry,
  freeName,
  type HintEntry,
  type LevelEntry,
  type QuestionEntry,
  type SectionEntry,
} from '../rules.ts'
import type { Clash, Source } from './material-file.ts'
import {
  addChapter,
  addEmptyTest,
  allCourses,
  levelsOfCourse,
  putWholeLevel,
  sameHint,
  widenLevel,
} from './store-queries.ts'

/** Number of questions rendered and stored between two progress reports. */
const batch = 100

type Work = { db: Db; source: Source; by: string; clash: Clash; onProgress: (done: number) => Promise<void> }
type Store = Work & {
  /** Hints of the file by number. */
  hints: Map<number, HintEntry>
  hintIds: Map<number, string>
  done: number
  /** First level to which something was added. */
  levelId: string | null
}

/** Returns the id of a hint. Reuses an identical shared hint, or stores a new one. */
async function hintId({ db }: Store, hint: HintEntry) {
  const [same] = hint.name === '' ? [] : await sameHint(db, hint)
  if (same) return same.id
  const id = newId()
  await putHints(db, [
    { id, name: hint.name, steps: hint.steps.map((source) => ({ source, content: render(source) })) },
  ])
  return id
}

async function idOfHint(store: Store, num: number | null) {
  const hint = num === null ? undefined : store.hints.get(num)
  if (num === null || !hint) return null
  const id = store.hintIds.get(num) ?? (await hintId(store, hint))
  store.hintIds.set(num, id)
  return id
}

async function storeQuestions(store: Store, sectionId: string, questions: readonly QuestionEntry[]) {
  for (let from = 0; from < questions.length; from += batch) {
    const rows = []
    for (const { content: source, answers: key, hint, status, ...question } of questions.slice(
      from,
      from + batch,
    ))
      rows.push({
        ...question,
        id: newId(),
        sectionId,
        source,
        key,
        hintId: await idOfHint(store, hint),
        by: store.by,
        reviewed: status === 'success',
        imported: true,
      })
    await putQuestions(store.db, rows)
    store.done += rows.length
    await store.onProgress(store.done)
  }
}

type SectionParent = { levelId: string; chapterNum: number; kind: 'chapter' | 'test' }

/** Stores sections of a chapter or of its test. With `skip`, existing sections are left unchanged. */
async function storeSections(store: Store, within: SectionParent, entries: readonly SectionEntry[]) {
  const there = await sections(store.db, within)
  const names = new Set(there.map(({ name }) => name))
  const nums = new Set(there.map(({ num }) => num))
  for (const { num, name, file } of entries) {
    const { hints, questions } = await store.source.section(file)
    for (const { num: hint, ...entry } of hints) store.hints.set(hint, entry)
    if (store.clash === 'skip' && names.has(name)) {
      store.done += questions.length
      continue
    }
    const id = newId()
    await putSection(store.db, { ...within, id, num: nums.has(num) ? null : num, name })
    nums.add(num)
    store.levelId ??= within.levelId
    await storeQuestions(store, id, questions)
  }
}

async function storeChapter(
  store: Store,
  levelId: string,
  { num, name, sections: entries, test }: ChapterEntry,
) {
  const at = { levelId, chapterNum: num }
  await addChapter(store.db, { ...at, name })
  await storeSections(store, { ...at, kind: 'chapter' }, entries)
  if (!test) return
  await addEmptyTest(store.db, { ...at, name: test.name })
  await storeSections(store, { ...at, kind: 'test' }, test.sections)
}

/**
 * Returns the id and name to store something under. If `joins` is true and a row with this name exists,
 * returns that row's id and name, otherwise a new id and a free name.
 */
function placeFor(
  name: string,
  there: readonly { id: string; name: string }[],
  { joins }: { joins: boolean },
) {
  const same = joins ? there.find((each) => each.name === name) : undefined
  return same
    ? { id: same.id, name, isNew: false }
    : { id: newId(), name: freeName(name, new Set(there.map((each) => each.name))), isNew: true }
}

async function storeLevel(
  store: Store,
  courseId: string,
  { order, ...level }: LevelEntry & { lastOf: boolean },
) {
  const { db, clash } = store
  const place = placeFor(level.name, await levelsOfCourse(db, courseId), { joins: clash === 'skip' })
  const { chapterCount, assessmentQuestions } = level
  if (place.isNew) {
    store.levelId ??= place.id
    await putWholeLevel(db, {
      id: place.id,
      courseId,
      name: place.name,
      order: level.lastOf ? null : order,
      chapterCount,
      assessmentQuestions,
    })
  } else await widenLevel(db, { id: place.id, chapterCount })
  for (const chapter of level.chapters) await storeChapter(store, place.id, chapter)
}

/**
 * Stores a course. With `skip`, or if only a level was exported, the course is merged with the existing
 * course of the same name.
 */
async function storeCourse(store: Store, { name, subject, levels }: CourseEntry) {
  const { db, source, clash } = store
  const place = placeFor(name, await allCourses(db), { joins: clash === 'skip' || source.of === 'level' })
  if (place.isNew) await putCourse(db, { id: place.id, name: place.name, subject })
  for (const level of levels) await storeLevel(store, place.id, { ...level, lastOf: !place.isNew })
}

async function storeVisuals({ db, source, by }: Work) {
  for (const { image, name } of source.visuals) {
    const { bytes, width, height } = await source.visual(image)
    await putVisual(db, { id: image, name, by, bytes: Buffer.from(bytes), width, height })
  }
}

/**
 * Stores a checked file in the caller's transaction. `onProgress` receives the number of questions stored or
 * skipped so far. Returns the id of the first level to which something was added, or null.
 */
export async function storeMaterial(work: Work): Promise<{ levelId: string | null }> {
  await storeVisuals(work)
  const store: Store = { ...work, hints: new Map(), hintIds: new Map(), done: 0, levelId: null }
  for (const course of work.source.material.courses) await storeCourse(store, course)
  for (const hint of work.source.hints) await hintId(store, hint)
  return { levelId: store.levelId }
}
