import { v7 as newId } from 'uuid'
import { conflict, notFound, stale } from '#shared/problem.ts'
import { plain } from '#shared/text.ts'
import { record } from '#server/audit.ts'
import { one, refusing, type Db } from '#server/db.ts'
import { created, type Handlers } from '#server/serve.ts'
import { material, type Chapter, type Course, type Level, type Section } from './api.ts'
import {
  changeChapter,
  changeCourse,
  changeLevel,
  changeSection,
  type ChapterRow,
  chapters,
  type CourseRow,
  courses,
  dropChapter,
  dropCourse,
  dropLevel,
  dropSection,
  type LevelRow,
  levels,
  putChapter,
  putCourse,
  putLevel,
  putSection,
  type SectionRow,
  sections,
} from './queries.ts'
import { defaultName } from './rules.ts'

const courseOf = ({ id, ...row }: CourseRow): Course => ({ _id: id, ...row })
const levelOf = ({ id, ...row }: LevelRow): Level => ({ _id: id, ...row })
const sectionOf = ({ id, ...row }: SectionRow): Section => ({ _id: id, ...row })
const chapterOf = (row: ChapterRow, all: readonly SectionRow[]): Chapter => ({
  ...row,
  sections: all.filter(({ chapterNum }) => chapterNum === row.num).map(sectionOf),
})

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
  const [rows, all] = await Promise.all([chapters(db, { levelId }), sections(db, { levelId })])
  return rows.map((row) => chapterOf(row, all))
}

type ChapterKey = { levelId: string; chapterNum: number }

async function chapterByNum(db: Db, { levelId, chapterNum }: ChapterKey, { lock = false } = {}) {
  const [row, inIt] = await Promise.all([chapters(db, { levelId, num: chapterNum, lock }), sections(db, { levelId, chapterNum })])
  return chapterOf(one(row, notFound), inIt)
}

async function sectionByNum(db: Db, { levelId, chapterNum, sectionNum }: ChapterKey & { sectionNum: number }, { lock = false } = {}) {
  return sectionOf(one(await sections(db, { levelId, chapterNum, num: sectionNum, lock }), notFound))
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
    await dropCourse(db, input.id).catch(
      refusing('course_has_levels', conflict('in_use', `${plain(before.name)} has levels. Delete them first.`)),
    )
    await record(db, actor, { deed: 'material.drop-course', entity: input.id, before })
    return null
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
    await putLevel(db, { ...input, id, position: input.order ?? null }).catch(levelNameTaken(input.name))
    const after = await levelById(db, id)
    await record(db, actor, { deed: 'material.add-level', entity: id, after })
    return created(after)
  },

  async changeLevel({ input, actor, db, seen }) {
    const row = one(await levels(db, { id: input.id, lock: true }), notFound)
    const before = levelOf(row)
    refuseStale({ seen, current: before })
    if (!isNews(before, input)) return before
    if (input.chapterCount < row.lastChapter)
      throw conflict('chapters_beyond', `There is a chapter ${row.lastChapter}. Delete the chapters after ${input.chapterCount} first.`)
    await changeLevel(db, input).catch(levelNameTaken(input.name))
    const after = await levelById(db, input.id)
    await record(db, actor, { deed: 'material.change-level', entity: input.id, before, after })
    return after
  },

  async dropLevel({ input, actor, db }) {
    const before = await levelById(db, input.id, { lock: true })
    await dropLevel(db, input.id).catch(
      refusing('level_has_chapters', conflict('in_use', `${plain(before.name)} has chapters. Delete them first.`)),
    )
    await record(db, actor, { deed: 'material.drop-level', entity: input.id, before })
    return null
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
    const before = await chapterByNum(db, input, { lock: true })
    refuseStale({ seen, current: before })
    if (!isNews(before, input)) return before
    await changeChapter(db, { levelId: input.levelId, num: input.chapterNum, name: input.name })
    const after = await chapterByNum(db, input)
    await record(db, actor, { deed: 'material.change-chapter', entity: chapterName(input), before, after })
    return after
  },

  async dropChapter({ input, actor, db }) {
    const before = await chapterByNum(db, input, { lock: true })
    await dropChapter(db, { levelId: input.levelId, num: input.chapterNum }).catch(
      refusing('chapter_has_sections', conflict('in_use', `${plain(before.name)} has sections. Delete them first.`)),
    )
    await record(db, actor, { deed: 'material.drop-chapter', entity: chapterName(input), before })
    return null
  },

  async fillChapters({ input, actor, db }) {
    const { levelId } = input
    const { chapterCount } = one(await levels(db, { id: levelId, lock: true }), notFound)
    const before = new Map((await treeOf(db, levelId)).map((chapter) => [chapter.num, chapter]))
    const wanted = Array.from({ length: chapterCount }, (_, index) => index + 1)
    const missing = wanted.filter((num) => !before.has(num))
    const bare = wanted.filter((chapterNum) => !before.get(chapterNum)?.sections.length)
    await Promise.all(missing.map((num) => putChapter(db, { levelId, num, name: defaultName.chapter(num) })))
    await Promise.all(
      bare.map((chapterNum) => putSection(db, { id: newId(), levelId, chapterNum, kind: 'chapter', num: 1, name: defaultName.section })),
    )
    if (bare.length > 0)
      await record(db, actor, { deed: 'material.fill-chapters', entity: levelId, after: { chapters: missing, sections: bare } })
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
    const before = await sectionByNum(db, input, { lock: true })
    refuseStale({ seen, current: before })
    if (!isNews(before, input)) return before
    await changeSection(db, { id: before._id, name: input.name })
    const after = await sectionByNum(db, input)
    await record(db, actor, { deed: 'material.change-section', entity: before._id, before, after })
    return after
  },

  async dropSection({ input, actor, db }) {
    const before = await sectionByNum(db, input, { lock: true })
    await dropSection(db, before._id)
      .catch(refusing('section_has_questions', conflict('in_use', `${plain(before.name)} has questions. Delete them first.`)))
      .catch(
        refusing(
          'section_has_import',
          conflict('importing', `Questions are being imported into ${plain(before.name)}. Wait until that has ended.`),
        ),
      )
      .catch(refusing('section_in_homework', conflict('in_use', `${plain(before.name)} stands in homework that was given to students.`)))
    await record(db, actor, { deed: 'material.drop-section', entity: before._id, before })
    return null
  },
} satisfies Partial<Handlers<typeof material>>

export const materialRoutes: Handlers<typeof material> = { ...courseRoutes, ...levelRoutes, ...chapterRoutes, ...sectionRoutes }
