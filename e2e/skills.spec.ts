import { expect, type Page } from '@playwright/test'
import { axePath, violations } from './axe.ts'
import { anotherPage, get, letIn, soon, test } from './journey.ts'
import { center } from './steps.ts'

/** Returns the demo class with the most estimated sections, once a job has computed the estimates. */
async function practicedClass(page: Page) {
  const classes = await get<{ id: string }[]>(page, `${center}/classes`)
  let found = { id: '', count: 0 }
  await expect(async () => {
    // Request them one after the other, because the server limits simultaneous requests.
    for (const { id } of classes) {
      const { sections } = await get<{ sections: unknown[] }>(page, `${center}/classes/${id}/skills`)
      if (sections.length > found.count) found = { id, count: sections.length }
    }
    expect(found.count).toBeGreaterThan(0)
  }).toPass({ timeout: 100_000, intervals: [5000] })
  return found.id
}

test('a class’s skills lead to assigning a section to those who need it, and parents see their child’s skills', async ({
  page,
  browser,
}) => {
  const shot = async (of: typeof page, name: string) =>
    process.env['SHOTS'] &&
    (await of.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true }))
  await page.addInitScript({ path: axePath })
  await letIn(page, 'manager')
  await page.goto(`${center}/classes/${await practicedClass(page)}`)
  await page.getByRole('link', { name: 'Skills' }).click()
  const map = page.getByRole('region', { name: 'Skills in this class' })
  await expect(map.getByRole('row').nth(1)).toBeVisible(soon)
  expect(await violations(page)).toEqual([])
  await shot(page, 'skills-1280')
  await map
    .getByRole('button', { name: /: (Mastered|Getting there|Still learning|Just started)/ })
    .first()
    .click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByText(/^Based on \d+ answers?\. The chance of/)).toBeVisible()
  await expect(sheet.getByRole('link', { name: /, question \d+$/ }).first()).toBeVisible()
  await shot(page, 'skill-1280')
  await sheet.getByRole('button', { name: 'Close' }).click()

  await map.getByRole('columnheader').nth(1).getByRole('button').click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Assign this section/ })
    .first()
    .click()
  const assign = page.getByRole('dialog', { name: /^Assign work to / })
  await expect(assign.getByRole('button', { name: /^Assign/ })).toBeVisible()
  await shot(page, 'skill-assign-1280')

  const phone = await anotherPage(browser, { phone: true })
  await phone.addInitScript({ path: axePath })
  await letIn(phone, 'parent')
  await phone.goto('/parent')
  await phone.getByRole('link', { name: /^Sam/ }).first().click()
  const part = phone.getByRole('region', { name: 'Skills' })
  await expect(part.getByText(/ of \d+ sections? mastered so far\./)).toBeVisible(soon)
  await part.locator('summary').first().click()
  await expect(part.getByText(/^Based on \d+ answers?\./)).toBeVisible()
  expect(await violations(phone)).toEqual([])
  await shot(phone, 'skills-360')
})
