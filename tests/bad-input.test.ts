import { v7 as newId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { passwords } from '#features/accounts/passwords/api.ts'
import { accounts } from '#features/accounts/api.ts'
import { factories } from './factories.ts'
import { openWorld, type Caller } from './world.ts'

/**
 * Checks that input is read strictly: no undeclared fields, no coercion, no partial effects. Refusals name
 * what to fix (reliability B18-B23).
 */

const world = await openWorld()
let operator: Caller
let student: Caller
let studentId = ''
let sectionId = ''
let centerName = ''

beforeAll(async () => {
  const cast = await world.database.write(async (db) => {
    const make = factories(db)
    const center = await make.center()
    const section = await make.section()
    await make.questions(section.id, [{ text: 'One', value: '1' }])
    return {
      center,
      section,
      operator: await make.staff('operator', center.id),
      student: await make.student(center.id),
    }
  })
  operator = await world.as(cast.operator)
  student = await world.as(cast.student)
  studentId = cast.student.id
  sectionId = cast.section.id
  centerName = cast.center.id
})

type Said = { message?: string; errors?: { path: string }[] }
type Sent = {
  method?: 'GET' | 'POST' | 'PATCH' | 'TRACE' | 'PUT'
  url?: string
  headers?: Record<string, string>
  payload?: string
}
const xsrf = () => /XSRF-TOKEN=([^;]+)/.exec(operator.cookie)?.[1] ?? ''
const send = async ({
  method = 'POST',
  url = `/api/students/${studentId}/homework`,
  headers = {},
  payload,
}: Sent) => {
  const response = await world.app.inject({
    method: method as 'POST',
    url,
    headers: {
      cookie: operator.cookie,
      'x-xsrf-token': xsrf(),
      'content-type': 'application/json',
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
  })
  const body: Said = /json/.test(String(response.headers['content-type'])) ? response.json() : {}
  return {
    status: response.statusCode,
    headers: response.headers,
    body,
  }
}
const homeworkRows = async () =>
  (await world.database.read`select count(*)::int as count from work`)[0]?.['count'] as number
const fine = () => ({ sections: [sectionId] })

describe('JSON bodies', () => {
  const deep = '['.repeat(30_000) + ']'.repeat(30_000)
  test.each<[string, () => string, number, string?]>([
    ['an empty body', () => '', 400],
    ['an array', () => '[]', 400],
    ['null', () => 'null', 400],
    ['text', () => '"x"', 400],
    ['broken JSON', () => '{"sections":', 400],
    ['an undeclared field', () => JSON.stringify({ ...fine(), score: 1 }), 400, '/score'],
    [
      'an undeclared field that is a status',
      () => JSON.stringify({ ...fine(), state: 'graded' }),
      400,
      '/state',
    ],
    ['null where a list is required', () => JSON.stringify({ sections: null }), 400, '/sections'],
    ['text where a list is required', () => JSON.stringify({ sections: sectionId }), 400, '/sections'],
    ['a number where an id is required', () => '{"sections":[1]}', 400, '/sections/0'],
    ['something that isn’t an id', () => '{"sections":["1 or 1=1"]}', 400, '/sections/0'],
    ['a NUL character', () => JSON.stringify({ ...fine(), name: 'a\u0000b' }), 400, '/name'],
    ['a lone surrogate', () => `{"sections":["${sectionId}"],"name":"\\ud800"}`, 400, '/name'],
    ['a bidirectional override', () => JSON.stringify({ ...fine(), name: 'a\u202eb' }), 400, '/name'],
    ['a control character', () => JSON.stringify({ ...fine(), name: 'a\u0007b' }), 400, '/name'],
    ['a “__proto__” field', () => `{"sections":["${sectionId}"],"__proto__":{"role":"admin"}}`, 400],
    ['a “constructor” field', () => `{"sections":["${sectionId}"],"constructor":{"prototype":{"x":1}}}`, 400],
    ['nesting of 30,000 levels', () => deep, 400],
    ['nesting of more than twenty levels', () => `{"sections":${'['.repeat(25)}${']'.repeat(25)}}`, 400],
    ['more than 64 KiB', () => JSON.stringify({ ...fine(), name: 'x'.repeat(70_000) }), 413],
    ['text that is too long', () => JSON.stringify({ ...fine(), name: 'x'.repeat(101) }), 422, '/name'],
    [
      'text with only invisible characters',
      () => JSON.stringify({ ...fine(), name: '\u200b\u200b' }),
      422,
      '/name',
    ],
    ['a date that does not exist', () => JSON.stringify({ ...fine(), dueOn: '2026-02-30' }), 422, '/dueOn'],
    ['a date in another format', () => JSON.stringify({ ...fine(), dueOn: '2/9/2026' }), 422, '/dueOn'],
  ])('%s is refused and nothing is stored', async (_, payload, status, path) => {
    const before = await homeworkRows()
    const answer = await send({ payload: payload() })
    expect(answer.status).toBe(status)
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(answer.body.message).toBeTruthy()
    if (path) expect(answer.body.errors?.map((error) => error.path)).toContain(path)
    expect(await homeworkRows()).toBe(before)
  })

  test('an endpoint that takes no fields refuses null but accepts an empty body', async () => {
    expect((await send({ url: '/api/logout', payload: 'null' })).status).toBe(400)
    const { call } = await world.as(null)
    expect((await call(accounts.logout, {})).status).toBe(204)
    const headers = { cookie: '', 'x-xsrf-token': '' }
    expect((await world.app.inject({ method: 'POST', url: '/api/logout', headers })).statusCode).toBe(204)
  })

  test.each<[string, string, number]>([
    ['text/plain', 'text/plain', 415],
    ['a form', 'application/x-www-form-urlencoded', 415],
    ['multipart', 'multipart/form-data; boundary=x', 415],
    ['XML', 'application/xml', 415],
  ])('a body sent as %s is refused', async (_, type, status) => {
    expect((await send({ headers: { 'content-type': type }, payload: JSON.stringify(fine()) })).status).toBe(
      status,
    )
  })

  test.each(['application/json;', 'APPLICATION/JSON', 'application/json\t; charset=utf-8'])(
    'an undeclared field is refused even with the content type %j',
    async (type) => {
      const answer = await send({
        headers: { 'content-type': type },
        payload: JSON.stringify({ ...fine(), score: 1 }),
      })
      expect([400, 415]).toContain(answer.status)
    },
  )

  test('a number that JSON cannot carry exactly is refused, and so is a number in quotes', async () => {
    const answer = (seq: string) => {
      const url = `/api/student/homework/${newId()}/sections/1/1`
      const headers = {
        cookie: student.cookie,
        'x-xsrf-token': /XSRF-TOKEN=([^;]+)/.exec(student.cookie)?.[1] ?? '',
      }
      return send({
        url,
        headers,
        payload: `{"seq":${seq},"answerId":"${newId()}","given":{"kind":"fr","parts":["1"]}}`,
      })
    }
    for (const seq of ['9007199254740993', '1e999', '"1"', 'null', '[1]', 'true', '1.5'])
      expect((await answer(seq)).status, seq).toBe(400)
    expect((await answer('0')).status).toBe(422)
    expect((await answer('1')).status).toBe(404)
  })
})

describe('queries and paths', () => {
  test.each<[string, string, number]>([
    ['an undeclared query parameter', '/api/student?x=1', 400],
    ['an operator in a query parameter', '/api/student?a[$ne]=1', 400],
    ['a query parameter on a write', '/api/logout?x=1', 400],
    ['a broken escape', '/api/students/%zz', 400],
    ['an unknown path of the API', '/api/nothing', 404],
    ['the bare base path', '/api/', 404],
  ])('%s is refused with a JSON response', async (_, url, status) => {
    const headers = { cookie: student.cookie }
    const method = url.includes('logout') ? 'POST' : 'GET'
    const answer = await send({
      method,
      url,
      headers: method === 'GET' ? headers : {},
      ...(method === 'POST' ? { payload: '{}' } : {}),
    })
    expect(answer.status).toBe(status)
    expect(String(answer.headers['content-type'])).toContain('json')
  })

  test.each(['-1', '0', '1.5', '01', '1e1', 'NaN', '2147483648', '1000', 'one', '%20'])(
    'the number %j in a path is refused as malformed',
    async (number) => {
      const answer = await send({
        method: 'GET',
        url: `/api/student/homework/${newId()}/sections/1/${number}`,
        headers: { cookie: student.cookie },
      })
      expect(answer.status).toBe(400)
    },
  )

  test.each(['x', '1', `${newId()}0`, '..', "'; drop table answers; --"])(
    'the id %j in a path is refused as malformed',
    async (id) => {
      const answer = await send({
        method: 'GET',
        url: `/api/student/homework/${encodeURIComponent(id)}`,
        headers: { cookie: student.cookie },
      })
      expect([400, 404]).toContain(answer.status)
    },
  )

  test('a query parameter that is repeated or has brackets in its name is refused', async () => {
    const list = async (query: string) =>
      (await send({ method: 'GET', url: `/api/centers/${centerName}/students?${query}` })).status
    expect([await list('search=a'), await list('search=a&search=a'), await list('search[]=a')]).toEqual([
      200, 400, 400,
    ])
  })

  test('a path parameter may be repeated in the body, but not with another value', async () => {
    const other = await send({ payload: JSON.stringify({ ...fine(), id: newId() }) })
    expect([other.status, other.body]).toMatchObject([403, { code: 'readonly_field' }])
  })

  test('an API or page URL of more than 4 KiB is refused as too long', async () => {
    for (const url of ['/api/student?x=', '/student?x=']) {
      const answer = await send({ method: 'GET', url: url.padEnd(4097, 'x') })
      expect([answer.status, answer.body]).toMatchObject([
        414,
        { code: 'long_address', title: 'Address too long' },
      ])
      expect((await send({ method: 'GET', url: url.padEnd(4096, 'x') })).status).not.toBe(414)
    }
  })

  test('an unsupported method and an encoded path traversal get 404', async () => {
    expect((await send({ method: 'PUT', payload: '{}' })).status).toBe(404)
    expect(
      (await send({ method: 'GET', url: '/api/%2e%2e%2f%2e%2e%2fetc/passwd', headers: { cookie: '' } }))
        .status,
    ).toBe(404)
  })
})

describe('cookies and headers', () => {
  const me = (cookie: string) => world.app.inject({ url: '/api/student', headers: { cookie } })
  test.each<[string, () => string]>([
    ['an unknown session', () => `sid=${'x'.repeat(43)}`],
    ['a second session cookie', () => `${student.cookie}; sid=${'x'.repeat(43)}`],
    ['a session of 5 kB', () => `sid=${'x'.repeat(5000)}`],
    ['a session with quotes and punctuation', () => 'sid="a;b"'],
    ['an empty cookie header', () => ''],
  ])('%s counts as no session (401) and never causes an error', async (_, cookie) => {
    const answer = await me(cookie())
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ message: 'Your session has expired. Please login again.' })
  })

  test.each<[string, Record<string, string>, number]>([
    ['no XSRF token', { 'x-xsrf-token': '' }, 403],
    ['a garbage XSRF token', { 'x-xsrf-token': 'a.b' }, 403],
    ["another session's XSRF token", { 'x-xsrf-token': 'other' }, 403],
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['the origin null', { origin: 'null' }, 403],
    ['a cross-site request', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a same-site request', { 'sec-fetch-site': 'same-site' }, 403],
    ['a bad Idempotency-Key', { 'idempotency-key': 'a b' }, 400],
    ['a bad If-Match', { 'if-match': 'seven' }, 400],
  ])('a write with %s is refused', async (_, headers, status) => {
    const token: Record<string, string> =
      headers['x-xsrf-token'] === 'other'
        ? { 'x-xsrf-token': /XSRF-TOKEN=([^;]+)/.exec(student.cookie)?.[1] ?? '' }
        : {}
    expect((await send({ headers: { ...headers, ...token }, payload: JSON.stringify(fine()) })).status).toBe(
      status,
    )
  })

  test('every response has the security headers, even an error', async () => {
    const { headers } = await send({ method: 'GET', url: '/api/nothing' })
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
    expect(headers['server']).toBeUndefined()
  })
})

test('a bad Idempotency-Key is refused even if the response wouldn’t be stored', async () => {
  const answer = await operator.call(
    passwords.recover,
    { email: 'nobody@test.example' },
    { headers: { 'idempotency-key': 'a b' } },
  )
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: '/Idempotency-Key' }] } })
})

describe('ranges of dates and times', () => {
  type Fixture = Awaited<ReturnType<typeof onStage>>
  const onStage = (make: ReturnType<typeof factories>) =>
    Promise.all([make.klass(centerName), make.student(centerName)]).then(async ([klass, someone]) => {
      const inClass = await make.place(klass, someone.id, { startsOn: '2026-02-01', endsOn: '2026-06-30' })
      await make.pause(inClass, '2026-03-01', '2026-03-14')
      return { make, klass, someone, inClass }
    })
  const change = (work: (fixture: Fixture) => Promise<unknown>) =>
    world.database.write(async (db) => void (await work(await onStage(factories(db)))))
  const place = (startsOn: string, endsOn: string | null) => (fixture: Fixture) =>
    fixture.make.place(fixture.klass, fixture.someone.id, { startsOn, endsOn })
  const pause = (startsOn: string, endsOn: string | null) => (fixture: Fixture) =>
    fixture.make.pause(fixture.inClass, startsOn, endsOn)
  const klass = (term: Parameters<Fixture['make']['klass']>[1]) => (fixture: Fixture) =>
    fixture.make.klass(centerName, term)

  test.each<[string, (fixture: Fixture) => Promise<unknown>]>([
    ['a place of one day', place('2026-07-01', '2026-07-01')],
    ['a place without an end', place('2026-07-01', null)],
    ['a break after another one', pause('2026-03-15', '2026-03-20')],
    ['a class that ends a minute before midnight', klass({ time: '22:44', minutes: 75 })],
    ['a class for one, on a Sunday', klass({ maxSize: 1, day: 0 })],
    ['a class for a hundred, on a Saturday', klass({ maxSize: 100, day: 6 })],
  ])('%s is accepted', async (_, work) => await change(work))

  test.each<[string, (fixture: Fixture) => Promise<unknown>]>([
    ['a place that ends before it begins', place('2026-07-02', '2026-06-30')],
    ['a second place in the same class at the same time', place('2026-06-30', null)],
    ['a break that ends before it begins', pause('2026-05-02', '2026-04-30')],
    ['a break that overlaps another one', pause('2026-03-14', '2026-03-20')],
    ['a class that runs past midnight', klass({ time: '23:30', minutes: 75 })],
    ['a weekday before Sunday', klass({ day: -1 })],
    ['a weekday after Saturday', klass({ day: 7 })],
    ['a class for nobody', klass({ maxSize: 0 })],
    ['a class for more than a hundred', klass({ maxSize: 101 })],
  ])(
    '%s is refused by the database itself',
    async (_, work) => await expect(change(work)).rejects.toThrow(/constraint|range/),
  )
})
