import { expect, test } from 'vitest'
import { classHour } from './class-hour.ts'

test('a simulated class of one second has no errors, loses and duplicates no answers, and keeps every socket open', async () => {
  const hour = { title: 'L1', students: 20, answers: 60, reads: 30, sockets: 40, seconds: 1, workers: 1 }
  const { checks, figures } = await classHour(hour, { p95: 50, p99: 150 })
  // Only `npm run load` checks times and memory, because other tests use this machine.
  expect(checks.filter(({ promise, kept }) => !kept && !/≤ \d+ (ms|MB)/.test(promise))).toEqual([])
  expect(figures[0]?.rate).toBeGreaterThan(50)
})
