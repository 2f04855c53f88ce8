import { beforeAll, describe, expect, test } from 'vitest'
import { kinds, permissions, reach, type Kind } from '#shared/permissions.ts'
import type { Endpoint } from '#shared/contract.ts'
import { examples, type Outcome, type Scope } from './permission-examples.ts'
import { permissionFixture, type Fixture } from './permission-fixture.ts'
import { openWorld, type Caller } from './world.ts'

/**
 * The permission table against the real server: every call that exists × every kind of user × what is theirs, another center's, another
 * family's, and what does not exist. A call that is not asked for here, or a row that no call uses, fails.
 */
const world = await openWorld()
let fixture: Fixture
beforeAll(async () => {
  fixture = await permissionFixture(world)
})

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const { endpoints } = world.app

test('every call has an ask here, and every ask a call', () => {
  expect(Object.keys(examples).toSorted()).toEqual(endpoints.map(nameOf).toSorted())
})

test('every row of the permission table is used by a call', () => {
  // Asked by the live channels, and by a change of work that only some may make.
  const within = ['live.join', 'work.void']
  const used = new Set<string>([...endpoints.map(({ who }) => who as string), ...within])
  expect(Object.keys(permissions).filter((row) => !used.has(row))).toEqual([])
})

/** What who may call at all must get: what isn't theirs is as what doesn't exist. A colleague of the same center sees both families. */
function wanted(how: string, scope: Scope): Outcome {
  if (scope === 'unknown') return 'missing'
  if (how === 'any' || scope === 'own') return 'done'
  if (scope === 'other family') return how === 'center' || how === 'today' ? 'done' : 'missing'
  return 'missing'
}

/** Whoever was signed in before, in the fixture of all, for a call that leaves their session as it is. */
const signedIn = new Map<Kind, Caller>()
async function callerOf(kind: Kind) {
  const caller = signedIn.get(kind) ?? (await fixture.as(kind))
  signedIn.set(kind, caller)
  return caller
}

/** It came through to the record: it is done, or a rule or a state of it stood in the way. */
const done = [200, 201, 204, 409, 412, 422]

describe.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (name, endpoint) => {
  test.each(kinds)('as %s', async (kind: Kind) => {
    const ask = examples[name]
    if (!ask) throw new Error(`No ask for ${name}.`)
    const how = reach(kind, endpoint.who)
    const { as, target } = ask.alters && how ? await permissionFixture(world) : { ...fixture, as: callerOf }
    // So much may leave the house by one person a day; here everybody tries everything.
    if (endpoint.effect === 'own') await world.database.single`delete from failed_tries`
    for (const scope of ask.scopes) {
      const caller = await as(kind)
      const { status, text } = await caller.call(endpoint, ask.input(target(kind, scope)) as never)
      if (endpoint.method !== 'GET' && status < 300) signedIn.delete(kind)
      const said = `${kind}, ${scope}: ${status} ${text.slice(0, 200)}`
      if (!how) {
        expect(status, said).toBe(kind === 'anonymous' ? 401 : 403)
        continue
      }
      const want = ask.wants?.[`${kind} ${scope}`] ?? wanted(how, scope)
      if (want === 'done') expect(ask.status ?? done, said).toContain(status)
      else expect(status, said).toBe(want === 'missing' ? 404 : want)
    }
  })
})
