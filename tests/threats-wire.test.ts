import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { accounts } from '#features/accounts/api.ts'
import { people } from '#features/accounts/people/api.ts'
import { hashPassword } from '#server/passwords.ts'
import type { Endpoint } from '#shared/contract.ts'
import { factories, password } from './factories.ts'
import { openWorld } from './world.ts'

/** What an attacker does on the wire (reliability, threats T5 to T7, T14, T44, T45, T54). The register of all threats is in threats.test.ts. */
const world = await openWorld()
const open = await openWorld({ publicUrl: 'https://learn.test.example', allowedOrigins: ['https://app.test.example'] })
const google = await openWorld({ googleClientId: 'client' })
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

describe('headers', () => {
  type Asked = { method?: 'GET' | 'POST'; headers?: Record<string, string> }
  const ask = async (url: string, { here = world, method = 'GET' as const, headers = {} }: Asked & { here?: typeof world } = {}) =>
    await here.app.inject({ method, url, headers })

  test.each([
    ['a page', '/login'],
    ['the root', '/'],
    ['a page that is none', '/no/such/page'],
    ['an asset that is not there', '/assets/none.js'],
    ['an answer of the API', '/api/auth/google'],
    ['an error', '/api/users/me'],
    ['a 404 of the API', '/api/no/such'],
    ['a picture', '/api/bl/visuals/00000000-0000-7000-8000-000000000000'],
    ['a download', '/api/centers/Nowhere/staff/export'],
  ])('%s carries all of them', async (_, url) => {
    const { headers } = await ask(url, { here: open, headers: { host: 'learn.test.example' } })
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=()',
    })
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*frame-ancestors 'none'/)
    expect(headers['server'] ?? headers['x-powered-by']).toBeUndefined()
    if (url.startsWith('/api')) {
      expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
      expect(headers['cache-control']).toBe('no-store')
    }
  })

  test('a page lets in our own scripts and the styles of its own nonce, and no markup as text', async () => {
    const first = await ask('/login', { here: open, headers: { host: 'learn.test.example' } })
    const nonce = /nonce="([\w-]{22})"/.exec(first.body)?.[1]
    expect(first.headers['content-security-policy']).toBe(
      [
        "default-src 'none'",
        "script-src 'self'",
        `style-src 'self' 'nonce-${nonce}'`,
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' blob:",
        "font-src 'self'",
        "connect-src 'self' wss://learn.test.example",
        "form-action 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types default mathlive worker',
        'report-uri /csp',
      ].join('; '),
    )
    const second = await ask('/login', { here: open, headers: { host: 'learn.test.example' } })
    expect(second.body).not.toContain(nonce)
    expect(second.headers['etag'] ?? second.headers['last-modified']).toBeUndefined()
  })

  test('Google is let in where one signs in, if it is set up, and nowhere else', async () => {
    const at = async (url: string, here = google) => (await ask(url, { here })).headers
    expect((await at('/login'))['content-security-policy']).toContain("script-src 'self' https://accounts.google.com")
    expect((await at('/login'))['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
    expect((await at('/student'))['content-security-policy']).not.toContain('google')
    expect((await at('/login', world))['content-security-policy']).not.toContain('google')
  })

  test.each(['/password-reset', '/setup'])('%s tells nobody where its reader came from', async (url) => {
    expect((await ask(url)).headers['referrer-policy']).toBe('no-referrer')
  })

  test('other origins are answered by name only, and never by a wildcard', async () => {
    const from = (origin: string) => ask('/api/auth/google', { here: open, headers: { host: 'learn.test.example', origin } })
    expect((await from('https://app.test.example')).headers).toMatchObject({
      'access-control-allow-origin': 'https://app.test.example',
      'access-control-allow-credentials': 'true',
      vary: 'Origin',
    })
    for (const origin of [evil, 'null', 'https://app.test.example.evil.example', 'http://app.test.example'])
      expect((await from(origin)).headers['access-control-allow-origin']).toBeUndefined()
    expect((await ask('/api/auth/google', { headers: { origin: evil } })).headers['access-control-allow-origin']).toBeUndefined()
  })

  test('reports of violations are taken up to 8 KiB, and not without end', async () => {
    const report = async (payload: string, type = 'application/csp-report') =>
      (await world.app.inject({ method: 'POST', url: '/csp', headers: { 'content-type': type }, payload })).statusCode
    expect(
      await report(JSON.stringify({ 'csp-report': { 'effective-directive': 'script-src', 'document-uri': 'https://x.example/users/7' } })),
    ).toBe(204)
    expect(await report('nonsense')).toBe(204)
    expect(await report('x'.repeat(8193))).toBe(413)
    expect(await report('{}', 'text/plain')).toBe(415)
    const many = []
    for (let each = 0; each < 30; each += 1) many.push(await report('{}'))
    expect(many).toContain(429)
  })
})

describe('a session', () => {
  test('is another one after signing in, and the one before is over', async () => {
    const caller = await world.as(cast.operator)
    const { headers, status } = await caller.call(accounts.login, { email: cast.operator.email, password })
    const sid = /sid=([\w-]+)/.exec(String(headers['set-cookie']))?.[1]
    expect(status).toBe(200)
    expect(caller.cookie).not.toContain(sid)
    expect((await caller.call(accounts.me, {})).status).toBe(401)
  })

  test('is not opened by what is random, cut off, in the address or set before', async () => {
    const caller = await world.as(cast.operator)
    const sid = /sid=([\w-]+)/.exec(caller.cookie)?.[1] ?? ''
    const me = async (cookie: string, query = '') =>
      (await world.app.inject({ url: `/api/users/me${query}`, headers: cookie ? { cookie } : {} })).statusCode
    for (const cookie of [`sid=${'A'.repeat(43)}`, `sid=${sid.slice(0, -1)}`, `sid=${sid}x`, 'sid=', `sid=${sid}; sid=${sid}`])
      expect(await me(cookie)).toBe(401)
    expect(await me('', `?sid=${sid}`)).toBe(401)
    expect((await caller.call(accounts.me, {})).text).not.toContain(sid)
  })
})

test('no write is done for a page of somebody else, whatever it sends: ten ways at every unsafe route', { timeout: 60_000 }, async () => {
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
  const counts = () => world.database.read`select (select count(*) from audit) as deeds, (select count(*) from people) as people`
  const before = await counts()
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
      if (statusCode !== 403 && statusCode !== 415) through.push(`${nameOf(endpoint)}, way ${way + 1}: ${statusCode}`)
    }
  }
  expect(through).toEqual([])
  expect(await counts()).toEqual(before)
  expect((await caller.call(accounts.me, {})).status).toBe(200)
})

test('nobody makes themselves more than they are, changes an admin or invites somebody above', async () => {
  const caller = await world.as(cast.operator)
  const own = { id: cast.operator.id, firstName: 'O', lastName: '', avatar: 'ant' as const }
  expect((await caller.call(accounts.change, { ...own, role: 'admin' })).body).toMatchObject({ status: 403, code: 'readonly_field' })
  expect((await caller.call(accounts.change, { ...own, centers: [cast.centerId, 'More'] })).body).toMatchObject({ status: 403 })
  expect((await caller.call(accounts.change, { ...own, id: cast.admin.id })).status).toBe(404)
  expect(
    (await caller.call(people.invite, { firstName: 'X', lastName: '', role: 'admin', email: 'x@test.example', centers: [] })).status,
  ).toBe(403)
})

test('what one person exports in a day has an end, and every admin hears of each', async () => {
  const caller = await world.as(cast.other)
  const list = async () => (await caller.call(people.staffFile, { centerId: cast.centerId })).status
  const statuses = []
  for (let each = 0; each < 21; each += 1) statuses.push(await list())
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  await expect
    .poll(async () => (await world.database.read`select 1 from mail where purpose = 'notice' and person_id = ${cast.admin.id}`).length, {
      timeout: 8000,
    })
    .toBe(20)
})

test('what looks like a file behind an address of the API is nothing, and nothing of the API is kept', async () => {
  const caller = await world.as(cast.operator)
  for (const path of ['/api/users/me/x.css', '/api/users/me.js', '/api/users/me/', '/api//users/me']) {
    const { statusCode } = await world.app.inject({ url: path, headers: { cookie: caller.cookie } })
    expect([400, 403, 404], path).toContain(statusCode)
  }
  expect((await caller.call(accounts.me, {})).headers['cache-control']).toBe('no-store')
})

test('a login takes as long for a name that nobody has', { timeout: 30_000 }, async () => {
  const nobody = await world.as(null)
  // Others have a cheap hash, which this is about.
  const passwordHash = await hashPassword(password)
  const { email } = await world.database.write((db) => factories(db, passwordHash).staff('admin', null))
  const took = async (name: string) => {
    await world.database.single`delete from failed_tries`
    const began = performance.now()
    const { status } = await nobody.call(accounts.login, { email: name, password: 'not this one' })
    expect(status).toBe(401)
    return performance.now() - began
  }
  const median = (times: number[]) => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] as number
  const [known, unknown]: number[][] = [[], []]
  for (let each = 0; each < 15; each += 1) {
    known?.push(await took(email))
    unknown?.push(await took(`nobody${each}@test.example`))
  }
  const [one, other] = [median(known ?? []), median(unknown ?? [])]
  // Wide, for a machine that does other things as well; a name that is looked up first would differ by the whole of the hash.
  expect(Math.abs(one - other)).toBeLessThan(Math.max(15, 0.5 * Math.max(one, other)))
})

test('a device that is used from two places at once is written down', async () => {
  const device = await world.database.write((db) => factories(db).device(cast.centerId, cast.operator.id))
  const { cookie } = await world.as({ id: device.id, kind: 'devices', centerId: cast.centerId })
  const from = async (remoteAddress: string) => {
    await world.database.single`update sessions set seen_at = now() - interval '2 minutes' where device_id = ${device.id}`
    await world.app.inject({ url: '/api/users/me', headers: { cookie }, remoteAddress })
  }
  const alerts = async () =>
    (await world.database.read`select 1 from audit where deed = 'devices.elsewhere' and entity_id = ${device.id}`).length
  await from('127.0.0.1')
  await from('127.0.0.1')
  expect(await alerts()).toBe(0)
  await from('192.0.2.7')
  await expect.poll(alerts).toBe(1)
})

test('what is built is locked, and little is needed', () => {
  const read = (name: string) =>
    JSON.parse(readFileSync(join(import.meta.dirname, '..', name), 'utf8')) as Record<string, Record<string, unknown>>
  const { dependencies = {}, devDependencies = {} } = read('package.json')
  const lock = (read('package-lock.json')['packages']?.[''] ?? {}) as Record<string, object>
  // Types bring no code with them.
  const direct = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !name.startsWith('@types/'))
  expect(direct.length).toBeLessThanOrEqual(60)
  for (const version of Object.values({ ...dependencies, ...devDependencies })) expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  expect([lock['dependencies'], lock['devDependencies']]).toEqual([dependencies, devDependencies])
})
