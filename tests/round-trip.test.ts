import { beforeAll, describe, expect, test } from 'vitest'
import { pathNames } from '#shared/contract.ts'
import { type Kind, reach } from '#shared/permissions.ts'
import { roundTripOf } from '#server/round-trip.ts'
import { examples, nameOf } from './examples.ts'
import { permissionFixture, type Fixture } from './permission-fixture.ts'
import { openWorld } from './world.ts'

/**
 * Tests that a caller may read a record, change one field and send the whole record back (product, "One
 * record, one shape"). A new PUT or PATCH is tested as soon as a GET returns its record under the same path.
 */

const world = await openWorld()
const kinds: readonly Kind[] = ['admin', 'manager', 'editor', 'students', 'parents', 'devices']

const records = examples.flatMap((change) => {
  const read = examples.find(
    ({ endpoint: { method, path } }) => method === 'GET' && path === change.endpoint.path,
  )
  return read && roundTripOf(change.endpoint, world.app.endpoints) ? [{ read, change }] : []
})

/** Fields that show how often or when a record was saved. */
const ofSaving = ['version', 'takenAt']

/** Records that GET returns without a version. Changes to them take the version only from If-Match. */
const withoutVersion: Record<string, string> = {
  'PATCH /students/:id': 'It is shown as in a classroom, without the office’s fields.',
  'PATCH /centers/:centerId/schedules/:scheduleId': 'Each class of a day has a version.',
  'PATCH /students/:id/assessments/:itemId/:n': 'Each answer to a question has a version.',
  'PATCH /students/:id/homework/:itemId/:n': 'Each answer to a question has a version.',
  'PATCH /students/:id/tests/:itemId/:n': 'Each answer to a question has a version.',
}

let fixture: Fixture

describe.each(records.map((each) => [nameOf(each.change.endpoint), each] as const))('%s', (_, each) => {
  const { read, change } = each
  const kind = kinds.find((one) => reach(one, change.endpoint.who) && reach(one, read.endpoint.who)) as Kind
  const target = () => fixture.target(kind, 'own')
  const usual = { ask: {} as Record<string, unknown> }

  beforeAll(async () => {
    fixture = await permissionFixture(world, { elsewhere: false })
    const { call } = await fixture.as(kind)
    const means = { call, write: world.database.write, as: world.as }
    usual.ask = { ...change.input(target()), ...(await change.prepare?.(target(), means)) }
  })

  const names = pathNames(change.endpoint.path)
  const readOnly = roundTripOf(change.endpoint, world.app.endpoints)?.readOnly
  const ofPath = () => Object.fromEntries(names.map((name) => [name, usual.ask[name]]))
  const get = async () => {
    const answer = await (await fixture.as(kind)).call(read.endpoint, ofPath())
    expect(answer.status, answer.text).toBe(200)
    return answer.body as Record<string, unknown>
  }
  const send = async (body: object) =>
    await (await fixture.as(kind)).call(change.endpoint, ofPath(), { raw: body })

  test('accepts the record that GET returns, and changes nothing', async () => {
    const before = await get()
    const answer = await send(before)
    expect([200, 204], answer.text).toContain(answer.status)
    const after = await get()
    const kept = (record: object) => Object.entries(record).filter(([name]) => !ofSaving.includes(name))
    expect(kept(after)).toEqual(kept(before))
  })

  test('accepts a record from GET after some of its fields were changed', async () => {
    const fields = Object.fromEntries(Object.entries(usual.ask).filter(([name]) => !names.includes(name)))
    const answer = await send({ ...(await get()), ...fields })
    expect([200, 204], answer.text).toContain(answer.status)
  })

  test('refuses unknown fields, and changes to read-only fields', async () => {
    const before = await get()
    const unknown = await send({ ...before, surprise: 1 })
    expect([unknown.status, unknown.text]).toEqual([400, expect.stringContaining('/surprise')])
    for (const name of Object.keys(before).filter((field) => readOnly?.has(field) && field !== 'version')) {
      const other = await send({ ...before, [name]: 'other' })
      expect([other.status, other.text]).toEqual([403, expect.stringMatching(`readonly_field`)])
    }
  })

  test.runIf(!change.unversioned && !(nameOf(change.endpoint) in withoutVersion))(
    'refuses a record that is out of date',
    async () => {
      const before = await get()
      const stale = await send({ ...before, version: 999_999 })
      expect(stale.status, stale.text).toBe(412)
    },
  )
})
