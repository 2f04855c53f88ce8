import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { pages, type Page as Pattern } from '#shared/permissions.ts'
import { letIn, test } from './journey.ts'
import { center, type Step, type Stop } from './steps.ts'
import { tours } from './tours.ts'

const axePath = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'))
const [widest, narrowest] = [1280, 360]
const widths = [widest, 768, narrowest]
/** An address of this page; what stands in braces may be left out of it. */
const addressOf = (pattern: Pattern) =>
  new RegExp(`^[^#?]*//[^/]+${pattern.replaceAll(/\/\{-\$\w+\}/g, '(/[^/?#]+)?').replaceAll(/\$\w+/g, '[^/?#]+')}([?#].*)?$`)

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
const fingers = ['target-size', 'scrollable-region-focusable', 'aria-hidden-focus']

/** Until nothing is being fetched and nothing moves; what it still waits for after five seconds. Within the page: it is asked a thousand times. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    const waits = () => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const text = texts.currentNode.nodeValue ?? ''
        if (/^\s*(Loading|Looking for|Reading|Checking) /.test(text)) return text
      }
      return document.querySelector('[aria-busy=true]')?.outerHTML.slice(0, 200)
    }
    const late = performance.now() + 5_000
    for (let waiting = waits(); waiting; waiting = waits()) {
      if (performance.now() > late) return [`waits: ${waiting}`]
      await new Promise(requestAnimationFrame)
    }
    const ending = document.getAnimations().filter((each) => Number.isFinite(each.effect?.getComputedTiming().endTime))
    await Promise.allSettled(ending.map(({ finished }) => finished))
    return []
  })

/** What doesn't fit, and what the page lacks to be named, in words; nothing when it is as it should be. */
async function faultsOf(page: Page) {
  const waits = await settle(page)
  if (waits.length > 0) return waits
  return await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const heads = document.querySelectorAll('h1').length
    return [
      ...(scrollWidth > clientWidth ? [`is ${scrollWidth} wide`] : []),
      ...(heads === 1 ? [] : [`has ${heads} main headings`]),
      ...(document.title ? [] : ['has no title']),
    ]
  })
}

/** What stands in somebody's way on this part of the page as it is now, as axe finds it. */
async function barriersOf(page: Page, runOnly: string[], part = 'html') {
  const waits = await settle(page)
  if (waits.length > 0) return waits
  return await page.evaluate(
    async ([rules, within]) => {
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(within, {
        runOnly: rules,
        resultTypes: ['violations'],
        preload: false,
      })
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`))
    },
    [runOnly, part] as const,
  )
}

/** The page comes to be right: one that just changed by itself may be between two states when it is looked at. */
const isRight = (faults: () => Promise<string[]>, message: string) =>
  expect.configure({ soft: true }).poll(faults, { message, timeout: 7_000 }).toEqual([])

/**
 * Looks at a page in every width: whether it fits, in the widest with everybody's eyes, and in the narrowest whether fingers hit what is there.
 * `part`: what is new of it.
 */
async function look(page: Page, what: string, part?: string) {
  for (const width of widths) {
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 800 })
    await isRight(() => faultsOf(page), `${what} at ${width}`)
    if (width === widest) await isRight(() => barriersOf(page, everything, part), `${what} at ${width}`)
    if (width === narrowest) await isRight(() => barriersOf(page, fingers, part), `${what} at ${width}`)
  }
  await page.setViewportSize({ width: widest, height: 800 })
}

/** Takes one step, until the page that was left is gone. */
async function leave(page: Page, step: string | Step) {
  const heading = page.locator('h1')
  await heading.evaluateAll((left) => left.forEach((each) => each.setAttribute('data-left', '')))
  await (typeof step === 'string' ? page.goto(step) : step(page))
  await expect(page.locator('h1[data-left]')).toHaveCount(0)
  await expect(heading).toHaveCount(1)
}

async function visit(page: Page, { page: pattern, to, at = pattern, open = {} }: Stop) {
  for (const step of [to].flat()) await leave(page, step)
  await expect(page).toHaveURL(addressOf(at))
  await expect.soft(page, `the title of ${pattern}`).toHaveTitle(/.+ – Blended Learning$/)
  await look(page, pattern)
  for (const [what, opening] of Object.entries(open)) {
    await opening(page)
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    await look(page, `${pattern} with ${what}`, '[role=dialog], dialog[open]')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
}

for (const [who, tour] of Object.entries(tours)) {
  test(`${who}: every page fits its screen and can be read by everybody`, async ({ page }) => {
    await page.addInitScript({ path: axePath })
    await tour.enter(page)
    for (const stop of tour.stops) await visit(page, stop)
  })
}

test('what can’t be shown says so on a page of its own', async ({ page }) => {
  await page.addInitScript({ path: axePath })
  await letIn(page, 'admin')
  const nobody = '00000000-0000-7000-8000-000000000000'
  const lost = [
    '/no/such/page',
    `/users/${nobody}`,
    `${center}/students/${nobody}`,
    `${center}/attendance/${nobody}`,
    `${center}/scheduler/someday`,
    `/material-editor/${nobody}`,
  ]
  for (const path of lost) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/not found|can.t be shown|isn.t in this section|doesn.t exist/)
    await isRight(async () => [...(await faultsOf(page)), ...(await barriersOf(page, everything))], path)
  }
})

test('no page of the product is left out', () => {
  const seen = Object.values(tours).flatMap(({ stops }) => stops.map(({ page }) => page))
  expect(Object.keys(pages).filter((page) => !seen.includes(page as Pattern))).toEqual([])
})
