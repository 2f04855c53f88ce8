import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { pages, type Page as Pattern } from '#shared/permissions.ts'
import { axePath } from './axe.ts'
import { letIn, test } from './journey.ts'
import { openProviders } from './provider-tours.ts'
import { center, settle, type Stop, take } from './steps.ts'
import { tours } from './tours.ts'

const providers = await openProviders()
test.use({ settings: providers.settings })
test.afterAll(() => providers.close())

const [widest, narrowest] = [1280, 360]
const widths = [widest, 768, narrowest]
/** Returns a pattern for the URLs of this page. Parts in braces are optional. */
const addressOf = (pattern: Pattern) =>
  new RegExp(
    `^[^#?]*//[^/]+${pattern.replaceAll(/\/\{-\$\w+\}/g, '(/[^/?#]+)?').replaceAll(/\$\w+/g, '[^/?#]+')}([?#].*)?$`,
  )

const everything = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const fingers = ['target-size', 'scrollable-region-focusable', 'aria-hidden-focus']
const colors = ['color-contrast', 'link-in-text-block']

/**
 * Returns descriptions of the page's faults: content that is too wide or couldn't be loaded, a table that
 * scrolls sideways (except rows to import), a one-word button label that wraps, no or several main headings,
 * or no title. While the page is still loading, returns what it waits for.
 */
async function faultsOf(page: Page) {
  const waits = await settle(page)
  if (waits.length > 0) return waits
  return await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const tooWide = [...document.querySelectorAll('body *')]
      .filter((each) => each.getBoundingClientRect().right > clientWidth + 1)
      .at(-1)
    const heads = document.querySelectorAll('h1').length
    const failed = [...document.querySelectorAll('[role=alert]:not(:has(h1))')].flatMap(
      ({ textContent }) => /.* couldn’t be loaded\./.exec(textContent ?? '')?.[0] ?? [],
    )
    const hidden = [...document.querySelectorAll('main table')].filter(
      ({ parentElement: box }) =>
        box &&
        box.scrollWidth > box.clientWidth + 1 &&
        getComputedStyle(box).overflowX === 'auto' &&
        !box.closest('.mantine-ScrollArea-root'),
    )
    const broken = [...document.querySelectorAll('button')].flatMap(({ childNodes }) =>
      [...childNodes].flatMap((node) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        const word = node.nodeType === Node.TEXT_NODE ? (node.nodeValue ?? '').trim() : ' '
        return word.includes(' ') || range.getClientRects().length < 2 ? [] : [`breaks “${word}”`]
      }),
    )
    return [
      ...(scrollWidth > clientWidth ? [`is ${scrollWidth} wide: ${tooWide?.outerHTML.slice(0, 300)}`] : []),
      ...(hidden.length > 0 ? [`has ${hidden.length} tables that scroll sideways`] : []),
      ...failed,
      ...broken,
      ...(heads === 1 ? [] : [`has ${heads} main headings`]),
      ...(document.title ? [] : ['has no title']),
    ]
  })
}

/** Returns the accessibility violations that axe finds on this part of the page. */
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
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, any }) => `${id}: ${target.join(' ')} ${any[0]?.message ?? ''}`),
      )
    },
    [runOnly, part] as const,
  )
}

/** Retries until the page has no faults, because a page that has just changed may be between two states. */
const isRight = (faults: () => Promise<string[]>, message: string) =>
  expect.configure({ soft: true }).poll(faults, { message, timeout: 7_000 }).toEqual([])

/**
 * Checks at every width that the page fits, and that its colors are readable in the dark theme. Checks all
 * accessibility rules at the greatest width, and only those for touch and colors at the smallest. `part`
 * limits the accessibility rules to a part of the page, such as a new dialog.
 */
async function look(page: Page, what: string, part?: string) {
  for (const width of widths) {
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 800 })
    await isRight(() => faultsOf(page), `${what} at ${width}`)
    if (width === widest) await isRight(() => barriersOf(page, everything, part), `${what} at ${width}`)
    if (width === narrowest)
      await isRight(() => barriersOf(page, [...fingers, ...colors], part), `${what} at ${width}`)
    // The theme follows the system, so it changes without a reload.
    await page.emulateMedia({ colorScheme: 'dark' })
    await isRight(() => barriersOf(page, colors, part), `${what} at ${width} in dark`)
    await page.emulateMedia({ colorScheme: 'light' })
  }
  await page.setViewportSize({ width: widest, height: 800 })
}

async function visit(page: Page, { page: pattern, to, at = pattern, open = {} }: Stop) {
  for (const step of [to].flat()) await take(page, step)
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
  test(`${who}: every page fits its screen and is accessible`, async ({ page }) => {
    await page.addInitScript({ path: axePath })
    await tour.enter(page)
    for (const stop of tour.stops) await visit(page, stop)
  })
}

test('an unknown path or record shows an error page', async ({ page }) => {
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
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      /not found|couldn.t be loaded|can.t be shown|isn.t in this section|doesn.t exist/,
    )
    await isRight(async () => [...(await faultsOf(page)), ...(await barriersOf(page, everything))], path)
  }
})

test('the tours include every page of the product', () => {
  const seen = Object.values(tours).flatMap(({ stops }) => stops.map(({ page }) => page))
  expect(Object.keys(pages).filter((page) => !seen.includes(page as Pattern))).toEqual([])
})
