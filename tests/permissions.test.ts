import { beforeAll, describe, expect, test } from 'vitest'
import { reachOfCall } from '#shared/contract.ts'
import { kinds, permissions, type Kind } from '#shared/permissions.ts'
import type { Outcome, Scope } from './example.ts'
import { examples, nameOf } from './examples.ts'
import { permissionFixture, type Fixture } from './permission-fixture.ts'
import { openWorld, type Caller } from './world.ts'

/**
 * Tests the permission table against the real server: every endpoint × every kind of user × their own
 * records, another center's, another family's and unknown ones. Fails for an endpoint without an example and
 * for a row that no endpoint uses.
 */

const world = await openWorld()
let fixture: Fixture
beforeAll(async () => {
  fixture = await permissionFixture(world)
})

const { endpoints } = world.app

test('every endpoint has an example, and every example has an endpoint', () => {
  expect(examples.map(({ endpoint }) => nameOf(endpoint)).toSorted()).toEqual(
    endpoints.map(nameOf).toSorted(),
  )
})

test('every row of the permission table is used by a call', () => {
  // Permissions that no endpoint declares: the live channels check the first one, and voiding work checks the
  // second.
  const within = ['live.join', 'work.void']
  const used = new Set<string>([...endpoints.map(({ who }) => who as string), ...within])
  expect(Object.keys(permissions).filter((row) => !used.has(row))).toEqual([])
})

/**
 * Returns the outcome for a permitted caller. Other people's records must look as if they didn't exist. Staff
 * of the same center see both families.
 */
function wanted(how: string, scope: Scope): Outcome {
  if (scope === 'unknown') return 'missing'
  if (how === 'any' || scope === 'own') return 'done'
  if (scope === 'other family') return how === 'center' || how === 'today' ? 'done' : 'missing'
  return 'missing'
}

/** Callers who are already signed in on the shared fixture, for calls that don't affect their session. */
const signedIn = new Map<Kind, Caller>()
async function callerOf(kind: Kind) {
  const caller = signedIn.get(kind) ?? (await fixture.as(kind))
  signedIn.set(kind, caller)
  return caller
}

/** Statuses of a call that reached the record: it succeeded, or a rule or the record's state prevented it. */
const done = [200, 201, 204, 409, 412, 422]

describe.each(examples.map((example) => [nameOf(example.endpoint), example] as const))('%s', (_, example) => {
  const { endpoint } = example
  test.each(kinds)('gives %s exactly the allowed access', async (kind: Kind) => {
    const how = reachOfCall(kind, endpoint)
    const { as, target } =
      example.alters && how ? await permissionFixture(world) : { ...fixture, as: callerOf }
    // Reset the daily export limit, because everybody tries everything here.
    if (endpoint.effect === 'own') await world.database.single`delete from failed_tries`
    for (const scope of example.scopes) {
      const caller = await as(kind)
      const { status, text } = await caller.call(endpoint, example.input(target(kind, scope)) as never)
      if (endpoint.method !== 'GET' && status < 300) signedIn.delete(kind)
      const said = `${kind}, ${scope}: ${status} ${text.slice(0, 200)}`
      if (!how) {
        expect(status, said).toBe(kind === 'anonymous' ? 401 : 403)
        continue
      }
      const want = example.wants?.[`${kind} ${scope}`] ?? wanted(how, scope)
      if (want === 'done') expect(example.status ?? done, said).toContain(status)
      else expect(status, said).toBe(want === 'missing' ? 404 : want)
    }
  })
})
