import { beforeEach, describe, expect, test } from 'vitest'
import { conflict, Problem } from '#shared/problem.ts'
import { timeLimit } from '#tests/time.ts'
import { openWorld } from '#tests/world.ts'
import { withLimits, withLimitsAfter, keysFrom, type Limit, signInsFrom, signInsTo } from './throttle.ts'

const { database } = await openWorld()
beforeEach(() => database.single`delete from failed_tries`.then(() => {}))

const wrong = () => Promise.reject(new Problem(401, 'wrong', 'Wrong.'))
const right = () => Promise.resolve('in')

/** Makes this many tries at once. Returns the number of tries let through and the number that had to wait. */
async function tries(count: number, limits: readonly Limit[], work: () => Promise<unknown> = wrong) {
  const all = await Promise.allSettled(
    Array.from({ length: count }, () => withLimits(database, limits, work)),
  )
  const waits = all.filter(
    ({ status, ...rest }) => status === 'rejected' && (rest as { reason: Problem }).reason.status === 429,
  )
  return { through: count - waits.length, waits: waits.length }
}

const waitOf = async (limits: readonly Limit[]) =>
  await withLimits(database, limits, right).then(
    () => 0,
    (problem: unknown) => (problem as Problem).more.retryAfter ?? -1,
  )

/** Backdates all counts. */
const later = (age: string) => database.single`update failed_tries set last_at = last_at - ${age}::interval`

const newDevice = { browser: null, session: null }
const ann = (address: string) => signInsTo({ ...newDevice, account: 'ann', address })
/** Returns only the limits that are pauses. */
const pausesOf = (limits: readonly Limit[]) => limits.filter((limit) => 'longest' in limit)

describe('guesses at one account', () => {
  test('are limited to five when made simultaneously, and the others must wait', async () => {
    expect(await tries(40, ann('10.1.2.3'))).toEqual({ through: 5, waits: 35 })
    expect(await waitOf(ann('10.1.2.3'))).toBe(1)
  })

  test('double the wait after the fifth, up to a quarter of an hour, and tries during a wait don’t count', async () => {
    await tries(5, ann('10.1.2.3'))
    for (const seconds of [1, 2, 4, 8]) {
      expect(await waitOf(ann('10.1.2.3'))).toBe(seconds)
      await later(`${seconds} seconds`)
      await tries(1, ann('10.1.2.3'))
    }
    await database.single`update failed_tries set fails = 5000`
    expect(await waitOf(pausesOf(ann('10.1.2.3')))).toBe(900)
  })

  test('do not lock out the owner elsewhere, and the owner’s success does not reset the guesser’s wait', async () => {
    await tries(100, ann('10.1.2.3'))
    expect(await tries(1, ann('10.9.9.9'), right)).toEqual({ through: 1, waits: 0 })
    expect(await tries(1, ann('10.1.2.77'))).toEqual({ through: 0, waits: 1 })
  })

  test('from many networks share one queue: twenty pass immediately, then one every three seconds', async () => {
    let through = 0
    for (let net = 0; net < 40; net += 1) {
      const outcome = await Promise.race([
        tries(1, ann(`10.0.${net}.1`)),
        new Promise<null>((done) => setTimeout(() => done(null), 250)),
      ])
      if (outcome === null) break
      through += outcome.through
    }
    expect(through).toBe(20)
    await later('6 seconds')
    expect(await tries(1, ann('10.7.7.7'), right)).toEqual({ through: 1, waits: 0 })
  })

  test('from networks that have failed leave room in the queue for other networks', async () => {
    let through = 0
    for (let net = 0; net < 10; net += 1) through += (await tries(4, ann(`10.0.${net}.1`))).through
    // Further tries from these networks would have to wait, but a try from elsewhere doesn't.
    expect(through).toBeLessThan(20)
    const began = performance.now()
    expect(await tries(1, ann('10.7.7.7'), right)).toEqual({ through: 1, waits: 0 })
    expect(performance.now() - began).toBeLessThan(timeLimit(2500))
  })

  test('are counted per network, for every size of network that an IPv6 customer may have', async () => {
    let through = 0
    for (let net = 0; net < 64; net += 1)
      through += (await tries(1, pausesOf(ann(`2001:db8:1:${(net * 4).toString(16)}::1`)))).through
    expect(through).toBe(10)
    for (let net = 0; net < 64; net += 1)
      through += (await tries(1, pausesOf(ann(`2001:db8:1:${(net * 1024).toString(16)}::1`)))).through
    expect(through).toBe(20)
    expect(await waitOf(pausesOf(ann('2001:db8:2::1')))).toBe(0)
  })

  test('never delay a known browser, which waits only after its own failures and for at most a minute', async () => {
    const known = signInsTo({ account: 'ann', address: '10.1.2.3', browser: 'hers', session: null })
    for (let net = 0; net < 5; net += 1) await tries(5, ann(`10.1.${net}.3`))
    expect(await waitOf(known)).toBe(0)
    expect(await tries(20, known)).toEqual({ through: 5, waits: 15 })
    await database.single`update failed_tries set fails = 5000`
    expect(await waitOf(known)).toBe(60)
  })

  test('are forgotten after a correct password and after an hour', async () => {
    const limits = ann('10.1.2.3')
    await tries(4, limits)
    await tries(1, limits, right)
    expect(await tries(5, limits)).toEqual({ through: 5, waits: 0 })
    await later('1 hour')
    expect(await tries(6, limits)).toEqual({ through: 5, waits: 1 })
  })
})

describe('limits by address', () => {
  const someone = (at: number) =>
    signInsTo({ ...newDevice, account: `p${at}@test.example`, address: '10.1.2.3' })

  test('allow sixty guesses at many accounts and then one a second, not counting successes or other errors', async () => {
    for (let at = 0; at < 70; at += 1) await tries(1, someone(at), right)
    for (let at = 0; at < 70; at += 1)
      await tries(1, someone(at), () => Promise.reject(conflict('busy', 'Not now.')))
    const rest = Array.from({ length: 70 }, (_, at) => tries(1, someone(at)))
    const through = (await Promise.all(rest)).filter(({ waits }) => waits === 0).length
    // Sixty, plus those that waited in line for no more than five seconds.
    expect(through).toBeGreaterThanOrEqual(60)
    expect(through).toBeLessThan(70)
    expect(await waitOf([signInsFrom('10.1.2.4')])).toBe(0)
    const signedIn = signInsTo({ account: 'ann', address: '10.1.2.3', browser: null, session: 'hers' })
    expect(await waitOf(signedIn)).toBe(0)
    await later('1 minute')
    expect(await waitOf(someone(80))).toBe(0)
  })

  test('allow five wrong activation keys per address and twenty overall, and never refuse a correct key', async () => {
    const wrongKeys = async (count: number, address: string) => {
      const all = await Promise.allSettled(
        Array.from({ length: count }, () => withLimitsAfter(database, keysFrom(address), wrong)),
      )
      return all.filter((each) => each.status === 'rejected' && (each.reason as Problem).status === 429)
        .length
    }
    expect(await wrongKeys(8, '10.1.2.3')).toBe(3)
    await expect(withLimitsAfter(database, keysFrom('10.1.2.3'), right)).resolves.toBe('in')
    for (let net = 0; net < 20; net += 1) await wrongKeys(1, `10.2.${net}.1`)
    expect(await wrongKeys(1, '10.9.9.9')).toBe(1)
    await expect(withLimitsAfter(database, keysFrom('10.9.9.9'), right)).resolves.toBe('in')
    await later('10 minutes')
    expect(await wrongKeys(1, '10.1.2.3')).toBe(0)
  })

  test.each([
    ['10.1.2.3', '::ffff:10.1.2.3', true],
    ['10.1.2.3', '10.1.2.4', false],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['2001:db8::1', '2001:db8:0:0:5::', true],
    ['::1', '::2', true],
  ])('treat %s and %s as one customer: %s', (one, other, same) => {
    expect(signInsFrom(one).subject === signInsFrom(other).subject).toBe(same)
  })
})
