import { expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { material } from './api.ts'

const world = await openWorld()
const editor = await world.as(await world.database.write((db) => factories(db).staff('editor', null)))

let counter = 0
async function newLevel() {
  const course = await editor.call(material.addCourse, { name: `Course ${++counter}`, subject: 'Math' })
  const level = await editor.call(material.addLevel, {
    courseId: course.body._id,
    name: 'Level A',
    chapterCount: 1,
  })
  return { courseId: course.body._id, levelId: level.body._id }
}
async function newChapter() {
  const { levelId } = await newLevel()
  await editor.call(material.addChapter, { levelId, num: 1, name: 'Chapter 1' })
  return { levelId, chapterNum: 1 }
}
async function newSection() {
  const place = await newChapter()
  const { body } = await editor.call(material.addSection, { ...place, name: 'First' })
  return { ...place, sectionNum: body.num }
}
/** Counts how often an action is recorded during `work`. */
async function doneBy(action: string, work: () => Promise<void>) {
  const count = async () => (await world.database.read`select 1 from audit where action = ${action}`).length
  const before = await count()
  await work()
  return (await count()) - before
}

test.each([
  [
    'course',
    async () => ({
      id: (await editor.call(material.addCourse, { name: 'Twice', subject: 'Math' })).body._id,
    }),
    material.dropCourse,
  ],
  ['level', async () => ({ id: (await newLevel()).levelId }), material.dropLevel],
  ['chapter', newChapter, material.dropChapter],
  ['section', newSection, material.dropSection],
] as const)(
  'a %s deleted three times at the same moment is deleted once, with one audit row, and two calls get 404',
  async (kind, make, drop) => {
    const which = (await make()) as never
    const times = await doneBy(`material.drop-${kind}`, async () => {
      const answers = await Promise.all([1, 2, 3].map(() => editor.call(drop, which)))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    })
    expect(times).toBe(1)
  },
)

test('saving without changes keeps the version and isn’t recorded', async () => {
  const { courseId, levelId } = await newLevel()
  const section = await newSection()
  const times = async (action: string, change: (again: string) => Promise<{ body: { version: number } }>) =>
    await doneBy(action, async () => {
      const versions = [await change('A <b>'), await change('A <b>'), await change('B')].map(
        ({ body }) => body.version,
      )
      expect(versions).toEqual([2, 2, 3])
    })
  const { chapterNum, sectionNum } = section
  const level = { id: levelId, order: 1, chapterCount: 2 }
  expect(
    await times('material.change-course', (name) =>
      editor.call(material.changeCourse, { id: courseId, name, subject: 'Math' }),
    ),
  ).toBe(2)
  expect(
    await times('material.change-level', (name) => editor.call(material.changeLevel, { ...level, name })),
  ).toBe(2)
  const inChapter = { levelId: section.levelId, chapterNum }
  expect(
    await times('material.change-chapter', (name) =>
      editor.call(material.changeChapter, { ...inChapter, name }),
    ),
  ).toBe(2)
  expect(
    await times('material.change-section', (name) =>
      editor.call(material.changeSection, { ...inChapter, sectionNum, name }),
    ),
  ).toBe(2)
})
