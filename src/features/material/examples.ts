import { v7 as newId } from 'uuid'
import {
  type Example,
  examplesFor,
  isThereOrNot,
  type Means,
  ownScope,
  sharedScopes,
  type Target,
} from '#tests/example.ts'
import { material } from './api.ts'
import { assessments } from './assessments/api.ts'
import { clones } from './clone/api.ts'
import { hints } from './hints/api.ts'
import { tests } from './tests/api.ts'
import { trash } from './trash/api.ts'
import { visuals } from './visuals/api.ts'

const chapter = ({ levelId, chapterNum }: Target) => ({ levelId, chapterNum })
const emptyChapter = async ({ courseId }: Target, { call }: Means) => {
  const { body } = await call(material.addLevel, { courseId, name: `Level ${newId()}`, chapterCount: 2 })
  await call(material.addChapter, { levelId: body._id, num: 1, name: 'Fractions' })
  return { levelId: body._id, chapterNum: 1 }
}
const section = (target: Target) => ({ ...chapter(target), sectionNum: 1 })
const tested = (target: Target) => ({ ...chapter(target), id: target.testSectionId })
/** One-pixel PNG. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Example calls of the feature's endpoints. */
export const materialExamples: readonly Example[] = [
  ...examplesFor(material, {
    courses: { scopes: ownScope, input: () => ({}) },
    addCourse: { scopes: ownScope, input: () => ({ name: `Course ${newId()}`, subject: 'Math' }) },
    changeCourse: {
      scopes: sharedScopes,
      input: ({ courseId }) => ({ id: courseId, name: `Course ${newId()}`, subject: 'Math' }),
    },
    dropCourse: {
      scopes: sharedScopes,
      alters: true,
      input: ({ courseId }) => ({ id: courseId }),
      prepare: async (_, { call }) => {
        const { body } = await call(material.addCourse, { name: `Course ${newId()}`, subject: 'Math' })
        return { id: body._id }
      },
      unversioned: isThereOrNot,
    },
    levels: { scopes: ownScope, input: () => ({}) },
    level: { scopes: sharedScopes, input: ({ levelId }) => ({ id: levelId }) },
    addLevel: {
      scopes: sharedScopes,
      input: ({ courseId }) => ({ courseId, name: `Level ${newId()}`, chapterCount: 2 }),
    },
    changeLevel: {
      scopes: sharedScopes,
      input: ({ levelId }) => ({ id: levelId, name: `Level ${newId()}`, order: 1, chapterCount: 2 }),
    },
    dropLevel: {
      scopes: sharedScopes,
      alters: true,
      input: ({ levelId }) => ({ id: levelId }),
      prepare: async ({ courseId }, { call }) => {
        const { body } = await call(material.addLevel, {
          courseId,
          name: `Level ${newId()}`,
          chapterCount: 2,
        })
        return { id: body._id }
      },
      unversioned: isThereOrNot,
    },
    chapters: { scopes: sharedScopes, input: ({ levelId }) => ({ levelId }) },
    chapter: { scopes: sharedScopes, input: chapter },
    addChapter: {
      scopes: sharedScopes,
      input: ({ levelId }) => ({ levelId, num: 2, name: 'Fractions' }),
      prepare: async (...at) => ({ levelId: (await emptyChapter(...at)).levelId }),
    },
    changeChapter: { scopes: sharedScopes, input: (target) => ({ ...chapter(target), name: 'Decimals' }) },
    dropChapter: {
      scopes: sharedScopes,
      alters: true,
      input: chapter,
      prepare: emptyChapter,
      unversioned: isThereOrNot,
    },
    fillChapters: {
      scopes: sharedScopes,
      input: ({ levelId }) => ({ levelId }),
      unrecorded: 'The fixture’s level already has all of its chapters.',
    },
    sections: { scopes: sharedScopes, input: chapter },
    section: { scopes: sharedScopes, input: section },
    addSection: { scopes: sharedScopes, input: (target) => ({ ...chapter(target), name: 'More' }) },
    changeSection: { scopes: sharedScopes, input: (target) => ({ ...section(target), name: 'Practice' }) },
    dropSection: {
      scopes: sharedScopes,
      alters: true,
      input: section,
      prepare: async (target, means) => {
        const empty = await emptyChapter(target, means)
        await means.call(material.addSection, { ...empty, name: 'More' })
        return { ...empty, sectionNum: 1 }
      },
      unversioned: isThereOrNot,
    },
  }),
  ...examplesFor(assessments, {
    list: { scopes: sharedScopes, input: ({ levelId }) => ({ level: levelId }) },
  }),
  ...examplesFor(clones, {
    section: { scopes: sharedScopes, input: (target) => ({ from: target.sectionId, to: chapter(target) }) },
  }),
  ...examplesFor(hints, {
    list: { scopes: ownScope, input: () => ({}) },
    one: { scopes: sharedScopes, input: ({ hintId }) => ({ id: hintId }) },
    add: {
      scopes: ownScope,
      input: () => ({ name: 'Counting on', steps: ['Begin with the larger number.'] }),
    },
    change: {
      scopes: sharedScopes,
      input: ({ hintId }) => ({ id: hintId, name: `Hint ${newId()}`, steps: ['Count on.'] }),
    },
    drop: {
      scopes: sharedScopes,
      alters: true,
      input: ({ hintId }) => ({ id: hintId }),
      unversioned: isThereOrNot,
    },
    preview: { scopes: ownScope, input: () => ({ steps: ['Begin with $7$.'] }) },
  }),
  ...examplesFor(tests, {
    add: {
      scopes: sharedScopes,
      input: (target) => ({ ...chapter(target), name: 'Test' }),
      prepare: emptyChapter,
    },
    change: { scopes: sharedScopes, input: (target) => ({ ...chapter(target), name: 'Proof' }) },
    sections: { scopes: sharedScopes, input: chapter },
    section: { scopes: sharedScopes, input: tested },
    addSection: { scopes: sharedScopes, input: (target) => ({ ...chapter(target), name: 'B' }) },
    changeSection: { scopes: sharedScopes, input: (target) => ({ ...tested(target), name: 'C' }) },
    dropSection: {
      scopes: sharedScopes,
      alters: true,
      input: tested,
      prepare: async ({ levelId, chapterNum }, { call }) => {
        const { body } = await call(tests.addSection, { levelId, chapterNum, name: 'More' })
        return { id: body._id }
      },
      unversioned: isThereOrNot,
    },
  }),
  ...examplesFor(trash, {
    restore: { scopes: sharedScopes, alters: true, input: ({ trashId }) => ({ id: trashId }) },
  }),
  ...examplesFor(visuals, {
    add: { scopes: ownScope, input: () => ({ name: 'dot.png', data: dot }) },
    image: { scopes: ['unknown'], input: () => ({ image: '0'.repeat(64) }) },
  }),
]
