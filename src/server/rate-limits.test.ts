import { afterEach, describe, expect, test } from 'vitest'
import { accounts } from '#features/accounts/api.ts'
import { emails } from '#features/emails/api.ts'
import { materialImports } from '#features/exchange/import/api.ts'
import { hints } from '#features/material/hints/api.ts'
import { visuals } from '#features/material/visuals/api.ts'
import { questions } from '#features/questions/api.ts'
import { students } from '#features/students/api.ts'
import { studentImports } from '#features/students/import/api.ts'
import type { Endpoint } from '#shared/contract.ts'
import { Problem } from '#shared/problem.ts'
import { factories } from '#tests/factories.ts'
import { openWorld } from '#tests/world.ts'
import { setRateProfile } from './throttle.ts'
import { countWrongLink, countCall, countAnonymousCall, countUnknownToken, noteToken } from './rate-limits.ts'
import { openingPause } from './sockets.ts'

const world = await openWorld()
afterEach(() => setRateProfile('none'))

type Caller = { id: string; session: string }

/** Returns the seconds to wait, or 0 if the call is allowed. */
function waitOf(caller: string | Caller, endpoint: Endpoint, now?: number) {
  try {
    countCall(typeof caller === 'string' ? { id: caller, session: caller } : caller, endpoint, now)
    return 0
  } catch (error) {
    expect(error).toMatchObject({ status: 429, code: 'too_many' })
    return Number((error as Problem).more['retryAfter'])
  }
}
const through = (session: string, endpoint: Endpoint, { calls, now }: { calls: number; now?: number }) =>
  Array.from({ length: calls }, () => waitOf(session, endpoint, now)).filter((wait) => wait === 0).length

describe.each([
  ['usual', { reads: 400, readsLater: 200, writes: 100, writesLater: 50 }],
  ['strict', { reads: 60, readsLater: 20, writes: 20, writesLater: 10 }],
] as const)('with RATE_PROFILE=%s', (profile, { reads, readsLater, writes, writesLater }) => {
  test.each([
    ['reads', accounts.me, reads, readsLater],
    ['writes', accounts.change, writes, writesLater],
  ] as const)(
    'a session may make a burst of %s, and then a fixed number per second',
    (kind, endpoint, burst, perSecond) => {
      setRateProfile(profile)
      const session = `${profile} ${kind}`
      expect(through(session, endpoint, { calls: 1000, now: 0 })).toBe(burst)
      expect(waitOf(session, endpoint, 0)).toBeCloseTo(1 / perSecond)
      expect(through(session, endpoint, { calls: 1000, now: 1000 })).toBe(perSecond)
      expect(through(session, endpoint, { calls: 1000, now: 60_000 })).toBe(burst)
      expect(waitOf(`another ${session}`, endpoint, 0)).toBe(0)
    },
  )
})

test('the strict profile limits how many list pages are read per minute', () => {
  setRateProfile('usual')
  expect(through('one', students.list, { calls: 100, now: 0 })).toBe(100)
  setRateProfile('strict')
  const eachHalfSecond = (endpoint: Endpoint) => {
    const waits = Array.from({ length: 200 }, (_, n) => waitOf(`two ${endpoint.path}`, endpoint, n * 500))
    return waits.filter((wait) => wait === 0).length
  }
  expect(eachHalfSecond(students.list)).toBe(159)
  expect(eachHalfSecond(accounts.me)).toBe(200)
})

test.each([
  ['parts of large files', materialImports.part],
  ['previews of questions', questions.preview],
  ['previews of hints', hints.preview],
  ['messages to families', emails.send],
  ['pictures', visuals.add],
  ['files with students', studentImports.start],
  ['exported lists', emails.file],
] as const)('%s have a limit shared by all sessions of a person', (_name, endpoint: Endpoint) => {
  setRateProfile('usual')
  const { perSecond, burst } = endpoint.rate ?? { perSecond: 0, burst: 0 }
  const [here, there] = ['one session', 'another session'].map((session) => ({ id: 'one person', session }))
  const taken = (actor: typeof here, now: number) =>
    Array.from({ length: 50 }, () => waitOf(actor as Caller, endpoint, now)).filter((wait) => wait === 0)
      .length
  expect(taken(here, 0)).toBe(burst)
  expect(taken(there, 0)).toBe(0)
  expect(taken(there, 2000)).toBe(Math.min(burst, 2 * perSecond))
  expect(waitOf({ id: 'another person', session: 'a third session' }, endpoint, 0)).toBe(0)
})

test('calls with made-up session tokens are limited by address, and calls with known tokens are not', () => {
  setRateProfile('usual')
  noteToken('alive', true)
  const made = (n: number) => countUnknownToken(`made up ${n}`, '192.0.2.1', 0)
  for (let n = 0; n < 2000; n += 1) made(n)
  expect(() => made(2000)).toThrow(expect.objectContaining({ status: 429 }))
  expect(() => countUnknownToken('alive', '192.0.2.1', 0)).not.toThrow()
  expect(() => countUnknownToken('new', '192.0.2.2', 0)).not.toThrow()
  noteToken('alive', false)
  expect(() => countUnknownToken('alive', '192.0.2.1', 0)).toThrow(expect.objectContaining({ status: 429 }))
})

test('tries with invalid email links are limited by address', () => {
  for (let n = 0; n < 60; n += 1) countWrongLink('192.0.2.7')
  expect(() => countWrongLink('192.0.2.7')).toThrow(expect.objectContaining({ status: 429 }))
  expect(() => countWrongLink('192.0.2.8')).not.toThrow()
})

test('all addresses of an IPv6 network share the limits of one address', () => {
  setRateProfile('usual')
  const host = (n: number) => `2001:db8:1:2::${n.toString(16)}`
  for (let n = 0; n < 2000; n += 1) countAnonymousCall(host(n), 0)
  expect(() => countAnonymousCall(host(2000), 0)).toThrow(expect.objectContaining({ status: 429 }))
  expect(() => countAnonymousCall('2001:db8:1:3::1', 0)).not.toThrow()
  const pauses = Array.from({ length: 8000 }, (_, n) =>
    openingPause({ session: `session ${n}`, address: host(n) }, 1),
  )
  expect(pauses.at(0)).toBe(0)
  expect(pauses.at(-1)).toBeGreaterThan(0)
})

test('a flooding session gets 429 with Retry-After and a readable message, and other sessions are served', async () => {
  const [one, other] = await world.database.write(async (db) => {
    const make = factories(db)
    const { id } = await make.center()
    return [await make.student(id), await make.student(id)] as const
  })
  setRateProfile('strict')
  const [flood, quiet] = [await world.as(one), await world.as(other)]
  const answers = await Promise.all(
    Array.from({ length: 110 }, () => flood.call(accounts.change, { id: one.id } as never)),
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]).toMatchObject({
    headers: { 'retry-after': '1' },
    body: { code: 'too_many', message: 'Too many requests at once. Please wait a moment and try again.' },
  })
  expect((await quiet.call(accounts.change, { id: other.id } as never)).status).toBe(400)
})
