import { expect, type BrowserContext, type Page } from '@playwright/test'
import { check, field, onward, question } from './answer-fixture.ts'
import { comes, enter, patch, test } from './journey.ts'
import {
  all,
  allArrived,
  answerOffline,
  arrived,
  begin,
  emailOf,
  entriesKept,
  goTo,
  makeFour,
  name,
  ownContext,
  saved,
  settled,
} from './kept-fixture.ts'

/**
 * Tests that no answer is ever lost (product §8), for numbers, expressions, graphs and drawings, whatever
 * fails (reliability F8, F9, F10, F14, F23, F28). Each student here has the same four questions.
 */

const shot = async (page: Page, moment: string) => {
  const shots = process.env['SHOTS']
  if (!shots) return
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await page.screenshot({ path: `${shots}/unreachable-${moment}-${width}.png`, fullPage: true })
  }
}

test.beforeAll(async ({ browser }) => makeFour(browser))

test('F8: offline answers survive a lost tab and arrive once and in order, even if no socket opens', async ({
  browser,
}) => {
  const context = await ownContext(browser)
  await context.routeWebSocket('**/api/live', (socket) => void socket.close())
  const page = await context.newPage()
  const work = await begin(page, 'M1048')
  await settled(page)
  await context.setOffline(true)
  await answerOffline(page, 0)
  await answerOffline(page, 1)
  await expect.poll(() => page.evaluate(entriesKept)).toBe(8)
  await page.getByRole('button', { name: 'Log out' }).click()
  await page
    .getByRole('dialog', { name: 'Log out with unsent answers?' })
    .getByRole('button', { name: 'Stay' })
    .click()
  await page.getByRole('link', { name: 'Home page' }).click()
  await expect(page.getByText('Offline (8)')).toBeVisible()
  await expect(page.getByRole('link', { name: new RegExp(name) })).toContainText('Continue')
  await page.close({ runBeforeUnload: false })

  const again = await context.newPage()
  await again.goto('/student')
  await comes(again, again.getByText(/8 answers are saved on this device/))
  await context.setOffline(false)
  await comes(again, again.getByRole('link', { name: new RegExp(name) }))
  await again.getByRole('link', { name: new RegExp(name) }).click()
  await saved(again)
  for (const { num, shows } of all) {
    await goTo(again, num)
    await shows(again, 1)
  }
  await allArrived(work, 2)
  await context.close()
})

test('a page reloaded offline says what is saved on the device, and opens once the connection is back', async ({
  browser,
}) => {
  const context = await ownContext(browser)
  const page = await context.newPage()
  await begin(page, 'M1080', 'homework')
  await settled(page)
  await field(page).fill('4')
  await context.setOffline(true)
  await page.reload()
  await comes(page, page.getByText('What you typed is saved on this device.'))
  await expect(page.getByRole('heading', { name: /^No (connection|answer from the server)$/ })).toBeVisible()
  await shot(page, 'typed')
  await context.setOffline(false)
  await comes(page, field(page))
  await expect(field(page)).toHaveValue('4')
  await check(page).click()
  await expect(page.getByText('2 tries left.')).toBeVisible()

  await context.setOffline(true)
  await field(page).fill('5')
  await check(page).click()
  await expect(page.getByText('Your answer is saved on this device.')).toBeVisible()
  await page.reload()
  await comes(
    page,
    page.getByText('1 answer is saved on this device and will be sent once you’re back online.'),
  )
  await shot(page, 'answered')
  await context.setOffline(false)
  await comes(page, page.getByText('1 try left.'))
  await context.close()
})

test('F9: unsent answers are neither shown to nor sent by the next user, and arrive for their own student', async ({
  browser,
}) => {
  const context = await ownContext(browser)
  const page = await context.newPage()
  const work = await begin(page, 'M1049')
  await settled(page)
  await context.setOffline(true)
  await answerOffline(page, 0)
  await expect.poll(() => page.evaluate(entriesKept)).toBe(4)
  await context.clearCookies()
  await context.setOffline(false)
  await comes(page, page.getByText('Your session has expired. Please login again.'))

  await enter(page, emailOf('M1059'))
  await expect(page.getByRole('heading', { name: 'To do now' })).toBeVisible()
  await expect(page.getByText(name)).toBeHidden()
  for (const { num } of all) expect(await arrived(work, num)).toEqual([])
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/login')
  expect(await page.evaluate(entriesKept)).toBe(4)

  await enter(page, emailOf('M1049'))
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await saved(page)
  await allArrived(work, 1)
  await context.close()
})

test('F10: an answer counts once if it is submitted twice, or resent because its response was lost', async ({
  browser,
}) => {
  const context = await ownContext(browser, 'block')
  const page = await context.newPage()
  const lost = new Set<string>()
  await page.route('**/api/student/homework/*/sections/1/*', async (route) => {
    const url = route.request().url()
    if (route.request().method() !== 'POST' || lost.has(url)) return await route.continue()
    lost.add(url)
    await route.fetch()
    await route.abort('connectionreset')
  })
  const work = await begin(page, 'M1051', 'homework')
  for (const { num, name: kind, put } of all) {
    await question(page, num)
    await put(page, 0)
    if (kind === 'work') await field(page).fill('41')
    await check(page).dblclick()
    await comes(page, page.getByText('2 tries left.'))
    await page.getByRole('button', { name: num < all.length ? 'Next question' : 'Finish' }).click()
  }
  expect(lost.size).toBe(all.length)
  await page.getByRole('dialog').getByRole('button', { name: 'Hand in', exact: true }).dblclick()
  await expect(page.getByText('Homework handed in.')).toBeVisible()
  await allArrived(work, 1)
  await context.close()
})

for (const [how, shut] of [
  ['is closed again and again', (socket: { close: () => Promise<void> }) => void socket.close()],
  ['is open and dead', () => {}],
] as const)
  test(`F14: a page whose socket ${how} shows a new comment within fifteen seconds`, async ({ browser }) => {
    const context = await ownContext(browser)
    await context.routeWebSocket('**/api/live', shut)
    const page = await context.newPage()
    const num = how === 'is open and dead' ? 'M1053' : 'M1055'
    const work = await begin(page, num, 'homework')
    await field(page).fill('4')
    await check(page).click()
    await expect(page.getByText('2 tries left.')).toBeVisible()
    await patch(work.office, `${work.address}/1`, { comment: 'Cut it in two.' })
    await page.clock.runFor(15_000)
    await expect(page.getByText('Cut it in two.')).toBeVisible()
    await context.close()
  })

/** Devices that can't store anything: the disk is full, or storage is blocked. */
const broken = {
  full: (context: BrowserContext) =>
    context.addInitScript(() => {
      const full = () => {
        throw new DOMException('Quota exceeded.', 'QuotaExceededError')
      }
      IDBObjectStore.prototype.add = full
      IDBObjectStore.prototype.put = full
    }),
  denied: (context: BrowserContext) =>
    context.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('Denied.', 'SecurityError')
      }
    }),
}

for (const [how, breaks] of Object.entries(broken))
  test(`F23: if storage is ${how}, answers are sent directly, and the page asks to stay open until all are sent`, async ({
    browser,
  }) => {
    const context = await ownContext(browser, 'block')
    await breaks(context)
    const page = await context.newPage()
    const work = await begin(page, how === 'full' ? 'M1056' : 'M1058')
    await page.waitForLoadState('networkidle')
    for (const { num, put } of all) {
      await question(page, num)
      await put(page, 0)
      await goTo(page, (num % all.length) + 1)
    }
    await saved(page)
    await allArrived(work, 1)

    await context.setOffline(true)
    for (const { num, put, shows } of all) {
      await question(page, num)
      await put(page, 1)
      await comes(
        page,
        page.getByText('Keep this window open until your answer is sent. This device can’t save it.'),
      )
      await shows(page, 1)
      await goTo(page, (num % all.length) + 1)
    }
    await context.setOffline(false)
    await saved(page)
    await allArrived(work, 2)
    await context.close()
  })

test('a refused answer shows an error and doesn’t block later answers', async ({ browser }) => {
  const context = await ownContext(browser, 'block')
  const page = await context.newPage()
  await page.route('**/api/student/tests/*/1', async (route) => {
    const body = route.request().postDataJSON() as { given: { parts: string[] } } | null
    if (body?.given.parts[0] !== '9') return await route.continue()
    await route.continue({ postData: JSON.stringify({ ...body, given: { kind: 'fr', parts: ['9', '9'] } }) })
  })
  const work = await begin(page, 'M1065')
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  for (const [before, text] of ['4', '9', '7'].entries()) {
    await field(page).fill(text)
    await page.clock.runFor(2000)
    await expect.poll(() => page.evaluate(entriesKept)).toBe(before + 1)
  }
  await context.setOffline(false)
  await saved(page)
  await expect(page.getByText('Question 1: your answer “9” wasn’t accepted.')).toBeVisible()
  await expect(field(page)).toHaveValue('7')
  expect(await arrived(work, 1)).toEqual(['1: 4', '2: 7'])
  await context.close()
})

test('F28: only the newer of two windows with a test can answer, the older one says so, and both answers are stored', async ({
  browser,
}) => {
  const context = await ownContext(browser)
  const older = await context.newPage()
  const work = await begin(older, 'M1054')
  for (const { num, put } of all) {
    await question(older, num)
    await put(older, 0)
    if (num < all.length) await onward(older)
  }
  await goTo(older, 1)
  await saved(older)
  const newer = await context.newPage()
  await newer.goto(older.url())
  await expect(older.getByText('This test is now open in another window.')).toBeVisible()
  for (const { num, put, shows } of all) {
    await question(newer, num)
    await shows(newer, 0)
    await put(newer, 1)
    if (num < all.length) await onward(newer)
  }
  await goTo(newer, 1)
  await saved(newer)
  for (const { num, shows } of all) {
    await goTo(older, num)
    await shows(older, 1)
  }
  await allArrived(work, 2)
  await context.close()
})
