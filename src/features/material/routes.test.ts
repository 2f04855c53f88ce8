import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { material } from './api.ts'
import { treeOf } from './chapters.ts'
import { putChapter, putSection } from './queries.ts'
import { trash } from './trash/api.ts'

const world = await openWorld()
const unknown = newId()

let editor: Caller
let operator: Caller
let student: Caller
let nobody: Caller

beforeAll(async () => {
  const cast = await world.database.write(async (db) => {
    const make = factories(db)
    const center = await make.center()
    return {
      editor: await make.staff('editor', null),
      operator: await make.staff('operator', center.id),
      student: await make.student(center.id),
    }
  })
  editor = await world.as(cast.editor)
  operator = await world.as(cast.operator)
  student = await world.as(cast.student)
  nobody = await world.as(null)
})

let counter = 0
async function newCourse() {
  const { body } = await editor.call(material.addCourse, {
    name: `Course of test ${++counter}`,
    subject: 'Math',
  })
  return body
}
async function newLevel(chapterCount = 3) {
  const course = await newCourse()
  const { body } = await editor.call(material.addLevel, {
    courseId: course._id,
    name: 'Level A',
    chapterCount,
  })
  return body
}
async function filledLevel(chapterCount = 3) {
  const level = await newLevel(chapterCount)
  const { body: chapters } = await editor.call(material.fillChapters, { levelId: level._id })
  return { level, levelId: level._id, chapters }
}
const logged = (entity: string) =>
  world.database.read`select action, before, after from audit where entity_id = ${entity} order by id`
const homeworkOn = (sectionId: string) =>
  world.database.write(async (db) => {
    const make = factories(db)
    const center = await make.center()
    const [someone, by, id] = [
      await make.student(center.id),
      await make.staff('operator', center.id),
      newId(),
    ]
    await db`
      insert into work (center_id, id, kind, student_id, name, item, assigned_by)
      values (${center.id}, ${id}, 'homework', ${someone.id}, 'Homework', ${sectionId}, ${by.id})`
    await db`insert into work_sections (center_id, work_id, num, section_id) values (${center.id}, ${id}, 1, ${sectionId})`
  })

describe('permissions', () => {
  test('staff of every role can read and change material, but students and people who aren’t signed in can’t', async () => {
    const { level } = await filledLevel()
    expect((await operator.call(material.level, { id: level._id })).body).toMatchObject({
      name: 'Level A',
      chapters: 3,
    })
    expect((await student.call(material.levels, {})).status).toBe(403)
    expect((await nobody.call(material.courses, {})).status).toBe(401)
    expect((await student.call(material.fillChapters, { levelId: level._id })).status).toBe(403)
  })

  test('only editors and admins can delete courses and levels', async () => {
    const level = await newLevel(0)
    expect((await operator.call(material.dropLevel, { id: level._id })).status).toBe(403)
    expect((await operator.call(material.dropCourse, { id: level.courseId })).status).toBe(403)
    expect((await editor.call(material.dropLevel, { id: level._id })).status).toBe(200)
    expect((await editor.call(material.dropCourse, { id: level.courseId })).status).toBe(200)
  })
})

describe('courses', () => {
  test('an editor can add, change and delete a course, with one audit row each', async () => {
    const made = await editor.call(material.addCourse, { name: 'Fractions & <more>', subject: 'Math' })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ name: 'Fractions & &lt;more&gt;', subject: 'Math', version: 1 })
    const id = made.body._id
    const changed = await editor.call(
      material.changeCourse,
      { id, name: 'Reading', subject: 'English' },
      { headers: { 'if-match': '"1"' } },
    )
    expect(changed.body).toMatchObject({ name: 'Reading', subject: 'English', version: 2 })
    expect((await editor.call(material.courses, {})).body).toContainEqual(changed.body)
    expect((await editor.call(material.dropCourse, { id })).status).toBe(200)
    expect((await editor.call(material.courses, {})).body.some(({ _id }) => _id === id)).toBe(false)
    const courseActions = ['material.add-course', 'material.change-course', 'material.drop-course']
    expect((await logged(id)).map(({ action }) => action)).toEqual(courseActions)
  })

  test('a name can’t be used twice, by a new course or a renamed one', async () => {
    const [first, second] = [await newCourse(), await newCourse()]
    const again = await editor.call(material.addCourse, { name: first.name, subject: 'English' })
    expect(again.status).toBe(409)
    expect(again.text).toContain(`A course named ${first.name} already exists.`)
    expect(
      (await editor.call(material.changeCourse, { id: second._id, name: first.name, subject: 'Math' }))
        .status,
    ).toBe(409)
  })

  test('a change to a record that somebody else has changed is refused with 412 and the current record', async () => {
    const { _id: id, name } = await newCourse()
    await editor.call(material.changeCourse, { id, name: `${name} b`, subject: 'Math' })
    const late = await editor.call(
      material.changeCourse,
      { id, name: 'Late', subject: 'Math' },
      { headers: { 'if-match': '"1"' } },
    )
    expect(late.status).toBe(412)
    expect(JSON.parse(late.text)).toMatchObject({ current: { name: `${name} b`, version: 2 } })
  })

  test('a course with levels can’t be deleted', async () => {
    const level = await newLevel(0)
    const refusal = await editor.call(material.dropCourse, { id: level.courseId })
    expect(refusal.status).toBe(409)
    expect(refusal.text).toContain('has levels. Delete them first.')
  })

  test.each([
    ['an empty name', { name: '  ', subject: 'Math' }, 422],
    ['a name of 101 characters', { name: 'x'.repeat(101), subject: 'Math' }, 422],
    ['an unknown subject', { name: 'Course', subject: 'maths' }, 400],
    ['an unknown field', { name: 'Course', subject: 'Math', color: 'red' }, 400],
  ])('%s is refused', async (_, raw, status) => {
    expect((await editor.call(material.addCourse, raw as never, { raw })).status).toBe(status)
  })

  test('an unknown course gets 404', async () => {
    expect(
      (await editor.call(material.changeCourse, { id: unknown, name: 'X', subject: 'Math' })).status,
    ).toBe(404)
    expect((await editor.call(material.dropCourse, { id: unknown })).status).toBe(404)
    expect((await editor.call(material.levels, { courseId: unknown })).status).toBe(404)
    expect(
      (await editor.call(material.addLevel, { courseId: unknown, name: 'X', chapterCount: 1 })).status,
    ).toBe(404)
  })
})

describe('levels', () => {
  test('levels are listed in order, and a new one comes last', async () => {
    const course = await newCourse()
    const add = (name: string, order?: number) =>
      editor.call(material.addLevel, { courseId: course._id, name, chapterCount: 2, order })
    await add('One')
    await add('Three')
    await add('Two', 1)
    const { body } = await editor.call(material.levels, { courseId: course._id })
    expect(body.map(({ name, order }) => [name, order])).toEqual([
      ['Two', 1],
      ['One', 2],
      ['Three', 3],
    ])
  })

  test('a level can be changed and counts its content', async () => {
    const { level, levelId } = await filledLevel(2)
    const { body } = await editor.call(material.changeLevel, {
      id: levelId,
      name: 'Level B',
      order: 1,
      chapterCount: 4,
    })
    expect(body).toEqual({
      ...level,
      name: 'Level B',
      chapterCount: 4,
      chapters: 2,
      questions: 0,
      version: 2,
    })
    const more = await editor.call(material.changeLevel, { id: levelId, assessmentQuestions: 5 })
    expect(more.body).toEqual({ ...body, assessmentQuestions: 5, version: 3 })
  })

  test('a level’s chapter count can’t be lower than its highest chapter number', async () => {
    const { levelId } = await filledLevel(3)
    const refusal = await editor.call(material.changeLevel, {
      id: levelId,
      name: 'Level A',
      order: 1,
      chapterCount: 2,
    })
    expect(refusal.status).toBe(409)
    expect(refusal.text).toContain('already has chapter 3.')
  })

  test('a name can’t be used twice in a course, a level with chapters can’t be deleted, and unknown levels get 404', async () => {
    const { level, levelId } = await filledLevel()
    expect(
      (await editor.call(material.addLevel, { courseId: level.courseId, name: 'Level A', chapterCount: 1 }))
        .status,
    ).toBe(409)
    expect((await editor.call(material.dropLevel, { id: levelId })).status).toBe(409)
    expect((await editor.call(material.level, { id: unknown })).status).toBe(404)
    expect(
      (await editor.call(material.changeLevel, { id: unknown, name: 'X', order: 1, chapterCount: 1 })).status,
    ).toBe(404)
    expect(
      (
        await editor.call(
          material.changeLevel,
          { id: levelId, name: 'X', order: 1, chapterCount: 1 },
          { headers: { 'if-match': '"9"' } },
        )
      ).status,
    ).toBe(412)
  })
})

describe('chapters', () => {
  test('filling a level adds its missing chapters, each with an empty first section, and keeps existing ones', async () => {
    const { levelId, chapters } = await filledLevel(3)
    expect(
      chapters.map(({ num, name, sections }) => [
        num,
        name,
        sections.map((each) => [each.num, each.name, each.questions]),
      ]),
    ).toEqual([
      [1, 'Chapter 1', [[1, 'Section 1', 0]]],
      [2, 'Chapter 2', [[1, 'Section 1', 0]]],
      [3, 'Chapter 3', [[1, 'Section 1', 0]]],
    ])
    await editor.call(material.changeChapter, { levelId, chapterNum: 1, name: 'Halves' })
    await editor.call(material.dropSection, { levelId, chapterNum: 2, sectionNum: 1 })
    await editor.call(material.dropChapter, { levelId, chapterNum: 2 })
    const { body } = await editor.call(material.fillChapters, { levelId })
    expect(body.map(({ name, sections }) => [name, sections.length])).toEqual([
      ['Halves', 1],
      ['Chapter 2', 1],
      ['Chapter 3', 1],
    ])
    expect(body[0]?.sections[0]?._id).toBe(chapters[0]?.sections[0]?._id)
    await editor.call(material.fillChapters, { levelId })
    expect((await logged(levelId)).map(({ action }) => action)).toEqual([
      'material.add-level',
      'material.fill-chapters',
      'material.fill-chapters',
    ])
  })

  test('a chapter that is added during a read appears with its section or not at all', async () => {
    const { _id: levelId } = await newLevel(1)
    const [locked, isReading] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const adding = world.database.write(async (db) => {
      await db`lock table chapters in access exclusive mode`
      locked.resolve()
      await isReading.promise
      await putChapter(db, { levelId, num: 1, name: 'Chapter 1' })
      const section = {
        id: newId(),
        levelId,
        chapterNum: 1,
        kind: 'chapter',
        num: 1,
        name: 'Section 1',
      } as const
      await putSection(db, section)
    })
    await locked.promise
    const reading = treeOf(world.database.read, levelId)
    await expect
      .poll(() => world.database.read`select from pg_stat_activity where wait_event_type = 'Lock'`)
      .toHaveLength(1)
    isReading.resolve()
    await adding
    expect((await reading).map(({ sections }) => sections.length)).toEqual([1])
  })

  test('a chapter can be added, renamed, read with its sections and deleted', async () => {
    const level = await newLevel(5)
    const levelId = level._id
    const made = await editor.call(material.addChapter, { levelId, num: 4, name: 'Decimals' })
    expect(made).toMatchObject({ status: 201, body: { num: 4, name: 'Decimals', sections: [], version: 1 } })
    const renamed = await editor.call(
      material.changeChapter,
      { levelId, chapterNum: 4, name: 'More' },
      { headers: { 'if-match': '"1"' } },
    )
    expect(renamed.body).toMatchObject({ name: 'More', version: 2 })
    expect((await editor.call(material.chapter, { levelId, chapterNum: 4 })).body).toEqual(renamed.body)
    expect((await editor.call(material.dropChapter, { levelId, chapterNum: 4 })).status).toBe(200)
    expect((await logged(`${levelId}/4`)).map(({ action }) => action)).toEqual([
      'material.add-chapter',
      'material.change-chapter',
      'material.drop-chapter',
    ])
  })

  test('a chapter number that is too high, taken or unknown is refused', async () => {
    const { levelId } = await filledLevel(2)
    expect((await editor.call(material.addChapter, { levelId, num: 3, name: 'X' })).status).toBe(409)
    expect((await editor.call(material.addChapter, { levelId, num: 2, name: 'X' })).status).toBe(409)
    expect((await editor.call(material.chapter, { levelId, chapterNum: 9 })).status).toBe(404)
    expect((await editor.call(material.chapters, { levelId: unknown })).status).toBe(404)
    expect((await editor.call(material.fillChapters, { levelId: unknown })).status).toBe(404)
    expect((await editor.call(material.chapter, { levelId, chapterNum: 0 })).status).toBe(400)
  })
})

describe('sections', () => {
  test('sections can be added at the end, renamed and deleted, but not added with a number in use', async () => {
    const { levelId } = await filledLevel(1)
    const place = { levelId, chapterNum: 1 }
    const next = await editor.call(material.addSection, { ...place, name: 'Practice' })
    expect(next).toMatchObject({
      status: 201,
      body: { num: 2, name: 'Practice', questions: 0, ready: 0, reviewed: 0, version: 1 },
    })
    expect((await editor.call(material.addSection, { ...place, num: 2, name: 'X' })).status).toBe(409)
    const renamed = await editor.call(
      material.changeSection,
      { ...place, sectionNum: 2, name: 'Review' },
      { headers: { 'if-match': '"1"' } },
    )
    expect(renamed.body).toMatchObject({ name: 'Review', version: 2 })
    expect((await editor.call(material.section, { ...place, sectionNum: 2 })).body).toEqual(renamed.body)
    expect((await editor.call(material.sections, place)).body.map(({ name }) => name)).toEqual([
      'Section 1',
      'Review',
    ])
    expect((await editor.call(material.dropSection, { ...place, sectionNum: 2 })).status).toBe(200)
    expect((await logged(next.body._id)).length).toBe(3)
  })

  test('a chapter can be deleted and restored with its content, but a section used in homework can’t be deleted', async () => {
    const { levelId, chapters } = await filledLevel(2)
    const ids = chapters.map(({ sections }) => sections[0]?._id as string)
    await world.database.write((db) =>
      factories(db).questions(ids[0]!, [{ text: 'What is $1 + 1$?', value: '2', steps: ['Count on.'] }]),
    )
    const before = (await editor.call(material.chapters, { levelId })).body
    const { body } = await editor.call(material.dropChapter, { levelId, chapterNum: 1 })
    expect((await editor.call(material.chapters, { levelId })).body.map(({ num }) => num)).toEqual([2])
    await editor.call(material.addChapter, { levelId, num: 1, name: 'Another' })
    const taken = await editor.call(trash.restore, { id: body.trash })
    expect([taken.status, taken.text]).toEqual([
      409,
      expect.stringContaining('another chapter with this number'),
    ])
    await editor.call(material.dropChapter, { levelId, chapterNum: 1 })
    expect((await editor.call(trash.restore, { id: body.trash })).body).toEqual({
      kind: 'chapter',
      name: 'Chapter 1',
    })
    expect((await editor.call(material.chapters, { levelId })).body).toEqual(before)
    await homeworkOn(ids[1]!)
    const given = await editor.call(material.dropSection, { levelId, chapterNum: 2, sectionNum: 1 })
    expect([given.status, given.text]).toEqual([409, expect.stringContaining('work assigned to students')])
  })

  test('a section can be restored only if its chapter still exists', async () => {
    const { levelId } = await filledLevel(1)
    const section = (await editor.call(material.dropSection, { levelId, chapterNum: 1, sectionNum: 1 })).body
    const chapter = (await editor.call(material.dropChapter, { levelId, chapterNum: 1 })).body
    const orphan = await editor.call(trash.restore, { id: section.trash })
    expect([orphan.status, orphan.text]).toEqual([409, expect.stringContaining('Restore that first')])
    expect((await editor.call(trash.restore, { id: chapter.trash })).status).toBe(200)
    expect((await editor.call(trash.restore, { id: section.trash })).status).toBe(200)
  })

  test('two people can move chapters and sections past each other at the same time', async () => {
    const { levelId } = await filledLevel(4)
    for (const name of ['B', 'C', 'D'])
      await editor.call(material.addSection, { levelId, chapterNum: 1, name })
    for (let round = 0; round < 5; round += 1) {
      const moves = await Promise.all([
        editor.call(material.changeSection, { levelId, chapterNum: 1, sectionNum: 1, num: 4 }),
        editor.call(material.changeSection, { levelId, chapterNum: 1, sectionNum: 4, num: 1 }),
        editor.call(material.changeChapter, { levelId, chapterNum: 2, num: 4 }),
        editor.call(material.changeChapter, { levelId, chapterNum: 4, num: 2 }),
      ])
      expect(moves.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    }
  })

  test('sections of an unknown chapter, and unknown sections, get 404', async () => {
    const { levelId } = await filledLevel(1)
    expect((await editor.call(material.addSection, { levelId, chapterNum: 2, name: 'X' })).status).toBe(404)
    expect((await editor.call(material.sections, { levelId: unknown, chapterNum: 1 })).status).toBe(404)
    expect(
      (await editor.call(material.changeSection, { levelId, chapterNum: 1, sectionNum: 8, name: 'X' }))
        .status,
    ).toBe(404)
    expect((await editor.call(material.dropSection, { levelId, chapterNum: 1, sectionNum: 8 })).status).toBe(
      404,
    )
  })
})
