import { expect, type Page } from '@playwright/test'
import type { Page as Pattern } from '#shared/permissions.ts'
import { check, field } from './answer-fixture.ts'

export const center = '/centers/Maple%20Street'

export type Step = (page: Page) => Promise<unknown>
/** A page to look at: the way there, what it leads on to if it is only a way, and what opens over it. */
export type Stop = { page: Pattern; to: string | Step | (string | Step)[]; at?: Pattern; open?: Record<string, Step> }

/** The way of a kind of user past the pages that are theirs. */
export type Tour = { enter: Step; stops: Stop[] }

/** Presses the first button of this name. */
export const press =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('button', { name }).first().click()
/** Follows the page's first link of this name. */
export const follow =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('main').getByRole('link', { name }).first().click()
/** Opens a table's first record. */
export const firstRow: Step = (page) => page.getByRole('table').getByRole('link').first().click()

/** A child's work is shortened once it is much; journeys before may have given more. */
export const showAll: Step = async (page) => {
  const all = page.getByRole('region', { name: 'Work' }).getByRole('button', { name: /^Show all/ })
  if ((await all.count()) > 0) await all.click()
}

/** The link and the user name that a student without an address is handed, from the student's page. */
export async function handOver(office: Page) {
  await office.getByRole('region', { name: 'Account' }).getByRole('button', { name: 'Invite' }).click()
  const dialog = office.getByRole('dialog', { name: 'Give this to the student' })
  const link = await dialog.getByLabel('Link').inputValue()
  const userName = (await dialog.getByRole('strong').textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()
  return { link, userName }
}

/** Corrects the one question of a returned test that was wrong, and hands it in. */
export async function correctOne(page: Page, test: string, answer: string) {
  await page.getByRole('button', { name: 'Correct what wasn’t right' }).click()
  await expect(page.getByRole('heading', { name: `Corrections of ${test}` })).toBeVisible()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByRole('article', { name: 'Question 1 of 1' })).toBeVisible()
  await field(page).fill(answer)
  await check(page).click()
  await expect(page.getByText('Right!')).toBeVisible()
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Complete' }).click()
  await expect(page.getByText('Homework complete!')).toBeVisible()
}
