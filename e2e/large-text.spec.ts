import { expect, type Page } from '@playwright/test'
import { signIn, test } from './journey.ts'

/** Expects that no part of the page, such as an app bar, extends past the right edge of the screen. */
async function fits(page: Page, name: string) {
  await expect(page.getByRole('combobox', { name: 'Language' })).toBeVisible()
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wider, `pixels too wide: ${name}`).toBeLessThanOrEqual(0)
}

test('with text at twice the size, parents’ and students’ pages fit on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%')),
  )
  await signIn(page, 'parent')
  await fits(page, 'a parent’s children')
  await page.getByRole('link', { name: /^Sam/ }).click()
  await expect(page.getByRole('heading', { name: 'Upcoming classes' })).toBeVisible()
  await fits(page, 'a child')

  await signIn(page, 'm1033@family.example')
  await fits(page, 'a student’s home')
  await page.getByRole('link', { name: /Continue: / }).click()
  await expect(page.getByRole('button', { name: 'Next question' })).toBeVisible()
  await fits(page, 'a question')
  const keys = page.getByRole('group', { name: 'Number keys' })
  const tooWide = await keys.evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(tooWide, 'pixels by which the keys are wider than their keypad').toBeLessThanOrEqual(0)
  const onward = await page.getByRole('button', { name: 'Next question' }).boundingBox()
  expect((onward?.x ?? 0) + (onward?.width ?? 0)).toBeLessThanOrEqual(360)
})
