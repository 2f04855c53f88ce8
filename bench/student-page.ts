import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium as playwright } from '@playwright/test'
import chromium from '@sparticuz/chromium'
import { v7 as newId } from 'uuid'
import { startWork } from '#features/practice/answering/queries.ts'
import { putWork } from '#features/practice/assigning/queries.ts'
import { openDatabase } from '#server/db.ts'
import { startPostgres } from '#server/embedded-postgres.ts'
import type { CenterId } from '#server/gate.ts'
import { factories } from '#tests/factories.ts'
import { migrate } from '../db/migrate.ts'
import { interactionMs, reportInteractions, watchInteractions } from './interaction.ts'
import { launchProduct, stopAll } from './running.ts'
import { signIn } from './world.ts'

/**
 * Slowdown of a low-end tablet relative to this machine, and limits in ms for rendering the question and for
 * unresponsive time.
 */
const slowdown = 4
const most = { drawn: 2500, blocked: 200 }
const rounds = 3
const today = '2026-03-03'

const axes = {
  xlabel: 'x',
  ylabel: 'y',
  graphName: '',
  xmin: -5,
  xmax: 5,
  xmajor: 1,
  xminor: 1,
  ymin: -5,
  ymax: 5,
  ymajor: 1,
  yminor: 1,
}
const kinds = ['a number', 'an expression', 'a graph']

/** Creates a student with started homework that has one question of each kind. */
async function openHomework(url: string) {
  const database = openDatabase(url, { pool: 1 })
  const { studentId, id } = await database.write(async (db) => {
    const make = factories(db)
    const [{ id: centerId }, section] = [await make.center(), await make.section()]
    const [student, teacher] = [await make.student(centerId), await make.staff('operator', centerId)]
    await make.questions(section.id, [
      { text: 'A box holds 12 apples. How many apples are in $7$ boxes?', value: '84' },
      {
        text: 'Expand $3(x + 2)$.',
        key: {
          kind: 'fr',
          parts: [{ kind: 'expression', value: '3x+6', form: 'expanded', variables: ['x'] }],
        },
      },
      {
        text: 'Draw the line $y = x + 1$.',
        key: {
          kind: 'graph',
          drawType: 'line',
          graphType: 'cartesian',
          labeled: false,
          settings: axes,
          answer: [
            { x: 0, y: 1 },
            { x: 2, y: 3 },
          ],
        },
      },
    ])
    const work = { centerId: centerId as CenterId, id: newId() }
    const given = {
      kind: 'homework' as const,
      studentId: student.id,
      name: 'Bench',
      item: section.id,
      dueOn: null,
      assignedBy: teacher.id,
    }
    await putWork(db, { ...work, ...given, sections: [section.id] })
    await startWork(db, work)
    return { studentId: student.id, id: work.id }
  })
  const { cookie } = await signIn(database, 'students', studentId)
  await database.close()
  return { cookie, path: `/student/homework/${id}/sections/1/questions` }
}

/** Script that records the first and the largest contentful paint, and long tasks. */
const watch = `
  globalThis.seen = { drawn: 0, first: 0, tasks: [] }
  const look = (type, hear) => new PerformanceObserver((list) => list.getEntries().forEach(hear)).observe({ type, buffered: true })
  look('largest-contentful-paint', ({ startTime }) => { seen.drawn = startTime })
  look('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') seen.first = startTime })
  look('longtask', ({ startTime, duration }) => seen.tasks.push([startTime, duration]))
`
type Seen = { drawn: number; first: number; tasks: [start: number, ms: number][] }

/**
 * Opens a page with an empty browser cache. Returns the time until it is rendered, the time during which it
 * doesn't respond to input, and the time until a typed digit is painted (0 unless `types`), all in ms, and
 * the kB loaded.
 */
async function openCold(
  browser: Browser,
  {
    address,
    path,
    cookie,
    types = false,
  }: { address: string; path: string; cookie: string; types?: boolean },
) {
  const context = await browser.newContext({
    viewport: { width: 768, height: 1024 },
    serviceWorkers: 'block',
  })
  const pairs = cookie.split('; ').map((pair) => pair.split('=') as [string, string])
  await context.addCookies(pairs.map(([name, value]) => ({ name, value, url: address })))
  const page = await context.newPage()
  await page.addInitScript(watch + watchInteractions)
  const tools = await context.newCDPSession(page)
  await tools.send('Network.enable')
  let bytes = 0
  tools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  await tools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.goto(`${address}${path}`, { waitUntil: 'networkidle' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  const { drawn, first, tasks } = await page.evaluate<Seen>('globalThis.seen')
  const digit = types
    ? await interactionMs(page, (turn) => page.locator('main input').first().press(String(turn)))
    : 0
  await context.close()
  const blocked = tasks.reduce((sum, [start, ms]) => sum + (start + ms > first ? Math.max(0, ms - 50) : 0), 0)
  return { drawn, blocked, digit, kilobytes: bytes / 1000 }
}

/**
 * Prints the time that a slow tablet with a cold cache takes to show a student's question of each kind.
 * Returns false if a limit is exceeded.
 */
export async function measureStudent() {
  console.log(`\nA student's question on a tablet (${slowdown} × slower than this machine), empty cache`)
  const dataDir = mkdtempSync(join(tmpdir(), 'blended-learning-bench-'))
  const cluster = await startPostgres({ dataDir })
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  let good = true
  try {
    await migrate(cluster.url)
    const { cookie, path } = await openHomework(cluster.url)
    const address = await launchProduct(cluster, `${today} 16:45`)
    for (const [at, kind] of kinds.entries()) {
      const opened: Awaited<ReturnType<typeof openCold>>[] = []
      for (let round = 0; round < rounds; round += 1)
        opened.push(
          await openCold(browser, { address, path: `${path}/${at + 1}`, cookie, types: at + round === 0 }),
        )
      const middle = (name: 'drawn' | 'blocked') =>
        opened.map((each) => each[name]).toSorted((a, b) => a - b)[rounds >> 1] as number
      const [drawn, blocked] = [middle('drawn'), middle('blocked')]
      const { kilobytes } = opened[0] as (typeof opened)[number]
      good = good && drawn <= most.drawn && blocked <= most.blocked
      console.log(
        `  ${kind.padEnd(14)} drawn after ${Math.round(drawn)} ms (at most ${most.drawn}), blocked for ${Math.round(blocked)} ms (at most ${most.blocked}), ${Math.round(kilobytes)} kB`,
      )
      if (at === 0)
        good = reportInteractions({ 'a digit': (opened[0] as (typeof opened)[number]).digit }) && good
    }
    return good
  } finally {
    await browser.close()
    await stopAll()
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
