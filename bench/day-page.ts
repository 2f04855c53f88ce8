import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium as playwright, type Page } from '@playwright/test'
import chromium from '@sparticuz/chromium'
import { connect } from '#server/connect.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '#server/db.ts'
import { startPostgres } from '#server/embedded-postgres.ts'
import { centerName, fillOffice, idOf, now, today } from './office-world.ts'
import { interactionMs, reportInteractions, watchInteractions } from './interaction.ts'
import { launchProduct, type Place, stopAll } from './running.ts'
import { signIn } from './world.ts'

/**
 * Slowdown of a mid-range tablet relative to this machine, and limits in ms for showing a day (median) and
 * for a frame while scrolling (95th percentile).
 */
const slowdown = 4
const maxMs = 1000
const maxFrameMs = 50
const rounds = 5
const classes = 60

/**
 * Size of the test data: one center of 600 students, whose 60 classes all meet on the same day. `crowd` sets
 * about half of that day's attendance marks.
 */
const world = { centers: 1, students: 600, classesEach: 1, weeks: 1, works: 0, questions: 0 }
const crowd = `
  set session_replication_role = replica;
  update class_terms set day = extract(dow from date '${today}');
  delete from attendances where held_on = '${today}';
  insert into attendances (center_id, id, class_id, student_id, held_on, mark, arrived_at, taken_by, taken_at)
  select center_id, gen_random_uuid(), class_id, student_id, '${today}', 'present', now(), '${idOf('operator', 0)}', now()
  from places where type = 'regular' and during @> date '${today}' and hashtext(student_id::text) % 2 = 0;
  analyze
`

async function openCrowd(place: Place) {
  await fillOffice(place.superuserUrl, world)
  const sql = connect(place.superuserUrl)
  await sql.unsafe(crowd)
  await sql.end()
  const database = openDatabase(place.url, { pool: 1 })
  const { cookie } = await signIn(database, 'operator', idOf('operator', 0))
  await database.close()
  return { address: await launchProduct(place, `${today} ${now}`), cookie }
}

/** Script that records when the first class and all classes are rendered, in ms since navigation started. */
const watch = `
  globalThis.drawn = Promise.all([1, ${classes}].map((least) => new Promise((done) => {
    const look = () => document.querySelectorAll('article').length >= least
      ? requestAnimationFrame(() => setTimeout(() => done(performance.now())))
      : requestAnimationFrame(look)
    look()
  })))
`

/**
 * Script that scrolls through the whole day and returns the median, 95th-percentile and longest frame times
 * in ms.
 */
const scroll = `
  new Promise((done) => {
    const frames = []
    let last = performance.now()
    const step = (at) => {
      frames.push(at - last)
      last = at
      scrollBy(0, 60)
      if (scrollY + innerHeight < document.documentElement.scrollHeight - 1) return requestAnimationFrame(step)
      frames.sort((a, b) => a - b)
      done({ usual: frames[frames.length >> 1], slow: frames[Math.floor(frames.length * 0.95)], longest: frames.at(-1) })
    }
    requestAnimationFrame(step)
  })
`

/** Returns how long the day page and one class's roll take to respond to input, in ms. */
async function respond(page: Page) {
  const student = page.getByRole('button', { name: /^Actions for / })
  const times = {
    "a student's menu on the day": await interactionMs(page, async (turn) => {
      await student.nth(turn).scrollIntoViewIfNeeded()
      await student.nth(turn).click()
      await page.keyboard.press('Escape')
    }),
    'an arrow key': await interactionMs(page, () => page.keyboard.press('ArrowDown')),
  }
  await page.evaluate('scrollTo(0, 0)')
  await page
    .getByRole('link', { name: /^Take attendance for/ })
    .first()
    .click()
  const marks = page.getByRole('group', { name: '’s attendance' })
  await marks.first().waitFor()
  return {
    ...times,
    'a mark on the roll': await interactionMs(page, (turn) =>
      marks
        .nth(turn)
        .getByRole('radio', { name: turn % 2 ? 'Present' : 'Absent' })
        .click({ force: true }),
    ),
  }
}

type Frames = { usual: number; slow: number; longest: number }

async function measure(page: Page, address: string) {
  const opened: [first: number, all: number][] = []
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(address)
    opened.push(await page.evaluate<[number, number]>('globalThis.drawn'))
  }
  await page.waitForLoadState('networkidle')
  // Wait, because the page loads its other parts while it is idle.
  await page.waitForTimeout(3000)
  await page.evaluate('longTasks.length = 0')
  const frames = await page.evaluate<Frames>(scroll)
  const longTasks = await page.evaluate<number[]>('longTasks')
  return { opened: opened.toSorted(([, a], [, b]) => a - b), frames, longTasks }
}

/**
 * Prints how fast a tablet shows a day of 60 classes and 600 students, how quickly the day and a roll
 * respond, and how smoothly the day scrolls. Returns false if one of these exceeds its limit, or if scrolling
 * causes a long task.
 */
export async function measureDay() {
  console.log(
    `\nA day of ${classes} classes and ${world.students} students on a tablet (${slowdown} × slower than this machine)`,
  )
  const dataDir = mkdtempSync(join(tmpdir(), 'blended-learning-bench-'))
  const cluster = await startPostgres({ dataDir })
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    await migrate(cluster.url)
    const { address, cookie } = await openCrowd(cluster)
    const context = await browser.newContext({ viewport: { width: 1024, height: 768 } })
    const pairs = cookie.split('; ').map((pair) => pair.split('=') as [string, string])
    await context.addCookies(pairs.map(([name, value]) => ({ name, value, url: address })))
    const page = await context.newPage()
    await page.addInitScript(watch + watchInteractions)
    const tools = await context.newCDPSession(page)
    await tools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const day = `${address}/centers/${encodeURIComponent(centerName(0))}/scheduler/${today}`
    const { opened, frames, longTasks } = await measure(page, day)
    const [, usual] = opened[Math.floor(rounds / 2)] as [number, number]
    const good = usual <= maxMs && frames.slow <= maxFrameMs && longTasks.length === 0
    const times = opened.map(([first, all]) => `${Math.round(all)} (first ${Math.round(first)})`)
    console.log(`  opened   ${times.join(', ')} ms (usually at most ${maxMs})`)
    console.log(
      `  a frame  usually ${Math.round(frames.usual)} ms, 95 of 100 within ${Math.round(frames.slow)} ms (at most ${maxFrameMs}), longest ${Math.round(frames.longest)} ms`,
    )
    console.log(`  scrolling it causes ${longTasks.length} long tasks ${longTasks.join(', ')} (none)`)
    return reportInteractions(await respond(page)) && good
  } finally {
    await browser.close()
    await stopAll()
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
