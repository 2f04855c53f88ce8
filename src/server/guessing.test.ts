import { beforeEach, describe, expect, test } from 'vitest'
import { conflict, Problem } from '#shared/problem.ts'
import { openWorld } from '#tests/world.ts'
import { guarded, keysFrom, type Limit, signInsFrom, signInsTo } from './guessing.ts'

const { database } = await openWorld()
beforeEach(() => database.single`delete from failed_tries`.then(() => {}))

const wrong = () => Promise.reject(new Problem(401, 'wrong', 'Wrong.'))
const right = () => Promise.resolve('in')

/** What so many tries at once come to: how many were let through, and how many had to wait. */
async function tries(count: number, limits: readonly Limit[], work: () => Promise<unknown> = wrong) {
  const all = await Promise.allSettled(Array.from({ length: count }, () => guarded(database, limits, work)))
  const waits = all.filter(({ status, ...rest }) => status === 'rejected' && (rest as { reason: Problem }).reason.status === 429)
  return { through: count - waits.length, waits: waits.length }
}

const waitOf = async (limits: readonly Limit[]) =>
  await guarded(database, limits, right).then(
    () => 0,
    (problem: unknown) => (problem as Problem).more.retryAfter ?? -1,
  )

/** Lets so much time pass for whatever is counted. */
const later = (age: string) => database.single`update failed_tries set last_at = last_at - ${age}::interval`

const ann = (address: string) => [signInsFrom(address), ...signInsTo('ann@test.example', address)]

describe('guesses at one account', () => {
  test('many at once are as many as one after the other', async () => {
    expect(await tries(40, ann('10.1.2.3'))).toEqual({ through: 5, waits: 35 })
    expect(await waitOf(ann('10.1.2.3'))).toBe(1)
  })

  test('each after the fifth makes the next wait twice as long, a quarter of an hour at most; waiting costs nothing', async () => {
    await tries(5, ann('10.1.2.3'))
    for (const seconds of [1, 2, 4, 8]) {
      expect(await waitOf(ann('10.1.2.3'))).toBe(seconds)
      await later(`${seconds} seconds`)
      await tries(1, ann('10.1.2.3'))
    }
    await database.single`update failed_tries set fails = 5000`
    expect(await waitOf(ann('10.1.2.3').slice(2))).toBe(900)
  })

  test('do not lock out its owner, who comes from elsewhere and whose success forgets nothing of the guesser', async () => {
    await tries(100, ann('10.1.2.3'))
    expect(await tries(1, ann('10.9.9.9'), right)).toEqual({ through: 1, waits: 0 })
    expect(await tries(1, ann('10.1.2.77'))).toEqual({ through: 0, waits: 1 })
  })

  test('from many networks are limited all together', async () => {
    let through = 0
    for (let net = 0; net < 10; net += 1) through += (await tries(5, ann(`10.0.${net}.1`))).through
    expect(through).toBe(20)
    expect(await waitOf(ann('10.7.7.7'))).toBeGreaterThan(50)
    await later('1 minute')
    expect(await waitOf(ann('10.7.7.7'))).toBe(0)
  })

  test('are forgotten when the password was right, and after an hour', async () => {
    const limits = ann('10.1.2.3')
    await tries(4, limits)
    await tries(1, limits, right)
    expect(await tries(5, limits)).toEqual({ through: 5, waits: 0 })
    await later('1 hour')
    expect(await tries(6, limits)).toEqual({ through: 5, waits: 1 })
  })
})

describe('guesses from one address', () => {
  const someone = (at: number) => [signInsFrom('10.1.2.3'), ...signInsTo(`p${at}@test.example`, '10.1.2.3')]

  test('at many accounts: sixty a minute; what is right or fails for another reason does not count', async () => {
    for (let at = 0; at < 70; at += 1) await tries(1, someone(at), right)
    for (let at = 0; at < 70; at += 1) await tries(1, someone(at), () => Promise.reject(conflict('busy', 'Not now.')))
    let through = 0
    for (let at = 0; at < 70; at += 1) through += (await tries(1, someone(at))).through
    expect(through).toBe(60)
    expect(await waitOf([signInsFrom('10.1.2.4')])).toBe(0)
    await later('1 minute')
    expect(await waitOf(someone(80))).toBe(0)
  })

  test('at activation keys: five in ten minutes', async () => {
    expect(await tries(8, [keysFrom('10.1.2.3')])).toEqual({ through: 5, waits: 3 })
    expect(await waitOf([keysFrom('10.1.2.3')])).toBe(600)
    await later('10 minutes')
    expect(await waitOf([keysFrom('10.1.2.3')])).toBe(0)
  })

  test.each([
    ['10.1.2.3', '::ffff:10.1.2.3', true],
    ['10.1.2.3', '10.1.2.4', false],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['2001:db8::1', '2001:db8:0:0:5::', true],
    ['::1', '::2', true],
  ])('%s and %s are of one customer: %s', (one, other, same) => {
    expect(signInsFrom(one).subject === signInsFrom(other).subject).toBe(same)
  })
})
