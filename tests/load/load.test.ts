import { expect, test } from 'vitest'
import { classHour } from './hour.ts'
import type { Report } from './stage.ts'
import { onOneDatabase } from './two.ts'

/** What is not kept. Times are for `npm run load`: a machine that runs other tests as well has its own. */
const broken = ({ checks }: Report) => checks.filter(({ promise, kept }) => !kept && !/≤ \d+ (ms|MB)/.test(promise))

test('a second of a class hour: no error, no answer lost or doubled, every socket stays', async () => {
  const hour = { title: 'L1', students: 20, answers: 60, reads: 30, sockets: 40, seconds: 1, workers: 1 }
  const report = await classHour(hour, { p95: 50, p99: 150 })
  expect(broken(report)).toEqual([])
  expect(report.figures[0]?.rate).toBeGreaterThan(50)
}, 120_000)

test('two products on one database: sessions, events, jobs and limits hold across both, and one ends without a failed call', async () => {
  expect(broken(await onOneDatabase({ rate: 60, restarts: 1, drain: 1 }))).toEqual([])
}, 120_000)
