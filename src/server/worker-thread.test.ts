import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { runInWorker } from './worker-thread.ts'

const source = `
export const spin = (ms) => { const end = Date.now() + ms; while (Date.now() < end); return ms }
export const fail = () => { throw new Error('It broke.') }
export const leave = () => process.exit(3)
`
const folder = mkdtempSync(join(tmpdir(), 'blended-learning-aside-'))
writeFileSync(join(folder, 'work.mjs'), source)
const module = pathToFileURL(join(folder, 'work.mjs')).href
afterAll(() => rmSync(folder, { recursive: true }))

test('work in the thread does not block requests', async () => {
  let ticks = 0
  const timer = setInterval(() => (ticks += 1), 5)
  expect(await runInWorker(module, 'spin', [400])).toBe(400)
  clearInterval(timer)
  expect(ticks).toBeGreaterThan(10)
})

test('one task runs at a time, three wait, and a fifth gets 503', async () => {
  const five = await Promise.allSettled(Array.from({ length: 5 }, () => runInWorker(module, 'spin', [30])))
  expect(five.map(({ status }) => status)).toEqual([...Array<string>(4).fill('fulfilled'), 'rejected'])
  expect(five.at(-1)).toMatchObject({ reason: { status: 503 } })
})

test('a late result is never given to the next task', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const [late, next] = [runInWorker(module, 'spin', [50]), runInWorker(module, 'spin', [51])]
  const refused = expect(late).rejects.toMatchObject({ status: 503 })
  // The first task's result is already on its way when its time is up.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000)
  vi.advanceTimersByTime(20_000)
  vi.useRealTimers()
  await refused
  expect(await next).toBe(51)
})

test('an error in a task is reported, and a thread that exits is replaced', async () => {
  await expect(runInWorker(module, 'fail', [])).rejects.toThrow('It broke.')
  const [left, after] = await Promise.allSettled([
    runInWorker(module, 'leave', []),
    runInWorker(module, 'spin', [1]),
  ])
  expect([left.status, after]).toEqual(['rejected', { status: 'fulfilled', value: 1 }])
})

test('an aborted task stops immediately, whether waiting or running, and the next one runs', async () => {
  const given = [new AbortController(), new AbortController()]
  const [under, behind] = given.map(({ signal }) => runInWorker(module, 'spin', [60_000], signal))
  const last = runInWorker(module, 'spin', [1])
  given[1]?.abort(new Error('Given up.'))
  await expect(behind).rejects.toThrow('Given up.')
  given[0]?.abort(new Error('Given up.'))
  await expect(under).rejects.toThrow('Given up.')
  expect(await last).toBe(1)
  await expect(runInWorker(module, 'spin', [1], AbortSignal.abort(new Error('Before.')))).rejects.toThrow(
    'Before.',
  )
})
