import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { material } from '../api.ts'
import { tests } from './api.ts'
import { trash } from '../trash/api.ts'

const world = await openWorld()
let editor: Caller

beforeAll(async () => {
  editor = await world.as(await world.database.write((db) => factories(db).staff('editor', null)))
})

/** Adds a level with this many chapters, each with its first section and test. */
async function filledLevel(chapterCount: number) {
  const { body: course } = await editor.call(material.addCourse, {
    name: `Course ${newId()}`,
    subject: 'Math',
  })
  const { body: level } = await editor.call(material.addLevel, {
    courseId: course._id,
    name: 'Level',
    chapterCount,
  })
  const { body: chapters } = await editor.call(material.fillChapters, { levelId: level._id })
  return { levelId: level._id, chapters }
}

describe('reordering', () => {
  test('a level moves to the position of another in its course, and those in between shift by one', async () => {
    const { body: course } = await editor.call(material.addCourse, {
      name: `Course ${newId()}`,
      subject: 'Math',
    })
    const add = async (name: string) =>
      (await editor.call(material.addLevel, { courseId: course._id, name, chapterCount: 1 })).body
    const [a, , c] = [await add('A'), await add('B'), await add('C')]
    const order = async () =>
      (await editor.call(material.levels, { courseId: course._id })).body.map(
        ({ name, order: place }) => `${place} ${name}`,
      )
    expect((await editor.call(material.changeLevel, { id: c._id, order: 1 })).body).toMatchObject({
      name: 'C',
      order: 1,
      version: 2,
    })
    expect(await order()).toEqual(['1 C', '2 A', '3 B'])
    await editor.call(material.changeLevel, { id: a._id, order: 99 })
    expect(await order()).toEqual(['1 C', '2 B', '3 A'])
  })

  test('a chapter moves to the position of another with its content, and those in between shift by one', async () => {
    const { levelId, chapters } = await filledLevel(4)
    const moved = await editor.call(material.changeChapter, { levelId, chapterNum: 1, name: 'First', num: 3 })
    expect(moved.body).toMatchObject({
      num: 3,
      name: 'First',
      sections: [{ _id: chapters[0]?.sections[0]?._id }],
    })
    const names = async () =>
      (await editor.call(material.chapters, { levelId })).body.map(({ num, name }) => `${num} ${name}`)
    expect(await names()).toEqual(['1 Chapter 2', '2 Chapter 3', '3 First', '4 Chapter 4'])
    await editor.call(material.changeChapter, { levelId, chapterNum: 4, name: 'Chapter 4', num: 1 })
    expect(await names()).toEqual(['1 Chapter 4', '2 Chapter 2', '3 Chapter 3', '4 First'])
    expect(
      (await editor.call(material.changeChapter, { levelId, chapterNum: 1, name: 'X', num: 9 })).status,
    ).toBe(409)
  })

  test('a section moves to the position of another in its chapter or test', async () => {
    const { levelId } = await filledLevel(1)
    const place = { levelId, chapterNum: 1 }
    for (const name of ['B', 'C']) {
      await editor.call(material.addSection, { ...place, name })
      await editor.call(tests.addSection, { ...place, name })
    }
    await editor.call(material.changeSection, { ...place, sectionNum: 3, name: 'C', num: 1 })
    expect((await editor.call(material.sections, place)).body.map(({ name }) => name)).toEqual([
      'C',
      'Section 1',
      'B',
    ])
    const [first] = (await editor.call(tests.sections, place)).body
    const moved = await editor.call(tests.changeSection, { ...place, id: first!._id, name: 'A', num: 3 })
    expect(moved.body).toMatchObject({ num: 3, name: 'A' })
    expect((await editor.call(tests.sections, place)).body.map(({ name }) => name)).toEqual(['B', 'C', 'A'])
    expect(
      (await editor.call(tests.changeSection, { ...place, id: first!._id, name: 'A', num: 4 })).status,
    ).toBe(409)
  })
})

describe('section content', () => {
  test('a section counts its questions, those ready for practice, and those approved', async () => {
    const { levelId, chapters } = await filledLevel(1)
    const id = chapters[0]?.sections[0]?._id as string
    await world.database.write(async (db) => {
      const texts = ['One?', 'Two?', 'Three?']
      await factories(db).questions(
        id,
        texts.map((text) => ({ text, value: '1' })),
      )
      await db`update questions set status = case num when 1 then 'error' when 2 then 'warn' else 'success' end,
        faults = case num when 1 then '{x}'::text[] else '{}' end where section_id = ${id}`
    })
    const { body } = await editor.call(material.section, { levelId, chapterNum: 1, sectionNum: 1 })
    expect(body).toMatchObject({ questions: 3, ready: 2, reviewed: 1 })
  })
})

describe('a chapter’s test', () => {
  test('is the only test of its chapter, and its sections are separate from the chapter’s', async () => {
    const { levelId } = await filledLevel(1)
    const place = { levelId, chapterNum: 1 }
    expect((await editor.call(tests.add, { ...place, name: 'Another' })).status).toBe(409)
    expect((await editor.call(tests.change, { ...place, name: 'Proof' })).body).toMatchObject({
      name: 'Proof',
      version: 2,
      sections: [{ num: 1 }],
    })
    expect(
      (await editor.call(tests.change, { ...place, name: 'X' }, { headers: { 'if-match': '"1"' } })).status,
    ).toBe(412)
    const { body: section, status } = await editor.call(tests.addSection, { ...place, name: 'Hard ones' })
    expect([status, section.num]).toEqual([201, 2])
    expect((await editor.call(material.chapter, place)).body).toMatchObject({
      sections: [{ num: 1 }],
      test: { sections: [{ num: 1 }, { num: 2 }] },
    })
    const dropped = await editor.call(tests.dropSection, { ...place, id: section._id })
    expect((await editor.call(tests.section, { ...place, id: section._id })).status).toBe(404)
    await editor.call(trash.restore, { id: dropped.body.trash })
    expect((await editor.call(tests.section, { ...place, id: section._id })).body).toEqual(section)
  })

  test('a chapter that was added without a test can be given one', async () => {
    const { levelId } = await filledLevel(1)
    await editor.call(material.dropChapter, { levelId, chapterNum: 1 })
    await editor.call(material.addChapter, { levelId, num: 1, name: 'Alone' })
    expect((await editor.call(material.chapter, { levelId, chapterNum: 1 })).body.test).toBeNull()
    expect((await editor.call(tests.sections, { levelId, chapterNum: 1 })).status).toBe(404)
    expect((await editor.call(tests.add, { levelId, chapterNum: 1, name: 'Test' })).status).toBe(201)
    expect((await editor.call(tests.add, { levelId, chapterNum: 2, name: 'Test' })).status).toBe(404)
  })
})
