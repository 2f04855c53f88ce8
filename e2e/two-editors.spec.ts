import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { letIn, post, test } from './journey.ts'

/** Tests two staff members who change the same record at the same time (reliability F11). */

const center = '/centers/Maple%20Street'

/** Opens the same page as an operator and as a manager, in two separate browsers. */
async function two(browser: Browser, baseURL: string | undefined, open: (page: Page) => Promise<void>) {
  const pages: Page[] = []
  for (const who of ['operator', 'manager']) {
    const page = await (await browser.newContext({ baseURL })).newPage()
    await letIn(page, who)
    await open(page)
    pages.push(page)
  }
  return pages as [Page, Page]
}

const version = (page: Page, field: string, which: 'Yours' | 'Saved version') =>
  page.getByRole('group', { name: field, exact: true }).getByRole('radio', { name: new RegExp(`^${which}`) })

test('the second person to change a student sees both versions of each field and overwrites nothing by accident', async ({
  browser,
  baseURL,
  page,
}) => {
  await letIn(page, 'operator')
  const { _id } = await post(page, '/centers/Maple Street/students', {
    firstName: 'Ida',
    lastName: 'Novak',
    grade: '4',
  })
  const [first, second] = await two(browser, baseURL, async (each) => {
    await each.goto(`${center}/students/${_id}`)
    await each.getByRole('button', { name: 'Change', exact: true }).click()
  })
  await first.getByLabel('Grade').fill('5')
  await first.getByLabel('Last name').fill('Nowak')
  await first.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(first.getByRole('dialog')).toBeHidden()

  await second.getByLabel('Grade').fill('6')
  await second.getByLabel('First name').fill('Ada')
  await second.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(second.getByRole('alert')).toHaveText(/Someone else has changed this/)
  await expect(second.getByRole('group', { name: 'Grade', exact: true })).toHaveText(/Yours6.*Saved version5/)
  await expect(version(second, 'Grade', 'Yours')).toBeChecked()
  // A field that only one person changed keeps the change.
  await expect(version(second, 'Last name', 'Saved version')).toBeChecked()
  await expect(version(second, 'First name', 'Yours')).toBeChecked()
  await version(second, 'Grade', 'Saved version').check()
  await expect(second.getByLabel('Grade', { exact: false }).first()).toHaveValue('5')
  await second.getByRole('button', { name: 'Keep all my values' }).click()
  await expect(second.getByRole('textbox', { name: /^Last name/ })).toHaveValue('Novak')
  await version(second, 'Last name', 'Saved version').check()
  await second.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(second.getByRole('dialog')).toBeHidden()
  await expect(second.getByRole('heading', { level: 1 })).toContainText('Ada Nowak')
  await second.getByRole('button', { name: 'Change', exact: true }).click()
  await expect(second.getByRole('textbox', { name: /^Grade/ })).toHaveValue('6')
  for (const each of [first, second]) await each.context().close()
})

test('the second person to change a class can take the saved value of one field and keep their own of another', async ({
  browser,
  baseURL,
  page,
}) => {
  await letIn(page, 'operator')
  const name = 'Two hands'
  const klass = { name, subject: 'Math', type: 'REGULAR', day: 6, time: '09:00', maxSize: 8 }
  await post(page, '/centers/Maple Street/classes', klass)
  const edit = async (each: Page) => {
    await each.goto(`${center}/classes?find=two%20hands`)
    await each.getByRole('link', { name }).click()
    await each.getByRole('button', { name: 'Edit', exact: true }).click()
  }
  const [first, second] = await two(browser, baseURL, edit)
  await first.getByLabel('Seats').fill('6')
  await first.getByLabel('Time').fill('10a')
  await first.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(first.getByRole('dialog')).toBeHidden()

  await second.getByLabel('Seats').fill('10')
  await second.getByLabel('Notes').fill('Bring cards.')
  await second.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(second.getByRole('group', { name: 'Seats', exact: true })).toHaveText(
    /Yours10.*Saved version6/,
  )
  await expect(second.getByRole('group', { name: 'Time', exact: true })).toHaveText(
    /Yours9:00\sAM.*Saved version10:00\sAM/,
  )
  await version(second, 'Seats', 'Saved version').check()
  await second.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(second.getByRole('dialog')).toBeHidden()
  await second.goto(`${center}/classes?find=two%20hands`)
  await expect(second.getByRole('row').filter({ hasText: name })).toContainText('10:00 AM')
  await expect(second.getByRole('row').filter({ hasText: name })).toContainText('0/6')
  await edit(second)
  await expect(second.getByRole('textbox', { name: /^Notes/ })).toHaveValue('Bring cards.')
  for (const each of [first, second]) await each.context().close()
})

test('somebody who saves two sheets in a row isn’t told that someone else has changed the center', async ({
  page,
}) => {
  await letIn(page, 'manager')
  await page.goto('/centers/Maple%20Street/settings')
  const change = async (sheet: string, fill: (sheet: Locator) => Promise<unknown>) => {
    const dialog = page.getByRole('dialog', { name: sheet, exact: true })
    await fill(dialog)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
  }
  await page.getByRole('button', { name: 'Change the center' }).click()
  // From now on, keep the page from reading the center again.
  await page.route('**/api/centers/Maple%20Street', async (route) => {
    if (route.request().method() !== 'GET') await route.continue()
  })
  await change('Center', (sheet) => sheet.getByLabel('Phone').fill('(212) 555-0199'))
  await page.getByRole('button', { name: 'Change the color and the hours' }).click()
  await change('Email', (sheet) => sheet.getByRole('checkbox', { name: 'Sunday' }).setChecked(true))
  await expect(page.getByText('212-555-0199').first()).toBeVisible()
})
