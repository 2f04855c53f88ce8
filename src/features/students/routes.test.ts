import { studentWork } from '#features/practice/api.ts'
import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { givenWork, assigning } from '#features/practice/assigning/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { students } from './api.ts'
import { parents } from './parents/api.ts'

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
    const section = await make.section({ levelName: 'Math 6' })
    await make.questions(section.id, [{ text: 'What is $1 + 1$?', value: '2' }])
    const ana = await make.student(north.id, {
      firstName: 'Ana',
      lastName: 'Lima',
      studentNum: '900200',
      level: 'Math 5',
    })
    const tuesdays = await make.klass(north.id, { name: 'Tuesdays' })
    const fridays = await make.klass(north.id, { name: 'Fridays', day: 5 })
    const ben = await make.student(north.id, { firstName: 'Ben', lastName: 'Kay_100%', status: 'prospect' })
    const ended = await make.klass(north.id, { name: 'Ended' })
    await make.place(tuesdays, ana.id)
    await make.place(ended, ana.id, { startsOn: '2025-09-01', endsOn: '2026-01-31' })
    await make.place(fridays, ben.id)
    const office = await make.staff('operator', north.id)
    return {
      north,
      section,
      ana,
      ben,
      tuesdays,
      operator: office,
      cleo: await make.student(north.id, { firstName: 'Cleo', lastName: 'Adams', status: 'inactive' }),
      elsewhere: await make.student(south.id),
      mother: await make.parent([ana], { firstName: 'Maria', lastName: 'Lima', email: 'maria@test.example' }),
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
  student = await world.as(cast.ana)
})

const newStudent = () => world.database.write((db) => factories(db).student(centerId))
const names = async (ask: { filter?: number; search?: string }) => {
  const { body } = await operator.call(students.list, { centerId, ...ask })
  return body.students.map(({ firstName }) => firstName)
}

describe('the student list', () => {
  test('lists active students, prospects, or everyone, by last name', async () => {
    expect(await names({})).toEqual(['Ana'])
    expect(await names({ filter: 1 })).toEqual(['Ben'])
    expect(await names({ filter: 2 })).toEqual(['Cleo', 'Ben', 'Ana'])
    const { body } = await operator.call(students.list, { centerId })
    expect(body).toMatchObject({ count: 1, after: null })
    expect(body.students[0]).toMatchObject({
      studentNum: '900200',
      grade: '5',
      status: 'active',
      parentName: 'Maria Lima',
      programs: [{ name: 'Math', level: 'Math 5', chapter: 1, test: null }],
      account: 'active',
    })
  })

  test('finds students by parts of a name in any order or by number, and takes special characters literally', async () => {
    expect(await names({ filter: 2, search: 'lim an' })).toEqual(['Ana'])
    expect(await names({ filter: 2, search: '90020' })).toEqual(['Ana'])
    expect(await names({ filter: 2, search: 'y_100%' })).toEqual(['Ben'])
    expect(await names({ filter: 2, search: '%' })).toEqual(['Ben'])
    expect(await names({ filter: 2, search: 'B_n' })).toEqual([])
    expect(await names({ filter: 2, search: `' or 1=1 --` })).toEqual([])
    expect((await operator.call(students.list, { centerId, search: 'x'.repeat(101) })).status).toBe(422)
    expect((await operator.call(students.list, { centerId, filter: 3 })).status).toBe(422)
  })

  test('comes in pages of 50 without gaps or repeats', async () => {
    const many = await world.database.write(async (db) => {
      const make = factories(db)
      const center = await make.center()
      for (let each = 0; each < 53; each += 1)
        await make.student(center.id, { lastName: `Name${each % 3}`, firstName: 'Same' })
      return { center, operator: await make.staff('operator', center.id) }
    })
    const caller = await world.as(many.operator)
    const first = await caller.call(students.list, { centerId: many.center.id })
    expect([first.body.students.length, first.body.count]).toEqual([50, 53])
    const second = await caller.call(students.list, {
      centerId: many.center.id,
      after: first.body.after ?? '',
    })
    expect([second.body.students.length, second.body.after]).toEqual([3, null])
    expect(new Set([...first.body.students, ...second.body.students].map(({ _id }) => _id)).size).toBe(53)
    const foreign = await caller.call(students.list, { centerId: many.center.id, after: cast.ana.id })
    expect(foreign.body.students).toEqual([])
  })

  test('is available only to the center’s office', async () => {
    expect((await (await world.as(null)).call(students.list, { centerId })).status).toBe(401)
    for (const who of [cast.ana, cast.editor, cast.device, cast.mother])
      expect((await (await world.as(who)).call(students.list, { centerId })).status).toBe(403)
    expect((await stranger.call(students.list, { centerId })).status).toBe(404)
  })
})

describe('the profile', () => {
  test('has the center’s data: levels, parents, homework, and current classes with the address', async () => {
    const someone = await newStudent()
    await world.database.write((db) => factories(db).place(cast.tuesdays, someone.id))
    await operator.call(assigning.homework, { id: someone.id, sections: [cast.section.id], name: 'Sums' })
    const { status, body } = await operator.call(students.one, { centerId, studentId: someone.id })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      _id: someone.id,
      info: { firstName: someone.firstName, note: '', avatar: 'dog' },
      center: {
        id: centerId,
        active: true,
        status: 'active',
        nextInvoice: null,
        programs: [{ name: 'Math' }],
      },
      parents: [],
      notes: [],
      activities: [
        {
          type: 'homework',
          name: 'Sums',
          level: 'Math 6',
          levelId: cast.section.levelId,
          chapter: 1,
          correct: null,
          date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string,
          recorder: `${cast.operator.firstName} ${cast.operator.lastName}`,
        },
      ],
      schedules: [
        {
          name: 'Tuesdays',
          day: 2,
          time: '16:30',
          endTime: '17:45',
          endDate: null,
          address: '1 Main St',
          city: 'Springfield',
          state: 'NY',
          zip: '12345',
        },
      ],
    })
    const ana = await operator.call(students.one, { centerId, studentId: cast.ana.id })
    expect(ana.body.schedules.map(({ name }) => name)).toEqual(['Tuesdays'])
    expect(ana.body.parents).toMatchObject([
      {
        name: 'Maria Lima',
        email: 'maria@test.example',
        phone: '+15551234567',
        relationship: 'mother',
        account: 'active',
        updated: expect.stringMatching(/^\d{4}-/) as string,
      },
    ])
    expect(ana.text).not.toContain('passwordHash')
  })

  test('is found only for students of the center, and only by its office; other offices get 404, everyone else 403', async () => {
    const missing = await operator.call(students.one, { centerId, studentId: unknown })
    const foreign = await operator.call(students.one, { centerId, studentId: cast.elsewhere.id })
    expect([missing.status, foreign.status, foreign.body]).toMatchObject([404, 404, { code: 'not_found' }])
    expect((await stranger.call(students.one, { centerId, studentId: cast.ana.id })).status).toBe(404)
    expect((await student.call(students.one, { centerId, studentId: cast.ana.id })).status).toBe(403)
    expect(
      (await (await world.as(cast.device)).call(students.one, { centerId, studentId: cast.ana.id })).status,
    ).toBe(403)
  })
})

describe('a family that inquires in person', () => {
  const father = { firstName: 'Rui', lastName: 'Reis', phone: '2125550143', relationship: 'father' } as const
  const mother = { firstName: 'Ines', lastName: 'Reis', email: 'ines@test.example' }
  const child = (firstName: string) => ({ firstName, lastName: 'Reis', status: 'prospect' as const })

  test('is added in a single call: each child has both parents, even if one parent has no email', async () => {
    const input = { centerId, parents: [father, mother], children: [child('Lia'), child('Leo')] }
    const { status, body } = await operator.call(students.addFamily, { ...input, source: 'Walk-in' })
    expect(status).toBe(201)
    const [lia, leo] = body.students
    expect(lia).toMatchObject({ info: { firstName: 'Lia' }, prospect: { source: 'Walk-in' } })
    expect(lia?.parents).toHaveLength(2)
    expect(new Set(lia?.parents.map(({ _id }) => _id))).toEqual(new Set(leo?.parents.map(({ _id }) => _id)))
    expect(lia?.parents.find(({ name }) => name === 'Rui Reis')).toMatchObject({
      email: '',
      phone: '+12125550143',
      account: 'none',
    })
  })

  test('is refused as a whole if a parent has neither phone nor email, and to callers outside the office', async () => {
    const count = async () =>
      (await operator.call(students.list, { centerId, filter: 2, search: 'Nemo' })).body.count
    const children = [{ firstName: 'Nemo', lastName: 'Reis' }]
    const refusal = await operator.call(students.addFamily, {
      centerId,
      parents: [{ firstName: 'Rui', lastName: '' }],
      children,
    })
    expect([refusal.status, refusal.body]).toMatchObject([422, { code: 'no_contact' }])
    expect((await operator.call(students.addFamily, { centerId, parents: [], children: [] })).status).toBe(
      422,
    )
    expect((await stranger.call(students.addFamily, { centerId, parents: [], children })).status).toBe(404)
    expect((await student.call(students.addFamily, { centerId, parents: [], children })).status).toBe(403)
    expect(await count()).toBe(0)
  })

  test('keeps the order in which the parents were entered, and can’t have the same email address for both', async () => {
    const input = { centerId, parents: [mother, father], children: [child('Lis')] }
    const [lis] = (await operator.call(students.addFamily, input)).body.students
    expect(lis?.parents.map(({ name }) => name)).toEqual(['Ines Reis', 'Rui Reis'])
    const shared = { ...father, email: 'INES@test.example' }
    const refusal = await operator.call(students.addFamily, { ...input, parents: [mother, shared] })
    expect([refusal.status, refusal.body]).toMatchObject([422, { code: 'same_email' }])
  })

  test('keeps a parent’s only phone number, which can’t be removed', async () => {
    const input = { centerId, parents: [father], children: [child('Lua')] }
    const [lua] = (await operator.call(students.addFamily, input)).body.students
    const parentId = lua?.parents[0]?._id ?? ''
    const link = { centerId, studentId: lua?._id ?? '', parentId }
    const refusal = await operator.call(parents.changeLink, { ...link, phone: '' })
    expect([refusal.status, refusal.body]).toMatchObject([422, { code: 'no_contact' }])
  })
})

test('a new student gets the next number in the center’s numbering pattern', async () => {
  const { id } = await world.database.write((db) => factories(db).center())
  const who = await world.as(await world.database.write((db) => factories(db).staff('operator', id)))
  const next = async (studentNum?: string) =>
    (await who.call(students.add, { centerId: id, firstName: 'Nia', lastName: '', studentNum })).body.center
      .studentNum
  expect([await next(), await next()]).toEqual(['1001', '1002'])
  for (const given of ['M0098', 'M0099', 'M0097', 'X7', '2000']) await next(given)
  expect([await next('M0001'), await next(), await next()]).toEqual(['M0001', 'M0100', 'M0101'])
})

describe('a student in today’s class', () => {
  test('is shown with name, level and homework, but no contacts or notes, to staff and to the classroom', async () => {
    await operator.call(assigning.homework, { id: cast.ana.id, sections: [cast.section.id] })
    await world.database.write((db) => db`update students set note = 'CANARY-NOTE' where id = ${cast.ana.id}`)
    for (const who of [cast.operator, cast.device]) {
      const { status, body, text } = await (await world.as(who)).call(studentWork.atWork, { id: cast.ana.id })
      expect(status).toBe(200)
      expect(body).toMatchObject({
        firstName: 'Ana',
        programs: [{ level: 'Math 5' }],
        work: [{ state: 'assigned', questions: 1, answered: 0, correct: null }],
      })
      expect(text).not.toMatch(/CANARY|maria|5551234567/)
    }
  })

  test('is hidden from other centers, classrooms that don’t expect the student today, families and editors', async () => {
    const device = await world.as(cast.device)
    expect((await device.call(studentWork.atWork, { id: cast.ben.id })).status).toBe(404)
    const given = await operator.call(assigning.homework, { id: cast.ben.id, sections: [cast.section.id] })
    expect(
      (await device.call(givenWork.homework.item, { id: cast.ben.id, itemId: given.body._id })).status,
    ).toBe(404)
    expect(
      (await operator.call(givenWork.homework.item, { id: cast.ben.id, itemId: given.body._id })).status,
    ).toBe(200)
    expect((await device.call(studentWork.atWork, { id: cast.elsewhere.id })).status).toBe(404)
    expect((await operator.call(studentWork.atWork, { id: cast.elsewhere.id })).status).toBe(404)
    expect((await operator.call(studentWork.atWork, { id: unknown })).status).toBe(404)
    expect((await operator.call(studentWork.atWork, { id: 'x' })).status).toBe(400)
    for (const who of [cast.ana, cast.mother, cast.editor])
      expect((await (await world.as(who)).call(studentWork.atWork, { id: cast.ana.id })).status).toBe(403)
  })
})
