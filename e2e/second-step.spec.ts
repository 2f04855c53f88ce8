import { expect, type Locator, type Page } from '@playwright/test'
import { codeOf } from './authenticator.ts'
import { anotherPage, enter, get, letIn, password, test } from './journey.ts'

/** Opens the signed-in user's account page. */
async function openOwn(page: Page) {
  const { _id } = await get<{ _id: string }>(page, '/users/me')
  await page.goto(`/users/${_id}`)
}

const codes = (page: Page) => page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')

/**
 * Starts setting up two-step login. Returns the section of the page, and the key for the authenticator app.
 */
async function beginCode(page: Page) {
  await letIn(page, 'operator2')
  await openOwn(page)
  const section = page.getByRole('region', { name: 'Two-step login' })
  await section.getByRole('button', { name: 'Set up' }).click()
  await expect(section.getByRole('img', { name: 'The key for your authenticator app' })).toBeVisible()
  const key = ((await section.getByText(/^Key:/).textContent()) ?? '').replace('Key:', '').replaceAll(' ', '')
  return { section, key }
}

/** Types the first code and returns it. */
async function turnOn(section: Locator, key: string) {
  const code = codeOf(key)
  await section.getByLabel('Code').fill(code)
  await section.getByRole('button', { name: 'Turn on' }).click()
  return code
}

/** Confirms that the shown recovery codes are saved. Returns the first three of them. */
async function keepCodes(page: Page) {
  await expect(codes(page)).toHaveCount(10)
  const [first = '', second = '', third = ''] = await codes(page).allTextContents()
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  return [first, second, third] as const
}

/** Turns two-step login off, because other tests use the same person. */
async function turnOff(section: Locator, recovery: string) {
  await section.getByRole('button', { name: 'Turn off' }).click()
  await section.getByLabel('Enter your password to turn it off', { exact: true }).fill(password)
  await section.getByLabel('Code from your app, or a recovery code').fill(recovery)
  await section.getByRole('button', { name: 'Turn off' }).click()
  await expect(section.getByText(/^Off\./)).toBeVisible()
}

/** Enters the code of the second step. */
async function giveCode(page: Page, code: string) {
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** Drops the response to the next call of a path, after the server has handled the call. */
const loseAnswer = (page: Page, path: string) =>
  page.route(
    `**/api${path}`,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )

test('staff turn on a second step and log in with it, a code works once, and a recovery code can replace it', async ({
  page,
  browser,
}) => {
  const { section, key } = await beginCode(page)
  await section.getByLabel('Code').fill('000000')
  await section.getByRole('button', { name: 'Turn on' }).click()
  await expect(section.getByText('This code is wrong, expired or already used.')).toBeVisible()
  const first = await turnOn(section, key)
  const [recovery, another] = await keepCodes(page)
  await expect(section.getByText('On. 10 recovery codes left')).toBeVisible()

  const other = await anotherPage(browser)
  await enter(other, 'operator2@demo.example')
  await giveCode(other, first)
  await expect(other.getByText('This code is wrong, expired or already used.')).toBeVisible()
  await giveCode(other, codeOf(key, 1))
  await expect(other).toHaveURL(/\/centers\//)

  const third = await anotherPage(browser)
  await enter(third, 'operator2@demo.example')
  await giveCode(third, recovery)
  await expect(third).toHaveURL(/\/centers\//)

  await page.reload()
  await expect(section.getByText('On. 9 recovery codes left')).toBeVisible()
  await turnOff(section, another)
})

test('on a phone, which can’t scan its own screen, a link opens the authenticator app', async ({
  browser,
}) => {
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 360, height: 740 } })
  const { section, key } = await beginCode(await context.newPage())
  const link = section.getByRole('link', { name: 'Open an authenticator app on this device' })
  await expect(link).toHaveAttribute('href', new RegExp(`^otpauth://totp/.*secret=${key}`))
})

test('if the response to turning on the second step is lost, the page shows that it is on and offers new codes', async ({
  page,
  browser,
}) => {
  const { section, key } = await beginCode(page)
  // In another tab, the setup hasn't been started.
  const tab = await page.context().newPage()
  await tab.goto(page.url())
  const there = tab.getByRole('region', { name: 'Two-step login' })
  await expect(there.getByText(/^Off\./)).toBeVisible()

  await loseAnswer(page, '/users/me/factor/confirm')
  await turnOn(section, key)
  await expect(section.getByRole('status')).toContainText('we couldn’t show you the recovery codes')
  await expect(section.getByText('On. 10 recovery codes left.')).toBeVisible()
  await expect(section.getByRole('button', { name: 'Turn off' })).toBeVisible()

  await there.getByRole('button', { name: 'Set up' }).click()
  await expect(there.getByText('On. 10 recovery codes left.')).toBeVisible()
  await expect(there.getByRole('status')).toBeVisible()

  await section.getByRole('button', { name: 'New recovery codes' }).click()
  await page.getByRole('button', { name: 'Create new codes' }).click()
  const [recovery, another] = await keepCodes(page)
  await expect(section.getByRole('status')).toBeHidden()
  const other = await anotherPage(browser)
  await enter(other, 'operator2@demo.example')
  await giveCode(other, recovery)
  await expect(other).toHaveURL(/\/centers\//)
  await turnOff(section, another)
})

test('if the response to the second step is lost, a message explains why the user has to log in again', async ({
  page,
  browser,
}) => {
  const { section, key } = await beginCode(page)
  await turnOn(section, key)
  const [recovery, unused, another] = await keepCodes(page)
  const other = await anotherPage(browser)
  await enter(other, 'operator2@demo.example')
  await loseAnswer(other, '/login/code')
  await giveCode(other, recovery)
  await expect(other.getByText('Please try again or contact support.')).toBeVisible()
  // The login step has already been used, so it fails like one that is more than five minutes old.
  await giveCode(other, unused)
  await expect(other.getByRole('alert')).toHaveText('That took too long. Please log in again.')
  await expect(other.getByLabel(/email or user name/i)).toBeVisible()
  await turnOff(section, another)
})

test('if recovery codes don’t load in a required setup, the user sees an error and can retry or continue', async ({
  page,
  browser,
}) => {
  const { section, key } = await beginCode(page)
  await turnOn(section, key)
  const [recovery] = await keepCodes(page)

  // The product that these tests run doesn't require the code. Only the requirement on this page is
  // simulated; everything after it is real.
  const lacking = async (code: string) => {
    const other = await anotherPage(browser)
    await other.route('**/api/login', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, json: { ...(await answer.json()), code: 'factor_needed' } })
    })
    await other.route('**/api/login/factor', (route) =>
      route.fulfill({ json: { secret: key, address: `otpauth://totp/x?secret=${key}` } }),
    )
    await loseAnswer(other, '/users/me/factor/codes')
    await enter(other, 'operator2@demo.example')
    await giveCode(other, code)
    await expect(other.getByText('Your recovery codes couldn’t be loaded.')).toBeVisible()
    await expect(
      other.getByText('you can’t log in until an admin turns off two-step login for you'),
    ).toBeVisible()
    await expect(other).toHaveURL(/\/login/)
    return other
  }
  const retrying = await lacking(recovery)
  await retrying.getByRole('button', { name: 'Try again' }).click()
  const [another] = await keepCodes(retrying)
  await expect(retrying).toHaveURL(/\/centers\//)

  const leaving = await lacking(another)
  await leaving.getByRole('button', { name: 'Continue without recovery codes' }).click()
  await expect(leaving).toHaveURL(/\/centers\//)
  await turnOff(section, codeOf(key, 1))
})

test('a download asks for the password again, and then continues automatically', async ({ page }) => {
  await letIn(page, 'operator')
  await page.goto('/centers/Maple%20Street/staff')
  // Simulates a login more than 15 minutes ago. The route stays in place, because removing it can lose a
  // request in progress.
  const late = { status: 403, code: 'reauth', message: 'Please enter your password again.', within: 15 }
  let asked = 0
  await page.route('**/staff/export*', (route) => {
    asked += 1
    return asked === 1 ? route.fulfill({ status: 403, json: late }) : route.continue()
  })
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Please enter your password again' })
  await dialog.getByLabel('Password', { exact: true }).fill('practice-makes-perfect')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('The current password is wrong.')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  expect((await saving).suggestedFilename()).toBe('staff.csv')
  expect(asked).toBe(2)
  await expect(dialog).toBeHidden()
})

test('another browser can be logged out from a user’s list of sessions', async ({ page, browser }) => {
  const other = await anotherPage(browser)
  await letIn(other, 'editor')
  await other.goto('/')
  await letIn(page, 'editor')
  await openOwn(page)
  const places = page.getByRole('list', { name: 'Sessions' })
  await expect(places.getByRole('listitem').filter({ hasText: 'this browser' })).toHaveCount(1)
  const everywhere = page.getByRole('button', { name: 'Log out everywhere else' })
  await ((await everywhere.isVisible()) ? everywhere : places.getByRole('button').first()).click()
  await expect(page.getByText('Logged out.')).toBeVisible()
  await expect(places.getByRole('listitem')).toHaveCount(1)
  await other.reload()
  await expect(other).toHaveURL(/\/login/)
})
