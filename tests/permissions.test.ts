import { beforeAll, describe, expect, test } from 'vitest'
import { kinds, permissions, reach, type Kind } from '#shared/permissions.ts'
import type { Endpoint } from '#shared/contract.ts'
import { asks, type Scope, type Target } from './permission-asks.ts'
import { makeStage, type Stage } from './permission-stage.ts'
import { openWorld } from './world.ts'

/**
 * The permission table against the real server: every call that exists × every kind of user × what is theirs, another centre's, another family's, and
 * what does not exist. A call that is not asked for here, or a row that no call uses, fails.
 */
const world = await openWorld()
let stage: Stage
beforeAll(async () => {
  stage = await makeStage(world)
})

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const endpoints = world.app.endpoints
const scopes: Scope[] = ['own', 'other centre', 'other family', 'unknown']

test('every call has an ask here, and every ask a call', () => {
  expect(Object.keys(asks).sort()).toEqual(endpoints.map(nameOf).sort())
})

test('every row of the permission table is used by a call', () => {
  const used = new Set<string>([...endpoints.map(({ who }) => who as string), 'live.join'])
  expect(Object.keys(permissions).filter((row) => !used.has(row))).toEqual([])
})

/** What a kind that may call at all must get for a target: done (2xx, or a rule's or state's refusal), or 404 as for what does not exist. */
function wanted(kind: Kind, endpoint: Endpoint, scope: Scope): 'done' | 'missing' | 'either' {
  const how = reach(kind, endpoint.who)
  const ask = asks[nameOf(endpoint)] as { targeted: boolean }
  if (!ask.targeted) return 'done'
  if (scope === 'unknown') return 'missing'
  if (how === 'any') return 'done'
  if (scope === 'own') return 'done'
  // A colleague of the same centre sees both families; for everybody else the other one does not exist.
  if (scope === 'other family') return how === 'center' ? 'done' : how === 'today' ? 'either' : 'missing'
  return 'missing'
}

const done = [200, 201, 204, 409, 422]

describe.each(endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', (name, endpoint) => {
  test.each(kinds)('as %s', async (kind) => {
    for (const scope of scopes) {
      const target: Target = stage.target(kind, scope)
      const ask = asks[name]
      if (!ask) throw new Error(`No ask for ${name}.`)
      const caller = await stage.as(kind)
      const { status, text } = await caller.call(endpoint, ask.input(target) as never)
      const said = `${kind}, ${scope}: ${status} ${text.slice(0, 200)}`
      if (!reach(kind, endpoint.who)) {
        expect(status, said).toBe(kind === 'anonymous' ? 401 : 403)
        continue
      }
      const want = ask.wants?.[`${kind} ${scope}`] ?? wanted(kind, endpoint, scope)
      if (want === 'done') expect(done, said).toContain(status)
      else if (want === 'missing') expect(status, said).toBe(404)
      else if (typeof want === 'number') expect(status, said).toBe(want)
      else expect([...done, 404], said).toContain(status)
    }
  })
})
