import { v7 as newId } from 'uuid'
import { describe, expect, test } from 'vitest'
import { accounts } from '../api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, type SomeoneKnown } from '#tests/world.ts'
import { people } from './api.ts'

const world = await openWorld()
const { database } = world
const make = <T>(work: (make: ReturnType<typeof factories>) => Promise<T>) =>
  database.write((db) => work(factories(db)))

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
/** Returns an account's row and its duties at each center. */
const standing = async (id: string) => [
  ...(await database.read`select role, "group", first_name, last_name, email, version from people where id = ${id}`),
  ...(await database.read`select center_id, duty from staff where person_id = ${id} and active`),
]
const names = { firstName: 'Other', lastName: 'Spelling' }
const add = (
  email: string | null,
  duty: 'operator' | 'teacher' | 'assistant' = 'operator',
  caller = manager,
  centerId = cast.north,
) => caller.call(people.inviteStaff, { ...names, centerId, duty, email })
const end = (
  personId: string,
  duty: 'office' | 'teacher' | 'assistant' = 'office',
  caller = manager,
  centerId = cast.north,
) => caller.call(people.endDuty, { centerId, personId, duty })
const centersVisibleTo = async (who: SomeoneKnown) =>
  (await (await world.as(who)).call(accounts.me, {})).body.centers

describe('adding someone whose email address already has an account', () => {
  test('an operator of this center can also become a teacher, keeping their name, without a new invitation', async () => {
    const someone = await make((of) => of.staff('operator', cast.north))
    const answer = await add(someone.email.toUpperCase(), 'teacher')
    expect(answer).toMatchObject({
      status: 201,
      body: {
        _id: someone.id,
        firstName: someone.firstName,
        role: 'operator',
        duties: ['office', 'teacher'],
        waiting: false,
      },
    })
    expect(await mailsTo(someone.id)).toEqual([])
    expect(await add(someone.email, 'teacher')).toMatchObject({
      status: 409,
      body: { code: 'already_staff' },
    })
  })

  test('a teacher can also become an operator, and is invited', async () => {
    const email = 'teacher@test.example'
    const teacher = (await add(email, 'teacher')).body
    expect(teacher).toMatchObject({ role: null, duties: ['teacher'], firstName: 'Other' })
    expect((await add(email)).body).toMatchObject({
      _id: teacher._id,
      role: 'operator',
      duties: ['office', 'teacher'],
      invited: true,
    })
    expect(await mailsTo(teacher._id)).toMatchObject([{ purpose: 'setup' }])
    const trail =
      await database.read`select before, after from audit where entity_id = ${teacher._id} order by id`
    expect(trail).toMatchObject([{ before: null }, { before: { role: null }, after: { duty: 'operator' } }])
  })

  test.each<[string, (of: ReturnType<typeof factories>) => Promise<{ id: string; email: string }>]>([
    ['an operator of another center', (of) => of.staff('operator', cast.south)],
    ['an editor without a center', (of) => of.staff('editor', null)],
    ['a manager', (of) => of.staff('manager', cast.south)],
    ['an admin', (of) => of.staff('admin', null)],
    ['a student of another center', (of) => of.student(cast.south)],
    ['a parent of another center', async (of) => await of.parent([await of.student(cast.south)])],
  ])(
    '%s is asked for consent first; the response is the same for every kind of account, and nothing changes',
    async (_, who) => {
      const someone = await make(who)
      for (const duty of ['operator', 'teacher'] as const) {
        const before = await standing(someone.id)
        const answer = await add(someone.email, duty)
        const shown = {
          firstName: 'Other',
          lastName: 'Spelling',
          email: someone.email,
          role: null,
          userName: null,
          waiting: true,
        }
        expect(answer).toMatchObject({ status: 201, body: { ...shown, invited: false, disabled: false } })
        expect(answer.text).not.toContain(someone.id)
        expect(await standing(someone.id)).toEqual(before)
      }
    },
  )

  test('an admin can add anyone, and an editor remains an editor', async () => {
    const editor = await make((of) => of.staff('editor', null))
    expect((await add(editor.email, 'operator', admin)).body).toMatchObject({
      _id: editor.id,
      role: 'editor',
      duties: ['office'],
    })
    expect((await add(cast.otherManager.email, 'operator', admin)).body).toMatchObject({
      role: 'manager',
      duties: ['office'],
    })
    expect(await centersVisibleTo(cast.otherManager)).toHaveLength(2)
  })

  test('a student or parent of the center, or a closed account, can’t become staff', async () => {
    for (const { email } of [cast.student, cast.parent])
      for (const caller of [manager, admin])
        expect(await add(email, 'teacher', caller)).toMatchObject({
          status: 409,
          body: { code: 'email_taken' },
        })
    const formerStaff = await make((of) => of.staff('operator', cast.north))
    await admin.call(people.close, { id: formerStaff.id, disabled: true })
    expect(await add(formerStaff.email, 'teacher')).toMatchObject({ status: 409, body: { code: 'closed' } })
  })
})

describe('ending a duty', () => {
  test('an operator who loses their only center is logged out; an operator with another center keeps access to that one', async () => {
    const [one, two] = await make(
      async (of) => [await of.staff('operator', cast.north), await of.staff('operator', cast.south)] as const,
    )
    await add(two.email, 'operator', admin)
    const session = await world.as(one)
    expect((await end(one.id)).status).toBe(204)
    expect((await session.call(accounts.me, {})).status).toBe(401)
    expect(await centersVisibleTo(one)).toEqual([])
    expect((await end(two.id)).status).toBe(204)
    expect(await centersVisibleTo(two)).toEqual([cast.south])

    const here = (await manager.call(people.staff, { centerId: cast.north })).body.map(({ _id }) => _id)
    expect([here.includes(one.id), here.includes(two.id)]).toEqual([false, false])
    expect((await manager.call(accounts.user, { id: one.id })).status).toBe(404)
    const trail =
      await database.read`select before, after from audit where action = 'staff.end' and entity_id = ${one.id}`
    expect(trail).toMatchObject([{ before: { duty: 'office' }, after: null }])
  })

  test('ends only that duty, returns 404 the second time, and the duty can be given again', async () => {
    const email = 'both@test.example'
    const { _id: id } = (await add(email, 'teacher')).body
    await add(email, 'assistant')
    expect((await end(id, 'teacher')).status).toBe(204)
    expect((await end(id, 'teacher')).status).toBe(404)
    const [row] = (await manager.call(people.staff, { centerId: cast.north })).body.filter(
      ({ _id }) => _id === id,
    )
    expect(row?.duties).toEqual(['assistant'])
    expect((await add(email, 'teacher')).body).toMatchObject({ _id: id, duties: ['assistant', 'teacher'] })
  })

  test('a manager can’t end a manager’s duty, and nobody can end duties at other centers', async () => {
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
  test('for managers or operators without a center are refused', async () => {
    const invite = (role: 'manager' | 'operator' | 'editor', email: string) =>
      admin.call(people.invite, { ...names, role, email, centers: [] })
    for (const role of ['manager', 'operator'] as const)
      expect(await invite(role, `${role}@test.example`)).toMatchObject({
        status: 422,
        body: { code: 'needs_center' },
      })
    expect((await invite('editor', 'free@test.example')).status).toBe(201)
  })

  test('an account in use can’t be invited again, because the link could reset its password for seven days', async () => {
    const used = await make(async (of) => {
      const child = await of.student(cast.north)
      return { child, parent: await of.parent([child]), operator: await of.staff('operator', cast.north) }
    })
    const refused = { status: 409, body: { code: 'in_use' } }
    const centerId = cast.north
    expect(await admin.call(people.inviteAgain, { id: used.operator.id })).toMatchObject(refused)
    for (const caller of [admin, manager]) {
      expect(await caller.call(people.inviteStudent, { centerId, studentId: used.child.id })).toMatchObject(
        refused,
      )
      expect(await caller.call(people.inviteParent, { centerId, parentId: used.parent.id })).toMatchObject(
        refused,
      )
    }
    const links =
      await database.read`select 1 from sign_in_links where person_id = any(${Object.values(used).map(({ id }) => id)})`
    expect(links).toEqual([])
  })

  test('are limited to three an hour per account, and two hundred per center', async () => {
    const parent = await make(async (of) => {
      const made = await of.parent([await of.student(cast.north)])
      return made
    })
    await database.single`update people set password_hash = null where id = ${parent.id}`
    const invite = async () =>
      (await manager.call(people.inviteParent, { centerId: cast.north, parentId: parent.id })).status
    expect([await invite(), await invite(), await invite(), await invite()]).toEqual([204, 204, 204, 429])
    expect(await mailsTo(parent.id)).toHaveLength(3)
    await database.single`update failed_tries set fails = 200 where subject = ${`invitations ${cast.north}`}`
    const other = { ...names, centerId: cast.north, duty: 'operator' as const, email: 'many@test.example' }
    expect((await manager.call(people.inviteStaff, other)).status).toBe(429)
    await database.single`delete from failed_tries`
  })

  test('a password reset link for a student without an email lasts half an hour, and the parents are notified', async () => {
    const { child, parent, elsewhere } = await make(async (of) => {
      const made = await of.student(cast.north)
      return { child: made, parent: await of.parent([made]), elsewhere: await of.student(cast.north) }
    })
    await database.single`update people set email = null, user_name = null where id in (${child.id}, ${elsewhere.id})`
    const { body } = await manager.call(people.inviteStudent, { centerId: cast.north, studentId: child.id })
    expect(body).toMatchObject({ purpose: 'recovery', email: null })
    expect(body.link).toContain('/password-reset#token=')
    const [link] =
      await database.read`select expires_at <= now() + interval '30 minutes' as soon from sign_in_links where person_id = ${child.id}`
    expect(link).toEqual({ soon: true })
    expect(await mailsTo(parent.id)).toMatchObject([{ purpose: 'password_link' }])
    const [trail] =
      await database.read`select after from audit where action = 'families.invite' and entity_id = ${child.id}`
    expect(trail).toMatchObject({ after: { inUse: true } })

    await database.single`insert into students (center_id, id, student_num) values (${cast.south}, ${elsewhere.id}, 'E1')`
    const input = { centerId: cast.north, studentId: elsewhere.id }
    expect(await manager.call(people.inviteStudent, input)).toMatchObject({
      status: 409,
      body: { code: 'elsewhere' },
    })
    expect(await admin.call(people.inviteStudent, input)).toMatchObject({
      status: 200,
      body: { purpose: 'recovery' },
    })
  })

  test('a closed account can’t be invited', async () => {
    const closed = await make(async (of) => {
      const child = await of.student(cast.north)
      return { child, parent: await of.parent([child]), operator: await of.staff('operator', cast.north) }
    })
    for (const { id } of Object.values(closed)) await admin.call(people.close, { id, disabled: true })
    const refused = {
      status: 409,
      body: { code: 'closed', message: 'This account is closed. An admin can reopen it.' },
    }
    const centerId = cast.north
    expect(await admin.call(people.inviteAgain, { id: closed.operator.id })).toMatchObject(refused)
    expect(await manager.call(people.inviteStudent, { centerId, studentId: closed.child.id })).toMatchObject(
      refused,
    )
    expect(await manager.call(people.inviteParent, { centerId, parentId: closed.parent.id })).toMatchObject(
      refused,
    )
  })

  test('children with the same first name who are invited at the same time get different user names', async () => {
    const sam = { firstName: 'Sam' }
    const children = await make(async (of) => [
      await of.student(cast.north, sam),
      await of.student(cast.north, sam),
      await of.student(cast.north, sam),
    ])
    await database.single`update people set email = null where first_name = 'Sam'`
    const answers = await Promise.all(
      children.map(({ id }) => manager.call(people.inviteStudent, { centerId: cast.north, studentId: id })),
    )
    expect(answers.map(({ body }) => body.userName).sort()).toEqual(['sam', 'sam2', 'sam3'])
  })
})

test.each(['-'.repeat(36), 'x', '0 Last'])('listing accounts from cursor %s is refused', async (after) => {
  expect(await admin.call(people.list, { after })).toMatchObject({ status: 422, body: { code: 'cursor' } })
})
