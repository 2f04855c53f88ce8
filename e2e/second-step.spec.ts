import { expect, type Page } from '@playwright/test'
import { codeAt, stepAt } from '#server/totp.ts'
import { anotherPage, enter, get, letIn, password, test } from './journey.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The bytes of a key as an app reads them (RFC 4648 §6). */
const bytesOf = (key: string) =>
  Buffer.from(
    (
      [...key]
        .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
        .join('')
        .match(/.{8}/g) ?? []
    ).map((bits) => Number.parseInt(bits, 2)),
  )

/** What the app on somebody's telephone shows at this step, or so many after it. */
const codeOf = (key: string, later = 0) => codeAt(bytesOf(key), stepAt(Date.now()) + later)

/** Opens one's own account. */
async function openOwn(page: Page) {
  const { _id } = await get<{ _id: string }>(page, '/users/me')
  await page.goto(`/users/${_id}`)
}

const codes = (page: Page) => page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')

test('staff turn on a second step and log in by it, a code counts once, and a recovery code helps out', async ({ page, browser }) => {
  await letIn(page, 'operator2')
  await openOwn(page)
  const section = page.getByRole('region', { name: 'Log in with a code too' })
  await section.getByRole('button', { name: 'Set up' }).click()
  await expect(section.getByRole('img', { name: 'The key for your authenticator app' })).toBeVisible()
  const key = ((await section.getByText(/^Key:/).textContent()) ?? '').replace('Key:', '').replaceAll(' ', '')
  await section.getByLabel('Code').fill('000000')
  await section.getByRole('button', { name: 'Turn on' }).click()
  await expect(section.getByText('This code is wrong, was used already, or its half minute is over.')).toBeVisible()
  const first = codeOf(key)
  await section.getByLabel('Code').fill(first)
  await section.getByRole('button', { name: 'Turn on' }).click()
  await expect(codes(page)).toHaveCount(10)
  const [recovery = '', another = ''] = await codes(page).allTextContents()
  await section.getByRole('button', { name: 'I have kept them' }).click()
  await expect(section.getByText('On. 10 recovery codes left')).toBeVisible()

  const other = await anotherPage(browser)
  await enter(other, 'operator2@demo.example')
  await other.getByLabel('Code').fill(first)
  await other.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(other.getByText('This code is wrong, was used already, or its half minute is over.')).toBeVisible()
  await other.getByLabel('Code').fill(codeOf(key, 1))
  await other.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(other).toHaveURL(/\/centers\//)

  const third = await anotherPage(browser)
  await enter(third, 'operator2@demo.example')
  await third.getByLabel('Code').fill(recovery)
  await third.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(third).toHaveURL(/\/centers\//)

  await page.reload()
  await expect(section.getByText('On. 9 recovery codes left')).toBeVisible()
  await section.getByRole('button', { name: 'Turn off' }).click()
  await section.getByLabel('Your password, to turn it off', { exact: true }).fill(password)
  await section.getByLabel('A code of your app, or a recovery code').fill(another)
  await section.getByRole('button', { name: 'Turn off' }).click()
  await expect(section.getByText(/^Off\./)).toBeVisible()
})

test('a download asks for the password once more, and then goes on by itself', async ({ page }) => {
  await letIn(page, 'operator')
  await page.goto('/centers/Maple%20Street/staff')
  // As a quarter of an hour after logging in. It stays in the way, as taking it away can lose what is just being fetched.
  const late = { status: 403, code: 'reauth', message: 'Please give your password once more.', within: 15 }
  let asked = 0
  await page.route('**/staff/export*', (route) => {
    asked += 1
    return asked === 1 ? route.fulfill({ status: 403, json: late }) : route.continue()
  })
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Please give your password once more' })
  await dialog.getByLabel('Password', { exact: true }).fill('practice-makes-perfect')
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await expect(dialog.getByText('The current password is wrong.')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Go on' }).click()
  expect((await saving).suggestedFilename()).toBe('staff.csv')
  expect(asked).toBe(2)
  await expect(dialog).toBeHidden()
})

test('whoever sees a foreign browser among their own signs it out there', async ({ page, browser }) => {
  const other = await anotherPage(browser)
  await letIn(other, 'editor')
  await other.goto('/')
  await letIn(page, 'editor')
  await openOwn(page)
  const places = page.getByRole('list', { name: 'Where somebody is signed in' })
  await expect(places.getByRole('listitem').filter({ hasText: 'this one' })).toHaveCount(1)
  const everywhere = page.getByRole('button', { name: 'Sign out everywhere else' })
  await ((await everywhere.isVisible()) ? everywhere : places.getByRole('button').first()).click()
  await expect(page.getByText('Signed out there.')).toBeVisible()
  await expect(places.getByRole('listitem')).toHaveCount(1)
  await other.reload()
  await expect(other).toHaveURL(/\/login/)
})
