import { expect, test } from 'vitest'
import { coalesced } from './coalesce.ts'

/** Fake reads that finish when the test calls `ends` or `fails`. */
function reads() {
  const ends: ((value: number) => void)[] = []
  const fails: ((error: Error) => void)[] = []
  const read = () =>
    new Promise<number>((done, fail) => {
      ends.push(done)
      fails.push(fail)
    })
  return { read, ends, fails }
}
const pause = () => new Promise((done) => setImmediate(done))

test('calls made during a read share the next read, so none gets data older than its call', async () => {
  const { read, ends } = reads()
  const ask = coalesced<number>()
  const first = ask('a', read)
  const later = [ask('a', read), ask('a', read), ask('a', read)]
  expect(ends).toHaveLength(1)
  ends[0]?.(1)
  expect(await first).toBe(1)
  await pause()
  expect(ends).toHaveLength(2)
  const last = ask('a', read)
  ends[1]?.(2)
  expect(await Promise.all(later)).toEqual([2, 2, 2])
  await pause()
  ends[2]?.(3)
  expect(await last).toBe(3)
  await pause()
  void ask('a', read)
  expect(ends).toHaveLength(4)
})

test('different keys are read independently, and a failed read fails only its own callers', async () => {
  const { read, ends, fails } = reads()
  const ask = coalesced<number>()
  const [one, other] = [ask('a', read), ask('b', read)]
  const later = ask('a', read)
  expect(ends).toHaveLength(2)
  fails[0]?.(new Error('broken'))
  ends[1]?.(2)
  await expect(one).rejects.toThrow('broken')
  expect(await other).toBe(2)
  await pause()
  ends[2]?.(3)
  expect(await later).toBe(3)
})
