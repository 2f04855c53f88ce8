import { expect, test } from 'vitest'
import { storeOutcome } from './store-outcome.ts'

/** Returns a fake write that fails this many times before it succeeds, and the count of its calls. */
function failing(times: number) {
  const calls = { count: 0 }
  const store = async () => {
    calls.count += 1
    if (calls.count <= times) throw new Error('no connection')
  }
  return { calls, store }
}

test.each([
  [0, 1],
  [2, 3],
])('after %d failures, an outcome is stored once, on try %d', async (failures, tried) => {
  const { calls, store } = failing(failures)
  await storeOutcome(store, { tries: 3, waitMs: 1 })
  expect(calls.count).toBe(tried)
})

test('failing to store an outcome throws, so that the job is retried', async () => {
  const { calls, store } = failing(Infinity)
  await expect(storeOutcome(store, { tries: 3, waitMs: 1 })).rejects.toThrow('no connection')
  expect(calls.count).toBe(3)
})
