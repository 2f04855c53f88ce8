import { describe, expect, test } from 'vitest'
import { attendance } from '#features/attendance/api.ts'
import { family } from '#features/family/api.ts'
import { setClock } from '#server/clock.ts'
import { openDays } from '#tests/day-fixture.ts'
import { factories } from '#tests/factories.ts'
import { today } from '#tests/world.ts'

const { world, cast, office, device, day, math, change, take, close } = await openDays()

describe('a canceled class', () => {
  test('uses no seats, refuses attendance and shows the reason, until it is reinstated', async () => {
    const canceled = await change(today, {
      classes: [{ classId: cast.math.id, cancel: { reason: 'Tess is ill' } }],
    })
    expect(canceled.status).toBe(200)
    expect(await math(today)).toMatchObject({
      canceled: { reason: 'Tess is ill' },
      seats: 0,
      students: [{ mark: null }, { mark: null }],
    })
    const roll = () =>
      office.call(attendance.roll, { centerId: cast.north.id, classId: cast.math.id, on: today })
    expect((await roll()).body).toMatchObject({
      may: [],
      closed: 'This class is canceled: Tess is ill. There’s no attendance to take.',
    })
    expect(await take(office, today)).toMatchObject({ status: 409, body: { code: 'not_meeting' } })
    const refusedTo = await take(device, today)
    expect([refusedTo.status, refusedTo.text.includes('ill')]).toEqual([409, false])
    await change(today, { classes: [{ classId: cast.math.id, cancel: null }] })
    expect(await math(today)).toMatchObject({ canceled: null, seats: 2 })
    expect((await roll()).body).toMatchObject({
      may: ['present', 'absent', 'pickup'],
      closed: null,
      teacher: 'Tess Rivera',
    })
  })

  test('refuses attendance (409), even if it is taken at the same moment as the cancellation', async () => {
    const admin = await world.as(cast.admin)
    const cancel = (on: string) =>
      change(on, { classes: [{ classId: cast.math.id, cancel: { reason: 'Snow' } }] })
    expect((await take(office, '2026-02-24')).status).toBe(201)
    expect(await cancel('2026-02-24')).toMatchObject({
      status: 409,
      body: { code: 'attendance_taken', message: expect.stringContaining('Math 5') as string },
    })
    for (const on of ['2026-02-03', '2026-02-10', '2026-02-17']) {
      const both = await Promise.all([take(admin, on), cancel(on)])
      expect([
        [201, 409],
        [409, 200],
      ]).toContainEqual(both.map(({ status }) => status))
    }
  })

  test('can have reported absences, which don’t count as attendance', async () => {
    await take(office, '2026-05-05', 'absent')
    await world.database.write(
      (db) => db`update attendances set noticed_at = now() where held_on = '2026-05-05'`,
    )
    expect(await math('2026-05-05')).toMatchObject({
      seats: 1,
      students: expect.arrayContaining([expect.objectContaining({ noticed: true })]) as unknown,
    })
    expect(
      (await change('2026-05-05', { classes: [{ classId: cast.math.id, cancel: { reason: 'Snow' } }] }))
        .status,
    ).toBe(200)
  })

  test('can’t have a pick-up of work, even after a reported absence, because a pick-up counts as attendance', async () => {
    const on = '2026-06-02'
    await take(office, on, 'absent')
    await world.database.write(
      (db) => db`update attendances set mark = 'pickup', noticed_at = now() where held_on = ${on}`,
    )
    expect(await math(on)).toMatchObject({ seats: 1 })
    expect(
      await change(on, { classes: [{ classId: cast.math.id, cancel: { reason: 'Snow' } }] }),
    ).toMatchObject({
      status: 409,
      body: { code: 'attendance_taken' },
    })
  })
})

describe('a closed day', () => {
  test('has no classes, shows the reason, and refuses changes and attendance', async () => {
    await close('2026-05-12', 'Spring break')
    expect(await day('2026-05-12')).toMatchObject({ closed: { name: 'Spring break' }, schedules: [] })
    expect((await day('2026-05-19')).closed).toBe(null)
    const message = 'The center is closed that day: Spring break.'
    const facts = { classes: [{ classId: cast.math.id, note: 'x' }] }
    expect(await change('2026-05-12', facts)).toMatchObject({
      status: 409,
      body: { code: 'not_meeting', message },
    })
    expect(await take(office, '2026-05-12')).toMatchObject({
      status: 409,
      body: { code: 'not_meeting', message },
    })
  })
})

describe('a child’s next class', () => {
  test('skips canceled classes and closed days', async () => {
    const parent = await world.database.write((db) => factories(db).parent([cast.children[0]]))
    const caller = await world.as(parent)
    const next = async () => (await caller.call(family.children, {})).body[0]?.nextClass
    expect(await next()).toMatchObject({ on: '2026-03-10', name: 'Math 5' })
    setClock(`${today} 16:00`)
    expect(await next()).toMatchObject({ on: today, isToday: true })
    await change(today, { classes: [{ classId: cast.math.id, cancel: { reason: 'Snow' } }] })
    expect(await next()).toMatchObject({ on: '2026-03-10' })
    for (const on of ['2026-03-10', '2026-03-17', '2026-03-24', '2026-03-31']) await close(on, 'Inventory')
    expect(await next()).toBe(null)
  })
})
