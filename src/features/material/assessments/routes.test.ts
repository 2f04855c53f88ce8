import { v7 as newId } from 'uuid'
import { beforeAll, expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { material } from '../api.ts'
import { assessments } from './api.ts'

const world = await openWorld()
let editor: Caller
let student: Caller
let nobody: Caller

beforeAll(async () => {
  const cast = await world.database.write(async (db) => {
    const make = factories(db)
    const center = await make.center()
    return { editor: await make.staff('editor', null), student: await make.student(center.id) }
  })
  editor = await world.as(cast.editor)
  student = await world.as(cast.student)
  nobody = await world.as(null)
})

/**
 * Adds a level whose only chapter has a test with two sections, one with three questions and one with a
 * single question.
 */
async function testedLevel() {
  const { body: course } = await editor.call(material.addCourse, {
    name: `Course ${newId()}`,
    subject: 'Math',
  })
  const { body: level } = await editor.call(material.addLevel, {
    courseId: course._id,
    name: 'Level',
    chapterCount: 1,
  })
  const { body: chapters } = await editor.call(material.fillChapters, { levelId: level._id })
  const first = chapters[0]?.test?.sections[0]?._id as string
  const second = newId()
  await world.database.write(async (db) => {
    await db`insert into sections (id, level_id, chapter_num, kind, num, name) values (${second}, ${level._id}, 1, 'test', 2, 'Short')`
    const make = factories(db)
    await make.questions(
      first,
      ['One?', 'Two?', 'Three?'].map((text) => ({ text, value: '1' })),
    )
    await make.questions(second, [{ text: 'Alone?', value: '1' }])
  })
  return { level, first, second }
}

test('an assessment takes as many ready questions from each section of the chapter tests as the level says', async () => {
  const { level, first, second } = await testedLevel()
  await world.database.write(
    (db) => db`update questions set status = 'error', faults = '{x}' where section_id = ${first} and num = 1`,
  )
  const [assessment, ...others] = (await editor.call(assessments.list, { level: level._id })).body
  expect(others).toEqual([])
  expect(assessment).toMatchObject({
    _id: level._id,
    level: `${level.course} · Level`,
    perSection: 2,
    questions: 3,
    sections: [
      {
        _id: first,
        chapterNum: 1,
        sectionNum: 1,
        name: 'Section 1',
        ready: 2,
        questions: [{ num: 2 }, { num: 3 }],
      },
      { _id: second, chapterNum: 1, sectionNum: 2, name: 'Short', ready: 1, questions: [{ num: 1 }] },
    ],
  })
  await editor.call(material.changeLevel, {
    id: level._id,
    name: 'Level',
    order: 1,
    chapterCount: 1,
    assessmentQuestions: 1,
  })
  const [fewer] = (await editor.call(assessments.list, { level: level._id })).body
  expect(fewer).toMatchObject({ perSection: 1, questions: 2 })
})

test('an assessment doesn’t reveal answers', async () => {
  const { level } = await testedLevel()
  expect((await editor.call(assessments.list, { level: level._id })).text).not.toMatch(
    /"(answers|key|value)"/,
  )
})

test('the list covers all levels if none is named, and an empty level’s assessment has no questions', async () => {
  const { level } = await testedLevel()
  const { body: empty } = await editor.call(material.addLevel, {
    courseId: level.courseId,
    name: 'Empty',
    chapterCount: 0,
  })
  const { body } = await editor.call(assessments.list, {})
  expect(body.find(({ _id }) => _id === empty._id)).toMatchObject({ sections: [], questions: 0 })
  expect(body.find(({ _id }) => _id === level._id)).toMatchObject({ questions: 3 })
})

test('students and people who aren’t signed in are refused, an unknown level gets 404, and an invalid id gets 400', async () => {
  expect((await student.call(assessments.list, {})).status).toBe(403)
  expect((await nobody.call(assessments.list, {})).status).toBe(401)
  expect((await editor.call(assessments.list, { level: newId() })).status).toBe(404)
  expect((await editor.call(assessments.list, { level: 'x' })).status).toBe(400)
})
