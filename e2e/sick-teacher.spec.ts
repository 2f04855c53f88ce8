import { expect, type Page } from '@playwright/test'
import { signIn, test } from './journey.ts'

const center = 'Riverside'
const on = '2026-03-11'

const card = (page: Page, name: string) => page.getByRole('article', { name })
const change = (page: Page, name: string) =>
  card(page, name)
    .getByRole('button', { name: `Change ${name} on this day` })
    .click()

/** Opens a choice and takes its first offer; answers with its words. */
async function takeFirst(page: Page, label: string) {
  await page
    .getByRole('dialog')
    .getByRole('combobox', { name: label })
    .or(page.getByRole('dialog').getByRole('textbox', { name: label }))
    .first()
    .click()
  const option = page.getByRole('option').first()
  const words = (await option.textContent()) ?? ''
  await option.click()
  return words
}

test('a teacher is ill: one class has a substitute, another is cancelled with the reason, and their rolls say so', async ({ page }) => {
  await signIn(page, 'operator2')
  await page.goto(`/centers/${center}/scheduler/${on}`)
  const usual = ((await card(page, 'Math 4').getByRole('paragraph').first().textContent()) ?? '').replace(/^.*?· /, '').split(' ·')[0] ?? ''

  await change(page, 'Math 4')
  const sheet = page.getByRole('dialog', { name: 'Math 4, Wed, Mar 11' })
  await expect(sheet.getByText('This is true of this day alone.')).toBeVisible()
  const substitute = await takeFirst(page, 'Substitute')
  const assistant = await takeFirst(page, 'Assistants')
  await page.keyboard.press('Tab')
  await sheet.getByLabel('Note of the day').fill('Bring rulers')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(card(page, 'Math 4').getByText(`${substitute} (for ${usual})`)).toBeVisible()
  await expect(card(page, 'Math 4').getByText(`TA ${assistant}`)).toBeVisible()
  await expect(card(page, 'Math 4').getByText('This day: Bring rulers')).toBeVisible()

  await change(page, 'English 6')
  await page.getByRole('radio', { name: 'Cancelled' }).check()
  await page.getByRole('dialog').getByLabel('Reason').fill(`${usual} is ill`)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(card(page, 'English 6').getByText(`Cancelled: ${usual} is ill`)).toBeVisible()
  await expect(card(page, 'English 6').getByRole('link', { name: /Take attendance/ })).toHaveCount(0)

  await page.goto(`/centers/${center}/attendance?on=${on}`)
  await page.getByRole('link', { name: 'English 6' }).getByText(`Cancelled: ${usual} is ill`).click()
  await expect(page.getByText(`This class is cancelled: ${usual} is ill. It takes no attendance.`)).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Absent' }).first()).toBeDisabled()
  await page.getByRole('link', { name: 'All classes' }).click()
  await page.getByRole('link', { name: 'Math 4' }).click()
  await expect(page.getByText(`${substitute} (for ${usual})`)).toBeVisible()

  await page.goto(`/centers/${center}/scheduler/2026-03-18`)
  await expect(card(page, 'English 6').getByRole('link', { name: /Take attendance/ })).toBeVisible()
  await expect(card(page, 'Math 4').getByText('Bring rulers')).toHaveCount(0)
})

test('who comes second is shown what the first has said of a class, and can keep it', async ({ browser, baseURL }) => {
  const pages: Page[] = []
  for (let each = 0; each < 2; each += 1) {
    const page = await (await browser.newContext({ baseURL })).newPage()
    await signIn(page, 'operator2')
    await page.goto(`/centers/${center}/scheduler/2026-03-25`)
    await change(page, 'Math 5')
    pages.push(page)
  }
  const [one, two] = pages as [Page, Page]
  await one.getByLabel('Note of the day').fill('Test today')
  await one.getByRole('button', { name: 'Save' }).click()
  await expect(card(one, 'Math 5').getByText('This day: Test today')).toBeVisible()
  await two.getByLabel('Note of the day').fill('No test')
  await two.getByRole('button', { name: 'Save' }).click()
  await expect(two.getByRole('alert')).toHaveText(/Somebody changed this meanwhile/)
  await expect(two.getByRole('radio', { name: 'Now stored Test today' })).toBeVisible()
  await two.getByRole('button', { name: 'Keep as it is' }).click()
  await expect(card(two, 'Math 5').getByText('This day: Test today')).toBeVisible()
  for (const page of pages) await page.context().close()
})

test('a manager closes days: they have no classes, the month says so, until they are opened again', async ({ page }) => {
  await signIn(page, 'manager')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Close days' }).click()
  const sheet = page.getByRole('dialog', { name: 'Close days' })
  await sheet.getByLabel('Day', { exact: true }).fill('7/3/2026')
  await sheet.getByLabel(/^Until/).fill('7/4/2026')
  await sheet.getByLabel('Why').fill('Independence Day')
  await sheet.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Independence Day' })).toHaveCount(2)

  await page.goto('/centers/Maple%20Street/scheduler/2026-07-02')
  await page.getByRole('link', { name: 'Fri, Jul 3: closed, Independence Day' }).click()
  await expect(page.getByText('Closed: Independence Day')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)

  await page.goto('/centers/Maple%20Street/settings')
  await page.getByRole('button', { name: 'Open Fri, Jul 3 again' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Independence Day' })).toHaveCount(1)
  await page.goto('/centers/Maple%20Street/scheduler/2026-07-03')
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('on paper stand the rosters alone, each class whole on its page', async ({ page }) => {
  await signIn(page, 'operator2')
  await page.goto(`/centers/${center}/scheduler/2026-03-12`)
  const roster = page.getByRole('list', { name: /^Students in/ }).first()
  await expect(roster).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(roster).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Scheduler/ })).toBeVisible()
  for (const part of [page.getByRole('navigation'), page.getByRole('banner'), page.getByRole('button'), page.getByRole('link')])
    await expect(part.filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole('article').first()).toHaveCSS('break-inside', 'avoid')
})
