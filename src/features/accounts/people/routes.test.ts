import { v7 as newId } from 'uuid'
import { describe, expect, test } from 'vitest'
import { accounts } from '#features/accounts/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, type SomeoneKnown } from '#tests/world.ts'
import { people } from './api.ts'

const world = await openWorld()
const { database } = world
const make = <T>(work: (make: ReturnType<typeof factories>) => Promise<T>) => database.write((db) => work(factories(db)))

const cast = await make(async (of) => {
  const [north, south] = [(await of.center()).id, (await of.center()).id]
  const student = await of.student(north)
  return {
    north,
    south,
    student,
    parent: await of.parent([student]),
    admin: await of.staff('admin', null),
    manager: await of.staff('manager', north),
    otherManager: await of.staff('manager', south),
    operator: await of.staff('operator', north),
  }
})
const [admin, manager] = [await world.as(cast.admin), await world.as(cast.manager)]

const mailsTo = (id: string) => database.read`select purpose from mail where person_id = ${id}`
const names = { firstName: 'Other', lastName: 'Spelling' }
const add = (email: string | null, duty: 'operator' | 'teacher' | 'assistant' = 'operator', caller = manager, centerId = cast.north) =>
  caller.call(people.inviteStaff, { ...names, centerId, duty, email })
const end = (personId: string, duty: 'office' | 'teacher' | 'assistant' = 'office', caller = manager, centerId = cast.north) =>
  caller.call(people.endDuty, { centerId, personId, duty })
const centersSeenBy = async (who: SomeoneKnown) => (await (await world.as(who)).call(accounts.me, {})).body.centers

describe('adding somebody who has the e-mail address already', () => {
  test('an operator of another centre works at both, under the own name, without a new invitation', async () => {
    const someone = await make((of) => of.staff('operator', cast.south))
    const answer = await add(someone.email.toUpperCase())
    expect(answer).toMatchObject({
      status: 201,
      body: { _id: someone.id, firstName: someone.firstName, role: 'operator', duties: ['office'] },
    })
    expect(await centersSeenBy(someone)).toEqual([cast.north, cast.south].sort())
    expect(await mailsTo(someone.id)).toEqual([])
    expect(await add(someone.email)).toMatchObject({ status: 409, body: { code: 'already_staff' } })
  })

  test('a teacher becomes an operator too, and is invited', async () => {
    const email = 'teacher@test.example'
    const teacher = (await add(email, 'teacher')).body
    expect(teacher).toMatchObject({ role: null, duties: ['teacher'], firstName: 'Other' })
    expect((await add(email)).body).toMatchObject({ _id: teacher._id, role: 'operator', duties: ['office', 'teacher'], invited: true })
    expect(await mailsTo(teacher._id)).toMatchObject([{ purpose: 'setup' }])
    const trail = await database.read`select before, after from audit where entity_id = ${teacher._id} order by id`
    expect(trail).toMatchObject([{ before: null }, { before: { role: null }, after: { duty: 'operator' } }])
  })

  test('an editor stays one, and an operator may teach', async () => {
    const editor = await make((of) => of.staff('editor', null))
    expect((await add(editor.email)).body).toMatchObject({ _id: editor.id, role: 'editor', duties: ['office'] })
    expect((await add(cast.operator.email, 'teacher')).body).toMatchObject({ role: 'operator', duties: ['office', 'teacher'] })
  })

  test('a manager brings no other manager, an admin does', async () => {
    expect(await add(cast.otherManager.email)).toMatchObject({ status: 403, body: { code: 'above' } })
    expect(await add(cast.admin.email)).toMatchObject({ status: 403, body: { code: 'above' } })
    expect((await add(cast.otherManager.email, 'operator', admin)).body).toMatchObject({ role: 'manager', duties: ['office'] })
    expect(await centersSeenBy(cast.otherManager)).toHaveLength(2)
  })

  test('nobody is made staff who is a student, a parent or closed', async () => {
    for (const { email } of [cast.student, cast.parent])
      expect(await add(email, 'teacher')).toMatchObject({ status: 409, body: { code: 'email_taken' } })
    const gone = await make((of) => of.staff('operator', cast.south))
    await admin.call(people.close, { id: gone.id, disabled: true })
    expect(await add(gone.email)).toMatchObject({ status: 409, body: { code: 'closed' } })
  })
})

describe('ending a duty', () => {
  test('an operator without any centre is logged out, and one with another stays there', async () => {
    const [one, two] = await make(async (of) => [await of.staff('operator', cast.north), await of.staff('operator', cast.south)] as const)
    await add(two.email)
    const session = await world.as(one)
    expect((await end(one.id)).status).toBe(204)
    expect((await session.call(accounts.me, {})).status).toBe(401)
    expect(await centersSeenBy(one)).toEqual([])
    expect((await end(two.id)).status).toBe(204)
    expect(await centersSeenBy(two)).toEqual([cast.south])

    const here = (await manager.call(people.staff, { centerId: cast.north })).body.map(({ _id }) => _id)
    expect([here.includes(one.id), here.includes(two.id)]).toEqual([false, false])
    expect((await manager.call(accounts.user, { id: one.id })).status).toBe(404)
    const trail = await database.read`select before, after from audit where deed = 'staff.end' and entity_id = ${one.id}`
    expect(trail).toMatchObject([{ before: { duty: 'office' }, after: null }])
  })

  test('only that duty ends, once, and it can be given again', async () => {
    const email = 'both@test.example'
    const { _id: id } = (await add(email, 'teacher')).body
    await add(email, 'assistant')
    expect((await end(id, 'teacher')).status).toBe(204)
    expect((await end(id, 'teacher')).status).toBe(404)
    const [row] = (await manager.call(people.staff, { centerId: cast.north })).body.filter(({ _id }) => _id === id)
    expect(row?.duties).toEqual(['assistant'])
    expect((await add(email, 'teacher')).body).toMatchObject({ _id: id, duties: ['assistant', 'teacher'] })
  })

  test('a manager ends no manager, and nobody ends what is not of the own centre', async () => {
    expect(await end(cast.manager.id)).toMatchObject({ status: 403, body: { code: 'above' } })
    const there = await make((of) => of.teacher(cast.south))
    expect((await end(there.id, 'teacher', manager, cast.south)).status).toBe(404)
    expect((await end(there.id, 'teacher')).status).toBe(404)
    expect((await end(newId(), 'teacher')).status).toBe(404)
    expect((await end(there.id, 'cook' as 'teacher')).status).toBe(400)
    expect((await end(there.id, 'teacher', await world.as(cast.operator))).status).toBe(403)
    expect((await end(there.id, 'teacher', admin, cast.south)).status).toBe(204)
  })
})

describe('invitations', () => {
  test('a manager or operator without a centre is refused', async () => {
    const invite = (role: 'manager' | 'operator' | 'editor', email: string) =>
      admin.call(people.invite, { ...names, role, email, centers: [] })
    for (const role of ['manager', 'operator'] as const)
      expect(await invite(role, `${role}@test.example`)).toMatchObject({ status: 422, body: { code: 'needs_center' } })
    expect((await invite('editor', 'free@test.example')).status).toBe(201)
  })

  test('nobody is invited into a closed account', async () => {
    const closed = await make(async (of) => {
      const child = await of.student(cast.north)
      return { child, parent: await of.parent([child]), operator: await of.staff('operator', cast.north) }
    })
    for (const { id } of Object.values(closed)) await admin.call(people.close, { id, disabled: true })
    const refused = { status: 409, body: { code: 'closed', message: 'This account is closed. An admin can open it again.' } }
    const centerId = cast.north
    expect(await admin.call(people.inviteAgain, { id: closed.operator.id })).toMatchObject(refused)
    expect(await manager.call(people.inviteStudent, { centerId, studentId: closed.child.id })).toMatchObject(refused)
    expect(await manager.call(people.inviteParent, { centerId, parentId: closed.parent.id })).toMatchObject(refused)
  })

  test('children of one first name who are invited at once get a user name each', async () => {
    const sam = { firstName: 'Sam' }
    const children = await make(async (of) => [
      await of.student(cast.north, sam),
      await of.student(cast.north, sam),
      await of.student(cast.north, sam),
    ])
    await database.single`update people set email = null where first_name = 'Sam'`
    const answers = await Promise.all(children.map(({ id }) => manager.call(people.inviteStudent, { centerId: cast.north, studentId: id })))
    expect(answers.map(({ body }) => body.userName).sort()).toEqual(['sam', 'sam2', 'sam3'])
  })
})

test.each(['-'.repeat(36), 'x', '0 Last'])('a page of accounts after %s is refused', async (after) => {
  expect(await admin.call(people.list, { after })).toMatchObject({ status: 422, body: { code: 'cursor' } })
})
