import { expect, test } from 'vitest'
import { joinQueue } from './joins.ts'

/** A queue whose looks wait until they are let go on. */
function heldQueue() {
  const looks: { asked: Map<string, string[]>; done: () => void }[] = []
  const join = joinQueue<string>({
    look: (asked) =>
      new Promise((done) => looks.push({ asked: new Map([...asked].map(([socket, channels]) => [socket, [...channels]])), done })),
  })
  const turn = () => new Promise((next) => setTimeout(next))
  return { looks, join, turn }
}

test('what a session asks while it is looked at is looked at together, with all of its sockets', async () => {
  const { looks, join, turn } = heldQueue()
  join('one', 'first', ['a'])
  await turn()
  for (let n = 0; n < 100; n += 1) join('one', n % 2 ? 'first' : 'second', [`c${n % 10}`])
  await turn()
  expect(looks).toHaveLength(1)
  looks[0]!.done()
  await turn()
  expect(looks).toHaveLength(2)
  expect([...looks[1]!.asked].map(([socket, channels]) => [socket, channels.length])).toEqual([
    ['second', 5],
    ['first', 5],
  ])
  looks[1]!.done()
  await turn()
  expect(looks).toHaveLength(2)
})

test('a session that asks without end keeps nobody waiting for more than a turn, however many sessions ask', async () => {
  const { looks, join, turn } = heldQueue()
  for (let n = 0; n < 40; n += 1) join(`loud ${n}`, `loud ${n}`, ['a'])
  join('quiet', 'quiet', ['b'])
  await turn()
  expect(looks).toHaveLength(16)
  // Each asks again at once.
  for (let n = 0; n < 40; n += 1) join(`loud ${n}`, `loud ${n}`, ['c'])
  for (let at = 0; at < 41; at += 1) {
    looks[at]?.done()
    await turn()
  }
  expect(looks.slice(0, 41 + 16).some(({ asked }) => asked.has('quiet'))).toBe(true)
})
