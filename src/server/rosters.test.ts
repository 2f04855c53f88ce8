import { expect, test } from 'vitest'
import type { Db } from './db.ts'
import type { CenterId } from './gate.ts'
import { joinQueue, rosters } from './rosters.ts'

/** Creates a queue whose lookups wait until the test calls `done`. */
function pausedQueue() {
  const looks: { requested: Map<string, string[]>; done: () => void }[] = []
  const join = joinQueue<string>({
    look: (requested) =>
      new Promise((done) =>
        looks.push({
          requested: new Map([...requested].map(([socket, channels]) => [socket, [...channels]])),
          done,
        }),
      ),
  })
  const nextTick = () => new Promise((next) => setTimeout(next))
  return { looks, join, nextTick }
}

test('joins made during a lookup are checked together in the next one, for all sockets of the session', async () => {
  const { looks, join, nextTick } = pausedQueue()
  join('one', 'first', ['a'])
  await nextTick()
  for (let n = 0; n < 100; n += 1) join('one', n % 2 ? 'first' : 'second', [`c${n % 10}`])
  await nextTick()
  expect(looks).toHaveLength(1)
  looks[0]!.done()
  await nextTick()
  expect(looks).toHaveLength(2)
  expect([...looks[1]!.requested].map(([socket, channels]) => [socket, channels.length])).toEqual([
    ['second', 5],
    ['first', 5],
  ])
  looks[1]!.done()
  await nextTick()
  expect(looks).toHaveLength(2)
})

test('a session that keeps sending requests delays other sessions by no more than one turn', async () => {
  const { looks, join, nextTick } = pausedQueue()
  for (let n = 0; n < 40; n += 1) join(`loud ${n}`, `loud ${n}`, ['a'])
  join('quiet', 'quiet', ['b'])
  await nextTick()
  expect(looks).toHaveLength(16)
  // Each session immediately asks to join again.
  for (let n = 0; n < 40; n += 1) join(`loud ${n}`, `loud ${n}`, ['c'])
  for (let at = 0; at < 41; at += 1) {
    looks[at]?.done()
    await nextTick()
  }
  expect(looks.slice(0, 41 + 16).some(({ requested }) => requested.has('quiet'))).toBe(true)
})

test('if reading a roster fails, a newer roster stays in the cache', async () => {
  const reads: { done: (rows: { id: string }[]) => void; fail: (error: Error) => void }[] = []
  const zone = (() => Promise.resolve([{ timeZone: 'UTC' }])) as unknown as Db
  const { expected, forget } = rosters(zone, () => new Promise((done, fail) => reads.push({ done, fail })))
  const nextTick = () => new Promise((next) => setTimeout(next))
  const [center, student] = ['Maple Street' as CenterId, 'student']
  const older = expect(expected(center, [student])).rejects.toThrow('It broke.')
  await nextTick()
  // Meanwhile the schedule changes.
  forget(center)
  const newer = expected(center, [student])
  await nextTick()
  reads[0]?.fail(new Error('It broke.'))
  await older
  reads[1]?.done([{ id: student }])
  expect((await newer).has(student)).toBe(true)
  expect((await expected(center, [student])).has(student)).toBe(true)
  expect(reads).toHaveLength(2)
})

test('a roster is read again after a failed read', async () => {
  const zone = (() => Promise.resolve([{ timeZone: 'UTC' }])) as unknown as Db
  let reads = 0
  const { expected } = rosters(zone, async () => {
    reads += 1
    if (reads === 1) throw new Error('It broke.')
    return [{ id: 'student' }]
  })
  await expect(expected('Maple Street' as CenterId, ['student'])).rejects.toThrow('It broke.')
  expect((await expected('Maple Street' as CenterId, ['student'])).has('student')).toBe(true)
})
