import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { attendance } from '#features/attendance/api.ts'
import { childsWork, ownSections, ownWork } from '#features/practice/answering/api.ts'
import { assigning } from '#features/practice/assigning/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, today, type Caller } from '#tests/world.ts'
import { family } from './api.ts'

const world = await openWorld()
const unknown = newId()

type Cast = Awaited<ReturnType<typeof makeCast>>
let cast: Cast
let parent: Caller
let operator: Caller
let homeworkId = ''

function makeCast() {
  return world.database.write(async (db) => {
    const make = factories(db)
    const [north, south] = [
      await make.center({ phone: '5185550142', email: 'north@test.example' }),
      await make.center(),
    ]
    const section = await make.section({ levelName: 'Fractions', name: 'Halves' })
    await make.questions(section.id, [
      { text: 'What is $1 + 1$?', value: '2', steps: ['CANARY-STEP'] },
      { text: 'What is half of 1?', value: '0.5' },
    ])
    const [child, sibling] = [
      await make.student(north.id, { firstName: 'Ada' }),
      await make.student(north.id, { firstName: 'Ben' }),
    ]
    const [neighbor, far] = [
      await make.student(north.id, { note: 'CANARY-NOTE' }),
      await make.student(south.id),
    ]
    const tuesday = await make.klass(north.id, { name: 'Tuesday Math' })
    const thursday = await make.klass(north.id, { name: 'Thursday Math', day: 4, time: '15:00' })
    await make.place(tuesday, child.id)
    await make.place(tuesday, neighbor.id)
    await make.pause(await make.place(tuesday, sibling.id), '2026-02-01', '2026-03-31')
    await make.place(thursday, sibling.id)
    return {
      north,
      south,
      section,
      child,
      sibling,
      neighbor,
      far,
      tuesday,
      operator: await make.staff('operator', north.id),
      parent: await make.parent([child, sibling], { firstName: 'Grace', lastName: 'Hopper' }),
      other: await make.parent([neighbor]),
      farAway: await make.parent([far]),
    }
  })
}

beforeAll(async () => {
  cast = await makeCast()
  parent = await world.as(cast.parent)
  operator = await world.as(cast.operator)
  await operator.call(attendance.take, {
    centerId: cast.north.id,
    classId: cast.tuesday.id,
    on: today,
    marks: [{ studentId: cast.child.id, mark: 'present' }],
  })
  const given = await operator.call(assigning.homework, { id: cast.child.id, sections: [cast.section.id] })
  homeworkId = given.body._id
  const student = await world.as(cast.child)
  await student.call(ownWork.homework.change, { id: homeworkId, state: 'started' })
  await student.call(ownSections.hint, { id: homeworkId, s: 1, n: 1, num: 1 })
  const answer = {
    id: homeworkId,
    s: 1,
    seq: 1,
    answerId: newId(),
    given: { kind: 'fr' as const, parts: ['2'] },
  }
  await student.call(ownSections.answer, { ...answer, n: 1 })
  await student.call(ownWork.homework.change, { id: homeworkId, state: 'submitted' })
  await operator.call(assigning.homework, { id: cast.child.id, sections: [cast.section.id], name: 'Again' })
})

/** Creates a separate family whose link a test may end. */
async function newFamily() {
  const { child, mother } = await world.database.write(async (db) => {
    const make = factories(db)
    const student = await make.student(cast.north.id)
    return { child: student, mother: await make.parent([student]) }
  })
  return { child, caller: await world.as(mother) }
}

describe('the list of children', () => {
  test('a parent sees each child with programs, homework, the next class and today’s mark', async () => {
    const { status, body } = await parent.call(family.children, {})
    expect(status).toBe(200)
    expect(body.map(({ firstName }) => firstName)).toEqual(['Ada', 'Ben'])
    const [ada, ben] = body
    expect(ada).toMatchObject({
      _id: cast.child.id,
      grade: '5',
      centers: [cast.north.id],
      programs: [{ name: 'Math', level: 'Math 5', chapter: 1 }],
      figures: {
        open: { assessment: 0, homework: 1, test: 0 },
        last: { _id: homeworkId, kind: 'homework', name: 'Halves', correct: 1, total: 2 },
      },
      nextClass: {
        on: '2026-03-10',
        isToday: false,
        time: '16:30',
        name: 'Tuesday Math',
        begun: false,
        told: null,
        follows: 'credit',
      },
      today: [{ on: today, name: 'Tuesday Math', mark: 'present', excused: false }],
    })
    expect(ben).toMatchObject({
      figures: { open: { assessment: 0, homework: 0, test: 0 }, last: null },
      nextClass: { on: '2026-03-05', isToday: false, time: '15:00', name: 'Thursday Math' },
      today: [],
    })
  })

  test('a parent without an active link sees no child', async () => {
    const { caller, child } = await newFamily()
    await world.database.write(
      (db) => db`update parent_links set ended_at = now() where student_id = ${child.id}`,
    )
    expect(await caller.call(family.children, {})).toMatchObject({ status: 200, body: [] })
  })

  test('a child at two centers is listed once, only with data from centers with an active link', async () => {
    const { caller, child } = await newFamily()
    await world.database.write(async (db) => {
      await db`insert into students (center_id, id, student_num) values (${cast.south.id}, ${child.id}, 'TWICE')`
      await db`insert into programs (center_id, student_id, name, level) values (${cast.south.id}, ${child.id}, 'English', 'English 3')`
    })
    const before = await caller.call(family.children, {})
    expect(before.body).toMatchObject([{ centers: [cast.north.id], programs: [{ name: 'Math' }] }])
    await world.database.write(
      (db) => db`insert into parent_links (center_id, student_id, parent_id)
        select ${cast.south.id}, student_id, parent_id from parent_links where student_id = ${child.id}`,
    )
    const after = await caller.call(family.children, {})
    expect(after.body).toHaveLength(1)
    expect(after.body[0]?.centers.toSorted()).toEqual([cast.north.id, cast.south.id].toSorted())
    expect(after.body[0]?.programs).toHaveLength(2)
  })

  test('the next class is never one that has started today or is more than four weeks away', async () => {
    const { caller, child } = await newFamily()
    const [early, late] = await world.database.write(async (db) => {
      const make = factories(db)
      return [
        await make.klass(cast.north.id, { time: '10:00' }),
        await make.klass(cast.north.id, { day: 3, startsOn: '2026-04-01' }),
      ] as const
    })
    await world.database.write((db) => factories(db).place(late, child.id))
    expect((await caller.call(family.children, {})).body[0]?.nextClass).toBeNull()
    await world.database.write((db) => factories(db).place(early, child.id))
    expect((await caller.call(family.children, {})).body[0]?.nextClass).toMatchObject({
      on: '2026-03-10',
      isToday: false,
      time: '10:00',
    })
  })

  test('other accounts are refused: 401 without a session, 403 for a student and staff', async () => {
    expect((await (await world.as(null)).call(family.children, {})).status).toBe(401)
    expect((await (await world.as(cast.child)).call(family.children, {})).status).toBe(403)
    expect((await operator.call(family.children, {})).status).toBe(403)
  })
})

test('a parent sees contact details for their children’s centers only', async () => {
  const { status, body } = await parent.call(family.centers, {})
  expect([status, body]).toEqual([
    200,
    [{ _id: cast.north.id, phone: '5185550142', phoneInWords: '518-555-0142', email: 'north@test.example' }],
  ])
  const [farAway] = (await (await world.as(cast.farAway)).call(family.centers, {})).body
  expect(farAway).toEqual({ _id: cast.south.id, phone: '', phoneInWords: '', email: '' })
  expect((await operator.call(family.centers, {})).status).toBe(403)
})

describe('the record of one child', () => {
  test('includes all homework, completed work and 12 weeks of marks, but no key, hint text, note or contact', async () => {
    const { body, text, status } = await parent.call(family.child, { id: cast.child.id })
    expect(status).toBe(200)
    expect(body.work.map(({ name, state }) => [name, state])).toEqual([
      ['Again', 'assigned'],
      ['Halves', 'returned'],
    ])
    expect(body.activities).toMatchObject([
      {
        _id: homeworkId,
        type: 'homework',
        name: 'Halves',
        level: 'Fractions',
        chapter: 1,
        correct: 1,
        total: 2,
        hint: 1,
        score: 0.5,
      },
    ])
    expect(body.activities[0]).toMatchObject({
      date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string,
      levelId: expect.any(String) as string,
      recorder: expect.stringMatching(/./) as string,
    })
    expect(body.attendance).toMatchObject([{ on: today, mark: 'present' }])
    expect(text).not.toMatch(/CANARY|phone|email|@/)
  })

  test('marks older than 12 weeks are left out', async () => {
    const { caller, child } = await newFamily()
    await world.database.write(
      (db) => db`insert into attendances (center_id, id, class_id, student_id, held_on, mark)
        select ${cast.north.id}, gen_random_uuid(), ${cast.tuesday.id}, ${child.id}, held::date, 'absent'
        from unnest(array['2025-12-02', '2025-12-09', '2025-12-16', '2026-02-24']) held`,
    )
    const { body } = await caller.call(family.child, { id: child.id })
    expect(body.attendance.map(({ on }) => on)).toEqual(['2025-12-16', '2026-02-24'])
  })

  test('another family’s child, another center’s child and an unknown id get the same 404', async () => {
    const answers = await Promise.all(
      [cast.neighbor.id, cast.far.id, unknown].map((id) => parent.call(family.child, { id })),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    const bodies = answers.map(({ text }) => text.replace(/"requestId":"[^"]*"/, ''))
    expect(new Set(bodies).size).toBe(1)
  })

  test('a child is not found (404) as soon as the parent’s link loses portal access or ends', async () => {
    const { caller, child } = await newFamily()
    const status = async () => (await caller.call(family.child, { id: child.id })).status
    const set = (portal: boolean, ended: string | null) =>
      world.database.write(
        (db) =>
          db`update parent_links set portal = ${portal}, ended_at = ${ended} where student_id = ${child.id}`,
      )
    expect(await status()).toBe(200)
    await set(false, null)
    expect(await status()).toBe(404)
    await set(true, '2026-03-01T00:00:00Z')
    expect(await status()).toBe(404)
  })

  test('other accounts are refused, and an invalid id gets a validation error', async () => {
    const input = { id: cast.child.id }
    expect((await (await world.as(null)).call(family.child, input)).status).toBe(401)
    expect((await (await world.as(cast.child)).call(family.child, input)).status).toBe(403)
    expect((await parent.call(family.child, { id: 'x' })).status).toBe(400)
  })
})

describe('homework of a child', () => {
  test('shows the result of every question, with its hints and without its key', async () => {
    const { body, text, status } = await parent.call(childsWork.homework.item, {
      studentId: cast.child.id,
      id: homeworkId,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'Halves', correct: 1, total: 2, hint: 1 })
    expect(body.sections[0]?.questions).toMatchObject([
      { quesNum: 1, solved: true, hintSteps: 1 },
      { quesNum: 2, solved: false, answered: false },
    ])
    expect(text).not.toMatch(/CANARY|"key"|"value"|given/)
  })

  test('is returned only for the child whose homework it is, and only to that child’s parents', async () => {
    const readHomework = (studentId: string, id: string) =>
      parent.call(childsWork.homework.item, { studentId, id })
    expect((await readHomework(cast.sibling.id, homeworkId)).status).toBe(404)
    expect((await readHomework(cast.neighbor.id, homeworkId)).status).toBe(404)
    expect((await readHomework(cast.child.id, unknown)).status).toBe(404)
    const own = { studentId: cast.child.id, id: homeworkId }
    expect((await (await world.as(cast.other)).call(childsWork.homework.item, own)).status).toBe(404)
    expect((await (await world.as(cast.farAway)).call(childsWork.homework.item, own)).status).toBe(404)
    expect((await (await world.as(cast.child)).call(childsWork.homework.item, own)).status).toBe(403)
    expect((await (await world.as(null)).call(childsWork.homework.item, own)).status).toBe(401)
    expect((await readHomework(cast.child.id, '1')).status).toBe(400)
  })
})

describe('the parent’s own data', () => {
  test('name and phone change in every active link, with one row in the audit log', async () => {
    const input = { firstName: 'Amazing <Grace>', phone: '(555) 987-6543' }
    const { status, body, headers } = await parent.call(family.change, input)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      _id: cast.parent.id,
      firstName: 'Amazing &lt;Grace&gt;',
      lastName: 'Hopper',
      phone: '+15559876543',
      version: 2,
    })
    expect(headers['etag']).toBe('"2"')
    const links = await world.database
      .read`select phone from parent_links where parent_id = ${cast.parent.id}`
    expect(links.map(({ phone }) => phone as string)).toEqual(['+15559876543', '+15559876543'])
    const trail = await world.database
      .read`select action, person_id from audit where entity_id = ${cast.parent.id}`
    expect([...trail]).toEqual([{ action: 'family.change', personId: cast.parent.id }])
  })

  test('missing fields stay unchanged, and an ended link keeps its phone number', async () => {
    const { caller, child } = await newFamily()
    const first = await caller.call(family.change, { lastName: 'Lovelace' })
    expect(first.body).toMatchObject({ lastName: 'Lovelace', phone: '+15551234567' })
    await world.database.write(
      (db) => db`update parent_links set ended_at = now() where student_id = ${child.id}`,
    )
    expect((await caller.call(family.change, { phone: '' })).body).toMatchObject({ phone: '' })
    const [link] = await world.database.read`select phone from parent_links where student_id = ${child.id}`
    expect(link).toEqual({ phone: '+15551234567' })
  })

  test('a change based on an old version is refused and returns the current data', async () => {
    const { caller } = await newFamily()
    const at = (version: number) =>
      caller.call(family.change, { lastName: 'Two' }, { headers: { 'if-match': `"${version}"` } })
    expect((await at(1)).status).toBe(200)
    expect(await at(1)).toMatchObject({
      status: 412,
      body: { code: 'stale', current: { lastName: 'Two', version: 2 } },
    })
  })

  test('other accounts are refused, and so are an empty change, an empty name and fields that parents can’t change', async () => {
    expect((await (await world.as(null)).call(family.change, { lastName: 'X' })).status).toBe(401)
    expect((await (await world.as(cast.child)).call(family.change, { lastName: 'X' })).status).toBe(403)
    expect((await operator.call(family.change, { lastName: 'X' })).status).toBe(403)
    expect((await parent.call(family.change, {})).status).toBe(422)
    expect((await parent.call(family.change, { firstName: ' ' })).status).toBe(422)
    expect((await parent.call(family.change, {}, { raw: { email: 'x@test.example' } })).status).toBe(400)
    expect((await parent.call(family.change, {}, { raw: { phone: 5551234567 } })).status).toBe(400)
  })
})
