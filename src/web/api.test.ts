import { beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { get, post } from '#shared/contract.ts'

vi.stubGlobal('document', { cookie: '' })
const listeners = new Map<string, (event: { payload: Error }) => void>()
vi.stubGlobal('addEventListener', (name: string, hear: (event: { payload: Error }) => void) =>
  listeners.set(name, hear),
)
const { call, sender, serverNow } = await import('./api.ts')
const { isChunkError, lazyRouteComponent, reloadOnChunkError } = await import('./chunk-error.ts')

const add = post('/centers', {
  who: 'centers.create',
  input: z.object({ name: z.string() }),
  output: z.object({ name: z.string() }),
})
const list = get('/centers', {
  who: 'centers.list',
  input: z.object({}),
  output: z.array(z.string()),
})
const done = () => Response.json({ name: 'North' })
const problem =
  (status: number, code = 'no') =>
  () =>
    Response.json({ message: 'No.', code }, { status })
const lost = () => {
  throw new TypeError('Failed to fetch')
}

const keys: string[] = []
/** Stubs `fetch` with these outcomes, in order, and collects the calls' idempotency keys in `keys`. */
function answers(...outcomes: (() => Response)[]) {
  vi.stubGlobal('fetch', async (_url: string, init?: { headers: { 'idempotency-key': string } }) => {
    keys.push(init?.headers['idempotency-key'] ?? '')
    return outcomes.shift()?.()
  })
}
beforeEach(() => void keys.splice(0))

test('a write sends cookies, JSON and the token of the XSRF-TOKEN cookie to the API, and never times out', async () => {
  const fetched = vi.fn(async () => done())
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('document', { cookie: 'a=b; XSRF-TOKEN=abc.def' })
  await call(add, { name: 'North' })
  vi.stubGlobal('document', { cookie: '' })
  const headers = { 'x-xsrf-token': 'abc.def', 'content-type': 'application/json' }
  const sent = { method: 'POST', credentials: 'include', body: '{"name":"North"}', signal: undefined }
  expect(fetched).toHaveBeenCalledWith(
    '/api/centers',
    expect.objectContaining({ ...sent, headers: expect.objectContaining(headers) }),
  )
})

test('a call has trace headers only if its page comes from a server with tracing turned on', async () => {
  const fetched = vi.fn(async () => done())
  vi.stubGlobal('fetch', fetched)
  const sent = expect.objectContaining({
    headers: expect.objectContaining({ traceparent: expect.any(String) }),
  })
  await call(add, { name: 'North' })
  vi.stubGlobal('document', { cookie: '', documentElement: { dataset: {} } })
  await call(add, { name: 'North' })
  expect(fetched).not.toHaveBeenCalledWith('/api/centers', sent)
  vi.stubGlobal('document', { cookie: '', documentElement: { dataset: { traced: '' } } })
  await call(add, { name: 'North' })
  vi.stubGlobal('document', { cookie: '' })
  expect(fetched).toHaveBeenLastCalledWith('/api/centers', sent)
})

const requestedEarly = (response: Response, arrivedAt = Date.now()) =>
  vi.stubGlobal('early', new Map([['/api/centers', Promise.resolve({ response, arrivedAt })]]))

test('a response requested when the page was opened sets the server’s clock as of its arrival, even if it is used later', async () => {
  const [arrivedAt, hour] = [Date.now() - 8000, 3_600_000]
  const headers = { date: new Date(arrivedAt + hour).toUTCString() }
  requestedEarly(Response.json([], { headers }), arrivedAt)
  await call(list, {})
  expect(Math.abs(serverNow() - Date.now() - hour)).toBeLessThan(1000)
})

test('a response requested when the page was opened is used by the first read, unless there was a write in between', async () => {
  const early = () => requestedEarly(Response.json(['Before']))
  early()
  expect(await call(list, {})).toEqual(['Before'])
  early()
  answers(done, () => Response.json(['Before', 'North']))
  await call(add, { name: 'North' })
  expect(await call(list, {})).toEqual(['Before', 'North'])
})

test.each([
  [200, true],
  [299, true],
  [304, false],
  [400, false],
  [500, false],
])('a response with status %i is a success: %s', async (status, isSuccess) => {
  vi.stubGlobal('fetch', async () => new Response(status === 304 ? null : '{"name":"North"}', { status }))
  expect(await call(add, { name: 'North' }).then(...[true, false].map((is) => () => is))).toBe(isSuccess)
})

describe('a write that is sent again', () => {
  test.each([
    ['after a lost response', lost],
    ['after the server was too busy', problem(503)],
    ['after the server failed', problem(500)],
    ['while the first try is still running', problem(409, 'in_flight')],
    ['after an incomplete response', () => new Response('{"na')],
  ])('%s keeps its idempotency key', async (_, outcome) => {
    answers(outcome, done)
    const send = sender(add)
    await expect(send({ name: 'North' })).rejects.toThrow()
    expect(await send({ name: 'North' })).toEqual({ name: 'North' })
    expect(new Set(keys).size).toBe(1)
  })

  test.each([
    ['after it was refused', problem(422)],
    ['after it succeeded', done],
  ])('%s gets a new idempotency key', async (_, outcome) => {
    answers(outcome, done)
    const send = sender(add)
    await send({ name: 'North' }).catch(() => {})
    await send({ name: 'North' })
    expect(new Set(keys).size).toBe(2)
  })

  test('with different input or based on a newer version gets a new idempotency key', async () => {
    answers(lost, lost, lost)
    const send = sender(add)
    for (const input of [{ name: 'North' }, { name: 'South' }, { name: 'North', ifMatch: 2 }])
      await send(input).catch(() => {})
    expect(new Set(keys).size).toBe(3)
  })
})

test('a missing part of the page causes one reload, as soon as the server responds', async () => {
  const [reload, kept] = [vi.fn(), new Map<string, string>()]
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
  const failToLoad = (name: string) => {
    const payload = new Error(`Unable to preload CSS for /assets/${name}`)
    listeners.get('vite:preloadError')?.({ payload })
    return payload
  }
  const left = failToLoad('page.css')
  const page = lazyRouteComponent(() => Promise.reject<{ Page: () => null }>(left), 'Page')
  await page.preload()
  expect(() => page()).toThrow(left)
  const ours = new Error('of our own')
  expect([isChunkError(failToLoad('a.css')), isChunkError(ours)]).toEqual([true, false])
  answers(lost, problem(503), done, done, done, done)
  for (const [error, times] of [
    [failToLoad('a.css'), 0],
    [failToLoad('a.css'), 0],
    [failToLoad('a.css'), 1],
    [failToLoad('a.css'), 1],
    [ours, 1],
    [failToLoad('b.css'), 2],
  ] as const) {
    await reloadOnChunkError(error)
    expect(reload).toHaveBeenCalledTimes(times)
  }
  expect(isChunkError(failToLoad('a.css'))).toBe(false)
})

test('an answer that fails on the server is stored, retried at growing intervals, and delays only later answers to its question', async () => {
  vi.useFakeTimers()
  const page = { addEventListener: () => {} }
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', { ...page, cookie: '' })
  vi.stubGlobal('navigator', { onLine: true })
  const came: string[] = []
  let [first, others] = [problem(500, 'failed'), done]
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    came.push(`${url.at(-1)}${(JSON.parse(body) as { given: string }).given}`)
    return url.endsWith('1') ? first() : others()
  })
  const { enqueue, openOutbox, unsent } = await import('./outbox.ts')
  const answer = post('/student/tests/x/:n', {
    who: 'self.work',
    input: z.object({ n: z.int() }),
    output: z.null(),
  })
  const enter = async (n: number, given: string) =>
    await enqueue(answer, { kind: 'answer', about: `test x ${n}` }, { n, given }).storedOn
  const during = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    return came.splice(0).join(' ')
  }
  openOutbox('user', { firstName: 'Sam', pages: false })
  await Promise.all([enter(1, 'a'), enter(1, 'b'), enter(2, 'a'), enter(3, 'a'), enter(2, 'b')])
  expect(await during(0)).toBe('1a 2a 3a 2b')
  expect([await during(60_000), await during(600_000)]).toEqual([
    '1a 1a 1a 1a 1a',
    Array(10).fill('1a').join(' '),
  ])
  await enter(2, 'c')
  expect(await during(0)).toBe('2c')
  expect((await unsent('test x 1')).map(({ input }) => input['given'])).toEqual(['a', 'b'])

  // An answer that the server always refuses as too busy doesn't delay answers to other questions either.
  first = problem(503)
  await during(60_000)
  await Promise.all([enter(2, 'd'), enter(3, 'b')])
  expect(await during(1000)).toMatch(/2d 3b/)

  // While the connection is down, no answer overtakes an earlier one to the same question. Once the
  // connection is back, all answers are sent.
  others = first = lost
  await Promise.all([enter(2, 'e'), enter(2, 'f')])
  expect(await during(60_000)).not.toMatch(/1b|2f/)
  others = first = done
  expect((await during(60_000)).split(' ').toSorted()).toEqual(['1a', '1b', '2e', '2f'])
  expect(await during(600_000)).toBe('')
  vi.useRealTimers()
})
