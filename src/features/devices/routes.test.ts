import { setTimeout as pause } from 'node:timers/promises'
import { v7 as newId } from 'uuid'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { openWorld, type Caller } from '#tests/world.ts'
import { centers } from '#features/centers/api.ts'
import { settings } from '#features/schedule/center-settings/api.ts'
import { devices, type DeviceWithKey } from './api.ts'
import { keyLetters, spellKey } from './rules.ts'
import { activation } from './api.ts'

const world = await openWorld()

type Cast = Awaited<ReturnType<typeof makeCast>>
let cast: Cast
let operator: Caller
let stranger: Caller
let nobody: Caller

function makeCast() {
  return world.database.write(async (db) => {
    const make = factories(db)
    const [north, south] = [await make.center(), await make.center()]
    return {
      north,
      south,
      operator: await make.staff('operator', north.id, { firstName: 'Olga', lastName: 'Reyes' }),
      stranger: await make.staff('operator', south.id),
      admin: await make.staff('admin', null),
      editor: await make.staff('editor', north.id),
      student: await make.student(north.id),
    }
  })
}

beforeAll(async () => {
  cast = await makeCast()
  operator = await world.as(cast.operator)
  stranger = await world.as(cast.stranger)
  nobody = await world.as(null)
})
beforeEach(() => world.database.write((db) => db`delete from failed_tries`))

const keyOfDevice = ({ key }: DeviceWithKey) => key as string
const add = async (name = 'Room 1') =>
  (await operator.call(devices.create, { centerId: cast.north.id, name })).body
const activate = (key: string, agent = 'test') =>
  nobody.call(activation.activate, { key }, { headers: { 'user-agent': agent } })
const listed = async (id: string) =>
  (await operator.call(devices.list, {})).body.find(({ _id }) => _id === id)
const trail = async (id: string) =>
  (
    await world.database.read`select action, before, after from audit where entity_id = ${id} order by id`
  ).map((row) => ({ ...row }))

/** Returns the response to `/users/me` with a tablet's cookies. */
async function meWith(cookies: string[]) {
  const cookie = cookies.map((each) => each.split(';')[0]).join('; ')
  const answer = await world.app.inject({ url: '/api/users/me', headers: { cookie } })
  return { status: answer.statusCode, body: answer.json<{ code?: string; _id?: string }>() }
}
const cookiesOf = ({ headers }: { headers: Record<string, string> }) =>
  [headers['set-cookie']].flat() as string[]

/** Creates an activated device, and returns it with its tablet's cookies. */
async function inUse() {
  const device = await add()
  const cookies = cookiesOf(await activate(keyOfDevice(device)))
  expect(await meWith(cookies)).toMatchObject({ status: 200, body: { _id: device._id } })
  return { device, cookies }
}

describe('adding a device', () => {
  test('a new center’s first device sets the classroom PIN once, unless the center has chosen to have none', async () => {
    const admin = await world.as(cast.admin)
    const fresh = async (name: string) => {
      const made = (await admin.call(centers.create, { name, timeZone: 'America/New_York' })).body
      expect(made).toMatchObject({ classroomPin: false, classroomPinDue: true })
      return made
    }
    const { _id: centerId } = await fresh('Lakeside')
    const without = await admin.call(devices.create, { centerId, name: 'Room 1' })
    expect(without).toMatchObject({
      status: 422,
      body: { code: 'pin_first', errors: [{ path: '/classroomPin' }] },
    })
    expect((await admin.call(devices.create, { centerId, name: 'Room 1', classroomPin: '12' })).status).toBe(
      422,
    )
    expect(
      (await admin.call(devices.create, { centerId, name: 'Room 1', classroomPin: '4711' })).status,
    ).toBe(201)
    expect((await admin.call(centers.one, { centerId })).body).toMatchObject({
      classroomPin: true,
      classroomPinDue: false,
    })
    expect(
      (await admin.call(devices.create, { centerId, name: 'Room 2', classroomPin: '1234' })).body,
    ).toMatchObject({
      code: 'pin_chosen',
    })
    expect((await admin.call(devices.create, { centerId, name: 'Room 2' })).status).toBe(201)
    expect((await trail(centerId)).map(({ action }) => action)).toEqual(['centers.create', 'centers.change'])
    expect(JSON.stringify(await trail(centerId))).not.toContain('4711')

    const open = (await fresh('Hilltop'))._id
    await admin.call(settings.change, { centerId: open, classroomPin: null })
    expect((await admin.call(devices.create, { centerId: open, name: 'Room 1' })).status).toBe(201)
  })

  test('the office gets an eight-character key that works once, within an hour', async () => {
    const { status, body, headers } = await operator.call(devices.create, {
      centerId: cast.north.id,
      name: ' Room <7> ',
    })
    expect(status).toBe(201)
    expect(headers['etag']).toBe('"1"')
    expect(body).toMatchObject({
      centerId: cast.north.id,
      name: 'Room &lt;7&gt;',
      state: 'pending',
      lastSeenAt: null,
      browser: null,
    })
    expect(body.createdBy).toBe('Olga Reyes')
    const key = keyOfDevice(body)
    expect(key).toMatch(new RegExp(`^[${keyLetters}]{8}$`))
    const minutes = (Date.parse(body.keyExpiresAt as string) - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(59)
    expect(minutes).toBeLessThanOrEqual(60.1)

    const entered = await activate(
      spellKey(key).toLowerCase(),
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/150.0 Safari/537.36',
    )
    expect(entered.body).toMatchObject({ _id: body._id, group: 'devices', centers: [cast.north.id] })
    expect(await activate(key)).toMatchObject({ status: 401, body: { code: 'wrong_key' } })
    const now = await listed(body._id)
    expect(now).toMatchObject({
      state: 'active',
      keyExpiresAt: null,
      browser: 'Chrome on Android',
      version: 2,
    })
    expect(Date.now() - Date.parse(now?.lastSeenAt as string)).toBeLessThan(60_000)
    expect((await trail(body._id)).map(({ action }) => action)).toEqual([
      'devices.create',
      'devices.activate',
    ])
  })

  test('the key appears in no list and isn’t stored in the history or for an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': newId() }
    const { body } = await operator.call(
      devices.create,
      { centerId: cast.north.id, name: 'Secret' },
      { headers },
    )
    const again = await operator.call(
      devices.change,
      { id: body._id, reissue: true },
      { headers: { 'idempotency-key': newId() } },
    )
    for (const key of [keyOfDevice(body), keyOfDevice(again.body)]) {
      expect((await operator.call(devices.list, {})).text).not.toContain(key)
      for (const table of ['devices', 'audit', 'answered_calls', 'sessions']) {
        const rows = await world.database.read.unsafe(`select t::text as row from ${table} t`)
        expect(JSON.stringify(rows), table).not.toContain(key)
      }
    }
  })

  test('a repeat with the same Idempotency-Key adds no second device and returns no activation key', async () => {
    const headers = { 'idempotency-key': newId() }
    const input = { centerId: cast.north.id, name: 'Only once' }
    const [first, second] = [
      await operator.call(devices.create, input, { headers }),
      await operator.call(devices.create, input, { headers }),
    ]
    expect(second).toMatchObject({ status: 201, body: { ...first.body, key: null } })
    expect(
      (await operator.call(devices.list, {})).body.filter(({ name }) => name === input.name),
    ).toHaveLength(1)

    const reissue = () =>
      operator.call(
        devices.change,
        { id: first.body._id, reissue: true },
        { headers: { 'idempotency-key': 'once-more' } },
      )
    const issued = (await reissue()).body
    expect((await reissue()).body).toEqual({ ...issued, key: null })
    expect((await activate(keyOfDevice(issued))).status).toBe(200)
  })

  test('a key older than an hour doesn’t work', async () => {
    const device = await add()
    await world.database.write(
      (db) => db`update devices set key_expires_at = now() - interval '1 second' where id = ${device._id}`,
    )
    expect(await activate(keyOfDevice(device))).toMatchObject({ status: 401, body: { code: 'wrong_key' } })
    expect(await listed(device._id)).toMatchObject({ state: 'pending' })
  })

  test('only the office of the center can add a device, and only with a name', async () => {
    const input = { centerId: cast.north.id, name: 'Room 2' }
    expect((await nobody.call(devices.create, input)).status).toBe(401)
    for (const who of [cast.editor, cast.student])
      expect((await (await world.as(who)).call(devices.create, input)).status).toBe(403)
    expect((await stranger.call(devices.create, input)).status).toBe(404)
    expect((await operator.call(devices.create, { ...input, centerId: 'Nowhere' })).status).toBe(404)
    expect((await (await world.as(cast.admin)).call(devices.create, input)).status).toBe(201)
    for (const name of ['', '\u200b', 'x'.repeat(101)])
      expect((await operator.call(devices.create, { ...input, name })).status).toBe(422)
    expect((await operator.call(devices.create, input, { raw: { ...input, state: 'active' } })).status).toBe(
      400,
    )
  })
})

describe('the list of devices', () => {
  test('covers the caller’s centers, or one on request, with revoked devices last', async () => {
    const [gone, here] = [await add('A gone'), await add('Z here')]
    await operator.call(devices.revoke, { id: gone._id })
    const theirs = (await stranger.call(devices.create, { centerId: cast.south.id, name: 'Theirs' })).body
    const ids = async (caller: Caller, centerId?: string) =>
      (await caller.call(devices.list, { centerId })).body.map(({ _id }) => _id)
    const mine = await ids(operator)
    expect(mine.indexOf(here._id)).toBeLessThan(mine.indexOf(gone._id))
    expect(mine).not.toContain(theirs._id)
    expect(await ids(operator, cast.north.id)).toEqual(mine)
    expect(await ids(stranger)).toEqual([theirs._id])
    expect(await ids(await world.as(cast.admin))).toEqual(expect.arrayContaining([here._id, theirs._id]))
  })

  test('is available only to the office, and returns 404 for another center', async () => {
    expect((await nobody.call(devices.list, {})).status).toBe(401)
    const { device } = await inUse()
    for (const who of [
      cast.editor,
      cast.student,
      { id: device._id, kind: 'devices' as const, centerId: cast.north.id },
    ])
      expect((await (await world.as(who)).call(devices.list, {})).status).toBe(403)
    expect((await operator.call(devices.list, { centerId: cast.south.id })).status).toBe(404)
    expect((await operator.call(devices.list, { centerId: 'no/center' })).status).toBe(422)
  })
})

describe('renaming a device', () => {
  test('changes only the name, keeps the session, and never overwrites another change', async () => {
    const { device, cookies } = await inUse()
    const seen = { headers: { 'if-match': '"2"' } }
    const renamed = await operator.call(devices.change, { id: device._id, name: 'Room 9' }, seen)
    expect(renamed.body).toMatchObject({ name: 'Room 9', state: 'active', key: null, version: 3 })
    expect((await meWith(cookies)).status).toBe(200)
    const late = await operator.call(devices.change, { id: device._id, name: 'Room 10' }, seen)
    expect(late).toMatchObject({ status: 412, body: { current: { name: 'Room 9', version: 3 } } })
    expect((await trail(device._id)).at(-1)).toMatchObject({
      action: 'devices.rename',
      before: { name: 'Room 1' },
      after: { name: 'Room 9' },
    })
  })

  test('requires a change, and a device of the caller’s center', async () => {
    const device = await add()
    const change = (ask: object, caller = operator) => caller.call(devices.change, { id: device._id, ...ask })
    expect((await change({})).status).toBe(422)
    expect((await change({ name: ' ' })).status).toBe(422)
    expect((await change({ reissue: false as true })).status).toBeGreaterThanOrEqual(400)
    expect((await change({ name: 'Mine' }, nobody)).status).toBe(401)
    expect((await change({ name: 'Mine' }, await world.as(cast.student))).status).toBe(403)
    expect((await change({ name: 'Mine' }, stranger)).status).toBe(404)
    expect((await operator.call(devices.change, { id: newId(), name: 'Mine' })).status).toBe(404)
    expect((await operator.call(devices.change, { id: 'x', name: 'Mine' })).status).toBe(400)
    expect((await listed(device._id))?.version).toBe(1)
  })
})

describe('giving a device a new key', () => {
  test('immediately ends the session, and the tablet has to be activated again', async () => {
    const { device, cookies } = await inUse()
    const { status, body } = await operator.call(devices.change, { id: device._id, reissue: true })
    expect(status).toBe(200)
    expect(body).toMatchObject({ state: 'pending', version: 3 })
    expect(body.key).toMatch(/^.{8}$/)
    expect(await meWith(cookies)).toMatchObject({ status: 401, body: { code: 'device_signed_out' } })
    expect((await trail(device._id)).at(-1)).toMatchObject({
      action: 'devices.reissue',
      before: { state: 'active' },
      after: { state: 'pending' },
    })
    // Another tablet takes the new key; the old one stays signed out.
    expect((await activate(keyOfDevice(body))).status).toBe(200)
    expect((await meWith(cookies)).status).toBe(401)
  })

  test('voids an older key', async () => {
    const device = await add()
    const { body } = await operator.call(devices.change, { id: device._id, reissue: true })
    expect((await activate(keyOfDevice(device))).status).toBe(401)
    expect((await activate(keyOfDevice(body))).status).toBe(200)
  })

  test('is refused at another center, and if someone else changed the device first', async () => {
    const { device, cookies } = await inUse()
    expect((await stranger.call(devices.change, { id: device._id, reissue: true })).status).toBe(404)
    const late = await operator.call(
      devices.change,
      { id: device._id, reissue: true },
      { headers: { 'if-match': '"1"' } },
    )
    expect(late.status).toBe(412)
    expect((await meWith(cookies)).status).toBe(200)
  })
})

describe('revoking a device', () => {
  test('ends the session immediately and permanently', async () => {
    const { device, cookies } = await inUse()
    expect((await operator.call(devices.revoke, { id: device._id })).status).toBe(204)
    expect(await meWith(cookies)).toMatchObject({ status: 401, body: { code: 'device_signed_out' } })
    expect(await listed(device._id)).toMatchObject({ state: 'revoked', keyExpiresAt: null })
    expect((await trail(device._id)).at(-1)).toMatchObject({
      action: 'devices.revoke',
      before: { state: 'active' },
      after: { state: 'revoked' },
    })
    for (const again of [
      await operator.call(devices.revoke, { id: device._id }),
      await operator.call(devices.change, { id: device._id, reissue: true }),
      await operator.call(devices.change, { id: device._id, name: 'Back' }),
    ])
      expect(again).toMatchObject({ status: 409, body: { code: 'revoked' } })
  })

  test('voids an unused key', async () => {
    const device = await add()
    await operator.call(devices.revoke, { id: device._id })
    expect((await activate(keyOfDevice(device))).status).toBe(401)
  })

  test('is refused to everyone but the center’s office, and if someone else changed the device first', async () => {
    const { device, cookies } = await inUse()
    expect((await nobody.call(devices.revoke, { id: device._id })).status).toBe(401)
    expect((await (await world.as(cast.editor)).call(devices.revoke, { id: device._id })).status).toBe(403)
    expect((await stranger.call(devices.revoke, { id: device._id })).status).toBe(404)
    expect((await operator.call(devices.revoke, { id: newId() })).status).toBe(404)
    expect(
      (await operator.call(devices.revoke, { id: device._id }, { headers: { 'if-match': '"1"' } })).status,
    ).toBe(412)
    expect((await meWith(cookies)).status).toBe(200)
  })
})

test('every change notifies open screens, and ending a device’s session closes its socket', async () => {
  const heard: string[] = []
  await world.database.listen(
    'live',
    (payload) => heard.push(payload),
    () => {},
  )
  const { device } = await inUse()
  const told = JSON.stringify({ channel: `center:${cast.north.id}`, topic: 'device', id: device._id })
  const ended = JSON.stringify({ ended: { device: device._id } })
  // Identical events in quick succession are sent once, so the test waits for each one before the next
  // change.
  await expect.poll(() => heard).toContain(told)
  for (const change of [
    () => operator.call(devices.change, { id: device._id, reissue: true }),
    () => operator.call(devices.revoke, { id: device._id }),
  ]) {
    await pause(60)
    heard.length = 0
    await change()
    await expect.poll(() => [...heard].sort()).toEqual([told, ended].sort())
  }
})
