import { beforeAll, describe, expect, test } from 'vitest'
import { settings } from '#features/schedule/center-settings/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { firstSteps } from './api.ts'
import { stepNames } from './steps.ts'

const world = await openWorld()

type Cast = Awaited<ReturnType<typeof makeCast>>
let cast: Cast
let manager: Caller

function makeCast() {
  return world.database.write(async (db) => {
    const make = factories(db)
    const [north, south] = [await make.center({ id: 'North' }), await make.center({ id: 'South' })]
    return {
      manager: await make.staff('manager', north.id),
      admin: await make.staff('admin', null),
      operator: await make.staff('operator', north.id),
      stranger: await make.staff('manager', south.id),
      editor: await make.staff('editor', null),
    }
  })
}

beforeAll(async () => {
  cast = await makeCast()
  manager = await world.as(cast.manager)
})

const at = { centerId: 'North' }
const done = async (who = manager) => {
  const { status, body } = await who.call(firstSteps.read, at)
  expect(status).toBe(200)
  return body.filter((step) => step.done).map(({ name }) => name)
}

describe('the first steps of a center', () => {
  test('are all open for an empty center, and visible to its managers and to admins', async () => {
    const { body } = await manager.call(firstSteps.read, at)
    expect(body).toEqual(stepNames.map((name) => ({ name, done: false })))
    expect((await (await world.as(cast.admin)).call(firstSteps.read, at)).body).toEqual(body)
  })

  test('are done once the center has the required data', async () => {
    const openingHours = ['', '15:00-20:00', '', '', '', '', '']
    await manager.call(settings.change, { ...at, address: '1 Main St' })
    expect(await done()).toEqual([])
    await manager.call(settings.change, { ...at, phone: '5185550142', openingHours })
    await manager.call(settings.close, { ...at, date: '2026-07-03', name: 'Independence Day' })
    expect(await done()).toEqual(['center', 'closures'])
    await world.database.write(async (db) => {
      const make = factories(db)
      await make.klass('North', { name: 'Math 5' })
      await make.student('North')
    })
    expect(await done()).toEqual(expect.arrayContaining(['timetable', 'students']))
    expect(await done()).not.toContain('tablets')
  })

  test('ignore the data of other centers', async () => {
    const { body } = await (await world.as(cast.stranger)).call(firstSteps.read, { centerId: 'South' })
    expect(body.filter((step) => step.done)).toEqual([])
  })

  test('are empty when everything is done', async () => {
    await world.database.write(async (db) => {
      const make = factories(db)
      const student = await make.student('North')
      await make.parent([{ id: student.id, centerId: 'North' }])
      await make.teacher('North')
      await make.device('North', cast.manager.id)
      await db`insert into mailings (center_id, id, subject, body, audience, by)
        values ('North', gen_random_uuid(), 'Welcome', 'Hello', '{}', ${cast.manager.id})`
    })
    expect((await manager.call(firstSteps.read, at)).body).toEqual([])
  })

  test('are empty for demo accounts', async () => {
    await world.database.write((db) => db`update people set demo = true where id = ${cast.stranger.id}`)
    const { body } = await (await world.as(cast.stranger)).call(firstSteps.read, { centerId: 'South' })
    expect(body).toEqual([])
  })

  test.each([
    ['nobody', null, 401],
    ['an operator', 'operator', 403],
    ['an editor', 'editor', 403],
    ['a manager of another center', 'stranger', 404],
  ] as const)('are refused to %s', async (_, who, status) => {
    expect((await (await world.as(who && cast[who])).call(firstSteps.read, at)).status).toBe(status)
  })

  test('can be hidden and shown again, and the history records it', async () => {
    for (const shown of [false, true]) {
      const { status, body } = await manager.call(settings.change, { ...at, firstSteps: shown })
      expect([status, body.firstSteps]).toEqual([200, shown])
    }
    const written = await world.database.read<{ shown: boolean }[]>`
      select (after ->> 'firstSteps')::boolean as shown from audit
      where action = 'centers.change' and before -> 'firstSteps' is distinct from after -> 'firstSteps' order by at`
    expect(written.map(({ shown }) => shown)).toEqual([false, true])
  })
})
