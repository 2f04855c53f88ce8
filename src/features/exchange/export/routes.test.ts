import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { zipLimits } from '#server/unzip.ts'
import { materialFixture } from '#tests/material-fixture.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { unzipped } from '#tests/zips.ts'
import { Manifest, SectionFile } from '../rules.ts'
import { materialExport } from './api.ts'

const world = await openWorld()
let admin: Caller
let editor: Caller
let staged: Awaited<ReturnType<typeof materialFixture>>

beforeAll(async () => {
  const cast = await world.database.write(async (db) => {
    const make = factories(db)
    return { admin: await make.staff('admin', null), editor: await make.staff('editor', null) }
  })
  admin = await world.as(cast.admin)
  editor = await world.as(cast.editor)
  staged = await materialFixture(world.database, cast.admin.id)
})

const exported = async (which: { courseId?: string; levelId?: string } = {}) => {
  const { status, headers, bytes, text } = await admin.call(materialExport.file, which)
  expect(status, text).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="material.zip"',
  })
  return await unzipped(bytes)
}

describe('an export', () => {
  test('contains the tree, a file per section, the pictures, and a manifest with the hash of every file', async () => {
    const files = await exported()
    const manifest = Manifest.parse(files.json('manifest.json'))
    expect(manifest).toMatchObject({
      of: 'all',
      counts: { courses: 2, levels: 2, chapters: 2, sections: 4, questions: 5, hints: 3, visuals: 1 },
    })
    expect(Object.keys(manifest.files).toSorted()).toEqual(
      files.names.filter((name) => name !== 'manifest.json').toSorted(),
    )
    for (const [name, hash] of Object.entries(manifest.files)) expect(files.hash(name), name).toBe(hash)
    expect(files.json('material.json')).toMatchObject({
      courses: [
        { name: 'Empty', subject: 'English', levels: [] },
        {
          name: 'Sums <easy>',
          levels: [
            {
              name: 'Level A',
              order: 1,
              chapterCount: 3,
              assessmentQuestions: 4,
              chapters: [
                {
                  num: 1,
                  name: 'First',
                  sections: [{ num: 1, name: 'Up to ten', file: 'sections/0001.json' }, { num: 3 }],
                  test: {
                    name: 'Proof',
                    sections: [{ num: 1, name: 'Test part', file: 'sections/0003.json' }],
                  },
                },
              ],
            },
            { name: 'Level B' },
          ],
        },
      ],
    })
  })

  test('includes each section’s questions with their tests and hints, lists each hint once, and contains no ids', async () => {
    const files = await exported({ levelId: staged.levelId })
    const first = SectionFile.parse(files.json('sections/0001.json'))
    expect(first.hints).toEqual([
      { num: 1, name: 'Counting on', steps: ['Begin with $7$.', 'Count on.'] },
      { num: 2, name: '', steps: ['Only here.'] },
    ])
    expect(first.questions.map(({ num, hint, status }) => [num, hint, status])).toEqual([
      [1, 1, 'success'],
      [2, 2, 'warn'],
      [5, null, 'error'],
    ])
    expect(first.questions[0]).toMatchObject({
      content: 'What is $7 + 5$?',
      instructions: 'Add.',
      visual: { alt: 'Twelve dots' },
      tests: [
        { given: { kind: 'fr', parts: ['12'] }, expected: 'correct' },
        { given: { kind: 'fr', parts: ['13'] }, expected: 'incorrect' },
      ],
    })
    expect(first.questions[1]?.variables).toMatchObject({ given: [{ name: 'a' }] })
    expect(SectionFile.parse(files.json('sections/0003.json'))).toMatchObject({
      hints: [],
      questions: [{ hint: 1 }],
    })
    expect(JSON.stringify(files.json('sections/0001.json'))).not.toContain(staged.levelId)
    expect(files.names.filter((name) => name.startsWith('visuals/'))).toEqual([
      `visuals/${staged.image}.webp`,
    ])
  })

  test('of a level or a course contains only that level or course', async () => {
    const level = Manifest.parse((await exported({ levelId: staged.otherLevelId })).json('manifest.json'))
    expect(level).toMatchObject({
      of: 'level',
      counts: { courses: 1, levels: 1, chapters: 1, sections: 1, questions: 1, hints: 0, visuals: 0 },
    })
    const course = Manifest.parse((await exported({ courseId: staged.emptyCourseId })).json('manifest.json'))
    expect(course).toMatchObject({
      of: 'course',
      counts: { courses: 1, levels: 0, sections: 0, questions: 0 },
    })
  })

  test('is recorded in the history once', async () => {
    const exportRows = () =>
      world.database
        .read`select after from audit where action = 'material.export' and entity_id = ${staged.otherLevelId}`
    const before = (await exportRows()).length
    await exported({ levelId: staged.otherLevelId })
    expect((await exportRows()).slice(before)).toMatchObject([{ after: { questions: 1 } }])
  })

  test('is for admins only and returns 404 for unknown courses and levels', async () => {
    expect((await editor.call(materialExport.file, {})).status).toBe(403)
    expect((await editor.call(materialExport.size, {})).status).toBe(403)
    expect((await admin.call(materialExport.file, { levelId: newId() })).status).toBe(404)
    expect((await admin.call(materialExport.file, { courseId: newId() })).status).toBe(404)
    expect(
      (await admin.call(materialExport.file, { courseId: staged.emptyCourseId, levelId: staged.levelId }))
        .status,
    ).toBe(404)
    expect((await admin.call(materialExport.file, { levelId: '1' })).status).toBe(400)
  })
})

describe('the size of an export', () => {
  test('is given in bytes and by kind of content', async () => {
    const { body } = await admin.call(materialExport.size, { levelId: staged.levelId })
    expect(body).toMatchObject({
      counts: { courses: 1, levels: 1, chapters: 1, sections: 3, questions: 4, hints: 2, visuals: 1 },
      refusal: null,
    })
    expect(body.bytes).toBeGreaterThan(500)
  })

  test('comes with the reason for refusal if the material doesn’t fit in one file', async () => {
    const { otherLevelId: levelId } = staged
    await world.database.write(async (db) => {
      await db`insert into chapters (level_id, num, name) values (${levelId}, 8, 'Many'), (${levelId}, 9, 'Many')`
      await db`
        insert into sections (id, level_id, chapter_num, num, name)
        select gen_random_uuid(), ${levelId}, chapter, num, 'Many' from generate_series(8, 9) chapter, generate_series(1, 999) num
      `
    })
    const { body } = await admin.call(materialExport.size, { levelId })
    expect(body.counts.sections).toBe(zipLimits.files - 1)
    expect(body.refusal).toContain('too much for one file')
    expect(await admin.call(materialExport.file, {})).toMatchObject({
      status: 422,
      body: { code: 'too_large_export' },
    })
    await world.database.write((db) => db`delete from sections where level_id = ${levelId} and name = 'Many'`)
    await world.database.write((db) => db`delete from chapters where level_id = ${levelId} and name = 'Many'`)
  })
})
