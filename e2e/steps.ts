import type { Page } from '@playwright/test'
import type { Page as Pattern } from '#shared/permissions.ts'

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
