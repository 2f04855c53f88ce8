import { Socket } from 'node:net'
import { beforeAll, expect, test, vi } from 'vitest'
import { type Endpoint, pathNames } from '#shared/contract.ts'
import { kinds, reach } from '#shared/permissions.ts'
import { exampleOf, nameOf } from './examples.ts'
import { permissionFixture, type Fixture } from './permission-fixture.ts'
import { type Caller, openWorld } from './world.ts'

/**
 * Tests unusual ways in: odd paths and methods, prototype names, URLs to fetch, and details in error messages
 * (reliability T12, T13, T42, T50).
 */

const world = await openWorld()
const { app } = world
const { endpoints } = app
const none = '00000000-0000-7000-8000-000000000000'
const urlOf = ({ path }: Endpoint) => `/api${path.replaceAll(/:\w+/g, none)}`

let fixture: Fixture
beforeAll(async () => {
  fixture = await permissionFixture(world)
})

const kindOf = ({ who }: Endpoint) => kinds.find((kind) => reach(kind, who)) ?? 'anonymous'

/** Makes the example call of an endpoint as a permitted caller. */
async function ask(endpoint: Endpoint, raw?: object) {
  const kind = kindOf(endpoint)
  const caller = await fixture.as(kind)
  const input = exampleOf(endpoint).input(fixture.target(kind, 'own'))
  return await caller.call(endpoint, input as never, raw ? { raw } : {})
}

/**
 * Alternative spellings of a path, which could bypass a guard that parses paths differently from the router.
 */
const spellings: [how: string, of: (url: string) => string][] = [
  ['a slash at the end', (url) => `${url}/`],
  ['two slashes', (url) => url.replace('/api/', '/api//')],
  ['two slashes at the front', (url) => `/${url}`],
  ['an encoded slash', (url) => url.replace('/api/', '/api%2F')],
  ['capitals', (url) => url.replace('/api/', '/API/')],
  ['its last letters in capitals', (url) => url.replace(/[a-z-]+$/, (name) => name.toUpperCase())],
  ['an encoded dot', (url) => url.replace('/api/', '/api/%2e/')],
  ['a detour through a parent folder', (url) => url.replace('/api/', '/api/x/../')],
  ['an encoded parent folder', (url) => url.replace('/api/', '/api/x/%2e%2e/')],
  ['a semicolon', (url) => url.replace('/api/', '/api/..;/')],
  ['a file extension', (url) => `${url}.json`],
  ['a NUL at the end', (url) => `${url}%00`],
]

test('no alternative spelling of a path opens what the usual spelling does not', async () => {
  const closed = endpoints.filter(({ who }) => !reach('anonymous', who))
  const open: string[] = []
  for (const endpoint of closed)
    for (const [how, of] of spellings) {
      const url = of(urlOf(endpoint))
      if (url === urlOf(endpoint)) continue
      const { statusCode, headers } = await app.inject({ method: endpoint.method, url })
      // The HTML document that all pages share contains no personal data.
      const page =
        statusCode === 200 &&
        endpoint.method === 'GET' &&
        String(headers['content-type']).startsWith('text/html')
      if (![400, 401, 403, 404, 405].includes(statusCode) && !page)
        open.push(`${nameOf(endpoint)} with ${how}: ${statusCode}`)
    }
  expect(open).toEqual([])
})

test('an unsupported method is refused, and HEAD reveals no more than GET', async () => {
  const gets = endpoints.filter(({ method, who }) => method === 'GET' && !reach('anonymous', who))
  for (const endpoint of gets) {
    const url = urlOf(endpoint)
    expect([401, 404], url).toContain((await app.inject({ method: 'HEAD', url })).statusCode)
    for (const method of ['OPTIONS', 'TRACE', 'PROPFIND'])
      expect([400, 404, 405, 501], `${method} ${url}`).toContain(
        (await app.inject({ method: method as 'GET', url })).statusCode,
      )
  }
})

const polluting = ['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}']

test('prototype names are refused in every body and query, and change nothing', async () => {
  const taken: string[] = []
  for (const endpoint of endpoints.filter(({ bytes }) => !bytes)) {
    const { cookie } = await fixture.as(kindOf(endpoint))
    const headers = {
      cookie,
      'x-xsrf-token': /XSRF-TOKEN=([^;]+)/.exec(cookie)?.[1] ?? '',
      ...(endpoint.method === 'GET' || endpoint.method === 'DELETE'
        ? {}
        : { 'content-type': 'application/json' }),
    }
    const url = urlOf(endpoint)
    const send = endpoint.method !== 'GET' && endpoint.method !== 'DELETE'
    for (const text of polluting) {
      const query = `${url}?${encodeURIComponent(text.slice(2, text.indexOf('"', 2)))}=1`
      const { statusCode } = await app.inject({
        method: endpoint.method,
        url: send ? url : query,
        headers,
        ...(send ? { payload: text } : {}),
      })
      if (statusCode !== 400) taken.push(`${nameOf(endpoint)}: ${statusCode}`)
    }
  }
  expect(taken).toEqual([])
  expect(Object.keys(Object.prototype)).toEqual([])
  expect('polluted' in {}).toBe(false)
})

/** Endpoints to call, except those that end the session. */
const usual = endpoints.filter((endpoint) => !exampleOf(endpoint).endsSession)

test('no endpoint accepts a URL inside the network, and all calls together connect only to the database', async () => {
  const connected = new Set<string>()
  // oxlint-disable-next-line unbound-method -- it is called on the socket
  const connect = Socket.prototype.connect
  const spy = vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (
    this: Socket,
    ...words: unknown[]
  ) {
    const [first] = Array.isArray(words[0]) ? (words[0] as unknown[]) : words
    const {
      host = '',
      port = 0,
      path,
    } = (typeof first === 'object' && first !== null ? first : { port: first, host: words[1] }) as Record<
      string,
      string
    >
    connected.add(path ?? `${host}:${port}`)
    return Reflect.apply(connect, this, words) as Socket
  })
  const fetching = vi.spyOn(globalThis, 'fetch')
  const taken: string[] = []
  for (const endpoint of usual) {
    await ask(endpoint)
    if (endpoint.method === 'GET' || endpoint.method === 'DELETE' || endpoint.bytes) continue
    const input = exampleOf(endpoint).input(fixture.target(kindOf(endpoint), 'own'))
    const rest = Object.fromEntries(
      Object.entries(input).filter(([name]) => !pathNames(endpoint.path).includes(name)),
    )
    for (const name of ['url', 'webhook', 'avatarUrl', 'callback']) {
      const { status } = await ask(endpoint, {
        ...rest,
        [name]: 'http://169.254.169.254/latest/meta-data/',
      })
      if (![400, 401, 403].includes(status)) taken.push(`${nameOf(endpoint)} with ${name}: ${status}`)
    }
  }
  const { hostname, port } = new URL(world.url)
  expect([...connected].filter((each) => each !== `${hostname}:${port}`)).toEqual([])
  expect(fetching).not.toHaveBeenCalled()
  expect(taken).toEqual([])
  spy.mockRestore()
  fetching.mockRestore()
})

test.each([
  '/.git/config',
  '/.env',
  '/.npmrc',
  '/.vite/manifest.json',
  '/package.json',
  '/package-lock.json',
  '/tsconfig.json',
  '/vite.config.ts',
  '/src/server/main.mjs',
  '/node_modules/fastify/package.json',
  '/assets/index.js.map',
  '/index.js.map',
  '/sw.js.map',
  '/server.js',
  '/phpinfo.php',
  '/wp-login.php',
  '/backup.zip',
  '/backup.sql',
  '/dump.tar.gz',
  '/data/backups/backup.json',
  '/.DS_Store',
  '/.well-known/security.json',
  '/robots.php',
  '/swagger.json',
  '/openapi.json',
  '/openapi.yaml',
  '/../package.json',
  '/%2e%2e/package.json',
  '/..%2fpackage.json',
  '/assets/',
  '/assets/..%2f..%2f..%2fpackage.json',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/api/metrics',
  '/api/admin',
  '/api/debug',
  '/api/env',
  '/api/config',
  '/api/health',
  '/api/graphql',
  '/api/.git/config',
  '/api/v1/users',
  '/api/users.json',
])('%s is refused or not found', async (url) => {
  const { statusCode, headers } = await app.inject({ url })
  expect([400, 403, 404]).toContain(statusCode)
  expect(headers['content-type']).toMatch(/json/)
})

test('a failure of any endpoint returns only that it failed and its request id, and no internals', async () => {
  fixture = await permissionFixture(world)
  const callers = new Map(
    await Promise.all(kinds.map(async (kind) => [kind, await fixture.as(kind)] as const)),
  )
  const kept = ['sessions', 'people', 'devices', 'students', 'staff']
  const tables = await world.database.read<
    { name: string }[]
  >`select tablename as name from pg_tables where schemaname = 'public'`
  for (const { name } of tables.filter((each) => !kept.includes(each.name)))
    await world.database.single.unsafe(`alter table ${name} rename to gone_${name}`)
  const told: string[] = []
  let failures = 0
  for (const endpoint of usual) {
    const kind = kindOf(endpoint)
    const input = exampleOf(endpoint).input(fixture.target(kind, 'own'))
    const { status, body, text, headers } = await (callers.get(kind) as Caller).call(endpoint, input as never)
    if (status !== 500) continue
    failures += 1
    const { requestId, ...rest } = body as Record<string, unknown>
    expect(headers['x-request-id']).toBe(requestId)
    const shape = {
      type: 'about:blank',
      title: 'Failed',
      status: 500,
      code: 'failed',
      message: expect.any(String) as string,
    }
    expect(rest, nameOf(endpoint)).toEqual(shape)
    if (/relation|select|insert|postgres|\.ts|node_modules|fastify|gone_|\bat /i.test(text))
      told.push(`${nameOf(endpoint)}: ${text}`)
  }
  expect(told).toEqual([])
  expect(failures).toBeGreaterThan(usual.length / 2)
})
