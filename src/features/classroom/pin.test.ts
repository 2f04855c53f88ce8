import { beforeAll, expect, test } from 'vitest'
import { settings } from '#features/schedule/center-settings/api.ts'
import { devices } from '#features/devices/api.ts'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { classroom } from './api.ts'

const world = await openWorld()

type Cast = Awaited<ReturnType<typeof makeCast>>
let cast: Cast
let manager: Caller
let tablet: Caller
let neighbor: Caller

function makeCast() {
  return world.database.write(async (db) => {
    const make = factories(db)
    const center = await make.center()
    const staff = await make.staff('manager', center.id)
    const [device, other] = [await make.device(center.id, staff.id), await make.device(center.id, staff.id)]
    return { center, staff, teacher: await make.teacher(center.id), device, other }
  })
}

beforeAll(async () => {
  cast = await makeCast()
  manager = await world.as(cast.staff)
  tablet = await world.as({ ...cast.device, kind: 'devices' })
  neighbor = await world.as({ ...cast.other, kind: 'devices' })
  await manager.call(settings.change, { centerId: cast.center.id, classroomPin: '4711' })
})

const begin = (pin: string, who = tablet) =>
  who.call(classroom.begin, { centerId: cast.center.id, userId: cast.teacher.id, seat: 'teachers', pin })
const blockedUntil = async () =>
  (await manager.call(devices.list, {})).body.find(({ _id }) => _id === cast.device.id)?.pinBlockedUntil

/** Sends five wrong PINs at the same time. */
const wrongPins = () => Promise.all(['0000', '1111', '2222', '3333', '4444'].map((pin) => begin(pin)))

test('the error for a wrong PIN says how many tries are left, and the right PIN resets the count', async () => {
  const said = []
  for (const pin of ['0000', '1111', '2222', '3333'])
    said.push(((await begin(pin)).body as { message?: string }).message)
  expect(said.map((words) => / (\S+ \S+ left)\.$/.exec(words ?? '')?.[1])).toEqual([
    '4 tries left',
    '3 tries left',
    '2 tries left',
    '1 try left',
  ])
  expect((await begin('4711')).status).toBe(200)
  expect(((await begin('0000')).body as { message?: string }).message).toMatch(/ 4 tries left\.$/)
  expect((await begin('4711')).status).toBe(200)
})

test('five wrong PINs in a row, even if sent at the same time, block only this tablet', async () => {
  const statuses = (await wrongPins()).map(({ status }) => status)
  expect(statuses.filter((status) => status === 422)).toHaveLength(4)
  expect(await begin('4711')).toMatchObject({ status: 429, body: { code: 'pin_blocked' } })
  expect((await begin('4711', neighbor)).status).toBe(200)
  expect(await blockedUntil()).not.toBeNull()
})

test('only the office can lift the block, and the audit trail records it', async () => {
  const ask = { id: cast.device.id, allowPin: true as const }
  expect((await tablet.call(devices.change, ask)).status).toBe(403)
  expect(await manager.call(devices.change, ask)).toMatchObject({
    status: 200,
    body: { pinBlockedUntil: null },
  })
  const [trace] = await world.database
    .read`select action from audit where entity_id = ${cast.device.id} order by id desc limit 1`
  expect(trace).toEqual({ action: 'devices.allowPin' })
  expect((await begin('4711')).status).toBe(200)
})

test('the block ends automatically after ten minutes', async () => {
  await wrongPins()
  const { headers } = await begin('4711')
  expect(Number(headers['retry-after'])).toBeGreaterThan(590)
  await world.database.write(
    (db) => db`update devices set pin_failed_at = pin_failed_at - interval '10 minutes'`,
  )
  expect(await blockedUntil()).toBeNull()
  expect((await begin('4711')).status).toBe(200)
})
