import { expect, type Page } from '@playwright/test'
import { enter, hold, letIn, signIn, test } from './journey.ts'

const first = 'copper kettle on a windy hill'

/** Signs in as an admin and invites an operator. Returns the link in the email. */
async function invite(page: Page, { firstName, email }: { firstName: string; email: string }) {
  await signIn(page, 'admin')
  await page.getByRole('link', { name: 'Accounts' }).click()
  await page.getByRole('button', { name: 'Invite someone' }).click()
  const sheet = page.getByRole('dialog', { name: 'Invite someone' })
  await sheet.getByLabel('First name').fill(firstName)
  await sheet.getByLabel('Last name').fill('Okafor')
  await sheet.getByLabel('Email').fill(email)
  await sheet.getByLabel('Role').selectOption('Operator')
  await sheet.getByRole('button', { name: 'Send invitation' }).click()
  await expect(sheet.getByText('Choose at least one center')).toBeVisible()
  await sheet.getByRole('group', { name: 'Centers' }).getByLabel('Maple Street').check()
  await sheet.getByRole('button', { name: 'Send invitation' }).click()
  await expect(sheet).toBeHidden()

  await page.getByRole('button', { name: 'View mail' }).click()
  await page.getByRole('button', { name: new RegExp(`Welcome to Blended Learning.*${firstName}`) }).click()
  const mail = page.getByRole('dialog', { name: 'Welcome to Blended Learning' })
  await expect(mail.getByText('No mail server is set up.')).toBeVisible()
  return (await mail.getByRole('link').getAttribute('href')) as string
}

/** Opens an invitation link and chooses the invited person's first password. */
async function setUp(page: Page, link: string) {
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill(first)
  await page.getByRole('button', { name: 'Set up account' }).click()
  await expect(page.getByText('Your account is ready.')).toBeVisible()
}

const ownBrowser = (page: Page) => page.context().browser()!.newPage({ baseURL: process.env['PRODUCT_URL'] })

test('an admin invites an operator, who sets the account up and logs in', async ({ page }) => {
  const email = 'ngozi@demo.example'
  const link = await invite(page, { firstName: 'Ngozi', email })
  const own = await ownBrowser(page)
  await own.goto(link)
  await expect(own.getByText(`Hello Ngozi! You log in as ${email}.`)).toBeVisible()
  await own.getByLabel('New password', { exact: true }).fill('maple12345')
  await expect(own.getByText(/must be good or better/)).toBeVisible()
  await setUp(own, link)
  await enter(own, email, first)
  await expect(own).toHaveURL('/centers/Maple%20Street')
  await own.goto(link)
  await expect(own.getByRole('alert')).toHaveText('This link has already been used or has expired.')
  await own.close()

  await page.goto('/users')
  await page.getByRole('searchbox').fill('ngozi')
  await expect(page.getByRole('row', { name: /Ngozi Okafor .* Operator .* Active/ })).toBeVisible()
})

test('closing an account immediately ends its session, and the account can be reopened', async ({ page }) => {
  const email = 'chidi@demo.example'
  const link = await invite(page, { firstName: 'Chidi', email })
  const own = await ownBrowser(page)
  await setUp(own, link)
  await enter(own, email, first)
  await expect(own).toHaveURL('/centers/Maple%20Street')

  await page.goto('/users?find=chidi')
  await page.getByRole('button', { name: 'Actions for Chidi Okafor' }).click()
  await page.getByRole('menuitem', { name: 'Close account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close account' }).click()
  await expect(page.getByRole('row', { name: /Chidi Okafor .* Closed/ })).toBeVisible()
  await expect(own).toHaveURL('/login?error=401')
  await enter(own, email, first)
  await expect(own.getByRole('alert')).toHaveText('Wrong email, user name or password.')

  await page.getByRole('button', { name: 'Actions for Chidi Okafor' }).click()
  await page.getByRole('menuitem', { name: 'Reopen account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen account' }).click()
  await expect(page.getByRole('row', { name: /Chidi Okafor .* Active/ })).toBeVisible()
  await enter(own, email, first)
  await expect(own).toHaveURL('/centers/Maple%20Street')
  await own.close()
})

test('a manager can add a teacher with just a name, rename them and make them permanent', async ({
  page,
}) => {
  await signIn(page, 'manager')
  await page.getByRole('link', { name: 'Staff' }).click()
  await expect(page).toHaveURL('/centers/Maple%20Street/staff')
  await page.getByRole('button', { name: 'Add staff' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add staff member' })
  await sheet.getByRole('radio', { name: 'Teacher' }).check()
  await sheet.getByLabel('First name').fill('Beatrix')
  await sheet.getByLabel('Last name').fill('Lindqvist')
  await sheet.getByRole('radio', { name: 'Substitute' }).check()
  await sheet.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Beatrix added to the staff.')).toBeVisible()
  const row = page
    .getByRole('region', { name: 'Teachers' })
    .getByRole('listitem')
    .filter({ hasText: 'Beatrix Lind' })
  await expect(row).toContainText('Substitute')

  await row.getByRole('button', { name: 'Edit Beatrix Lindqvist' }).click()
  const open = page.getByRole('dialog', { name: 'Beatrix Lindqvist' })
  await open.getByLabel('Last name').fill('Lind')
  await open.getByRole('radio', { name: 'Permanent' }).check()
  await open.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved Beatrix.')).toBeVisible()
  await expect(row).toContainText('Beatrix Lind')
  await expect(row).not.toContainText('Substitute')

  await row.getByRole('button', { name: 'Remove Beatrix Lind from the teachers' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Beatrix Lind was removed from the teachers.')).toBeVisible()
  await expect(row).toBeHidden()
})

test('staff change their own names and password, which ends their other sessions', async ({ page }) => {
  const email = 'amara@demo.example'
  const link = await invite(page, { firstName: 'Amara', email })
  const [own, elsewhere] = [await ownBrowser(page), await ownBrowser(page)]
  await setUp(own, link)
  await enter(own, email, first)
  await expect(own).toHaveURL('/centers/Maple%20Street')
  await enter(elsewhere, email, first)
  await expect(elsewhere).toHaveURL('/centers/Maple%20Street')

  await own.getByRole('button', { name: 'Menu for Amara Okafor' }).click()
  await own.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(own).toHaveURL(/\/users\//)
  await own.getByRole('button', { name: 'Change name or email' }).click()
  await own.getByRole('dialog').getByLabel('Last name').fill('Okafor-Lindqvist')
  await own.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(own.getByRole('heading', { name: 'Amara Okafor-Lindqvist' })).toBeVisible()
  await expect(own.getByRole('button', { name: 'Menu for Amara Okafor-Lindqvist' })).toBeVisible()
  await expect(own.getByText('Done: Saved.')).toBeVisible()
  await own.getByRole('button', { name: 'Close' }).click()
  await expect(own.getByText('Done: Saved.')).toBeHidden()

  const next = 'a lantern behind the old mill'
  await own.getByLabel('Current password', { exact: true }).fill('not this one')
  await own.getByLabel('New password', { exact: true }).fill(next)
  await own.getByRole('button', { name: 'Change password' }).click()
  await expect(own.getByText('The current password is wrong.')).toBeVisible()
  await own.getByLabel('Current password', { exact: true }).fill(first)
  await own.getByRole('button', { name: 'Change password' }).click()
  await expect(own.getByText('Password changed.')).toBeVisible()
  await expect(elsewhere).toHaveURL('/login?error=401')
  await expect(elsewhere.getByText('Your session has expired. Please login again.')).toBeVisible()

  await own.reload()
  await expect(own.getByRole('heading', { name: 'Amara Okafor-Lindqvist' })).toBeVisible()
  await enter(elsewhere, email, next)
  await expect(elsewhere).toHaveURL('/centers/Maple%20Street')
  await Promise.all([own.close(), elsewhere.close()])
})

test('while a new search loads, the accounts page shows neither a count nor an empty result', async ({
  page,
}) => {
  await letIn(page, 'admin')
  await page.goto('/users?find=zzzz')
  const none = page.getByText(/No results/)
  await expect(none).toBeVisible()
  let letGo = await hold(page, '**/api/users?*')
  await page.getByRole('searchbox').fill('operator')
  await expect(page).toHaveURL(/find=operator/)
  await expect(page.getByText('Loading accounts')).toBeAttached()
  await expect(none).toHaveCount(0)
  letGo()
  const count = page.getByText(/\d+ accounts?/)
  await expect(count).toBeVisible()

  letGo = await hold(page, '**/api/users?*')
  await page.getByRole('searchbox').fill('demo.example')
  await expect(page.locator('[aria-busy=true]').getByRole('table', { name: 'Accounts' })).toBeVisible()
  await expect(count).toHaveCount(0)
  letGo()
  await expect(count).toBeVisible()
})
