import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium as playwright, type Page } from '@playwright/test'
import chromium from '@sparticuz/chromium'
import { factories } from '#tests/factories.ts'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '#server/db.ts'
import { startPostgres } from '#server/embedded-postgres.ts'
import { launchProduct, stopAll } from './running.ts'
import { signIn } from './world.ts'

/**
 * Slowdown of a mid-range computer relative to this machine, and limits in ms: for showing a list, for a task
 * while scrolling, and for showing the result of an action.
 */
const slowdown = 4
const most = { open: 1500, task: 200, action: 1000 }
const rounds = 3
const count = 1319

/** Returns word problems of realistic length, as one JSON object per line. */
const problems = () =>
  Array.from({ length: count }, (_, index) => {
    const [boxes, each, given] = [2 + (index % 9), 12 + (index % 37), 1 + (index % 11)]
    const question =
      `A shop gets ${boxes} boxes of apples on Monday. Every box holds ${each} apples, and ${given} of all the apples are given to the school. ` +
      `The others are sold at the market for $2 each. How many apples are left to be sold after the school has had its ${given}?`
    const answer = `There are ${boxes}*${each}=${boxes * each} apples.\n${boxes * each - given} are left.\n#### ${boxes * each - given}`
    return JSON.stringify({ question, answer })
  }).join('\n')

/** Creates an empty section and an editor's session. */
async function openSection(url: string) {
  const database = openDatabase(url, { pool: 1 })
  const { editor, section } = await database.write(async (db) => {
    const make = factories(db)
    return { editor: await make.staff('editor', null), section: await make.section() }
  })
  const { cookie } = await signIn(database, 'editor', editor.id)
  await database.close()
  return { cookie, path: `/material-editor/${section.levelId}/1/chapter/1` }
}

/** Imports the questions through the page as a person would. Returns the time in ms. */
async function importAll(page: Page, lines: string) {
  const began = performance.now()
  await page.getByRole('button', { name: 'Import questions' }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'problems.jsonl', mimeType: 'text/plain', buffer: Buffer.from(lines) })
  await page.getByRole('button', { name: /^Import [\d,]+ questions$/ }).click({ timeout: 60_000 })
  await page.getByRole('link', { name: 'Show the questions' }).click({ timeout: 120_000 })
  return performance.now() - began
}

/**
 * Script that records the time at which the first question is rendered, in ms since navigation started, and
 * the longest task.
 */
const watch = `
  globalThis.longest = 0
  new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => { longest = Math.max(longest, duration) })).observe({ type: 'longtask' })
  globalThis.drawn = new Promise((done) => {
    const look = () => document.querySelector('[id^=question-]')
      ? requestAnimationFrame(() => setTimeout(() => done(performance.now())))
      : requestAnimationFrame(look)
    look()
  })
`

/**
 * Script that scrolls to the last question and returns the number of rows, and the 95th-percentile frame time
 * and the longest task in ms.
 */
const scroll = `
  new Promise((done) => {
    globalThis.longest = 0
    const frames = []
    let last = performance.now()
    const step = (at) => {
      frames.push(at - last)
      last = at
      scrollBy(0, 240)
      const atEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 2
      if (frames.length < 3000 && !(atEnd && document.getElementById('question-${count}'))) return requestAnimationFrame(step)
      frames.sort((a, b) => a - b)
      const rows = document.querySelectorAll('[id^=question-]').length
      setTimeout(() => done({ rows, slow: frames[Math.floor(frames.length * 0.95)], longest: globalThis.longest }), 200)
    }
    requestAnimationFrame(step)
  })
`

/**
 * Performs an action on the page and waits until `shown`, an expression evaluated in the page, is true and
 * rendered. Returns the time in ms.
 */
async function until(page: Page, action: () => Promise<unknown>, shown: string) {
  await page.evaluate(`void (globalThis.shown = new Promise((done) => {
    const began = performance.now()
    const look = () => (${shown}) ? requestAnimationFrame(() => setTimeout(() => done(performance.now() - began))) : requestAnimationFrame(look)
    look()
  }))`)
  await action()
  return await page.evaluate<number>('globalThis.shown')
}

type Check = { name: string; ms: number; most: number }

async function measure(page: Page, address: string): Promise<Check[]> {
  const opened: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(address)
    opened.push(await page.evaluate<number>('globalThis.drawn'))
  }
  const scrolled = await page.evaluate<{ rows: number; slow: number; longest: number }>(scroll)
  if (scrolled.rows !== count) throw new Error(`Only ${scrolled.rows} questions were shown.`)
  await page.evaluate(`document.querySelector('#question-${count} a').focus(); globalThis.longest = 0`)
  const moved = `document.querySelector('#question-${count - 1} a') === document.activeElement`
  const reordered = await until(page, () => page.keyboard.press('Alt+ArrowUp'), moved)
  const found = `document.querySelectorAll('[id^=question-]').length === 1`
  const searched = await until(page, () => page.getByRole('searchbox').fill(String(count - 5)), found)
  const listed = `document.querySelector('ol > li > a[data-question][aria-current=page]')?.textContent.includes('${count - 5}')`
  const edited = await until(page, () => page.locator('[id^=question-] a').first().click(), listed)
  return [
    {
      name: 'opened, to the first question',
      ms: opened.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0,
      most: most.open,
    },
    { name: 'scrolled through, 95% of frames within', ms: scrolled.slow, most: 50 },
    { name: 'scrolled through, longest task', ms: scrolled.longest, most: most.task },
    { name: 'moved with a key', ms: reordered, most: most.action },
    { name: 'searched', ms: searched, most: most.action },
    { name: 'opened in the editor, to its place in the list', ms: edited, most: most.open },
  ]
}

/**
 * Prints how long editing takes in a section of 1,319 questions: those in `file` (one per line), or made-up
 * ones. Returns false if anything takes too long.
 */
export async function measureMaterial(file?: string) {
  console.log(`\nA section of ${count} questions in the editor (${slowdown} × slower than this machine)`)
  const dataDir = mkdtempSync(join(tmpdir(), 'blended-learning-bench-'))
  const cluster = await startPostgres({ dataDir })
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    await migrate(cluster.url)
    const { cookie, path } = await openSection(cluster.url)
    const address = await launchProduct(cluster, '2026-03-03 16:45')
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const pairs = cookie.split('; ').map((pair) => pair.split('=') as [string, string])
    await context.addCookies(pairs.map(([name, value]) => ({ name, value, url: address })))
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    await page.addInitScript(watch)
    await page.goto(address + path)
    const imported = await importAll(page, file ? readFileSync(file, 'utf8') : problems())
    const tools = await context.newCDPSession(page)
    await tools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const checks = await measure(page, address + path)
    console.log(`  imported through the page in ${(imported / 1000).toFixed(1)} s, without slowdown`)
    for (const check of checks)
      console.log(
        `  ${check.name}: ${Math.round(check.ms)} ms (at most ${check.most})${check.ms > check.most ? '  OVER' : ''}`,
      )
    return checks.every((check) => check.ms <= check.most)
  } finally {
    await browser.close()
    await stopAll()
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
