import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { post } from '#shared/contract.ts'
import type { Entry } from './outbox-disk.ts'

/** Stands in for the device's disk, whose entries remain after a window is closed. */
const stored = vi.hoisted(() => [] as Entry[])
vi.mock('./outbox-disk.ts', () => ({
  storedEntries: async (user: string) => stored.filter((entry) => entry.user === user),
  storeEntry: async (entry: Omit<Entry, 'order'>) => {
    const kept = { ...entry, order: (stored.at(-1)?.order ?? 0) + 1 }
    stored.push(kept)
    return { entry: kept, inMemory: false }
  },
  deleteEntry: async (order: number) =>
    void stored.splice(
      stored.findIndex((entry) => entry.order === order),
      1,
    ),
}))
vi.mock('react', () => ({ useSyncExternalStore: (_: unknown, read: () => unknown) => read() }))

const take = post('/rolls/:n', {
  who: 'attendance.take',
  input: z.object({ n: z.int(), mark: z.string() }),
  output: z.object({ mark: z.string() }),
})
const dayMs = 86_400_000
type Reply = (request: { n: number; mark: string }) => Response
const offline: Reply = () => {
  throw new TypeError('Failed to fetch')
}
const done: Reply = ({ mark }) => Response.json({ mark })
const refusal = (status: number, code: string) => () =>
  Response.json({ message: `No, ${code}.`, code }, { status })

let reply: Reply
/** Marks that reached the server, with roll and user. */
let came: string[]
let keys: string[]
let refusals: string[]

const during = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** Closes the window. Work in progress still finishes, but the window starts nothing new. */
async function closeWindow() {
  await during(0)
  vi.clearAllTimers()
  vi.resetModules()
}

/** Opens a window for a user, after closing the one before. */
async function openWindow(user: string) {
  await closeWindow()
  const { openOutbox, registerKind, enqueue, ...outbox } = await import('./outbox.ts')
  registerKind('mark', { lasts: 7 * dayMs, onRefused: (why) => void refusals.push(why) })
  openOutbox(user, { firstName: user, pages: false })
  await during(0)
  const put = (n: number, mark: string) => enqueue(take, { kind: 'mark', about: `roll ${n}` }, { n, mark })
  return { ...outbox, put }
}

/** Marks somebody absent as Kim while offline, then closes the window. */
async function markOffline() {
  reply = offline
  await (await openWindow('Kim')).put(1, 'absent').storedOn
  await closeWindow()
}

beforeEach(() => {
  vi.useFakeTimers()
  const page = { addEventListener: () => {} }
  vi.stubGlobal('addEventListener', page.addEventListener)
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', { ...page, cookie: '' })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.stubGlobal(
    'fetch',
    async (url: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
      const request = { n: Number(url.at(-1)), mark: (JSON.parse(body) as { mark: string }).mark }
      const answer = reply(request)
      came.push(`${request.n} ${request.mark} ${headers['x-user']}`)
      keys.push(headers['idempotency-key'] ?? '')
      return answer
    },
  )
  stored.length = 0
  ;[reply, came, keys, refusals] = [done, [], [], []]
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
test('marks taken offline survive a reload and are sent in order once online', async () => {
  reply = offline
  const before = await openWindow('Kim')
  for (const mark of ['absent', 'present']) await before.put(1, mark).storedOn
  expect(before.useOutbox()).toMatchObject({
    word: 'waiting',
    unsent: [{ input: { mark: 'absent' } }, { input: { mark: 'present' } }],
  })

  const after = await openWindow('Kim')
  await during(60_000)
  expect(after.useOutbox().unsent).toHaveLength(2)
  expect(came).toEqual([])
  reply = done
  await during(60_000)
  expect(came).toEqual(['1 absent Kim', '1 present Kim'])
  expect(after.useOutbox()).toMatchObject({ word: 'saved', unsent: [] })
  expect(stored).toEqual([])
})

test('a mark is shown as unsent immediately, and its outcome is reported to the window it was made in', async () => {
  const { put, useOutbox } = await openWindow('Kim')
  const { sent } = put(1, 'present')
  expect(useOutbox().unsent).toMatchObject([{ kind: 'mark', about: 'roll 1' }])
  expect(await sent).toMatchObject({ answer: { mark: 'present' } })
  await during(0)
  expect(useOutbox().unsent).toEqual([])
})

test('a mark whose response was lost is sent again as the same call, and each mark is a separate call', async () => {
  const { put } = await openWindow('Kim')
  reply = refusal(503, 'unavailable')
  await put(1, 'absent').storedOn
  await during(600)
  reply = refusal(409, 'in_flight')
  await during(5000)
  reply = done
  await put(1, 'present').storedOn
  await during(60_000)
  expect(came.slice(-2)).toEqual(['1 absent Kim', '1 present Kim'])
  expect(came.length).toBeGreaterThan(3)
  expect(new Set(keys).size).toBe(2)
})

test('a refused mark is shown until it is dismissed, and doesn’t delay others', async () => {
  reply = (request) => (request.mark === 'absent' ? refusal(422, 'not_on_roll')() : done(request))
  const { put, useOutbox, dismiss } = await openWindow('Kim')
  const marks = [put(1, 'absent'), put(1, 'present')]
  expect(await Promise.all(marks.map(({ sent }) => sent))).toMatchObject([
    { refused: 'No, not_on_roll.', status: 422 },
    { answer: {} },
  ])
  await during(0)
  expect(useOutbox()).toMatchObject({ unsent: [], refused: [{ about: 'roll 1', input: { mark: 'absent' } }] })
  expect(refusals, 'the window that made the mark reports it itself').toEqual([])
  dismiss(() => null)
  expect(useOutbox().refused).toEqual([])
})

test('the refusal of a mark made in a window that has since closed is still reported', async () => {
  await markOffline()
  reply = refusal(422, 'not_on_roll')
  const { useOutbox } = await openWindow('Kim')
  await during(60_000)
  expect(refusals).toEqual(['No, not_on_roll.'])
  expect(useOutbox().refused).toHaveLength(1)
})

test('another account on the same device neither sees nor sends marks, and their owner sends them later', async () => {
  await markOffline()
  reply = done
  const { useOutbox } = await openWindow('Sam')
  await during(60_000)
  expect([came, useOutbox().unsent, stored.length]).toEqual([[], [], 1])
  await openWindow('Kim')
  await during(60_000)
  expect(came).toEqual(['1 absent Kim'])
})

test.each([
  ['not_now', 'is final if it is about the mark', 0],
  ['xsrf', 'keeps the mark if it is about the session', 1],
  ['other_user', 'keeps the mark if somebody else is signed in', 1],
  ['failed', 'from a proxy keeps the mark', 1],
])('a 403 with the code %s %s', async (code, _, left) => {
  reply = refusal(403, code)
  const { put } = await openWindow('Kim')
  await put(1, 'absent').storedOn
  await during(1000)
  expect(stored).toHaveLength(left)
})

test('a mark older than a week is refused without being sent', async () => {
  await markOffline()
  for (const entry of stored) entry.at = new Date(Date.now() - 8 * dayMs).toISOString()
  reply = done
  await openWindow('Kim')
  await during(60_000)
  expect([came, stored.length]).toEqual([[], 0])
  expect(refusals).toEqual(['This waited too long on this device, so it can’t be sent anymore.'])
})
