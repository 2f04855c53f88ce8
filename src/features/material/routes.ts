import { withId } from '#server/records.ts'
import { created, type Handlers } from '#server/call.ts'
import { material } from './api.ts'
import { courses, levels } from './queries.ts'
import { courseById, addCourse, editCourse, dropCourse } from './courses.ts'
import { levelById, chapterByNum, addLevel, editLevel, dropLevel } from './levels.ts'
import { treeOf, addChapter, editChapter, dropChapter, fillChapters } from './chapters.ts'
import { sectionByNum, addSection, editSection, dropSection } from './sections.ts'

const courseRoutes = {
  async courses({ db }) {
    return (await courses(db)).map(withId)
  },

  addCourse: async (call) => created(await addCourse(call, call.input)),

  changeCourse: (call) => editCourse(call, call.input),

  dropCourse: (call) => dropCourse(call, call.input),
} satisfies Partial<Handlers<typeof material>>

const levelRoutes = {
  async levels({ input, db }) {
    if (input.courseId) await courseById(db, input.courseId)
    return (await levels(db, { courseId: input.courseId })).map(withId)
  },

  async level({ input, db }) {
    return await levelById(db, input.id)
  },

  addLevel: async (call) => created(await addLevel(call, call.input)),

  changeLevel: (call) => editLevel(call, call.input),

  dropLevel: (call) => dropLevel(call, call.input),
} satisfies Partial<Handlers<typeof material>>

const chapterRoutes = {
  async chapters({ input, db }) {
    await levelById(db, input.levelId)
    return await treeOf(db, input.levelId)
  },

  async chapter({ input, db }) {
    return await chapterByNum(db, input)
  },

  addChapter: async (call) => created(await addChapter(call, call.input)),

  changeChapter: (call) => editChapter(call, call.input),

  dropChapter: (call) => dropChapter(call, call.input),

  fillChapters: (call) => fillChapters(call, call.input),
} satisfies Partial<Handlers<typeof material>>

const sectionRoutes = {
  async sections({ input, db }) {
    return (await chapterByNum(db, input)).sections
  },

  async section({ input, db }) {
    return await sectionByNum(db, input)
  },

  addSection: async (call) => created(await addSection(call, call.input)),

  changeSection: (call) => editSection(call, call.input),

  dropSection: (call) => dropSection(call, call.input),
} satisfies Partial<Handlers<typeof material>>

export const materialRoutes: Handlers<typeof material> = {
  ...courseRoutes,
  ...levelRoutes,
  ...chapterRoutes,
  ...sectionRoutes,
}
