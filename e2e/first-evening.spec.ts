import { expect, type Page } from '@playwright/test'
import { enter, soon, test } from './journey.ts'

/*
 * The first evening of an owner, from an empty installation. The steps of a person: open the printed link,
 * choose a password, log in, add the center, close a holiday, add a teacher, hide the first steps and show
 * them again.
 */

const email = 'owner@center.example'
const secret = 'seven boats below the lighthouse'

test.use({ settings: { DEMO: 'off', ADMIN_EMAIL: email, STAFF_MFA: 'optional' } })

const steps = (page: Page) => page.getByRole('region', { name: 'First steps' })
const done = (page: Page) => steps(page).getByRole('img', { name: 'Done' })

/** Opens the first admin's link and logs in. */
async function begin(page: Page, printed: () => string) {
  await expect.poll(printed).toContain('/setup#token=')
  await page.goto(/\/setup#token=\S+/.exec(printed())?.[0] ?? '')
  await page.getByLabel('New password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Set up account' }).click()
  await expect(page.getByText('Your account is ready.')).toBeVisible()
  await enter(page, email, secret)
}

async function addCenter(page: Page) {
  await expect(page.getByText('Add your first center')).toBeVisible()
  await page.getByRole('button', { name: 'New center' }).click()
  const sheet = page.getByRole('dialog', { name: 'New center' })
  const facts = { Name: 'Lakeside', Address: '4 Pier Road', City: 'Springfield', State: 'NY' }
  for (const [label, text] of Object.entries({ ...facts, 'ZIP code': '10301' }))
    await sheet.getByLabel(label).fill(text)
  await sheet.getByRole('button', { name: 'Create center' }).click()
}

test('the first admin of an empty installation adds a center and sees what is done and what comes next', async ({
  page,
  started,
}) => {
  await begin(page, started.printed)
  await addCenter(page)
  await expect(steps(page)).toContainText('0 of 8')

  await steps(page).getByRole('link', { name: 'Closed days' }).click()
  await page.getByRole('button', { name: 'Close days' }).click()
  const closing = page.getByRole('dialog', { name: 'Close days' })
  await closing.getByLabel('Reason').fill('Spring break')
  await closing
    .getByRole('button', { name: /^Close/ })
    .last()
    .click()
  await expect(page.getByText('Spring break').first()).toBeVisible()

  await page.goto('/centers/Lakeside')
  await expect(done(page)).toHaveCount(1)
  await steps(page).getByRole('link', { name: 'Teachers' }).click()
  await page.getByRole('button', { name: 'Add staff' }).first().click()
  const adding = page.getByRole('dialog', { name: 'Add staff member' })
  await adding.getByRole('radio', { name: 'Teacher' }).check()
  await adding.getByLabel('First name').fill('Tove')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(adding).toBeHidden()
  await page.goBack()
  await expect(done(page)).toHaveCount(2, soon)
  await expect(steps(page)).toContainText('2 of 8')
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [360, 768, 1280]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      if (process.env['SHOTS'])
        await page.screenshot({ path: `${process.env['SHOTS']}/${width}-${colorScheme}.png`, fullPage: true })
    }

  await page.getByRole('button', { name: 'Hide the first steps' }).click()
  await expect(steps(page)).toBeHidden()
  await page.goto('/centers/Lakeside/settings')
  await page.getByRole('button', { name: 'Show first steps' }).click()
  await expect(page.getByRole('button', { name: 'Hide first steps' })).toBeVisible()
  await page.goto('/centers/Lakeside')
  await expect(steps(page)).toContainText('2 of 8')
})
