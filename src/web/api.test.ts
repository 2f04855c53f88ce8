import { beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { post } from '#shared/contract.ts'

vi.stubGlobal('document', { cookie: '' })
const heard = new Map<string, (event: { payload: Error }) => void>()
vi.stubGlobal('addEventListener', (name: string, hear: (event: { payload: Error }) => void) => heard.set(name, hear))
const { sender } = await import('./api.ts')
const { isMissing, lazyRouteComponent, openAnew } = await import('./missing.ts')

const add = post('/centers', { who: 'centers.create', input: z.object({ name: z.string() }), output: z.object({ name: z.string() }) })
const done = () => Response.json({ name: 'North' })
const problem =
  (status: number, code = 'no') =>
  () =>
    Response.json({ message: 'No.', code }, { status })
const lost = () => {
  throw new TypeError('Failed to fetch')
}

const keys: string[] = []
/** What each call comes to, in their order. */
function answers(...outcomes: (() => Response)[]) {
  vi.stubGlobal('fetch', async (_url: string, init?: { headers: { 'idempotency-key': string } }) => {
    keys.push(init?.headers['idempotency-key'] ?? '')
    return outcomes.shift()?.()
  })
}
beforeEach(() => void keys.splice(0))

describe('a write that is tried again', () => {
  test.each([
    ['after a lost answer', lost],
    ['after the server was too busy', problem(503)],
    ['after the server failed', problem(500)],
    ['while the first try is still at work', problem(409, 'in_flight')],
    ['after half an answer', () => new Response('{"na')],
  ])('%s is the same write', async (_, outcome) => {
    answers(outcome, done)
    const send = sender(add)
    await expect(send({ name: 'North' })).rejects.toThrow()
    expect(await send({ name: 'North' })).toEqual({ name: 'North' })
    expect(new Set(keys).size).toBe(1)
  })

  test.each([
    ['after it was refused', problem(422)],
    ['after it was done', done],
  ])('%s is a new write', async (_, outcome) => {
    answers(outcome, done)
    const send = sender(add)
    await send({ name: 'North' }).catch(() => {})
    await send({ name: 'North' })
    expect(new Set(keys).size).toBe(2)
  })

  test('with other words, or as a change of a newer version, is a new write', async () => {
    answers(lost, lost, lost)
    const send = sender(add)
    for (const said of [{ name: 'North' }, { name: 'South' }, { name: 'North', ifMatch: 2 }]) await send(said).catch(() => {})
    expect(new Set(keys).size).toBe(3)
  })
})

test('a part of the page that is gone opens the page anew once the server answers, and once only', async () => {
  const [reload, kept] = [vi.fn(), new Map<string, string>()]
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  })
  const gone = (name: string) => {
    const payload = new Error(`Unable to preload CSS for /assets/${name}`)
    heard.get('vite:preloadError')?.({ payload })
    return payload
  }
  const left = gone('page.css')
  const page = lazyRouteComponent(() => Promise.reject<{ Page: () => null }>(left), 'Page')
  await page.preload()
  expect(() => page()).toThrow(left)
  const ours = new Error('of our own')
  expect([isMissing(gone('a.css')), isMissing(ours)]).toEqual([true, false])
  answers(lost, problem(503), done, done, done, done)
  for (const [error, times] of [
    [gone('a.css'), 0],
    [gone('a.css'), 0],
    [gone('a.css'), 1],
    [gone('a.css'), 1],
    [ours, 1],
    [gone('b.css'), 2],
  ] as const) {
    await openAnew(error)
    expect(reload).toHaveBeenCalledTimes(times)
  }
  expect(isMissing(gone('a.css'))).toBe(false)
})
