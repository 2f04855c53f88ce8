import { expect, test } from 'vitest'
import type { Problem } from '#shared/problem.ts'
import { passwordFits } from './passwords.ts'

test('a flood of log-ins waits in a short queue; who comes later is told to come back', async () => {
  const fits = () => passwordFits(null, 'practice-makes-progress')
  await fits()
  const all = await Promise.allSettled(Array.from({ length: 80 }, fits))
  const refused = all.flatMap((each) => (each.status === 'rejected' ? [each.reason as Problem] : []))
  expect(refused).toHaveLength(80 - 4 - 50)
  expect(refused[0]).toMatchObject({ status: 503, more: { retryAfter: 1 } })
  await expect(fits()).resolves.toBe(false)
})
