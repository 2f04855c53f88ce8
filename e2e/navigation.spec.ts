import { expect } from '@playwright/test'
import { hold, letIn, signIn, test } from './journey.ts'

const center = '/centers/Maple%20Street'
const searchBox = /search students/i

test('a new page focuses its heading, and a change within the page keeps the focus', async ({ page }) => {
  await signIn(page, 'operator')
  await page.getByRole('navigation', { name: 'Center' }).getByRole('link', { name: 'Students' }).click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Students')
  await expect(heading).toBeFocused()
  await page.getByRole('searchbox', { name: searchBox }).fill('a')
  await expect(page).toHaveURL(/find=a/)
  await expect(page.getByRole('searchbox', { name: searchBox })).toBeFocused()
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page).toHaveURL(/students\/.+/)
  await expect(heading).toBeFocused()
  await page.goto(`${center}/scheduler/2026-03-03/all`)
  const after = page.getByRole('button', { name: 'Next day' })
  await after.click()
  await expect(page).toHaveURL(/scheduler\/2026-03-04/)
  await expect(after).toBeFocused()
})

test('removing a search from the URL clears the search field', async ({ page }) => {
  await letIn(page, 'operator')
  await page.goto(`${center}/students?filter=2&find=zz`)
  const box = page.getByRole('searchbox', { name: searchBox })
  await expect(box).toHaveValue('zz')
  await page.getByRole('navigation', { name: 'Center' }).getByRole('link', { name: 'Students' }).click()
  await expect(box).toHaveValue('')
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page).toHaveURL(`${center}/students`)
})

test('switching to another center keeps the page and its filter, and a mistyped center isn’t remembered', async ({
  page,
}) => {
  await letIn(page, 'admin')
  await page.goto(`${center}/students?filter=2`)
  await page.getByRole('combobox', { name: 'Center' }).click()
  await page.getByRole('listbox').getByRole('option').filter({ hasNotText: 'Maple Street' }).first().click()
  await expect(page).not.toHaveURL(/Maple/)
  await expect(page).toHaveURL(/\/students\?filter=2$/)
  const other = new URL(page.url()).pathname.split('/')[2]
  await page.goto('/centers/Maple%20Stret/students')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.goto('/centers')
  await expect(page.getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', `/centers/${other}`)
})

test('if the centers fail to load, an error is shown, and loading can be retried', async ({ page }) => {
  await page.route(/\/api\/centers$/, (route) =>
    route.fulfill({ status: 500, json: { message: '', code: 'failed' } }),
  )
  await signIn(page, 'operator')
  const again = page.getByRole('button', { name: /^The centers couldn’t be loaded/ })
  await expect(again).toBeVisible()
  await page.unrouteAll()
  await again.click()
  await expect(page.getByRole('combobox', { name: 'Center' })).toBeVisible()
})

test('controls don’t move while a page loads', async ({ page }) => {
  await letIn(page, 'admin')
  for (const [path, list, button, part] of [
    [
      `${center}/staff`,
      '**/api/centers/*/staff',
      page.getByRole('button', { name: 'Export' }),
      page.getByRole('heading', { name: 'Teachers' }),
    ],
    [
      '/material-editor',
      '**/api/bl/courses',
      page.getByRole('link', { name: 'Hints' }),
      page.getByRole('link', { name: 'Math 1' }),
    ],
  ] as const) {
    const held = Promise.withResolvers<void>()
    await page.route(list, async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto(path)
    await expect(button).toBeVisible()
    // Wait for the fonts, so that widths no longer change.
    await page.evaluate(async () => void (await document.fonts.ready))
    const before = await button.boundingBox()
    held.resolve()
    await expect(part).toBeVisible()
    expect(await button.boundingBox(), path).toEqual(before)
  }

  // A new page scrolls to the top after a moment, unless somebody has already scrolled down.
  await signIn(page, 'parent')
  await expect(page.locator('main a[href*="/parent/students/"]').first()).toBeVisible()
  const place = await page.evaluate(
    async () =>
      await new Promise<number>((done) => {
        const seen = new MutationObserver(() => {
          if (!document.querySelector('#kept')) return
          seen.disconnect()
          requestAnimationFrame(scrollDown)
        })
        const scrollDown = () => {
          scrollTo(0, document.body.scrollHeight)
          // The page may be too short to scroll while parts of it load.
          if (scrollY === 0) return requestAnimationFrame(scrollDown)
          dispatchEvent(new PointerEvent('pointerdown'))
          setTimeout(() => done(scrollY), 300)
        }
        seen.observe(document.body, { childList: true, subtree: true })
        document.querySelector<HTMLElement>('main a[href*="/parent/students/"]')?.click()
      }),
  )
  expect(place).toBeGreaterThan(0)
})

test('while the server doesn’t respond, the first page shows that it is loading, and then offers to try again', async ({
  page,
}) => {
  await page.route('**/api/users/me', (route) => route.abort())
  await page.goto('/login')
  const dots = () =>
    page.locator('#root').evaluate((root) => {
      const { content, visibility } = getComputedStyle(root, '::after')
      return `${visibility} ${content}`
    })
  await expect.poll(dots).toContain('visible "• • •"')
  await expect(page.getByRole('heading', { name: 'No answer from the server' })).toBeVisible()
  expect(await dots()).toContain('none')
  await page.unroute('**/api/users/me')
  await page.getByRole('button', { name: 'Try again now' }).click()
  await expect(page.getByRole('heading', { name: 'No answer from the server' })).toBeHidden()
})

test('a page whose module fails to load is reloaded once the server responds, but not a second time', async ({
  page,
}) => {
  await letIn(page, 'operator')
  await page.goto(`${center}/students`)
  const places = page.getByRole('navigation', { name: 'Center' })
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('Students')
  let loads = 0
  page.on('load', () => (loads += 1))
  await page.context().setOffline(true)
  await places.getByRole('link', { name: 'Attendance' }).click()
  await expect(heading).toHaveText('No connection')
  expect(loads).toBe(0)
  await page.context().setOffline(false)
  await expect(heading).toHaveText(/Attendance/)
  // Simulate a deployment while the page is open.
  await page.route(/assets\/GradingPage/, (route) => route.fulfill({ status: 404 }))
  await places.getByRole('link', { name: 'Grading' }).click()
  await expect.poll(() => loads).toBe(2)
  await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible()
  expect(loads).toBe(2)
})

test('the center chooser shows the page’s center while the list of centers is loading', async ({ page }) => {
  await letIn(page, 'operator')
  const answer = await hold(page, '**/api/centers')
  await page.goto(`${center}/students`)
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Center', exact: true })).toHaveValue('Maple Street')
  answer()
})
