import { beforeAll, describe, expect, test } from 'vitest'
import { pathNames } from '#shared/contract.ts'
import { type Kind, reach } from '#shared/permissions.ts'
import { examples, nameOf } from './examples.ts'
import { permissionFixture, type Fixture } from './permission-fixture.ts'
import { storedIn } from './stored.ts'
import { openWorld } from './world.ts'

/**
 * Tests two people changing one record (reliability F11): every call that changes or removes something must
 * use If-Match. A new call fails here until it uses If-Match or states a reason not to. A new PATCH also
 * needs two changes to different fields that must both survive.
 */

const world = await openWorld()

const kinds: readonly Kind[] = ['admin', 'manager', 'editor', 'students', 'parents', 'devices']
const changing = examples.filter(
  ({ endpoint, unversioned }) => ['PUT', 'PATCH', 'DELETE'].includes(endpoint.method) && !unversioned,
)

let fixture: Fixture

type Current = { version?: number; schedules?: { id: string; version: number }[] }

describe.each(changing.map((example) => [nameOf(example.endpoint), example] as const))('%s', (_, example) => {
  const { endpoint } = example
  const kind = kinds.find((each) => reach(each, endpoint.who)) as Kind
  const target = () => fixture.target(kind, 'own')
  beforeAll(async () => {
    fixture = await permissionFixture(world, { elsewhere: false })
    const { call: prepare } = await fixture.as(kind)
    await example.prepare?.(target(), { call: prepare, write: world.database.write, as: world.as })
  })
  const changes = () => example.changes?.(target()) ?? []
  const call = async (seen: number | null, change?: object) => {
    const usual = example.input(target())
    const which = Object.fromEntries(
      Object.entries(usual).filter(([field]) => pathNames(endpoint.path).includes(field)),
    )
    const headers = seen === null ? undefined : { 'if-match': `"${seen}"` }
    return await (
      await fixture.as(kind)
    ).call(endpoint, (change ? { ...which, ...change } : usual) as never, { headers })
  }
  const refused = async () => {
    const { status, body } = await call(999_999)
    const { version, schedules } = (body as { current?: Current } | null)?.current ?? {}
    return { status, current: version ?? schedules?.find(({ id }) => id === target().classId)?.version }
  }

  test('a caller with another version of the record is refused and told the current one, and nothing changes', async () => {
    const before = await storedIn(world)
    expect(await refused()).toEqual({ status: 412, current: expect.any(Number) })
    expect(await storedIn(world)).toEqual(before)
  })

  test('of two callers with the same version, the first succeeds and the second is refused', async () => {
    const { current = null } = await refused()
    const [one, other] = changes()
    const first = await call(current, one)
    expect([200, 204], first.text).toContain(first.status)
    const before = await storedIn(world)
    const second = await call(current, other)
    expect(endpoint.method === 'DELETE' ? [404, 412] : [412], second.text).toContain(second.status)
    expect(await storedIn(world)).toEqual(before)
  })

  test.runIf(endpoint.method === 'PATCH')(
    'changes to different fields without If-Match are both kept',
    async () => {
      const [one, other, kept = { ...one, ...other }] = changes()
      expect(kept).not.toEqual({})
      const answers = [await call(null, one), await call(null, other)]
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(answers[1]?.body).toMatchObject(kept)
    },
  )
})
