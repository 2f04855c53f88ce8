import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { accounts } from '#features/accounts/api.ts'
import { visuals } from '#features/material/visuals/api.ts'
import { factories, password } from './factories.ts'
import { openWorld } from './world.ts'

/**
 * Checks the security headers of every response and the allowed origins (reliability §0.3, T14 and T54;
 * ALLOWED_ORIGINS).
 */

const world = await openWorld()
const friend = 'https://app.test.example'
const open = await openWorld({ publicUrl: 'https://learn.test.example', allowedOrigins: [friend] })
const google = await openWorld({ googleClientId: 'client' })
const evil = 'https://evil.example'

const cast = open.database.write(async (db) => {
  const of = factories(db)
  const { id: centerId } = await of.center()
  return { centerId, operator: await of.staff('operator', centerId) }
})

/** Signs in as somebody whose browser uses https. */
async function signedIn(who: Parameters<typeof open.as>[0]) {
  const { cookie, call } = await open.as(who)
  const headers = { host: 'learn.test.example', cookie: cookie.replace('sid=', '__Host-sid=') }
  const get = async (url: string, more = {}) =>
    await open.app.inject({ url, headers: { ...headers, ...more } })
  const token = (await get('/api/users/me')).cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const sending: typeof call = (endpoint, input) =>
    call(endpoint, input, { headers: { ...headers, 'x-xsrf-token': token } })
  return { headers, get, call: sending }
}

const always = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}
const ofApi = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
}

describe('headers', () => {
  type RequestOptions = { method?: 'GET' | 'POST'; headers?: Record<string, string> }
  const get = async (
    url: string,
    { here = world, method = 'GET' as const, headers = {} }: RequestOptions & { here?: typeof world } = {},
  ) => await here.app.inject({ method, url, headers })

  test.each([
    ['a page', '/login'],
    ['the root', '/'],
    ['an unknown page', '/no/such/page'],
    ['an unknown asset', '/assets/none.js'],
    ['a response of the API', '/api/auth/google'],
    ['an error', '/api/users/me'],
    ['a 404 of the API', '/api/no/such'],
    ['a malformed URL', '/api/users/%zz'],
    ['a URL with a segment that is too long', `/api/users/${'x'.repeat(300)}`],
    ['a picture', '/api/bl/visuals/00000000-0000-7000-8000-000000000000'],
    ['a download', '/api/centers/Nowhere/staff/export'],
  ])('%s has all security headers', async (_, url) => {
    const { headers } = await get(url, { here: open, headers: { host: 'learn.test.example' } })
    expect(headers).toMatchObject(always)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*frame-ancestors 'none'/)
    expect(headers['server'] ?? headers['x-powered-by']).toBeUndefined()
    if (url.startsWith('/api')) expect(headers).toMatchObject(ofApi)
  })

  test.each([
    ['/trial/Maple%20Street', '*'],
    ['/trial/Maple%20Street?x=1', '*'],
    ['/trial/', "'none'"],
    ['/trial/Maple%20Street/more', "'none'"],
    ['/trials', "'none'"],
    ['/confirm-trial', "'none'"],
    ['/centers/trial/x', "'none'"],
    ['/api/trial-forms/x', "'none'"],
  ])('%s is sent with frame-ancestors %s', async (url, who) => {
    const { headers } = await get(url)
    expect(String(headers['content-security-policy'])).toMatch(
      new RegExp(`frame-ancestors ${who.replace('*', '\\*')}(;|$)`),
    )
  })

  test('a page that an emailed link opens sends no referrer', async () => {
    expect((await get('/confirm-trial')).headers['referrer-policy']).toBe('no-referrer')
  })

  test('a file, a picture and a 304 response have all security headers', async () => {
    const { centerId, operator } = await cast
    const caller = await signedIn(operator)
    const file = await caller.get(`/api/centers/${centerId}/staff/export`)
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(file.headers).toMatchObject({ ...always, ...ofApi })
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+"$/)

    const data = await sharp({ create: { width: 4, height: 3, channels: 3, background: '#0f766e' } })
      .png()
      .toBuffer()
    const { body } = await caller.call(visuals.add, { name: 'four.png', data: data.toString('base64') })
    const picture = await caller.get(`/api/bl/visuals/${body.image}`)
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(picture.headers).toMatchObject({
      ...always,
      ...ofApi,
      'cache-control': 'private, max-age=43200, immutable',
    })

    const whole = await caller.get(`/api/users/${operator.id}`)
    const same = await caller.get(`/api/users/${operator.id}`, {
      'if-none-match': String(whole.headers['etag']),
    })
    expect([same.statusCode, same.body]).toEqual([304, ''])
    expect(same.headers).toMatchObject({ ...always, ...ofApi })
  })

  test('a page allows only our own scripts, styles with its nonce, and no markup from text', async () => {
    const first = await get('/login', { here: open, headers: { host: 'learn.test.example' } })
    const nonce = /nonce="([\w-]{22})"/.exec(first.body)?.[1]
    expect(first.headers['content-security-policy']).toBe(
      [
        "default-src 'none'",
        "script-src 'self'",
        `style-src 'self' 'nonce-${nonce}'`,
        "style-src-attr 'unsafe-inline'",
        "manifest-src 'self'",
        "img-src 'self' blob:",
        "font-src 'self'",
        "connect-src 'self' wss://learn.test.example",
        "form-action 'self'",
        "base-uri 'none'",
        "object-src 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types default mathlive paper worker',
        'report-uri /csp',
      ].join('; '),
    )
    const second = await get('/login', { here: open, headers: { host: 'learn.test.example' } })
    expect(second.body).not.toContain(nonce)
    expect(second.headers['etag'] ?? second.headers['last-modified']).toBeUndefined()
  })

  test('over https, every cookie has fewer than 300 characters and is limited to https and this host', async () => {
    const { operator } = await cast
    const { call } = await open.as(null)
    const login = await call(
      accounts.login,
      { email: operator.email, password },
      { headers: { host: 'learn.test.example' } },
    )
    const cookies = [login.headers['set-cookie']].flat().map(String)
    expect(cookies.map((each) => each.replace(/=[^;]+/, '').replace(/Max-Age=\d+; /, '')).sort()).toEqual([
      'XSRF-TOKEN; Path=/; Secure; SameSite=Strict',
      '__Host-known; Path=/; HttpOnly; Secure; SameSite=Strict',
      '__Host-sid; Path=/; HttpOnly; Secure; SameSite=Lax',
    ])
    for (const each of cookies) expect(each.length).toBeLessThan(300)
  })

  test('code from Google is allowed only on the sign-in page, and only if sign-in with Google is set up', async () => {
    const at = async (url: string, here = google) => (await get(url, { here })).headers
    expect((await at('/login'))['content-security-policy']).toContain(
      "script-src 'self' https://accounts.google.com",
    )
    expect((await at('/login'))['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
    expect((await at('/student'))['content-security-policy']).not.toContain('google')
    expect((await at('/login', world))['content-security-policy']).not.toContain('google')
  })

  test.each(['/password-reset', '/setup', '/confirm-email', '/unsubscribe/token'])(
    '%s sends no referrer',
    async (url) => {
      expect((await get(url)).headers['referrer-policy']).toBe('no-referrer')
    },
  )

  test('other origins are allowed only by name, never by a wildcard', async () => {
    const from = (origin: string) =>
      get('/api/auth/google', { here: open, headers: { host: 'learn.test.example', origin } })
    expect((await from('https://app.test.example')).headers).toMatchObject({
      'access-control-allow-origin': 'https://app.test.example',
      'access-control-allow-credentials': 'true',
      vary: 'Origin',
    })
    for (const origin of [evil, 'null', 'https://app.test.example.evil.example', 'http://app.test.example'])
      expect((await from(origin)).headers['access-control-allow-origin']).toBeUndefined()
    expect(
      (await get('/api/auth/google', { headers: { origin: evil } })).headers['access-control-allow-origin'],
    ).toBeUndefined()
  })

  test('only a page of an allowed origin gets a token, with which it can read and write', async () => {
    const { operator } = await cast
    const caller = await signedIn(operator)
    const told = async (origin: string) =>
      (await caller.get('/api/users/me', { origin, 'sec-fetch-site': 'same-site' })).headers
    const { 'x-xsrf-token': token, ...headers } = await told(friend)
    expect(headers['access-control-expose-headers']).toContain('X-XSRF-TOKEN')
    for (const origin of [evil, 'null', `${friend}.evil.example`])
      expect((await told(origin))['x-xsrf-token']).toBeUndefined()
    expect((await caller.get('/api/users/me')).headers['x-xsrf-token']).toBeUndefined()

    const rename = (origin: string, xsrf: string) =>
      open.app.inject({
        method: 'PUT',
        url: `/api/users/${operator.id}`,
        headers: {
          ...caller.headers,
          origin,
          'sec-fetch-site': 'same-site',
          'x-xsrf-token': xsrf,
          'content-type': 'application/json',
        },
        payload: { firstName: 'From', lastName: 'Afar', avatar: 'ant' },
      })
    expect((await rename(friend, String(token))).statusCode).toBe(200)
    expect((await rename(friend, '')).statusCode).toBe(403)
    expect((await rename(evil, String(token))).statusCode).toBe(403)
  })

  test('CSP violation reports are limited in number, and to 8 KiB each', async () => {
    const report = async (payload: string, type = 'application/csp-report') =>
      (await world.app.inject({ method: 'POST', url: '/csp', headers: { 'content-type': type }, payload }))
        .statusCode
    expect(
      await report(
        JSON.stringify({
          'csp-report': { 'effective-directive': 'script-src', 'document-uri': 'https://x.example/users/7' },
        }),
      ),
    ).toBe(204)
    expect(await report('nonsense')).toBe(204)
    expect(await report('x'.repeat(8193))).toBe(413)
    expect(await report('{}', 'text/plain')).toBe(415)
    const many = []
    for (let each = 0; each < 30; each += 1) many.push(await report('{}'))
    expect(many).toContain(429)
  })
})
