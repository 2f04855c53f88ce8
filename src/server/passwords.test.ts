import { expect, test } from 'vitest'
import type { Problem } from '#shared/problem.ts'
import { fourAtATime, hashPassword, passwordFits } from './passwords.ts'

test('a flood of sign-ins waits in a short queue, and sign-ins that find it full get 503 with Retry-After', async () => {
  const fits = () => passwordFits(null, 'practice-makes-progress')
  await fits()
  const all = await Promise.allSettled(Array.from({ length: 80 }, fits))
  const refused = all.flatMap((each) => (each.status === 'rejected' ? [each.reason as Problem] : []))
  expect(refused).toHaveLength(80 - 4 - 50)
  expect(refused[0]).toMatchObject({ status: 503, more: { retryAfter: 1 } })
  await expect(fits()).resolves.toBe(false)
})

test('a hash that begins just as another one ends waits behind the hashes that are already waiting', async () => {
  await passwordFits(null, 'practice-makes-progress')
  const began: string[] = []
  const work = (name: string) => {
    const gate = Promise.withResolvers<void>()
    const done = fourAtATime(() => {
      began.push(name)
      return gate.promise
    })
    return { end: gate.resolve, done }
  }
  const all = ['1', '2', '3', '4', 'waiting'].map(work)
  await Promise.resolve()
  all[0]?.end()
  // Runs after the first hash has ended, and before the waiting one begins.
  queueMicrotask(() => all.push(work('new')))
  await all[0]?.done
  await new Promise(setImmediate)
  const before = [...began]
  for (const { end } of all) end()
  await Promise.all(all.map(({ done }) => done))
  expect([before, began]).toEqual([
    ['1', '2', '3', '4', 'waiting'],
    ['1', '2', '3', '4', 'waiting', 'new'],
  ])
})

test('each hash has its own salt and takes 19 MiB and two rounds of Argon2id', async () => {
  const [one, other] = [
    await hashPassword('practice-makes-progress'),
    await hashPassword('practice-makes-progress'),
  ]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(other).not.toBe(one)
})
