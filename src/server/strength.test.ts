import { expect, test } from 'vitest'
import { strengthOf } from './strength.ts'

test('when the thread ends, whoever waits is told, and the next one is served by a new thread', async () => {
  const asked = [strengthOf(7 as never), strengthOf('practice-makes-progress')]
  await expect(Promise.allSettled(asked)).resolves.toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  expect((await strengthOf('practice-makes-progress')).score).toBeGreaterThanOrEqual(3)
})
