import { type Browser, expect, type Page } from '@playwright/test'
import { letIn } from './journey.ts'

export const center = 'Maple Street'

/** Opens the day's list of classes, then the roll of one of them. */
export async function openRoll(page: Page, name: string) {
  await page.goto(`/centers/${center}/attendance`)
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
}

/** Opens the same roll for an operator and a manager. */
export const twoPeople = (browser: Browser, baseURL: string | undefined, name: string) =>
  Promise.all(
    (['operator', 'manager'] as const).map(async (who) => {
      const page = await (await browser.newContext({ baseURL })).newPage()
      await letIn(page, who)
      await openRoll(page, name)
      return page
    }),
  ) as Promise<[Page, Page]>

/** Returns the segmented control of the n-th child on the roll, from 0. */
export const child = (page: Page, n: number) => page.getByRole('group', { name: '’s attendance' }).nth(n)
export const segment = (page: Page, n: number, name: 'Present' | 'Absent' | 'Pick-up') =>
  child(page, n).getByRole('radio', { name })
