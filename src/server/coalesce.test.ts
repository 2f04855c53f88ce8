import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { coalesced } from './coalesce.ts'

/** Creates fake reads that finish when the test calls one of `ends` or `fails`. */
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
  const coalesce = coalesced<number>()
  const first = coalesce('a', read)
  const later = [coalesce('a', read), coalesce('a', read), coalesce('a', read)]
  expect(ends).toHaveLength(1)
  ends[0]?.(1)
  expect(await first).toBe(1)
  await pause()
  expect(ends).toHaveLength(2)
  const last = coalesce('a', read)
  ends[1]?.(2)
  expect(await Promise.all(later)).toEqual([2, 2, 2])
  await pause()
  ends[2]?.(3)
  expect(await last).toBe(3)
  await pause()
  void coalesce('a', read)
  expect(ends).toHaveLength(4)
})

test('in any order of calls, writes and slow or failing reads, no caller gets data older than its call', async () => {
  const step = fc.oneof(
    fc.constant('call' as const),
    fc.constant('write' as const),
    fc.record({ ends: fc.nat(), fails: fc.boolean() }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      let stored = 0
      const running: (() => void)[] = []
      const begin = (fails: boolean, done: (value: number) => void, fail: (error: Error) => void) => {
        const seen = stored
        return () => (fails ? fail(new Error('broken')) : done(seen))
      }
      let isFailing = false
      const read = () => new Promise<number>((done, fail) => running.push(begin(isFailing, done, fail)))
      const coalesce = coalesced<number>()
      const calls: Promise<boolean>[] = []
      for (const each of steps) {
        if (each === 'write') stored += 1
        else if (each === 'call') {
          const atCall = stored
          calls.push(
            coalesce('a', read).then(
              (value) => value >= atCall,
              () => true,
            ),
          )
        } else {
          isFailing = each.fails
          running.splice(each.ends % Math.max(1, running.length), 1)[0]?.()
          if (each.ends % 2) await pause()
        }
      }
      // When a read ends, the next one may begin a moment later.
      for (let rest = 0; rest <= steps.length; rest += 1) {
        running.shift()?.()
        await pause()
      }
      expect(await Promise.all(calls)).not.toContain(false)
    }),
  )
})

test('different keys are read independently, and a failed read fails only its own callers', async () => {
  const { read, ends, fails } = reads()
  const coalesce = coalesced<number>()
  const [one, other] = [coalesce('a', read), coalesce('b', read)]
  const later = coalesce('a', read)
  expect(ends).toHaveLength(2)
  fails[0]?.(new Error('broken'))
  ends[1]?.(2)
  await expect(one).rejects.toThrow('broken')
  expect(await other).toBe(2)
  await pause()
  ends[2]?.(3)
  expect(await later).toBe(3)
})
