import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld, today } from '#tests/world.ts'
import { comingClasses } from './api.ts'
import { reasonNotExpected } from './not-expected.ts'

const world = await openWorld()

type Cast = Awaited<ReturnType<typeof makeCast>>
let cast: Cast

/**
 * Ana has two classes every Tuesday and one every Thursday, and is on another class's waitlist. Today is a
 * Tuesday.
 */
function makeCast() {
  return world.database.write(async (db) => {
    const make = factories(db)
    const [north, south] = [await make.center(), await make.center()]
    const ana = await make.student(north.id)
    const tuesdays = await make.klass(north.id, { name: 'Tuesdays', day: 2, time: '23:00', minutes: 45 })
    const thursdays = await make.klass(north.id, { name: 'Thursdays', day: 4, time: '16:30' })
    const early = await make.klass(north.id, { name: 'Early', day: 2, time: '00:00', minutes: 15 })
    await make.place(tuesdays, ana.id)
    await make.place(early, ana.id)
    const { id: placeId } = await make.place(thursdays, ana.id)
    await make.place(await make.klass(north.id, { day: 5 }), ana.id, { type: 'waitlist' })
    await make.pause({ id: placeId, centerId: north.id }, '2026-03-10', '2026-03-12')
    const operator = await make.staff('operator', north.id)
    await db`insert into closures (center_id, held_on, name) values (${north.id}, '2026-03-05', 'Snow')`
    return {
      north,
      ana,
      operator,
      elsewhere: await make.student(south.id),
      stranger: await make.staff('operator', south.id),
      mother: await make.parent([ana]),
      device: { ...(await make.device(north.id, operator.id)), kind: 'devices' as const },
    }
  })
}

beforeAll(async () => {
  cast = await makeCast()
})

const comingOf = async (who: Parameters<typeof world.as>[0], studentId = cast.ana.id) =>
  (await world.as(who)).call(comingClasses.ofStudent, { centerId: cast.north.id, studentId })

describe('a student’s upcoming classes', () => {
  test('cover two weeks, leave out classes that have ended, and say why if the student isn’t expected', async () => {
    const { status, body } = await comingOf(cast.operator)
    expect(status).toBe(200)
    expect(body.map((each) => [each.on, each.name, reasonNotExpected(each)])).toEqual([
      [today, 'Tuesdays', null],
      ['2026-03-05', 'Thursdays', 'Closed: Snow'],
      ['2026-03-10', 'Early', null],
      ['2026-03-10', 'Tuesdays', null],
      ['2026-03-12', 'Thursdays', 'On break'],
      ['2026-03-17', 'Early', null],
      ['2026-03-17', 'Tuesdays', null],
    ])
    expect(body[0]).toMatchObject({ isToday: true, time: '23:00', endTime: '23:45', type: 'regular' })
    expect(body[1]).toMatchObject({ isToday: false })
  })

  test('say whether an absence reported now gives a make-up credit', async () => {
    const { body } = await comingOf(cast.operator)
    const rowOf = (on: string, name: string) => body.find((each) => each.on === on && each.name === name)
    expect(rowOf(today, 'Tuesdays')).toMatchObject({ begun: false, follows: 'late', noticeHours: 24 })
    expect(rowOf('2026-03-10', 'Early')).toMatchObject({ begun: false, follows: 'credit' })
  })

  test('are visible only to the center’s own office', async () => {
    expect((await comingOf(null)).status).toBe(401)
    for (const who of [cast.mother, cast.ana, cast.device]) expect((await comingOf(who)).status).toBe(403)
    expect((await comingOf(cast.stranger)).status).toBe(404)
    for (const id of [cast.elsewhere.id, newId()])
      expect((await comingOf(cast.operator, id)).status).toBe(404)
    expect((await comingOf(cast.operator, 'x')).status).toBe(400)
  })
})

test('a closure outranks a cancellation, which outranks an absence, as the reason a student isn’t expected', () => {
  const as = { closed: null, canceled: false, onBreak: false, told: false }
  expect(reasonNotExpected(as)).toBeNull()
  expect(reasonNotExpected({ ...as, told: true })).toBe('Can’t come')
  expect(reasonNotExpected({ ...as, told: true, canceled: true })).toBe('Canceled')
  expect(reasonNotExpected({ ...as, canceled: true, closed: '' })).toBe('Closed')
})
