import { v7 as newId } from 'uuid'
import { conflict, notFound, stale } from '#shared/problem.ts'
import { plain } from '#shared/text.ts'
import { record } from '#server/audit.ts'
import { one, refusing, type Db } from '#server/db.ts'
import { created, type Handlers } from '#server/call.ts'
import { material, type Chapter, type Course, type Level } from './api.ts'
import {
  changeChapter,
  changeCourse,
  changeLevel,
  changeSection,
  type ChapterRow,
  chapters,
  type CourseRow,
  courses,
  type LevelRow,
  levels,
  putChapter,
  putCourse,
  putLevel,
  putSection,
  type SectionRow,
  sections,
} from './queries.ts'
import { moveChapter, moveLevel, moveSection } from './moving/queries.ts'
import { defaultName, type Section } from './rules.ts'
import { addTest, chapterTests, type TestRow } from './tests/queries.ts'
import { throwAway } from './trash/queries.ts'

const courseOf = ({ id, ...row }: CourseRow): Course => ({ _id: id, ...row })
const levelOf = ({ id, ...row }: LevelRow): Level => ({ _id: id, ...row })
const sectionOf = ({ id, ...row }: SectionRow): Section => ({ _id: id, ...row })
type Below = { sections: readonly SectionRow[]; tests: readonly TestRow[]; tested: readonly SectionRow[] }

const chapterOf = (row: ChapterRow, { sections: all, tests, tested }: Below): Chapter => {
  const within = (rows: readonly SectionRow[]) => rows.filter(({ chapterNum }) => chapterNum === row.num).map(sectionOf)
  const test = tests.find(({ chapterNum }) => chapterNum === row.num)
  return { ...row, sections: within(all), test: test ? { name: test.name, version: test.version, sections: within(tested) } : null }
}

/** What stands under the chapters of a level, or under one of them. */
async function below(db: Db, where: { levelId: string; chapterNum?: number }): Promise<Below> {
  const [all, tests, tested] = await Promise.all([sections(db, where), chapterTests(db, where), sections(db, { ...where, kind: 'test' })])
  return { sections: all, tests, tested }
}

type Change = { seen: number | null; current: { version: number } }
/** Refuses a change of what somebody else changed since the caller saw it. */
function refuseStale({ seen, current }: Change) {
  if (seen !== null && seen !== current.version) throw stale(current)
}

const courseNameTaken = (name: string) => refusing('course_name_taken', conflict('name_taken', `There is a course ${plain(name)} already.`))
const levelNameTaken = (name: string) =>
  refusing('level_name_taken', conflict('name_taken', `The course has a level ${plain(name)} already.`))

/** Whether a change says anything that isn't so already; the same once more is no change. */
const isNews = (current: Record<string, unknown>, said: Record<string, unknown>) =>
  Object.entries(said).some(([field, value]) => field in current && current[field] !== value)

async function courseById(db: Db, id: string, { lock = false } = {}) {
  return courseOf(one(await courses(db, { id, lock }), notFound))
}

async function levelById(db: Db, id: string, { lock = false } = {}) {
  return levelOf(one(await levels(db, { id, lock }), notFound))
}

async function treeOf(db: Db, levelId: string) {
  const [rows, under] = await Promise.all([chapters(db, { levelId }), below(db, { levelId })])
  return rows.map((row) => chapterOf(row, under))
}

type ChapterKey = { levelId: string; chapterNum: number }

async function chapterByNum(db: Db, { levelId, chapterNum }: ChapterKey, { lock = false } = {}) {
  const [row, under] = await Promise.all([chapters(db, { levelId, num: chapterNum, lock }), below(db, { levelId, chapterNum })])
  return chapterOf(one(row, notFound), under)
}

async function sectionByNum(db: Db, { levelId, chapterNum, sectionNum }: ChapterKey & { sectionNum: number }, { lock = false } = {}) {
  return sectionOf(one(await sections(db, { levelId, chapterNum, num: sectionNum, lock }), notFound))
}

/** Moves a chapter to the place of another one of its level, which has to be held. */
async function moveTo(db: Db, { levelId, from, to }: { levelId: string; from: number; to: number }) {
  one(await chapters(db, { levelId, num: to }), () => conflict('no_such_place', `There is no chapter ${to} to take the place of.`))
  await moveChapter(db, { levelId, from, to })
}

/** What the audit trail names a chapter by. */
const chapterName = ({ levelId, chapterNum }: ChapterKey) => `${levelId}/${chapterNum}`

const courseRoutes = {
  async courses({ db }) {
    return (await courses(db)).map(courseOf)
  },

  async addCourse({ input, actor, db }) {
    const id = newId()
    await putCourse(db, { id, ...input }).catch(courseNameTaken(input.name))
    const after = await courseById(db, id)
    await record(db, actor, { deed: 'material.add-course', entity: id, after })
    return created(after)
  },

  async changeCourse({ input, actor, db, seen }) {
    const before = await courseById(db, input.id, { lock: true })
    refuseStale({ seen, current: before })
    if (!isNews(before, input)) return before
    await changeCourse(db, input).catch(courseNameTaken(input.name))
    const after = await courseById(db, input.id)
    await record(db, actor, { deed: 'material.change-course', entity: input.id, before, after })
    return after
  },

  async dropCourse({ input, actor, db }) {
    const before = await courseById(db, input.id, { lock: true })
    if ((await levels(db, { courseId: input.id })).length > 0)
      throw conflict('in_use', `${plain(before.name)} has levels. Delete them first.`)
    const dropped = await throwAway(db, { kind: 'course', name: before.name, by: actor.id, scope: { courseId: input.id } })
    await record(db, actor, { deed: 'material.drop-course', entity: input.id, before })
    return dropped
  },
} satisfies Partial<Handlers<typeof material>>

const levelRoutes = {
  async levels({ input, db }) {
    if (input.courseId) await courseById(db, input.courseId)
    return (await levels(db, { courseId: input.courseId })).map(levelOf)
  },

  async level({ input, db }) {
    return await levelById(db, input.id)
  },

  async addLevel({ input, actor, db }) {
    // Locked, so that two new levels don't both become the last.
    one(await courses(db, { id: input.courseId, lock: true }), notFound)
    const id = newId()
    await putLevel(db, { ...input, id }).catch(levelNameTaken(input.name))
    if (input.order !== undefined) await moveLevel(db, { id, courseId: input.courseId, to: input.order })
    const after = await levelById(db, id)
    await record(db, actor, { deed: 'material.add-level', entity: id, after })
    return created(after)
  },

  async changeLevel({ input, actor, db, seen }) {
    const row = one(await levels(db, { id: input.id, lock: true }), notFound)
    const before = levelOf(row)
    refuseStale({ seen, current: before })
    if (!isNews(before, input)) return before
    if (input.chapterCount !== undefined && input.chapterCount < row.lastChapter)
      throw conflict('chapters_beyond', `There is a chapter ${row.lastChapter}. Delete the chapters after ${input.chapterCount} first.`)
    const said = { ...before, ...input }
    await changeLevel(db, said).catch(levelNameTaken(said.name))
    if (said.order !== before.order) await moveLevel(db, { id: input.id, courseId: before.courseId, to: said.order })
    const after = await levelById(db, input.id)
    await record(db, actor, { deed: 'material.change-level', entity: input.id, before, after })
    return after
  },

  async dropLevel({ input, actor, db }) {
    const before = await levelById(db, input.id, { lock: true })
    if (before.chapters > 0) throw conflict('in_use', `${plain(before.name)} has chapters. Delete them first.`)
    const dropped = await throwAway(db, { kind: 'level', name: before.name, by: actor.id, scope: { levelId: input.id } })
    await record(db, actor, { deed: 'material.drop-level', entity: input.id, before })
    return dropped
  },
} satisfies Partial<Handlers<typeof material>>

const chapterRoutes = {
  async chapters({ input, db }) {
    await levelById(db, input.levelId)
    return await treeOf(db, input.levelId)
  },

  async chapter({ input, db }) {
    return await chapterByNum(db, input)
  },

  async addChapter({ input, actor, db }) {
    const { levelId, num } = input
    const level = one(await levels(db, { id: levelId, lock: true }), notFound)
    if (num > level.chapterCount)
      throw conflict('chapter_beyond', `${plain(level.name)} is to have ${level.chapterCount} chapters. Change that number first.`)
    await putChapter(db, input).catch(refusing('chapter_num_taken', conflict('num_taken', `There is a chapter ${num} already.`)))
    const after = await chapterByNum(db, { levelId, chapterNum: num })
    await record(db, actor, { deed: 'material.add-chapter', entity: chapterName({ levelId, chapterNum: num }), after })
    return created(after)
  },

  async changeChapter({ input, actor, db, seen }) {
    // Held first, so that chapters which move past each other don't wait for one another.
    one(await levels(db, { id: input.levelId, lock: true }), notFound)
    const before = await chapterByNum(db, input, { lock: true })
    refuseStale({ seen, current: before })
    if (!isNews(before, input)) return before
    const { levelId, chapterNum, name = before.name, num = chapterNum } = input
    await changeChapter(db, { levelId, num: chapterNum, name })
    if (num !== chapterNum) await moveTo(db, { levelId, from: chapterNum, to: num })
    const after = await chapterByNum(db, { levelId, chapterNum: num })
    await record(db, actor, { deed: 'material.change-chapter', entity: chapterName(input), before, after })
    return after
  },

  async dropChapter({ input, actor, db }) {
    const before = await chapterByNum(db, input, { lock: true })
    const scope = { chapter: { levelId: input.levelId, num: input.chapterNum } }
    const dropped = await throwAway(db, { kind: 'chapter', name: before.name, by: actor.id, scope })
    await record(db, actor, { deed: 'material.drop-chapter', entity: chapterName(input), before })
    return dropped
  },

  async fillChapters({ input, actor, db }) {
    const { levelId } = input
    const { chapterCount } = one(await levels(db, { id: levelId, lock: true }), notFound)
    const before = new Map((await treeOf(db, levelId)).map((chapter) => [chapter.num, chapter]))
    const wanted = Array.from({ length: chapterCount }, (_, index) => index + 1)
    const missing = wanted.filter((num) => !before.has(num))
    const bare = wanted.filter((chapterNum) => !before.get(chapterNum)?.sections.length)
    await Promise.all(missing.map((num) => putChapter(db, { levelId, num, name: defaultName.chapter(num) })))
    const untested = wanted.filter((num) => !before.get(num)?.test)
    await Promise.all(untested.map((num) => addTest(db, { levelId, chapterNum: num, name: defaultName.test(num) })))
    await Promise.all(
      bare.map((chapterNum) => putSection(db, { id: newId(), levelId, chapterNum, kind: 'chapter', num: 1, name: defaultName.section })),
    )
    if (bare.length > 0 || untested.length > 0)
      await record(db, actor, {
        deed: 'material.fill-chapters',
        entity: levelId,
        after: { chapters: missing, sections: bare, tests: untested },
      })
    return await treeOf(db, levelId)
  },
} satisfies Partial<Handlers<typeof material>>

const sectionRoutes = {
  async sections({ input, db }) {
    return (await chapterByNum(db, input)).sections
  },

  async section({ input, db }) {
    return await sectionByNum(db, input)
  },

  async addSection({ input, actor, db }) {
    const { levelId, chapterNum, num = null, name } = input
    // Locked, so that two new sections don't both become the last.
    await chapterByNum(db, input, { lock: true })
    const id = newId()
    const [put] = await putSection(db, { id, levelId, chapterNum, kind: 'chapter', num, name }).catch(
      refusing('section_num_taken', conflict('num_taken', `The chapter has a section ${num} already.`)),
    )
    const after = await sectionByNum(db, { levelId, chapterNum, sectionNum: put!.num })
    await record(db, actor, { deed: 'material.add-section', entity: id, after })
    return created(after)
  },

  async changeSection({ input, actor, db, seen }) {
    // Held first, so that sections which move past each other don't wait for one another.
    one(await chapters(db, { levelId: input.levelId, num: input.chapterNum, lock: true }), notFound)
    const before = await sectionByNum(db, input, { lock: true })
    refuseStale({ seen, current: before })
    if (!isNews(before, input)) return before
    const { levelId, chapterNum, sectionNum: from, num: to = from } = input
    await changeSection(db, { id: before._id, name: input.name ?? before.name })
    if (to !== from) {
      one(await sections(db, { levelId, chapterNum, num: to }), () =>
        conflict('no_such_place', `There is no section ${to} to take the place of.`),
      )
      await moveSection(db, { levelId, chapterNum, kind: 'chapter', from, to })
    }
    const after = await sectionByNum(db, { ...input, sectionNum: to })
    await record(db, actor, { deed: 'material.change-section', entity: before._id, before, after })
    return after
  },

  async dropSection({ input, actor, db }) {
    const before = await sectionByNum(db, input, { lock: true })
    const dropped = await throwAway(db, { kind: 'section', name: before.name, by: actor.id, scope: { sectionId: before._id } })
    await record(db, actor, { deed: 'material.drop-section', entity: before._id, before })
    return dropped
  },
} satisfies Partial<Handlers<typeof material>>

export const materialRoutes: Handlers<typeof material> = { ...courseRoutes, ...levelRoutes, ...chapterRoutes, ...sectionRoutes }
