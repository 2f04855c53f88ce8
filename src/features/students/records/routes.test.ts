import { studentWork } from '#features/practice/api.ts'
import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { assigning } from '#features/practice/assigning/api.ts'
import { students } from '../api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, today, type Caller } from '#tests/world.ts'
import { records } from './api.ts'

const world = await openWorld()
const unknown = newId()

type Cast = Awaited<ReturnType<typeof makeCast>>
let cast: Cast
let operator: Caller
let stranger: Caller
let centerId: string
let recorder: string

function makeCast() {
  return world.database.write(async (db) => {
    const make = factories(db)
    const [north, south] = [await make.center(), await make.center()]
    const section = await make.section({ levelName: 'Math 6' })
    await make.questions(section.id, [{ text: 'What is $1 + 1$?', value: '2' }])
    const ana = await make.student(north.id)
    const office = await make.staff('operator', north.id)
    return {
      north,
      section,
      ana,
      elsewhere: await make.student(south.id),
      mother: await make.parent([ana]),
      operator: office,
      stranger: await make.staff('operator', south.id),
      editor: await make.staff('editor', north.id),
      device: { ...(await make.device(north.id, office.id)), kind: 'devices' as const },
    }
  })
}

beforeAll(async () => {
  cast = await makeCast()
  centerId = cast.north.id
  operator = await world.as(cast.operator)
  stranger = await world.as(cast.stranger)
  recorder = `${cast.operator.firstName} ${cast.operator.lastName}`
})

const newStudent = () => world.database.write((db) => factories(db).student(centerId))
const profile = async (studentId: string) => (await operator.call(students.one, { centerId, studentId })).body
const actions = async (entity: string) => {
  const rows = await world.database.read`select action from audit where entity_id = ${entity} order by id`
  return rows.map(({ action }) => action as string)
}
const paper = { date: '2026-02-24', subject: 'Math' as const, level: 'Math 5', test: 'Chapter 3' }

/** Returns the statuses that callers outside the center's office get. */
async function refusals(ask: (caller: Caller) => Promise<{ status: number }>) {
  const callers = [
    world.as(null),
    world.as(cast.editor),
    world.as(cast.device),
    world.as(cast.ana),
    world.as(cast.mother),
    stranger,
  ]
  const statuses: number[] = []
  for (const caller of callers) statuses.push((await ask(await caller)).status)
  return statuses
}
const refused = [401, 403, 403, 403, 403, 404]

describe('a paper test', () => {
  test('is stored with both scores as typed, and can be corrected and deleted', async () => {
    const { id: studentId } = await newStudent()
    const { status, body } = await operator.call(records.addTest, {
      centerId,
      studentId,
      ...paper,
      name: 'Fractions',
      score1: ' 17/20 ',
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      ...paper,
      _id: body._id,
      recorder,
      name: 'Fractions',
      score1: '17/20',
      score2: null,
      version: 1,
    })
    const which = { centerId, studentId, testId: body._id }
    const corrected = await operator.call(
      records.changeTest,
      { ...which, score2: '95%' },
      { headers: { 'if-match': '"1"' } },
    )
    expect([corrected.status, corrected.body]).toMatchObject([
      200,
      { score1: '17/20', score2: '95%', version: 2 },
    ])
    expect((await profile(studentId)).tests).toEqual([corrected.body])
    const same = await operator.call(records.changeTest, { ...which, score2: '95%' })
    expect(same.body.version).toBe(2)
    const late = await operator.call(
      records.changeTest,
      { ...which, score2: '1/2' },
      { headers: { 'if-match': '"1"' } },
    )
    expect([late.status, late.body]).toMatchObject([412, { current: { score2: '95%' } }])
    expect((await operator.call(records.dropTest, which, { headers: { 'if-match': '"1"' } })).status).toBe(
      412,
    )
    expect((await operator.call(records.dropTest, which)).status).toBe(204)
    expect((await operator.call(records.dropTest, which)).status).toBe(404)
    expect((await profile(studentId)).tests).toEqual([])
    expect(await actions(body._id)).toEqual(['records.addTest', 'records.changeTest', 'records.dropTest'])
  })

  test('needs valid scores, a day that isn’t in the future, and a first score before a corrected one', async () => {
    const { id: studentId } = await newStudent()
    const add = async (more: object) =>
      await operator.call(records.addTest, { centerId, studentId, ...paper }, { raw: { ...paper, ...more } })
    const wrong = await add({ score1: '21/20' })
    expect([wrong.status, wrong.body]).toMatchObject([
      422,
      {
        message: 'score1 is not a score: The points can’t be more than the maximum.',
        errors: [{ path: '/score1' }],
      },
    ])
    for (const score1 of ['85', '3/0', '101%', '1e1/20', '', '３/４', '3.1255/4'])
      expect((await add({ score1 })).status).toBe(422)
    expect(await add({ score2: '3/4' })).toMatchObject({
      status: 422,
      body: { code: 'no_first_score', errors: [{ path: '/score2' }] },
    })
    expect(await add({ date: '2026-03-04' })).toMatchObject({ status: 422, body: { code: 'not_yet' } })
    expect((await add({ date: today })).status).toBe(201)
    for (const more of [
      { score1: 1 },
      { subject: 'Maths' },
      { date: '2/24' },
      { level: null },
      { recordBy: unknown },
    ])
      expect((await add(more)).status).toBeGreaterThanOrEqual(400)
    expect((await add({ level: ' ' })).status).toBe(422)
    expect((await profile(studentId)).tests).toHaveLength(1)
    const [only] = (await profile(studentId)).tests
    const emptied = await operator.call(records.changeTest, {
      centerId,
      studentId,
      testId: only?._id ?? '',
      score2: '1/2',
    })
    expect([emptied.status, emptied.body]).toMatchObject([422, { code: 'no_first_score' }])
  })

  test('is available only to the office of the student’s center, and only at the student’s own URL', async () => {
    const { id: studentId } = await newStudent()
    const { body } = await operator.call(records.addTest, { centerId, studentId, ...paper })
    expect(
      await refusals((caller) => caller.call(records.addTest, { centerId, studentId, ...paper })),
    ).toEqual(refused)
    const which = { centerId, studentId, testId: body._id }
    expect(await refusals((caller) => caller.call(records.changeTest, { ...which, name: 'Mine' }))).toEqual(
      refused,
    )
    expect(await refusals((caller) => caller.call(records.dropTest, which))).toEqual(refused)
    for (const wrong of [cast.ana.id, cast.elsewhere.id, unknown]) {
      expect(
        (await operator.call(records.changeTest, { ...which, studentId: wrong, name: 'x' })).status,
      ).toBe(404)
      expect((await operator.call(records.dropTest, { ...which, studentId: wrong })).status).toBe(404)
    }
    for (const wrong of [cast.elsewhere.id, unknown])
      expect((await operator.call(records.addTest, { centerId, studentId: wrong, ...paper })).status).toBe(
        404,
      )
    expect((await profile(studentId)).tests).toMatchObject([{ name: '' }])
  })
})

describe('a note', () => {
  test('shows its author, and can be edited, hidden and shown again', async () => {
    const { id: studentId } = await newStudent()
    const { status, body } = await operator.call(records.addNote, {
      centerId,
      studentId,
      msg: ' Likes <chess> ',
    })
    expect([status, body]).toMatchObject([
      201,
      { recordBy: recorder, msg: 'Likes &lt;chess&gt;', active: true, version: 1 },
    ])
    const which = { centerId, studentId, noteId: body.id }
    await operator.call(records.changeNote, { ...which, msg: 'Likes chess and go' })
    const hidden = await operator.call(records.changeNote, { ...which, active: false })
    expect(hidden.body).toMatchObject({ msg: 'Likes chess and go', active: false, version: 3 })
    expect((await profile(studentId)).notes).toEqual([hidden.body])
    expect((await profile(studentId)).activities).toEqual([])
    const stale = await operator.call(
      records.changeNote,
      { ...which, active: true },
      { headers: { 'if-match': '"1"' } },
    )
    expect([stale.status, stale.body]).toMatchObject([412, { current: { version: 3 } }])
    expect((await operator.call(records.changeNote, { ...which, active: true })).body.active).toBe(true)
    expect(await actions(body.id)).toEqual([
      'records.addNote',
      ...Array<string>(3).fill('records.changeNote'),
    ])
  })

  test('must not be empty, and is visible only to the office', async () => {
    const { id: studentId } = await newStudent()
    for (const msg of ['', ' ', '\u200b', 'x'.repeat(2001)])
      expect((await operator.call(records.addNote, { centerId, studentId, msg })).status).toBe(422)
    expect((await operator.call(records.addNote, { centerId, studentId, msg: 'a\u0000b' })).status).toBe(400)
    const { body } = await operator.call(records.addNote, { centerId, studentId, msg: 'CANARY' })
    expect(
      await refusals((caller) => caller.call(records.addNote, { centerId, studentId, msg: 'x' })),
    ).toEqual(refused)
    const which = { centerId, studentId, noteId: body.id }
    expect(await refusals((caller) => caller.call(records.changeNote, { ...which, active: false }))).toEqual(
      refused,
    )
    expect(
      (await operator.call(records.changeNote, { ...which, studentId: cast.ana.id, active: false })).status,
    ).toBe(404)
    expect(
      (await operator.call(records.addNote, { centerId, studentId: cast.elsewhere.id, msg: 'x' })).status,
    ).toBe(404)
    expect((await operator.call(studentWork.atWork, { id: studentId })).text).not.toContain('CANARY')
  })
})

describe('an award', () => {
  test('is given with a type, a subject and a note, and appears in the student’s profile', async () => {
    const { id: studentId } = await newStudent()
    const award = { type: 'Extra Large Trophy' as const, subject: 'English' as const, note: 'Six levels' }
    const { status, body } = await operator.call(records.addAward, { centerId, studentId, ...award })
    expect([status, body]).toMatchObject([201, { ...award, recorder }])
    expect((await profile(studentId)).awards).toEqual([body])
    expect(await actions(body._id)).toEqual(['records.addAward'])
  })

  test('has one of the six types and a subject, and only the office can give it', async () => {
    const input = { centerId, studentId: cast.ana.id, type: 'Medal' as const, subject: 'Math' as const }
    for (const raw of [
      { type: 'medal' },
      { type: 'toString' },
      { type: 'Cup' },
      { subject: 'Maths' },
      { subject: null },
    ])
      expect(
        (await operator.call(records.addAward, input, { raw: { type: 'Medal', subject: 'Math', ...raw } }))
          .status,
      ).toBe(400)
    expect(await refusals((caller) => caller.call(records.addAward, input))).toEqual(refused)
    expect((await operator.call(records.addAward, { ...input, studentId: unknown })).status).toBe(404)
    expect((await profile(cast.ana.id)).awards).toEqual([])
  })
})

describe('the timeline', () => {
  const page = async (studentId: string, more: object = {}) =>
    (await operator.call(records.activities, { centerId, studentId, ...more })).body

  test('has levels, notes, tests and homework, newest first, each with its day and recorder', async () => {
    const { id: studentId } = await newStudent()
    const programs = [{ name: 'Math' as const, level: 'Math 6', chapter: 2, test: null }]
    await operator.call(students.change, { centerId, studentId, programs })
    await operator.call(students.change, { centerId, studentId, programs: [{ ...programs[0]!, test: 1 }] })
    await operator.call(assigning.homework, { id: studentId, sections: [cast.section.id], name: 'Sums' })
    await operator.call(records.addNote, { centerId, studentId, msg: 'Reads well' })
    await operator.call(records.addTest, {
      centerId,
      studentId,
      ...paper,
      name: 'Fractions',
      score1: '17/20',
    })
    const { activities, after } = await page(studentId)
    expect(after).toBeNull()
    const figures = { correct: null, total: null, hint: null, score: null }
    expect(activities).toMatchObject([
      { type: 'note', body: 'Reads well', recorder },
      {
        type: 'homework',
        name: 'Sums',
        level: 'Math 6',
        levelId: cast.section.levelId,
        chapter: 1,
        ...figures,
        recorder,
      },
      { type: 'level', subject: 'Math', level: 'Math 6', chapter: 2, recorder },
      { type: 'test', ...paper, name: 'Fractions', score1: '17/20', score2: null, recorder },
    ])
    expect((await profile(studentId)).activities).toEqual(activities)
    expect((await page(studentId, { type: 'level' })).activities).toEqual([activities[2]])
  })

  test('comes in pages without gaps or repeats, even if many entries are on one day', async () => {
    const { id: studentId } = await newStudent()
    for (let each = 0; each < 45; each += 1)
      await operator.call(records.addTest, {
        centerId,
        studentId,
        ...paper,
        date: `2026-02-1${each % 3}`,
        name: `Test ${each}`,
      })
    const names: string[] = []
    let after: string | undefined
    for (let pages = 0; pages < 3; pages += 1) {
      const next = await page(studentId, { after })
      expect(next.activities.length).toBe(pages < 2 ? 20 : 5)
      names.push(...next.activities.map((each) => (each.type === 'test' ? `${each.date} ${each.name}` : '')))
      after = next.after ?? undefined
    }
    expect(after).toBeUndefined()
    expect(new Set(names).size).toBe(45)
    expect(names.map((name) => name.slice(0, 10))).toEqual(
      names
        .map((name) => name.slice(0, 10))
        .toSorted()
        .toReversed(),
    )
  })

  test('is available only to the office of the student’s center, and refuses an invalid cursor', async () => {
    expect(
      await refusals((caller) => caller.call(records.activities, { centerId, studentId: cast.ana.id })),
    ).toEqual(refused)
    expect((await operator.call(records.activities, { centerId, studentId: cast.elsewhere.id })).status).toBe(
      404,
    )
    for (const after of ['x', '2026-02-30.x', `' or 1=1 --`])
      expect(
        (await operator.call(records.activities, { centerId, studentId: cast.ana.id, after })).status,
      ).toBe(400)
    expect(
      (await operator.call(records.activities, { centerId, studentId: cast.ana.id, type: 'award' as never }))
        .status,
    ).toBe(400)
  })
})
