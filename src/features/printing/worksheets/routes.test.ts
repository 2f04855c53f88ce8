import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { givenWork, assigning } from '#features/practice/assigning/api.ts'
import { ownWork } from '#features/practice/answering/api.ts'
import type { Given } from '#features/questions/rules.ts'
import { factories } from '#tests/factories.ts'
import { type Caller, openWorld } from '#tests/world.ts'
import { type PageMark, worksheets } from './api.ts'

const world = await openWorld()
let cast: Awaited<ReturnType<typeof makeCast>>
let operator: Caller

const seven = { kind: 'mc' as const, choices: ['6', '7', '8'], correct: [1] }
const why = { kind: 'fr' as const, parts: [{ kind: 'manual' as const, prompt: 'Why?' }] }

function makeCast() {
  return world.database.write(async (db) => {
    const make = factories(db)
    const { id: centerId } = await make.center()
    const { id: elsewhere } = await make.center()
    const section = await make.section({ name: 'Sevens' })
    await make.questions(section.id, [
      { text: 'What is $3 + 4$?', key: seven },
      { text: 'Why is that so?', key: why },
      { text: 'What is $4 + 4$?', value: '8' },
    ])
    return {
      centerId,
      elsewhere,
      section,
      operator: await make.staff('operator', centerId),
      stranger: await make.staff('operator', elsewhere),
    }
  })
}

beforeAll(async () => {
  cast = await makeCast()
  operator = await world.as(cast.operator)
})

/** Assigns homework to a new student, and starts it unless `begun` is false. */
async function assigned({ begun = true } = {}) {
  const { centerId, section } = cast
  const student = await world.database.write((db) => factories(db).student(centerId))
  const { body } = await operator.call(assigning.homework, { id: student.id, sections: [section.id] })
  const work = { centerId, workId: body._id }
  if (begun) await operator.call(worksheets.start, work)
  return { student, work }
}

const place = (num: number, bubbles = 0) => ({
  num,
  revision: 1,
  top: 20 + num * 20,
  bottom: 38 + num * 20,
  bubbles: Array.from({ length: bubbles }, (_, at) => ({ name: `${at}`, x: 10 + at * 20, y: 30 + num * 20 })),
})
const twoPages = [[place(1, 3), place(2)], [place(3)]]

/** Prints homework of three questions on two pages. */
async function printed(pages = twoPages) {
  const { student, work } = await assigned()
  const { body } = await operator.call(worksheets.print, { ...work, pages })
  return { student, work, pages: body.pages }
}

const photo = (width = 40) =>
  sharp({ create: { width, height: 60, channels: 3, background: '#eee' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' } })
    .jpeg()
    .toBuffer()

/** Returns a picture that compresses poorly. */
const noise = () =>
  sharp(randomBytes(400 * 400 * 3), { raw: { width: 400, height: 400, channels: 3 } })
    .jpeg()
    .toBuffer()

async function save(pageId: string, marks: PageMark[], more: { finish?: boolean; data?: Buffer } = {}) {
  const { data = await photo(), ...rest } = more
  return await operator.call(worksheets.save, {
    centerId: cast.centerId,
    pageId,
    data: data.toString('base64'),
    marks,
    ...rest,
  })
}
const picked = (at: number): Given => ({ kind: 'mc', picked: [at] })

const resultOf = async (studentId: string, itemId: string) =>
  (await operator.call(givenWork.homework.item, { id: studentId, itemId })).body
const answersTo = async (studentId: string, itemId: string, n: number) =>
  (await operator.call(givenWork.homework.question, { id: studentId, itemId, n })).body

describe('a worksheet', () => {
  test('has no questions until its work starts, and then keeps them', async () => {
    const { work } = await assigned({ begun: false })
    expect((await operator.call(worksheets.open, work)).body).toMatchObject({
      state: 'assigned',
      questions: [],
    })
    const started = await operator.call(worksheets.start, work)
    expect(started.body).toMatchObject({ state: 'started', name: 'Sevens' })
    expect(started.body.questions.map(({ num }) => num)).toEqual([1, 2, 3])
    expect((await operator.call(worksheets.open, work)).body).toEqual(started.body)
  })

  test('can’t be printed if its work has a time limit or is complete', async () => {
    const { student, work } = await assigned({ begun: false })
    await world.database.write((db) => db`update work set minutes = 30 where id = ${work.workId}`)
    expect(await operator.call(worksheets.start, work)).toMatchObject({
      status: 409,
      body: { code: 'not_printable' },
    })
    const done = await assigned()
    await (
      await world.as(done.student)
    ).call(ownWork.homework.change, { id: done.work.workId, state: 'submitted' })
    expect((await operator.call(worksheets.print, { ...done.work, pages: [[place(1)]] })).status).toBe(409)
    expect(student.id).not.toBe(done.student.id)
  })

  test('contains only questions of its work, in the revisions that the student has', async () => {
    const { work } = await assigned()
    for (const wrong of [place(9), { ...place(1), revision: 2 }])
      expect(await operator.call(worksheets.print, { ...work, pages: [[wrong]] })).toMatchObject({
        status: 422,
        body: { code: 'question_unknown' },
      })
    const twice = await operator.call(worksheets.print, { ...work, pages: [[place(1)], [place(1)]] })
    expect(twice.status).toBe(422)
  })

  test('stores the position of each question, and has a different code on every page and printout', async () => {
    const { work, pages } = await printed()
    const again = await operator.call(worksheets.print, { ...work, pages: twoPages })
    expect(new Set([...pages, ...again.body.pages]).size).toBe(4)
    const [first = ''] = pages
    const { body } = await operator.call(worksheets.page, { centerId: cast.centerId, pageId: first })
    expect(body).toMatchObject({ num: 1, of: 2, scannedAt: null, marks: null })
    expect(body.questions.map(({ num, bubbles, solution }) => [num, bubbles.length, solution.kind])).toEqual([
      [1, 3, 'mc'],
      [2, 0, 'fr'],
    ])
  })
})

describe('a photographed page', () => {
  test('stores answers like those on screen, and hands in the work with its last page', async () => {
    const { student, work, pages } = await printed()
    const [first = '', second = ''] = pages
    const half = await save(first, [
      { num: 1, given: picked(1) },
      { num: 2, right: true },
    ])
    expect(half).toMatchObject({ status: 200, body: { state: 'started', missing: [2] } })
    expect((await save(second, [{ num: 3, right: false }])).body).toEqual({ state: 'returned', missing: [] })
    expect(await resultOf(student.id, work.workId)).toMatchObject({ state: 'returned', correct: 2, total: 3 })
    const wrong = await answersTo(student.id, work.workId, 3)
    expect(wrong).toMatchObject({ onPaper: true, solved: false, verdict: { status: 'incorrect', score: 0 } })
    expect(wrong.history).toMatchObject([{ pageId: second, grade: 0 }])
  })

  test('hands in the work with all answers when its last pages arrive at the same time', async () => {
    const { student, work, pages } = await printed()
    const [first = '', second = ''] = pages
    await Promise.all([
      save(first, [
        { num: 1, given: picked(1) },
        { num: 2, right: true },
      ]),
      save(second, [{ num: 3, right: true }]),
    ])
    expect(await resultOf(student.id, work.workId)).toMatchObject({ state: 'returned', correct: 3 })
  })

  test('duplicates nothing when it is saved again, and corrects its marks', async () => {
    const { student, work, pages } = await printed([[place(1, 3), place(2), place(3)]])
    const [page = ''] = pages
    const marks = [
      { num: 1, given: picked(0) },
      { num: 2, right: false },
    ]
    await save(page, marks)
    await save(page, marks)
    expect((await answersTo(student.id, work.workId, 1)).history).toHaveLength(1)
    expect(await resultOf(student.id, work.workId)).toMatchObject({ correct: 0, total: 3 })
    await save(page, [marks[0]!, { num: 2, right: true }])
    expect((await answersTo(student.id, work.workId, 2)).history).toHaveLength(1)
    expect(await resultOf(student.id, work.workId)).toMatchObject({ state: 'returned', correct: 1 })
    const rows = await world.database
      .read`select count(*)::int as count from printed_pages where work_id = ${work.workId}`
    expect(rows).toEqual([{ count: 1 }])
  })

  test('hands in the work without its other pages if staff choose to', async () => {
    const { student, work, pages } = await printed()
    expect((await save(pages[0]!, [{ num: 1, given: picked(1) }], { finish: true })).body).toEqual({
      state: 'returned',
      missing: [2],
    })
    expect(await resultOf(student.id, work.workId)).toMatchObject({ correct: 1, total: 3 })
    expect(await save(pages[1]!, [{ num: 3, right: true }])).toMatchObject({
      status: 409,
      body: { code: 'not_answerable' },
    })
  })

  test('doesn’t change questions that the student has already solved on screen', async () => {
    const { student, work, pages } = await printed([[place(1, 3)]])
    await (
      await world.as(student)
    ).call(ownWork.homework.answer, { id: work.workId, n: 1, seq: 1, answerId: newId(), given: picked(1) })
    await save(pages[0]!, [{ num: 1, given: picked(0) }])
    const { onPaper, history } = await answersTo(student.id, work.workId, 1)
    expect([onPaper, history.length]).toEqual([false, 1])
    expect(await resultOf(student.id, work.workId)).toMatchObject({ correct: 1 })
  })

  test('keeps its picture, without the location of the photo', async () => {
    const { pages } = await printed()
    const where = { centerId: cast.centerId, pageId: pages[0]! }
    expect((await operator.call(worksheets.picture, where)).status).toBe(404)
    await save(where.pageId, [])
    const { status, headers, bytes } = await operator.call(worksheets.picture, where)
    expect([status, headers['content-type']]).toEqual([200, 'image/webp'])
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
  })

  test.each<[string, () => Promise<Buffer> | Buffer, number]>([
    ['an HTML page', () => Buffer.from('<!doctype html>'), 415],
    [
      'a PNG',
      async () =>
        await sharp(await photo())
          .png()
          .toBuffer(),
      415,
    ],
    ['half a JPEG', async () => (await noise()).subarray(0, 9000), 422],
    ['a file of more than 2 MiB', () => Buffer.alloc(2 * 1024 * 1024 + 1), 413],
  ])('is refused with %s as its picture, and stores nothing', async (_, make, status) => {
    const { student, work, pages } = await printed()
    const refusal = await save(pages[0]!, [{ num: 1, given: picked(1) }], { data: await make() })
    expect(refusal.status).toBe(status)
    expect((await answersTo(student.id, work.workId, 1)).history).toEqual([])
  })

  test('is refused if it has marks for questions that aren’t on it', async () => {
    const { pages } = await printed()
    for (const marks of [
      [{ num: 3, right: true }],
      [{ num: 1, given: picked(1), right: true }],
      [{ num: 1 }],
    ])
      expect((await save(pages[0]!, marks)).status).toBe(422)
  })

  test('of another center’s student gets the same response as an unknown page', async () => {
    const { pages } = await printed()
    const stranger = await world.as(cast.stranger)
    const query = { centerId: cast.elsewhere, pageId: pages[0]! }
    expect((await stranger.call(worksheets.page, query)).status).toBe(404)
    expect((await stranger.call(worksheets.page, { ...query, centerId: cast.centerId })).status).toBe(404)
    expect(
      (await operator.call(worksheets.page, { ...query, centerId: cast.centerId, pageId: newId() })).status,
    ).toBe(404)
  })
})
