import { expect, type Page } from '@playwright/test'
import { get, hold, letIn, test } from './journey.ts'

const center = '/centers/Maple%20Street'

/** Returns the path of a student's record. Requires office rights. */
async function recordOf(page: Page, studentNum: string) {
  const found = await get<{ students: { _id: string }[] }>(page, `${center}/students?search=${studentNum}`)
  return `${center}/students/${found.students[0]?._id}`
}

/** Returns the path of the center's first class. Requires office rights. */
async function firstClass(page: Page) {
  const [first] = await get<{ id: string }[]>(page, `${center}/classes`)
  return `${center}/classes/${first?.id}`
}

/**
 * Answers the page's reads one after another, and waits until each response has been rendered, so that the
 * parts of the page load in the order in which they are requested. Stops animations, because one of them ends
 * the wait for slow parts after a few seconds.
 */
async function loadSlowly(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Animation.enable')
  await session.send('Animation.setPlaybackRate', { playbackRate: 0 })
  let previous = Promise.resolve()
  await page.route('**/api/**', (route) => {
    previous = previous.then(async () => {
      await route.fulfill({ response: await route.fetch() })
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      )
    })
    return previous
  })
}

/** Returns the page's cumulative layout shift so far: the sum of all shifts that the browser reports. */
const shiftOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number })[]
          done(shifts.reduce((sum, { value }) => sum + value, 0))
        }).observe({ type: 'layout-shift', buffered: true })
        // Resolve anyway if nothing has moved, because the observer isn't called then.
        requestAnimationFrame(() => requestAnimationFrame(() => done(0)))
      }),
  )

for (const [what, who, path] of [
  ['a student’s record', 'operator', (page: Page) => recordOf(page, 'M1099')],
  ['the day', 'operator', () => `${center}/scheduler`],
  ['the dashboard', 'operator', () => center],
  ['a class', 'operator', firstClass],
  ['grading', 'operator', () => `${center}/grading`],
  ['a parent’s home page', 'parent', () => '/parent'],
  ['a student’s home page', 'student', () => '/student'],
] as const)
  test(`nothing on the page shifts while ${what} loads`, async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 1024 })
    await letIn(page, 'operator')
    const opened = await path(page)
    await letIn(page, who)
    await loadSlowly(page)
    await page.goto(opened)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page.locator('[data-loading]')).toHaveCount(0)
    expect(await shiftOf(page)).toBeLessThan(0.05)
  })

test('parts of a page are hidden until the part above them has loaded, but only for a few seconds', async ({
  page,
}) => {
  await letIn(page, 'operator')
  const path = await recordOf(page, 'M1099')
  const answer = await hold(page, '**/skills*')
  await page.goto(path)
  const work = page.getByRole('region', { name: 'Work', exact: true })
  await expect(work.getByRole('table')).toBeVisible()
  const note = page.getByLabel('New note')
  await expect(note).toBeHidden()
  await expect(note).toBeVisible()
  await expect(page.getByText('Loading the skills')).toBeVisible()
  answer()
})

test('the top of a student’s page says which parts couldn’t be loaded', async ({ page }) => {
  await letIn(page, 'operator')
  const path = await recordOf(page, 'M1099')
  await page.route(/\/api\/(students\/|.*(\/attendances\/history|\/coming)\b)/, (route) =>
    route.fulfill({ status: 500 }),
  )
  await page.goto(path)
  await expect(page.getByRole('definition').getByText('Couldn’t be loaded')).toHaveCount(3)
  await expect(page.getByText('…', { exact: true })).toHaveCount(0)
})

test('the columns of the dashboard don’t wait for each other', async ({ page }) => {
  await letIn(page, 'operator')
  const answer = await hold(page, '**/schedules/*')
  await page.goto(center)
  await expect(page.getByText('Loading today')).toBeVisible()
  await page.evaluate(() => document.getAnimations().forEach((animation) => animation.pause()))
  await expect(page.getByRole('table', { name: /^Seats taken by regular students/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'To do' })).toBeHidden()
  answer()
})

test('the top of a student’s page doesn’t claim that there is no attendance while it loads', async ({
  page,
}) => {
  await letIn(page, 'operator')
  const path = await recordOf(page, 'M1099')
  const answer = await hold(page, '**/attendances/history?*')
  await page.goto(path)
  await expect(page.getByText('Last 12 weeks')).toBeVisible()
  await expect(page.getByText('No attendance', { exact: true })).toBeHidden()
  answer()
  await expect(page.getByRole('definition').getByText(/^Present \d+/)).toBeVisible()
})
