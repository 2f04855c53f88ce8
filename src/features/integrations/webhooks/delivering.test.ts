import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { attendance } from '#features/attendance/api.ts'
import { archive } from '#features/centers/archive/api.ts'
import { students } from '#features/students/api.ts'
import type { Settings } from '#server/settings.ts'
import { sweep } from '#server/sweep.ts'
import type { WebhookEvent } from '#shared/webhook-events.ts'
import { factories } from '#tests/factories.ts'
import { type Caller, openWorld, today } from '#tests/world.ts'
import { readSettings } from '#server/settings.ts'
import { webhooks } from './api.ts'
import { deliverDue, pauses } from './delivering.ts'
import { noteDelivered } from './delivery-queries.ts'

type ReceivedRequest = { headers: IncomingHttpHeaders; body: string }
/** Messages that the receiver accepted, the number of attempts, and the status of its next responses. */
let received: ReceivedRequest[] = []
let attempts = 0
let status = 200
const receiver = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8').on('data', (part: string) => (body += part))
  request.on('end', () => {
    attempts += 1
    if (status < 300) received.push({ headers: request.headers, body })
    response.writeHead(status).end()
  })
})
await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready))
afterAll(() => void receiver.close())
const { port } = receiver.address() as AddressInfo

const own: Partial<Settings> = { webhookHosts: [`127.0.0.1:${port}`], secretsKey: 'k'.repeat(32) }
const world = await openWorld(own)
const { database } = world
const settings = { ...readSettings({}), ...own }

function makeCast() {
  return database.write(async (db) => {
    const make = factories(db)
    const { id: centerId } = await make.center()
    const klass = await make.klass(centerId, { day: 2, time: '16:30' })
    const pupils = [await make.student(centerId), await make.student(centerId)]
    for (const { id } of pupils) await make.place(klass, id)
    return { centerId, klass, pupils, manager: await make.staff('manager', centerId) }
  })
}
let cast: Awaited<ReturnType<typeof makeCast>>
let manager: Caller
beforeEach(async () => {
  cast = await makeCast()
  manager = await world.as(cast.manager)
  received = []
  attempts = 0
  status = 200
})

async function addWebhook(events: WebhookEvent[], path = '/') {
  const url = `http://127.0.0.1:${port}${path}`
  const { body } = await manager.call(webhooks.add, { centerId: cast.centerId, url, events })
  return { centerId: cast.centerId, id: body._id, secret: body.secret ?? '' }
}

const addStudent = async (firstName = 'Zora') =>
  (await manager.call(students.add, { centerId: cast.centerId, firstName, lastName: 'Webb' })).body
const take = (mark: 'present' | 'absent') =>
  manager.call(attendance.take, {
    centerId: cast.centerId,
    classId: cast.klass.id,
    on: today,
    marks: cast.pupils.map(({ id: studentId }) => ({ studentId, mark })),
  })
const deliveries = async (of: { centerId: string; id: string }) =>
  (await manager.call(webhooks.deliveries, { centerId: of.centerId, id: of.id })).body.deliveries
/** Makes the deliveries that are due, as the job would. */
const deliver = () => deliverDue(null, { database, settings })
/** Moves all pending attempts into the past, so that they are due. */
const makeDeliveriesDue = () => database.single`
  update webhook_deliveries set next_at = now() - interval '1 second' where center_id = ${cast.centerId} and status = 'waiting'`

describe('a change', () => {
  test('is reported immediately with ids only, and with a signature that the library can verify', async () => {
    const hook = await addWebhook(['student.created'])
    const { _id: studentId } = await addStudent()
    await expect.poll(() => received.length).toBe(1)
    const { headers, body } = received[0] as ReceivedRequest
    const told = new Verifier(hook.secret).verify(body, headers as Record<string, string>)
    expect(told).toEqual({
      type: 'student.created',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      data: { center: cast.centerId, studentId },
    })
    expect(body).not.toMatch(/Zora|Webb/)
    expect(headers['cookie']).toBeUndefined()
    // The answer is stored a moment after it arrives.
    await expect
      .poll(() => deliveries(hook))
      .toMatchObject([{ event: 'student.created', status: 'delivered', answer: 200, tries: 1 }])
    const [delivery] = await deliveries(hook)
    expect(headers['webhook-id']).toBe(`msg_${delivery?._id}`)
    expect(() => new Verifier(hook.secret).verify(`${body} `, headers as Record<string, string>)).toThrow()
  })

  test('to a class’s attendance is reported for each student', async () => {
    const hook = await addWebhook(['attendance.marked'])
    await take('present')
    await expect.poll(() => received.length).toBe(2)
    const ids = received.map(
      ({ body }) => (JSON.parse(body) as { data: { studentId: string } }).data.studentId,
    )
    expect(ids.toSorted()).toEqual(cast.pupils.map(({ id }) => id).toSorted())
    expect(await deliveries(hook)).toHaveLength(2)
  })

  test('creates no delivery without an enabled webhook for its event, or if it is rolled back', async () => {
    await addStudent()
    const hook = await addWebhook(['trial.requested'])
    await addStudent()
    await manager.call(webhooks.change, { centerId: hook.centerId, id: hook.id, events: ['student.created'] })
    await manager.call(students.add, { centerId: cast.centerId, firstName: '' } as never)
    await manager.call(webhooks.change, { centerId: hook.centerId, id: hook.id, enabled: false })
    await addStudent()
    const rows = await database.read`select 1 from webhook_deliveries where center_id = ${cast.centerId}`
    expect(rows).toEqual([])
  })

  test('is signed with both the old and the new secret for a day', async () => {
    const hook = await addWebhook(['student.created'])
    const { body } = await manager.call(webhooks.renew, { centerId: hook.centerId, id: hook.id })
    await addStudent()
    await expect.poll(() => received.length).toBe(1)
    const [first] = received as [ReceivedRequest]
    for (const secret of [hook.secret, body.secret ?? ''])
      expect(() =>
        new Verifier(secret).verify(first.body, first.headers as Record<string, string>),
      ).not.toThrow()
    await database.single`update webhooks set old_until = now() where id = ${hook.id}`
    await addStudent()
    await expect.poll(() => received.length).toBe(2)
    const { body: text, headers } = received[1] as ReceivedRequest
    expect(() => new Verifier(hook.secret).verify(text, headers as Record<string, string>)).toThrow()
  })
})

describe('a receiver', () => {
  test('that fails for an hour gets everything once it recovers, with each id only once', async () => {
    const hook = await addWebhook(['student.created'])
    status = 503
    for (const name of ['Ann', 'Ben', 'Cleo']) await addStudent(name)
    await expect.poll(async () => (await deliveries(hook)).some(({ tries }) => tries > 0)).toBe(true)
    await database.single`update webhooks set failing_since = now() - interval '1 hour' where id = ${hook.id}`
    // Makes three more attempts within the hour: after 1, 5 and 30 minutes.
    for (const _ of [1, 2, 3]) {
      await makeDeliveriesDue()
      await deliver()
    }
    expect(received).toEqual([])
    const waiting = await deliveries(hook)
    expect(waiting.map(({ status: state }) => state)).toEqual(['waiting', 'waiting', 'waiting'])
    expect(waiting.at(-1)).toMatchObject({ answer: 503, nextAt: expect.any(String) as string })
    status = 200
    await makeDeliveriesDue()
    await Promise.all([deliver(), deliver()])
    // A program handles each id only once. An attempt that was still in progress may have been repeated.
    const handled = () => new Set(received.map(({ headers }) => headers['webhook-id'])).size
    await expect.poll(handled).toBe(3)
    const left = async () =>
      (await manager.call(webhooks.list, { centerId: cast.centerId })).body.map((webhook) => [
        webhook.failingSince,
        webhook.waiting,
      ])
    await expect.poll(left).toEqual([[null, 0]])
    const before = received.length
    await deliver()
    expect([received.length, handled()]).toEqual([before, 3])
  })

  test('that recovers can accept several deliveries at the same time, and all of them are recorded', async () => {
    const hook = await addWebhook(['student.created'])
    for (const round of [1, 2, 3, 4, 5]) {
      const rows = await database.write(async (db) => {
        await db`update webhooks set failing_since = now() - interval '1 hour' where id = ${hook.id}`
        return db<{ id: string }[]>`
          insert into webhook_deliveries (center_id, webhook_id, event, data, next_at)
          select ${hook.centerId}, ${hook.id}, 'student.created', '{}', now() + interval '1 hour' from generate_series(1, 12)
          returning id`
      })
      const accepted = rows.map(({ id }) =>
        noteDelivered(database.single, { centerId: hook.centerId, webhookId: hook.id, id }, 200),
      )
      await Promise.all(accepted)
      const [{ count } = { count: 0 }] = await database.read<{ count: number }[]>`
        select count(*)::int from webhook_deliveries where webhook_id = ${hook.id} and status = 'delivered'`
      expect(count).toBe(12 * round)
    }
  })

  test('that keeps failing is retried at growing intervals for more than a day, and then no longer', async () => {
    expect(pauses.reduce((sum, each) => sum + each)).toBeGreaterThan(24 * 3600)
    expect(pauses.every((each, at) => at === 0 || each >= (pauses[at - 1] ?? 0))).toBe(true)
    const hook = await addWebhook(['student.created'])
    status = 500
    await addStudent()
    const next = async () => {
      const [row] = await database.read<{ tries: number; wait: number; state: string }[]>`
        select tries, round(extract(epoch from next_at - now()) / 10)::int * 10 as wait, status as state
        from webhook_deliveries where webhook_id = ${hook.id} and answer = 500`
      return row
    }
    for (const [at, wait] of pauses.entries()) {
      await expect.poll(next).toEqual({ tries: at + 1, wait, state: 'waiting' })
      await makeDeliveriesDue()
    }
    await expect.poll(next).toMatchObject({ tries: pauses.length + 1, state: 'failed' })
    expect(await deliveries(hook)).toMatchObject([{ answer: 500, nextAt: null }])
    const before = attempts
    await makeDeliveriesDue()
    await deliver()
    expect(attempts).toBe(before)
  })

  test('gets a message again, with the same id, when a manager replays it', async () => {
    const hook = await addWebhook(['student.created'])
    await addStudent()
    await expect.poll(() => received.length).toBe(1)
    const [delivery] = await deliveries(hook)
    const input = { centerId: hook.centerId, id: hook.id, deliveryId: delivery?._id ?? '' }
    expect((await manager.call(webhooks.replay, input)).body).toMatchObject({ status: 'waiting', tries: 0 })
    await expect.poll(() => received.length).toBe(2)
    expect(received[1]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id'])
    const other = await addWebhook(['student.created'])
    expect((await manager.call(webhooks.replay, { ...input, id: other.id })).status).toBe(404)
    await manager.call(webhooks.change, { centerId: hook.centerId, id: hook.id, enabled: false })
    expect((await manager.call(webhooks.replay, input)).body).toMatchObject({ code: 'off' })
  })

  test('that fails doesn’t delay other receivers', async () => {
    const bad = await manager.call(webhooks.add, {
      centerId: cast.centerId,
      url: `http://127.0.0.1:${port}/`,
      events: ['student.created'],
    })
    await database.single`update webhooks set url = ${'http://127.0.0.1:9/'} where id = ${bad.body._id}`
    await addWebhook(['student.created'])
    for (const name of ['Ann', 'Ben']) await addStudent(name)
    await expect.poll(() => received.length).toBe(2)
  })

  test('that fails for five days is turned off, its owner is notified, and nothing more is sent', async () => {
    const hook = await addWebhook(['student.created'])
    status = 500
    await database.single`update webhooks set failing_since = now() - interval '6 days' where id = ${hook.id}`
    await addStudent()
    const list = async () => (await manager.call(webhooks.list, { centerId: cast.centerId })).body
    await expect.poll(async () => (await list())[0]?.enabled).toBe(false)
    const mail = await database.read`select subject, body from mail where person_id = ${cast.manager.id}`
    expect(mail).toEqual([
      {
        subject: `A webhook at ${cast.centerId} was turned off`,
        body: expect.stringContaining(`http://127.0.0.1:${port}/ has not accepted any message`) as string,
      },
    ])
    status = 200
    const before = attempts
    await makeDeliveriesDue()
    await deliver()
    expect(attempts).toBe(before)
    await manager.call(webhooks.change, { centerId: hook.centerId, id: hook.id, enabled: true })
    await expect.poll(() => received.length).toBe(1)
    expect(await list()).toMatchObject([{ enabled: true, failingSince: null, waiting: 0 }])
  })

  test('that recovers from a short failure doesn’t get its waiting messages earlier than scheduled', async () => {
    const hook = await addWebhook(['student.created'])
    await database.single`update webhooks set failing_since = now() - interval '1 minute' where id = ${hook.id}`
    await database.single`
      insert into webhook_deliveries (center_id, webhook_id, event, data, tries, next_at)
      values (${cast.centerId}, ${hook.id}, 'student.created', '{}', 6, now() + interval '10 hours')`
    await addStudent()
    await expect.poll(() => received.length).toBe(1)
    const left = async () => (await deliveries(hook)).filter(({ status: state }) => state === 'waiting')
    await expect.poll(async () => (await left()).length).toBe(1)
    expect(Date.parse((await left())[0]?.nextAt ?? '')).toBeGreaterThan(Date.now() + 9 * 3600_000)
  })

  test('gets no deliveries once its owner no longer manages the center, until another manager takes it over', async () => {
    const hook = await addWebhook(['student.created'])
    const other = await world.as(await database.write((db) => factories(db).staff('manager', cast.centerId)))
    await database.single`update staff set active = false where person_id = ${cast.manager.id}`
    await other.call(students.add, { centerId: cast.centerId, firstName: 'Zora', lastName: 'Webb' })
    await deliver()
    expect(attempts).toBe(0)
    const list = async () => (await other.call(webhooks.list, { centerId: cast.centerId })).body
    expect(await list()).toMatchObject([{ ownerLeft: true, waiting: 1 }])
    for (const enabled of [false, true])
      await other.call(webhooks.change, { centerId: cast.centerId, id: hook.id, enabled })
    await expect.poll(() => received.length).toBe(1)
    expect(await list()).toMatchObject([{ ownerLeft: false, waiting: 0 }])
  })

  test('that can’t be reached reveals nothing about the network to managers', async () => {
    const hook = await addWebhook(['student.created'])
    const closed = createServer().listen(0, '127.0.0.1')
    await new Promise((ready) => closed.once('listening', ready))
    const { port: free } = closed.address() as AddressInfo
    await new Promise((done) => closed.close(done))
    await database.single`update webhooks set url = ${`http://127.0.0.1:${free}/`} where id = ${hook.id}`
    await database.single`
      insert into webhook_deliveries (center_id, webhook_id, event, data, next_at)
      values (${cast.centerId}, ${hook.id}, 'student.created', '{}', now() + interval '1 second')`
    const ways = { database, settings: { ...settings, webhookHosts: [`127.0.0.1:${free}`] } }
    // The server's own job may run first, and it may not call this address.
    await expect
      .poll(async () => {
        await makeDeliveriesDue()
        await deliverDue(null, ways)
        return (await deliveries(hook))[0]
      })
      .toMatchObject({ answer: null, error: 'No connection.' })
  })

  test('that responds with 410 Gone is turned off immediately, and the reason is stated', async () => {
    const hook = await addWebhook(['student.created'])
    status = 410
    await addStudent()
    await expect
      .poll(async () => (await manager.call(webhooks.list, { centerId: cast.centerId })).body[0]?.enabled, {
        timeout: 10_000,
      })
      .toBe(false)
    const mail = await database.read`select body from mail where person_id = ${cast.manager.id}`
    expect(mail).toEqual([{ body: expect.stringContaining('this address no longer exists') as string }])
    const [change] = await database.read<{ after: object }[]>`
      select after from audit where action = 'integrations.stopWebhook' and entity_id = ${hook.id}`
    expect(change?.after).toEqual({ isGone: true })
  })
})

test('a webhook whose host name later resolves to the internal network is not called', async () => {
  const hook = await addWebhook(['student.created'])
  await database.single`update webhooks set url = 'https://rebound.example.com/' where id = ${hook.id}`
  const resolve = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }])
  await database.single`
    insert into webhook_deliveries (center_id, webhook_id, event, data, next_at)
    values (${cast.centerId}, ${hook.id}, 'student.created', '{}', now() + interval '1 second')`
  await makeDeliveriesDue()
  await deliverDue(null, { database, settings, resolve })
  await expect
    .poll(async () => (await deliveries(hook))[0])
    .toMatchObject({ status: 'waiting', answer: null, error: expect.any(String) as string })
  expect(attempts).toBe(0)
})

test('an interrupted attempt is repeated after a minute', async () => {
  const hook = await addWebhook(['student.created'])
  await database.single`
    insert into webhook_deliveries (center_id, webhook_id, event, data, tries, next_at)
    values (${cast.centerId}, ${hook.id}, 'student.created', '{}', 1, now() + interval '1 minute')`
  await deliver()
  expect(attempts).toBe(0)
  await makeDeliveriesDue()
  await expect.poll(() => received.length).toBe(1)
})

test('an archived center sends nothing, and deliveries are deleted after 30 days', async () => {
  const hook = await addWebhook(['student.created'])
  const admin = await world.as(await database.write((db) => factories(db).staff('admin', null)))
  await admin.call(archive.set, { centerId: cast.centerId, archived: true })
  await database.single`
    insert into webhook_deliveries (center_id, webhook_id, event, data, at)
    values (${cast.centerId}, ${hook.id}, 'student.created', '{}', now() - interval '31 days')`
  await deliver()
  expect(attempts).toBe(0)
  await sweep(null, { database })
  expect(await database.read`select 1 from webhook_deliveries where webhook_id = ${hook.id}`).toEqual([])
})
