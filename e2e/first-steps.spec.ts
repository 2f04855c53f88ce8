import { expect, type Page } from '@playwright/test'
import { soon, test } from './journey.ts'
import { createCenter, enterAsOwner, ownerEmail } from './own-data.ts'

test.use({ settings: { DEMO: 'off', ADMIN_EMAIL: ownerEmail, STAFF_MFA: 'optional' } })

const steps = (page: Page) => page.getByRole('region', { name: 'First steps' })

test('the first steps of a new center show what is done, and can be hidden and shown again', async ({
  page,
  started,
}) => {
  await enterAsOwner(page, started.printed)
  await expect(page.getByText('Add your first center')).toBeVisible()
  await createCenter(page, 'Lakeside')
  await expect(steps(page)).toContainText('0 of 8')

  // A class whose teacher isn't on the staff yet stops an import with a message.
  await page.goto('/centers/Lakeside/import/classes')
  await page.getByLabel('File with classes').setInputFiles({
    name: 'classes.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Class,Subject,Day,Start,Seats,Teacher\nAlgebra A,Math,Mon,4:00 PM,6,Tove Berg\n'),
  })
  await expect(
    page.getByText('Teacher “Tove Berg” isn’t on the staff. Import the staff first.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: /^Import \d/ })).toHaveAccessibleDescription(
    '1 row can’t be imported. Fix the file and choose it again.',
  )

  await page.goto('/centers/Lakeside')
  await steps(page).getByRole('link', { name: 'Teachers' }).click()
  await page.getByRole('button', { name: 'Add staff' }).first().click()
  const adding = page.getByRole('dialog', { name: 'Add staff member' })
  await adding.getByRole('radio', { name: 'Teacher' }).check()
  await adding.getByLabel('First name').fill('Tove')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(adding).toBeHidden()
  await page.goBack()
  await expect(steps(page)).toContainText('1 of 8', soon)
  await expect(steps(page).getByRole('img', { name: 'Done' })).toHaveCount(1)

  await page.getByRole('button', { name: 'Hide the first steps' }).click()
  await expect(steps(page)).toBeHidden()
  await page.goto('/centers/Lakeside/settings')
  await page.getByRole('button', { name: 'Show first steps' }).click()
  await expect(page.getByRole('button', { name: 'Hide first steps' })).toBeVisible()
  await page.goto('/centers/Lakeside')
  await expect(steps(page)).toContainText('1 of 8')
})
