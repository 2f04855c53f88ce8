import { createPublicKey } from 'node:crypto'
import { jwtVerify } from 'jose'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { setClock } from '#server/clock.ts'
import { readSettings } from '#server/settings.ts'
import { holdJobs, postAbsence } from '#tests/automatic-message.ts'
import { factories } from '#tests/factories.ts'
import { browserKeys, openPushService } from '#tests/push-target.ts'
import { openWorld, today } from '#tests/world.ts'
import { notifications } from './api.ts'
import { sendNotification } from './jobs.ts'
import { notifyAll } from './queries.ts'

const service = await openPushService()
afterAll(() => void service.close())
const world = await openWorld({ pushHosts: [service.host], webhookHosts: ['automation.lan'] })
const { database } = world
const settings = {
  ...readSettings({}),
  pushHosts: [service.host],
  publicUrl: 'https://learn.test.example',
}
const cast = await database.write(async (db) => {
  const make = factories(db)
  const { id: centerId } = await make.center({ timeZone: 'America/New_York' })
  return {
    centerId,
    parent: await make.parent([await make.student(centerId)]),
    other: await make.parent([await make.student(centerId)]),
  }
})
// Keeps the jobs from running on their own, so that the tests can run them.
await holdJobs(database)
const [mine, theirs] = [await world.as(cast.parent), await world.as(cast.other)]

let endpoints = 0
const newBrowser = () => ({ endpoint: `${service.url}/send/${(endpoints += 1)}`, ...browserKeys() })
/** Turns notifications on in a new browser. */
async function turnOn(caller = mine, browser = newBrowser()) {
  const { endpoint, keys } = browser
  const { status, body } = await caller.call(notifications.add, { endpoint, keys })
  return { ...browser, status, body, id: body.devices?.find((each) => each.endpoint === endpoint)?._id ?? '' }
}
const jobs = () => database.read<{ payload: { deviceId: string; mailId?: string } }[]>`
  select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'push' order by j.id`
const runAll = async () => {
  for (const { payload } of await jobs()) await sendNotification(payload, { database, settings })
}
/** Sends an automatic message to the parent, and queues its notifications. */
const notify = (more: { until?: string } = {}) =>
  database.write(async (db) => {
    const text = 'Sam wasn’t in Math 5 today at 4:30 PM.'
    const id = await postAbsence(db, settings, { ...cast, text, ...more })
    await notifyAll(db, [id])
    return id
  })

beforeEach(async () => {
  service.got.length = 0
  service.state.status = 201
  await database.single`delete from push_devices`
  await database.single`delete from graphile_worker._private_jobs`
  await database.single`delete from unsubscriptions`
})

describe('a browser', () => {
  test('first gets a confirmation that notifications are on, then messages that only it can read', async () => {
    const { id, read, endpoint } = await turnOn()
    await runAll()
    const mailId = await notify()
    await sendNotification({ deviceId: id, mailId }, { database, settings })
    expect(service.got.map(({ path }) => path)).toEqual([
      new URL(endpoint).pathname,
      new URL(endpoint).pathname,
    ])
    const [welcome, message] = service.got
    expect(read(welcome!.body)).toMatchObject({ title: 'Notifications are on', path: '/parent' })
    expect(message!.body.includes('Sam')).toBe(false)
    expect(read(message!.body)).toEqual({
      title: 'Sam wasn’t in class today',
      text: 'Sam wasn’t in Math 5 today at 4:30 PM.',
      path: '/parent/students/1',
      tag: mailId,
    })
    expect(message!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
  })

  test('gets its first notification in its owner’s language', async () => {
    await database.single`update people set language = 'es' where id = ${cast.parent.id}`
    const { read } = await turnOn()
    await runAll()
    await database.single`update people set language = null where id = ${cast.parent.id}`
    expect(read(service.got[0]!.body)).toMatchObject({
      title: 'Las notificaciones están activadas',
      text: 'Aquí verá los mensajes de su centro.',
    })
  })

  test('can verify the sender by the key that it passed to its push service', async () => {
    const { body } = await turnOn()
    await runAll()
    const [, token = '', key = ''] =
      /^vapid t=([^,]+), ?k=(.+)$/.exec(service.got[0]?.headers.authorization ?? '') ?? []
    expect(key).toBe(body.key)
    const point = Buffer.from(key, 'base64url')
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    }
    const { payload } = await jwtVerify(token, createPublicKey({ key: jwk, format: 'jwk' }))
    expect(payload).toMatchObject({
      aud: service.url,
      sub: expect.stringMatching(/^https:\/\/learn\.test\.example/),
    })
  })

  test.each([404, 410])('is removed once its push service responds with %i', async (status) => {
    await turnOn()
    service.state.status = status
    await runAll()
    expect((await mine.call(notifications.list, {})).body.devices).toEqual([])
  })

  test.each([429, 500, 413])('is kept and retried if its push service responds with %i', async (status) => {
    await turnOn()
    service.state.status = status
    await expect(runAll()).rejects.toThrow(`The push service answered ${status}.`)
    expect((await mine.call(notifications.list, {})).body.devices).toHaveLength(1)
  })

  test('belongs to the last person who turned on notifications there, and gets the first notification only once', async () => {
    const browser = newBrowser()
    await turnOn(mine, browser)
    await turnOn(mine, browser)
    expect(await jobs()).toHaveLength(1)
    await turnOn(theirs, browser)
    expect((await mine.call(notifications.list, {})).body.devices).toEqual([])
    expect((await theirs.call(notifications.list, {})).body.devices).toHaveLength(1)
  })

  test('can be removed only by its owner', async () => {
    const { id } = await turnOn()
    expect((await theirs.call(notifications.remove, { id })).status).toBe(404)
    expect((await mine.call(notifications.remove, { id })).body.devices).toEqual([])
    expect((await mine.call(notifications.remove, { id })).status).toBe(404)
  })

  test('replaces the person’s oldest browser if it is the eleventh', async () => {
    const all = []
    for (let n = 0; n < 11; n += 1) all.push(await turnOn())
    const { devices } = (await mine.call(notifications.list, {})).body
    expect(devices).toHaveLength(10)
    expect(devices.map(({ _id }) => _id)).not.toContain(all[0]?.id)
  })

  test.each([
    'http://push.example.com/x',
    'https://10.0.0.1/x',
    'https://localhost/x',
    'https://push.internal/x',
    'ftp://push.example.com',
    // Managers' webhooks may call this host, but parents' push subscriptions may not.
    'http://automation.lan/x',
    'x',
  ])('with the address %s is refused', async (endpoint) => {
    const { keys } = browserKeys()
    expect((await mine.call(notifications.add, { endpoint, keys })).status).toBe(422)
  })
})

describe('a push message', () => {
  test('is queued for every browser of its recipient, and for no other browser', async () => {
    const [a, b] = [await turnOn(), await turnOn()]
    await turnOn(theirs)
    await database.single`delete from graphile_worker._private_jobs`
    const mailId = await notify()
    const queued = (await jobs()).map(({ payload }) => payload)
    expect(queued.map(({ deviceId }) => deviceId).sort()).toEqual([a.id, b.id].sort())
    expect(new Set(queued.map((each) => each.mailId))).toEqual(new Set([mailId]))
  })

  test.each<[string, () => Promise<unknown>, { until?: string }]>([
    [
      'that its recipient has unsubscribed from',
      async () =>
        await database.single`insert into unsubscriptions (center_id, person_id, kind) values (${cast.centerId}, ${cast.parent.id}, 'absent')`,
      {},
    ],
    ['that is too late', async () => await Promise.resolve(), { until: '2020-01-01T00:00:00Z' }],
  ])('%s isn’t sent', async (_, prepare, more) => {
    await turnOn()
    await database.single`delete from graphile_worker._private_jobs`
    await prepare()
    await notify(more)
    await runAll()
    expect(service.got).toEqual([])
  })

  test('isn’t sent to another person’s browser', async () => {
    const { id } = await turnOn(theirs)
    const mailId = await notify()
    await sendNotification({ deviceId: id, mailId }, { database, settings })
    expect(service.got).toEqual([])
  })

  test('waits until the quiet hours end', async () => {
    const { id } = await turnOn()
    await database.single`delete from graphile_worker._private_jobs`
    const mailId = await notify()
    setClock(`${today} 21:00`)
    await sendNotification({ deviceId: id, mailId }, { database, settings })
    setClock(`${today} 16:45`)
    expect(service.got).toEqual([])
    expect(await jobs()).toHaveLength(1)
  })
})
