import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { batched, inBatches } from './batched.ts'

/**
 * Creates fake reads that finish when the test calls one of `ends` or `fails`. Each value is its key in
 * capitals.
 */
function reads() {
  const batches: string[][] = []
  const ends: (() => void)[] = []
  const fails: ((error: Error) => void)[] = []
  const find = batched((keys) => {
    batches.push(keys)
    return new Promise<Map<string, string>>((done, fail) => {
      ends.push(() => done(new Map(keys.map((key) => [key, key.toUpperCase()]))))
      fails.push(fail)
    })
  })
  return { find, batches, ends, fails }
}
const nextTick = () => new Promise((done) => setImmediate(done))

test('keys requested during a read are fetched together by the next one, each only once', async () => {
  const { find, batches, ends } = reads()
  const first = find('a')
  await nextTick()
  const later = ['b', 'a', 'b', 'c'].map(find)
  await nextTick()
  expect(batches).toEqual([['a']])
  ends[0]?.()
  expect(await first).toBe('A')
  await nextTick()
  expect(batches).toEqual([['a'], ['b', 'a', 'c']])
  ends[1]?.()
  expect(await Promise.all(later)).toEqual(['B', 'A', 'B', 'C'])
})

test('a failed read fails only its own callers, and a key that is not found yields undefined', async () => {
  const { find, fails } = reads()
  const first = find('a')
  await nextTick()
  const second = find('b')
  fails[0]?.(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  await nextTick()
  fails[1]?.(new Error('gone again'))
  await expect(second).rejects.toThrow('gone again')
  expect(await batched(() => Promise.resolve(new Map<string, string>()))('x')).toBeUndefined()
})

test('a read that hangs delays the next one only briefly', async () => {
  const { find, batches, ends } = reads()
  void find('a')
  await nextTick()
  const second = find('b')
  await pause(60)
  expect(batches).toEqual([['a'], ['b']])
  ends[1]?.()
  expect(await second).toBe('B')
})

test('each item gets its own result, even if equal items are in the same batch', async () => {
  const batches: (readonly number[])[] = []
  const numbered = inBatches((items: readonly number[]) => {
    batches.push(items)
    return Promise.resolve(items.map((item, at) => `${item} at ${at}`))
  })
  expect(await Promise.all([7, 7, 8].map(numbered))).toEqual(['7 at 0', '7 at 1', '8 at 2'])
  expect(await numbered(9)).toBe('9 at 0')
  expect(batches).toEqual([[7, 7, 8], [9]])
})
