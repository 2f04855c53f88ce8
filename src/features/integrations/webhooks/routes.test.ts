import { beforeEach, describe, expect, test } from 'vitest'
import { factories } from '#tests/factories.ts'
import { type Caller, openWorld } from '#tests/world.ts'
import { webhooks } from './api.ts'

const world = await openWorld({ webhookHosts: ['automation.lan'] })
const { database } = world

function makeCast() {
  return database.write(async (db) => {
    const make = factories(db)
    const { id: centerId } = await make.center()
    const other = await make.center()
    return {
      centerId,
      manager: await make.staff('manager', centerId),
      operator: await make.staff('operator', centerId),
      rival: await make.staff('manager', other.id),
    }
  })
}
let cast: Awaited<ReturnType<typeof makeCast>>
let manager: Caller
beforeEach(async () => {
  cast = await makeCast()
  manager = await world.as(cast.manager)
})

const url = 'https://example.com/changes'
const events = ['student.created' as const]
const add = async (more = {}) =>
  await manager.call(webhooks.add, { centerId: cast.centerId, url, events, ...more })
const of = (id: string) => ({ centerId: cast.centerId, id })

describe('a manager', () => {
  test('adds a webhook, and sees its secret only once', async () => {
    const headers = { 'idempotency-key': 'the-same-key' }
    const input = { centerId: cast.centerId, url, events: [...events, ...events] }
    const { status, body } = await manager.call(webhooks.add, input, { headers })
    expect([status, body]).toMatchObject([
      201,
      { url, events, enabled: true, waiting: 0, failingSince: null },
    ])
    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect((await manager.call(webhooks.add, input, { headers })).body.secret).toBeNull()
    const list = await manager.call(webhooks.list, { centerId: cast.centerId })
    expect(list.body).toHaveLength(1)
    const rows = await database.read`
      select row_to_json(a)::text as row from audit a union all select row_to_json(c)::text from answered_calls c`
    for (const text of [list.text, JSON.stringify(rows)]) expect(text).not.toContain(body.secret?.slice(6))
  })

  test('changes, turns off and deletes a webhook, and gets its current version if somebody else changed it', async () => {
    const { _id: id, version } = (await add()).body
    const other = 'http://automation.lan:5678/x'
    const changed = await manager.call(webhooks.change, { ...of(id), url: other, enabled: false })
    expect(changed.body).toMatchObject({ url: other, events, enabled: false, version: version + 1 })
    const late = { headers: { 'if-match': `"${version}"` } }
    const again = await manager.call(webhooks.change, { ...of(id), enabled: true }, late)
    expect([again.status, again.body]).toMatchObject([412, { current: { url: other } }])
    for (const status of [204, 404]) expect((await manager.call(webhooks.remove, of(id))).status).toBe(status)
    const trail = await database.read<
      { action: string }[]
    >`select action from audit where entity_id = ${id} order by id`
    expect(trail.map(({ action }) => action)).toEqual([
      'integrations.addWebhook',
      'integrations.changeWebhook',
      'integrations.removeWebhook',
    ])
  })

  test('creates a new secret, and the previous one remains valid for a day', async () => {
    const { _id: id, secret } = (await add()).body
    const renewed = await manager.call(webhooks.renew, of(id))
    expect(renewed.body.secret).toMatch(/^whsec_/)
    expect(renewed.body.secret).not.toBe(secret)
    const [row] = await database.read`
      select old_secret is not null as kept, old_until between now() + interval '23 hours' and now() + interval '25 hours' as day
      from webhooks where id = ${id}`
    expect(row).toEqual({ kept: true, day: true })
  })

  test('must enter the password again before adding a webhook, renewing a secret or changing the address', async () => {
    const { _id: id } = (await add()).body
    await database.single`update sessions set proven_at = now() - interval '1 hour' where person_id = ${cast.manager.id}`
    expect((await add()).body).toMatchObject({ code: 'reauth' })
    expect((await manager.call(webhooks.renew, of(id))).body).toMatchObject({ code: 'reauth' })
    const moved = { ...of(id), url: 'https://example.com/elsewhere' }
    expect((await manager.call(webhooks.change, moved)).body).toMatchObject({ code: 'reauth' })
    expect((await manager.call(webhooks.change, { ...of(id), enabled: false })).status).toBe(200)
  })

  test.each([
    ['http://example.com/', 422],
    ['https://localhost:3000/', 422],
    ['https://127.0.0.1/', 422],
    ['https://[::1]/', 422],
    ['https://169.254.169.254/latest', 422],
    ['https://user:word@example.com/', 422],
    ['javascript:alert(1)', 422],
    ['', 422],
    [`https://example.com/${'x'.repeat(500)}`, 422],
    [7, 400],
  ])('can’t enter the address %s', async (wrong, status) => {
    const input = { centerId: cast.centerId, url, events }
    expect((await manager.call(webhooks.add, input, { raw: { url: wrong, events } })).status).toBe(status)
    const { _id: id } = (await add()).body
    expect((await manager.call(webhooks.change, of(id), { raw: { url: wrong } })).status).toBe(status)
  })

  test.each([
    [[], 422],
    [['made.up'], 400],
    [null, 400],
  ])('can’t choose the events %s', async (wrong, status) => {
    const input = { centerId: cast.centerId, url, events }
    expect((await manager.call(webhooks.add, input, { raw: { url, events: wrong } })).status).toBe(status)
  })

  test('can have at most ten webhooks, even if they are added at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 13 }, () => add()))
    const made = answers.filter(({ status }) => status === 201)
    expect(made).toHaveLength(10)
    expect(answers.find(({ status }) => status !== 201)?.body).toMatchObject({ code: 'too_many_webhooks' })
  })
})

test('managers of other centers can’t find a webhook, and other accounts are refused', async () => {
  const { _id: id } = (await add()).body
  const rival = await world.as(cast.rival)
  for (const endpoint of [webhooks.deliveries, webhooks.remove, webhooks.renew])
    expect((await rival.call(endpoint, of(id))).status).toBe(404)
  const operator = await world.as(cast.operator)
  expect((await operator.call(webhooks.list, { centerId: cast.centerId })).status).toBe(403)
  expect((await (await world.as(null)).call(webhooks.list, { centerId: cast.centerId })).status).toBe(401)
})
