import { expect, test } from 'vitest'
import { histories } from '#features/history/api.ts'
import { schedules } from '#features/schedule/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, today } from '#tests/world.ts'
import { people } from './api.ts'

const world = await openWorld()
const make = <T>(work: (make: ReturnType<typeof factories>) => Promise<T>) =>
  world.database.write((db) => work(factories(db)))

const cast = await make(async (of) => {
  const [north, south] = [(await of.center()).id, (await of.center()).id]
  const tess = await of.teacher(north, { firstName: 'Tess' })
  await of.klass(north, { teacherId: tess.id })
  return {
    north,
    south,
    tess,
    admin: await of.staff('admin', null),
    manager: await of.staff('manager', north),
    operator: await of.staff('operator', north),
    otherManager: await of.staff('manager', south),
  }
})
const manager = await world.as(cast.manager)
const as = { firstName: 'Tessa', lastName: 'Rivera', type: 'substitute' as const }
const change = (personId: string, more: Partial<typeof as> = {}, caller = manager) =>
  caller.call(people.changeMember, { centerId: cast.north, personId, ...as, ...more })
const invite = (firstName: string, email: string, duty: 'teacher' | 'assistant' | 'operator') =>
  manager.call(people.inviteStaff, { centerId: cast.north, firstName, lastName: 'Lind', duty, email })

test('a teacher without an account is renamed and made a substitute, which the schedule and the history show', async () => {
  const { body } = await change(cast.tess.id)
  expect(body).toMatchObject({ ...as, _id: cast.tess.id, role: null, duties: ['teacher'] })
  const day = await manager.call(schedules.day, { centerId: cast.north, scheduleId: today })
  expect(day.body.schedules[0]?.teacher).toMatchObject(as)
  const history = await manager.call(histories.of, { centerId: cast.north, of: cast.tess.id })
  expect(history.text).toContain('changed the first name from Tess to Tessa')
  expect(history.text).toContain('the type from permanent to substitute')
  expect((await change(cast.tess.id)).body.version).toBe(body.version)
})

test('a person who both teaches and assists becomes a substitute for both duties at once', async () => {
  const both = await make(async (of) => await of.teacher(cast.north))
  const { email } = (await invite('Kim', 'kim@test.example', 'teacher')).body
  expect((await invite('Kim', email ?? '', 'assistant')).body.duties).toEqual(['assistant', 'teacher'])
  const kim = (await manager.call(people.staff, { centerId: cast.north })).body.find(
    (member) => member.email === email,
  )
  await change(kim?._id ?? '', { firstName: 'Kim' })
  const rows = await world.database.read`select distinct type from staff where person_id = ${kim?._id ?? ''}`
  expect([...rows]).toEqual([{ type: 'substitute' }])
  expect([...(await world.database.read`select type from staff where person_id = ${both.id}`)]).toEqual([
    { type: 'permanent' },
  ])
})

test('only its owner can change the name of an account, but a manager can make the person a substitute', async () => {
  const someone = await make((of) => of.staff('operator', cast.north))
  await manager.call(people.inviteStaff, {
    ...as,
    centerId: cast.north,
    duty: 'teacher',
    email: someone.email,
    type: 'permanent',
  })
  expect(await change(someone.id)).toMatchObject({ status: 403, body: { code: 'has_account' } })
  const { firstName, lastName } = someone
  const { status, body } = await manager.call(people.changeMember, {
    centerId: cast.north,
    personId: someone.id,
    firstName,
    lastName,
    type: 'substitute',
  })
  expect([status, body]).toMatchObject([200, { firstName, type: 'substitute' }])
})

test('only an admin can rename a teacher who also works at another center', async () => {
  const shared = await make((of) => of.teacher(cast.north))
  await world.database.single`
    insert into staff (center_id, person_id, duty) values (${cast.south}, ${shared.id}, 'teacher')`
  expect(await change(shared.id)).toMatchObject({ status: 403, body: { code: 'works_elsewhere' } })
  expect(await change(shared.id, {}, await world.as(cast.admin))).toMatchObject({
    status: 200,
    body: { firstName: 'Tessa' },
  })
})

test('only a manager of the center can change a teacher, and needs to give a first name and a known type', async () => {
  expect((await change(cast.tess.id, {}, await world.as(cast.operator))).status).toBe(403)
  expect((await change(cast.tess.id, {}, await world.as(cast.otherManager))).status).toBe(404)
  expect((await change(cast.operator.id)).status).toBe(404)
  expect(await change(cast.tess.id, { firstName: ' ' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: '/firstName' }] },
  })
  expect(await change(cast.tess.id, { type: 'often' as never })).toMatchObject({
    status: 400,
    body: { errors: [{ path: '/type' }] },
  })
})

test('a teacher without an account who is invited again gets the new name', async () => {
  const email = 'bea@test.example'
  const { body: teacher } = await invite('Bea', email, 'teacher')
  await manager.call(people.endDuty, { centerId: cast.north, personId: teacher._id, duty: 'teacher' })
  expect((await invite('Beatrix', email, 'teacher')).body).toMatchObject({
    _id: teacher._id,
    firstName: 'Beatrix',
  })
  expect((await invite('Beate', email, 'operator')).body).toMatchObject({
    _id: teacher._id,
    firstName: 'Beate',
    role: 'operator',
  })
  expect((await invite('Other', email, 'assistant')).body.firstName).toBe('Beate')
})
