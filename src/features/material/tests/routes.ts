import { created, type Handlers } from '#server/call.ts'
import type { tests } from './api.ts'
import {
  testOf,
  sectionOfTest,
  addChapterTest,
  editChapterTest,
  addTestSection,
  changeTestSection,
  dropTestSection,
} from './chapter-tests.ts'

export const testRoutes: Handlers<typeof tests> = {
  add: async (call) => created(await addChapterTest(call, call.input)),

  change: (call) => editChapterTest(call, call.input),

  async sections({ input, db }) {
    return (await testOf(db, input)).sections
  },

  async section({ input, db }) {
    return await sectionOfTest(db, input)
  },

  addSection: async (call) => created(await addTestSection(call, call.input)),

  changeSection: (call) => changeTestSection(call, call.input),

  dropSection: (call) => dropTestSection(call, call.input),
}
