// Load this module first, because the mock of it below is asynchronous and the features use it as they load.
import '#server/db.ts'
import { v7 as newId } from 'uuid'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { settings } from '#features/schedule/center-settings/api.ts'
import { pathNames } from '#shared/contract.ts'
import { type Kind, reach } from '#shared/permissions.ts'
import { examples, nameOf } from './examples.ts'
import { addingTo } from './faults/added-rows.ts'
import { failing } from './faults/failing-database.ts'
import { permissionFixture, type Fixture } from './permission-fixture.ts'
import { openWorld } from './world.ts'

/**
 * Tests double clicks, double submits and retries (reliability F10) by making every write call ten times at
 * once, with one Idempotency-Key and with none. New endpoints are included through their examples.
 */

vi.mock('#server/db.ts', async (original) => {
  const real = await original<typeof import('#server/db.ts')>()
  return {
    ...real,
    openDatabase: (...words: Parameters<typeof real.openDatabase>) => failing(real.openDatabase(...words)),
  }
})
const world = await openWorld()
/** Calls to make ten times at once: all writes, except those that can't be repeated like this. */
const writes = examples.filter(
  ({ endpoint, notRepeated }) => endpoint.method !== 'GET' && endpoint.effect === undefined && !notRepeated,
)
const kinds: readonly Kind[] = ['admin', 'manager', 'editor', 'students', 'parents', 'devices', 'anonymous']
const { write } = world.database

const { adding, failsWhole } = addingTo(world)

let fixture: Fixture
beforeEach(async () => void (fixture = await permissionFixture(world, { elsewhere: false })))
const histories = new Set(['audit', 'attendance_changes'])
const withoutHistory = (added: (readonly [string, number])[]) =>
  new Map(added.filter(([name]) => !histories.has(name)))

describe.each(writes.map((example) => [nameOf(example.endpoint), example] as const))('%s', (_, example) => {
  const { endpoint, input, prepare, unrecorded } = example
  const kind = kinds.find((each) => reach(each, endpoint.who)) as Kind
  async function asking() {
    const caller = await fixture.as(kind)
    const target = fixture.target(kind, 'own')
    const request = {
      ...input(target),
      ...(await prepare?.(target, { call: caller.call, write, as: world.as })),
    }
    const told = (text: string) =>
      text && endpoint.secret
        ? JSON.stringify({ ...(JSON.parse(text) as object), [endpoint.secret]: null })
        : text
    const tenTimes = async (extra: { headers?: Record<string, string>; keyless?: true }) => {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => caller.call(endpoint, request as never, extra)),
      )
      return answers.map(({ text, ...rest }) => ({ ...rest, text: told(text) }))
    }
    return { caller, ask: request, tenTimes }
  }

  test.runIf(process.env['FAULTS'])(
    'takes effect completely or not at all, whichever of its database calls fails',
    async () => {
      const { caller, ask } = await asking()
      let at = 1
      for (let status: number | null = 0; status !== null; at += 1) {
        status = await failsWhole(() => caller.call(endpoint, ask), at)
        // The call also succeeds if only optional work fails, such as notifying screens. Then no later query
        // can make it fail.
        if (status !== null && status < 300) return
        expect(at).toBeLessThan(200)
      }
    },
  )

  test('takes effect only once when made ten times simultaneously, with and without a key', async () => {
    const { caller, ask, tenTimes } = await asking()
    const headers = { 'idempotency-key': newId() }
    // Every write makes at least this many database calls. The long run makes each of them fail in turn.
    expect(await failsWhole(() => caller.call(endpoint, ask), 2 + (writes.indexOf(example) % 2))).toBe(503)
    const once = await adding(async () => {
      const answers = await tenTimes({ headers })
      const [{ status, text } = { status: 0, text: '' }] = answers
      expect([200, 201, 204], text).toContain(status)
      expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`))).toEqual(
        new Set([`${status} ${text}`]),
      )
      expect(answers.filter((answer) => answer.headers['idempotent-replayed'] === 'true')).toHaveLength(9)
    })
    expect(once.some(([table]) => table === 'audit')).toBe(!unrecorded)
    const inPath = Object.fromEntries(
      Object.entries(ask).filter(([field]) => pathNames(endpoint.path).includes(field)),
    )
    const other = await caller.call(endpoint, { ...inPath, other: 1 }, { headers })
    expect(other).toMatchObject({ status: 422, body: { code: 'key_reused' } })

    fixture = await permissionFixture(world, { elsewhere: false })
    const again = await asking()
    const keyless = await adding(async () => {
      const statuses = (await again.tenTimes({ keyless: true })).map(({ status }) => status)
      expect(statuses.some((status) => status < 300)).toBe(true)
      expect(statuses.filter((status) => ![200, 201, 204, 404, 409, 422].includes(status))).toEqual([])
    })
    expect(withoutHistory(keyless)).toEqual(withoutHistory(once))
  })
})

test('a repeat of a call that is still running gets 409 and can be retried', async () => {
  const manager = await fixture.as('manager')
  const { centerId } = fixture.target('manager', 'own')
  const headers = { 'idempotency-key': newId() }
  const close = () =>
    manager.call(settings.close, { centerId, date: '2026-07-06', name: 'Holiday' }, { headers })
  const claimed = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const slow = write(async (db) => {
    await db`insert into answered_calls (caller, key, request_hash) select id, ${headers['idempotency-key']}, '' from people`
    claimed.resolve()
    await held.promise
    throw new Error('rolled back')
  })
  await claimed.promise
  expect(await close()).toMatchObject({
    status: 409,
    body: { code: 'in_flight' },
    headers: { 'retry-after': '1' },
  })
  held.resolve()
  await expect(slow).rejects.toThrow('rolled back')
  expect((await close()).status).toBe(201)
})
