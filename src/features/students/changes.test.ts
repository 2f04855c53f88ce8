import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { students } from './api.ts'

const world = await openWorld()
const unknown = newId()

type Cast = Awaited<ReturnType<typeof makeCast>>
let cast: Cast
let operator: Caller
let stranger: Caller
let student: Caller
let centerId: string

function makeCast() {
  return world.database.write(async (db) => {
    const make = factories(db)
    const [north, south] = [await make.center(), await make.center()]
    return {
      north,
      ana: await make.student(north.id, { studentNum: '2001' }),
      ben: await make.student(north.id),
      elsewhere: await make.student(south.id),
      abroad: await make.parent([], { firstName: 'Paulo', lastName: 'Lima', email: 'paulo@test.example' }),
      operator: await make.staff('operator', north.id),
      stranger: await make.staff('operator', south.id),
      editor: await make.staff('editor', north.id),
    }
  })
}

beforeAll(async () => {
  cast = await makeCast()
  centerId = cast.north.id
  operator = await world.as(cast.operator)
  stranger = await world.as(cast.stranger)
  student = await world.as(cast.ana)
})

const newStudent = () => world.database.write((db) => factories(db).student(centerId))
const actions = async (entity: string) => {
  const rows = await world.database.read`select action from audit where entity_id = ${entity} order by id`
  return rows.map(({ action }) => action as string)
}

describe('changing a student', () => {
  test('stores only the fields that are sent, and adds one audit row with the differences', async () => {
    const { id: studentId, firstName } = await newStudent()
    const programs = [
      { name: 'English' as const, level: 'English 3', chapter: 2, test: null },
      { name: 'Math' as const, level: 'Math 6', chapter: null, test: 1 },
    ]
    const { status, body } = await operator.call(students.change, {
      centerId,
      studentId,
      lastName: 'New <b>',
      grade: '6',
      programs,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      info: { firstName, lastName: 'New &lt;b&gt;' },
      center: { grade: '6', status: 'active', programs },
    })
    const after = await operator.call(students.change, {
      centerId,
      studentId,
      status: 'inactive',
      programs: [],
    })
    expect(after.body.center).toMatchObject({ active: false, programs: [] })
    const [row] = await world.database
      .read`select p.last_name, s.grade, s.status from students s join people p using (id) where id = ${studentId}`
    expect(row).toEqual({ lastName: 'New &lt;b&gt;', grade: '6', status: 'inactive' })
    const trail = await world.database
      .read`select before, after from audit where entity_id = ${studentId} order by id`
    expect(trail).toHaveLength(2)
    expect(trail[1]).toEqual({
      before: { status: 'active', programs },
      after: { status: 'inactive', programs: [] },
    })
  })

  test('stores the test of a program, and reports levels and chapters that aren’t in the material', async () => {
    const { id: studentId } = await newStudent()
    const { levelId } = await world.database.write((db) => factories(db).section())
    const [row] = await world.database.read<{ name: string }[]>`select name from levels where id = ${levelId}`
    const level = row?.name ?? ''
    const send = async (
      ...programs: { name: 'English' | 'Math'; level: string; chapter: number | null; test: number }[]
    ) => (await operator.call(students.change, { centerId, studentId, programs })).body.center
    const known = { name: 'Math' as const, level, chapter: 1, test: 3 }
    expect(await send(known)).toMatchObject({ programs: [known], missing: [] })
    const other = { name: 'English' as const, level: 'Nowhere 3', chapter: null, test: 1 }
    expect((await send({ ...known, chapter: 900 }, other)).missing).toEqual([
      { name: 'English', what: 'level' },
      { name: 'Math', what: 'chapter' },
    ])
    const [last] = await world.database.read`
      select after from audit where entity_id = ${studentId} order by id desc limit 1`
    expect(last).toMatchObject({ after: { programs: [{ test: 1 }, { test: 3 }] } })
  })

  test('notifies the screens that show the student, and the board if the student is a prospect', async () => {
    const { id: studentId } = await newStudent()
    const events: string[] = []
    await world.database.listen(
      'live',
      // Ignore events of earlier students, which may still arrive.
      (payload) => void (payload.includes(studentId) && events.push(payload)),
      () => {},
    )
    const [own, board] = [`student:${studentId}`, `center:${centerId}`].map((channel) =>
      JSON.stringify({ channel, topic: 'work', id: studentId }),
    )
    await operator.call(students.change, { centerId, studentId, grade: '9' })
    // Identical events at the same moment are sent only once.
    await expect.poll(() => events).toEqual([own])
    await operator.call(students.change, { centerId, studentId, status: 'prospect' })
    await expect.poll(() => events).toEqual([own, own, board])
    await operator.call(students.addParent, {
      centerId,
      studentId,
      firstName: 'Rui',
      lastName: '',
      email: 'rui@test.example',
    })
    await expect.poll(() => events).toEqual([own, own, board, own])
  })

  test('can set the next invoice day, which survives other changes and can be cleared', async () => {
    const { id: studentId } = await newStudent()
    const changed = async (more: object) =>
      (await operator.call(students.change, { centerId, studentId, ...more })).body.center.nextInvoice
    expect([
      await changed({ nextInvoice: '2026-04-01' }),
      await changed({ grade: '8' }),
      await changed({ nextInvoice: null }),
    ]).toEqual(['2026-04-01', '2026-04-01', null])
    expect(
      (await operator.call(students.change, { centerId, studentId, nextInvoice: '2026-02-30' })).status,
    ).toBe(422)
  })

  test('creates no new version or audit row if the values stay the same', async () => {
    const { id: studentId, firstName } = await newStudent()
    const programs = [
      { name: 'Math' as const, level: 'Math 6', chapter: null, test: 1 },
      { name: 'English' as const, level: 'English 3', chapter: 2, test: null },
    ]
    const request = { centerId, studentId, firstName, grade: '7', note: 'Likes <chess>', programs }
    const first = await operator.call(students.change, request)
    expect(await operator.call(students.change, request)).toMatchObject({
      status: 200,
      body: { version: first.body.version },
    })
    expect(await actions(studentId)).toEqual(['students.change'])
  })

  test('keeps earlier versions of the note', async () => {
    const { id: studentId } = await newStudent()
    await operator.call(students.change, { centerId, studentId, note: 'Left-handed' })
    await operator.call(students.change, { centerId, studentId, grade: '4' })
    const { body } = await operator.call(students.change, {
      centerId,
      studentId,
      note: 'Left-handed, likes chess',
    })
    expect(body.info.note).toBe('Left-handed, likes chess')
    const by = `${cast.operator.firstName} ${cast.operator.lastName}`
    expect(body.noteBefore).toMatchObject([{ msg: 'Left-handed', recordBy: by }])
    const emptied = await operator.call(students.change, { centerId, studentId, note: '' })
    expect(emptied.body.noteBefore.map(({ msg }) => msg)).toEqual(['Left-handed, likes chess', 'Left-handed'])
    expect(body.notes).toEqual([])
  })

  test('with an outdated version returns 412 and the current record', async () => {
    const { id: studentId } = await newStudent()
    const profile = await operator.call(students.one, { centerId, studentId })
    const headers = { 'if-match': `"${profile.body.version}"` }
    const first = await operator.call(
      students.change,
      { centerId, studentId, firstName: 'First' },
      { headers },
    )
    expect(first.status).toBe(200)
    const second = await operator.call(
      students.change,
      { centerId, studentId, firstName: 'Second' },
      { headers },
    )
    expect([second.status, second.body]).toMatchObject([
      412,
      { current: { info: { firstName: 'First' }, version: first.body.version } },
    ])
    expect(await actions(studentId)).toEqual(['students.change'])
  })

  test('is refused if the new number is taken at the center', async () => {
    const { id: studentId } = await newStudent()
    const taken = await operator.call(students.change, { centerId, studentId, studentNum: '2001' })
    expect([taken.status, taken.body]).toMatchObject([409, { code: 'number_taken' }])
    expect(await actions(studentId)).toEqual([])
  })

  test('is refused for students of other centers, for callers outside the office, and for invalid values', async () => {
    const request = { centerId, studentId: cast.ana.id, grade: '9' }
    expect((await stranger.call(students.change, request)).status).toBe(404)
    expect((await operator.call(students.change, { ...request, studentId: cast.elsewhere.id })).status).toBe(
      404,
    )
    expect((await student.call(students.change, request)).status).toBe(403)
    const send = async (raw: object) => (await operator.call(students.change, request, { raw })).status
    expect(await send({ firstName: ' ' })).toBe(422)
    expect(await send({ status: 'gone' })).toBe(400)
    expect(await send({ role: 'admin' })).toBe(400)
    const math = { name: 'Math', level: 'x', chapter: null, test: null }
    expect(await send({ programs: [math, math] })).toBe(422)
    expect(await send({ programs: [{ ...math, chapter: 0 }] })).toBe(422)
    expect(await actions(cast.ana.id)).toEqual([])
  })
})

describe('a new student', () => {
  test('gets the center’s next number and no account, even when two are added simultaneously', async () => {
    const make = (firstName: string) =>
      operator.call(students.add, { centerId, firstName, lastName: 'New', grade: '2' })
    const [one, two] = await Promise.all([make('One'), make('Two')])
    expect([one.status, two.status]).toEqual([201, 201])
    const [low, high] = [one, two].map(({ body }) => body.center.studentNum).toSorted()
    expect(high).toBe(low?.replace(/\d+/, (digits) => String(Number(digits) + 1)))
    expect(one.body).toMatchObject({
      center: { status: 'active', grade: '2' },
      account: { state: 'none', email: null, userName: null },
    })
    expect(await actions(one.body._id)).toEqual(['students.add'])
  })

  test('can be added with a parent, but not if the number or the parent’s email is taken', async () => {
    const parent = {
      firstName: 'Rosa',
      lastName: 'Diaz',
      email: 'rosa@test.example',
      phone: '(555) 987-65 43',
      relationship: 'mother' as const,
    }
    const request = {
      centerId,
      firstName: 'Leo',
      lastName: 'Diaz',
      status: 'prospect' as const,
      studentNum: 'P-7',
      parent,
    }
    const { status, body } = await operator.call(students.add, request)
    expect(status).toBe(201)
    expect(body.parents).toMatchObject([
      {
        name: 'Rosa Diaz',
        email: 'rosa@test.example',
        phone: '+15559876543',
        phoneType: 'mobile',
        account: 'none',
      },
    ])
    const people = async () => (await world.database.read`select id from people`).length
    const before = await people()
    expect(await operator.call(students.add, request)).toMatchObject({
      status: 409,
      body: { code: 'number_taken' },
    })
    const withStaff = { ...request, studentNum: 'P-8', parent: { ...parent, email: cast.operator.email } }
    expect(await operator.call(students.add, withStaff)).toMatchObject({
      status: 409,
      body: { code: 'email_taken' },
    })
    expect(await people()).toBe(before)
  })

  test('can be added only by the office of the center, and needs a name', async () => {
    const request = { centerId, firstName: 'Nobody', lastName: '' }
    expect((await stranger.call(students.add, request)).status).toBe(404)
    expect((await (await world.as(cast.editor)).call(students.add, request)).status).toBe(403)
    expect((await operator.call(students.add, { ...request, firstName: '\u200b' })).status).toBe(422)
    expect((await operator.call(students.add, request, { raw: { ...request, _id: unknown } })).status).toBe(
      400,
    )
    const { body } = await operator.call(students.list, { centerId, filter: 2, search: 'Nobody' })
    expect(body.count).toBe(0)
  })
})

describe('parents', () => {
  const father = {
    firstName: 'P.',
    lastName: 'L.',
    email: 'PAULO@test.example',
    phone: '+44 20 7946 0958',
    relationship: 'father' as const,
  }
  const links = (studentId: string) =>
    world.database
      .read`select parent_id, phone, relationship from parent_links where student_id = ${studentId}`

  test('of this center who have never signed in are linked once, even when added again', async () => {
    const parent = await world.database.write(async (db) => {
      const make = factories(db)
      const made = await make.parent([await make.student(centerId)], { firstName: 'Paulo', lastName: 'Lima' })
      await db`update people set password_hash = null where id = ${made.id}`
      return made
    })
    const input = { centerId, ...father, email: parent.email.toUpperCase() }
    const { id: studentId } = await newStudent()
    const version = async () => (await operator.call(students.one, { centerId, studentId })).body.version
    const before = await version()
    const first = await operator.call(students.addParent, { ...input, studentId })
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      _id: parent.id,
      name: 'Paulo Lima',
      phone: '+442079460958',
      relationship: 'father',
      waiting: false,
    })
    expect(await version()).toBe(before + 1)
    expect((await operator.call(students.addParent, { ...input, studentId })).status).toBe(200)
    expect(await actions(studentId)).toEqual(['students.addParent'])
    const changed = await operator.call(students.addParent, { ...input, studentId, relationship: 'guardian' })
    expect([changed.status, changed.body.relationship]).toEqual([200, 'guardian'])
    expect(await links(studentId)).toEqual([
      { parentId: parent.id, phone: '+442079460958', relationship: 'guardian' },
    ])
  })

  test('with an unknown email are added without an account, and an ended link becomes active again', async () => {
    const { id: studentId } = await newStudent()
    const request = { centerId, studentId, ...father, email: 'new@test.example' }
    const { body } = await operator.call(students.addParent, request)
    expect(body).toMatchObject({ name: 'P. L.', account: 'none' })
    expect(await actions(body._id)).toEqual(['students.addParentAccount'])
    await world.database.write(
      (db) => db`update parent_links set ended_at = now() where student_id = ${studentId}`,
    )
    expect((await operator.call(students.one, { centerId, studentId })).body.parents).toEqual([])
    expect((await operator.call(students.addParent, request)).body._id).toBe(body._id)
    expect((await operator.call(students.one, { centerId, studentId })).body.parents).toHaveLength(1)
  })

  test('added by two simultaneous requests are created only once', async () => {
    const children = [await newStudent(), await newStudent()]
    const answers = await Promise.all(
      children.map(({ id: studentId }) =>
        operator.call(students.addParent, { centerId, studentId, ...father, email: 'twice@test.example' }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1)
  })

  test('can’t be added to students of other centers, by callers outside the office, or with an email that is invalid or a student’s', async () => {
    const request = { centerId, studentId: cast.ben.id, ...father }
    expect((await stranger.call(students.addParent, request)).status).toBe(404)
    expect(
      (await operator.call(students.addParent, { ...request, studentId: cast.elsewhere.id })).status,
    ).toBe(404)
    expect((await student.call(students.addParent, request)).status).toBe(403)
    expect((await operator.call(students.addParent, { ...request, email: 'a@b' })).status).toBe(422)
    const used = await operator.call(students.addParent, { ...request, email: cast.ana.email })
    expect([used.status, used.body]).toMatchObject([409, { code: 'email_taken' }])
    expect(await links(cast.ben.id)).toEqual([])
  })
})
