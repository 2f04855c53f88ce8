import { expect, type BrowserContext, type Page } from '@playwright/test'
import { answerOffline, begin, emailOf, entriesKept, makeFour, ownContext, settled } from './kept-fixture.ts'
import { anotherPage, enter, letIn, signIn, test } from './journey.ts'
import { activate, newDevice } from './tablet.ts'

/**
 * Tests the app on the home screen, and the warning about answers that haven't been sent for a day. Both
 * protect unsent answers: Safari deletes a website's stored data after a week without a visit.
 */

const hint = (page: Page) => page.getByRole('heading', { name: 'Add Blended Learning to your home screen' })

/**
 * Imitates an iPad as far as a page can detect one. Only Safari reports whether a page was opened from the
 * home screen.
 */
const asTablet = (context: BrowserContext) =>
  context.addInitScript(() => {
    Object.defineProperty(navigator, 'standalone', { value: false })
  })

test('the manifest is valid and the app can be installed', async ({ page }) => {
  await page.goto('/login')
  const devtools = await page.context().newCDPSession(page)
  const { url, errors, data = '' } = await devtools.send('Page.getAppManifest')
  expect([new URL(url).pathname, errors]).toEqual(['/manifest.webmanifest', []])
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
  // Ignore the error about private windows, which can't install apps: a test context is one.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  const { icons, start_url: start } = JSON.parse(data) as {
    icons: { src: string; sizes: string }[]
    start_url: string
  }
  for (const { src, sizes } of [...icons, { src: '/apple-touch-icon.png', sizes: '180x180' }]) {
    const size = await page.evaluate(async (at) => {
      const image = new Image()
      image.src = at
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    expect(size, src).toBe(sizes)
  }
  for (const [who, home] of [
    ['student', '/student'],
    ['parent', '/parent'],
  ] as const) {
    await letIn(page, who)
    await page.goto(start)
    await expect(page).toHaveURL(home)
  }
})

test('on a tablet, students, parents and classrooms see how to install the app until they dismiss it', async ({
  browser,
  page: office,
}) => {
  const context = await browser.newContext({
    baseURL: process.env['PRODUCT_URL'] ?? '',
    hasTouch: true,
    isMobile: true,
  })
  await asTablet(context)
  const page = await context.newPage()
  await signIn(page, 'parent')
  await expect(hint(page)).toBeVisible()
  await expect(page.getByText('Add to Home Screen')).toBeVisible()
  // Leave the parent's page first. If one of its calls failed after the student's sign-in, that page would
  // open the login page.
  await page.goto('about:blank')
  await signIn(page, 'student')
  await expect(hint(page)).toBeVisible()
  await page.getByRole('button', { name: 'Don’t show this again' }).tap()
  await expect(hint(page)).toHaveCount(0)
  await page.reload()
  await expect(page.locator('main h1')).toBeVisible()
  await expect(hint(page)).toHaveCount(0)

  // A browser with its own install prompt gets a button.
  await page.evaluate(() => localStorage.removeItem('install-hint'))
  await page.reload()
  await page.evaluate(() => {
    const event = Object.assign(new Event('beforeinstallprompt'), {
      prompt: () => (document.title = 'asked'),
    })
    dispatchEvent(event)
  })
  await page.getByRole('button', { name: 'Install', exact: true }).tap()
  await expect(page).toHaveTitle('asked')
  await expect(hint(page)).toHaveCount(0)

  await letIn(office, 'operator')
  const tablet = await activate(browser, process.env['PRODUCT_URL'], await newDevice(office, 'Room 9'))
  await asTablet(tablet.context())
  await tablet.reload()
  await expect(hint(tablet)).toBeVisible()
})

test('on a computer, nobody is asked to install the app', async ({ page }) => {
  await signIn(page, 'parent')
  await expect(hint(page)).toHaveCount(0)
})

test('answers unsent for more than a day cause a warning on their student’s pages and on the login page', async ({
  browser,
}) => {
  await makeFour(browser)
  const context = await ownContext(browser)
  const page = await context.newPage()
  await begin(page, 'M1052')
  await settled(page)
  await context.setOffline(true)
  await answerOffline(page, 0)
  await expect.poll(() => page.evaluate(entriesKept)).toBe(4)
  await page.clock.runFor(60_000)
  await expect(page.getByText('have been waiting to be sent since')).toHaveCount(0)
  // The session has ended by the time somebody uses the tablet again.
  await context.clearCookies()
  await page.close({ runBeforeUnload: false })
  const later = await context.newPage()
  await later.clock.install({ time: Date.now() + 25 * 3_600_000 })
  await context.setOffline(false)
  await later.route('**/api/student/**', (route) => route.abort())
  await later.goto('/login')
  await expect(
    later.getByText(/^4 answers from \S+ have been waiting to be sent since \w+day\.$/),
  ).toBeVisible()
  await expect(later.getByText('Connect to the internet and log in.')).toBeVisible()
  await enter(later, emailOf('M1052'))
  await expect(later.getByText(/^4 answers have been waiting to be sent since \w+day\.$/)).toBeVisible()
  await later.unrouteAll({ behavior: 'ignoreErrors' })

  // Other people's pages don't show the warning.
  const other = await anotherPage(browser)
  await signIn(other, emailOf('M1059'))
  await expect(other.getByText('have been waiting to be sent since')).toHaveCount(0)
})
