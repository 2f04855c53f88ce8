import { expect, type Page } from '@playwright/test'
import type { Page as Pattern } from '#shared/permissions.ts'
import { check, field } from './answer-fixture.ts'

export const center = '/centers/Maple%20Street'

export type Step = (page: Page) => Promise<unknown>
/** A page of a tour: the steps to it, its final URL if it redirects, and the dialogs that open on it. */
export type Stop = {
  page: Pattern
  to: string | Step | (string | Step)[]
  at?: Pattern
  open?: Record<string, Step>
}

/** A tour through all pages of one kind of user. `enter` signs the user in, if necessary. */
export type Tour = { enter: Step; stops: Stop[] }

/** Takes one step of a tour, and waits until the previous page is gone. */
export async function take(page: Page, step: string | Step) {
  const heading = page.locator('h1')
  await heading.evaluateAll((left) => left.forEach((each) => each.setAttribute('data-left', '')))
  await (typeof step === 'string' ? page.goto(step) : step(page))
  await expect(page.locator('h1[data-left]')).toHaveCount(0)
  await expect(heading).toHaveCount(1)
}

/**
 * Waits until nothing loads or moves. Returns what is still pending after five seconds. Polls inside the
 * page, because tours call this a thousand times. In the test language, texts begin with a zero-width space.
 */
export const settle = (page: Page) =>
  page.evaluate(async () => {
    const waits = () => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const text = texts.currentNode.nodeValue ?? ''
        if (/^[\s\u200b]*(Loading|Looking for|Reading|Checking) /.test(text)) return text
      }
      return document.querySelector('[aria-busy=true]')?.outerHTML.slice(0, 200)
    }
    const late = performance.now() + 5_000
    for (let waiting = waits(); waiting; waiting = waits()) {
      if (performance.now() > late) return [`waits: ${waiting}`]
      await new Promise(requestAnimationFrame)
    }
    const ending = document
      .getAnimations()
      .filter((each) => Number.isFinite(each.effect?.getComputedTiming().endTime))
    await Promise.allSettled(ending.map(({ finished }) => finished))
    return []
  })

/** Clicks the first button with this name. */
export const press =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('button', { name }).first().click()
/** Follows the first link with this name in the main part of the page. */
export const follow =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('main').getByRole('link', { name }).first().click()
/** Opens the same student's page under the URL that doesn't contain the class. */
export const withoutClass: Step = (page) =>
  page.goto(page.url().replace(/\/(attendance|classroom)\/[^/]+\/students/, '/$1/students'))
/** Opens the first record of a table. */
export const firstRow: Step = (page) => page.getByRole('table').getByRole('link').first().click()

/**
 * Expands the list of a child's work. The list is collapsed if it is long, and earlier journeys may have
 * assigned more work.
 */
export const showAll: Step = async (page) => {
  const all = page.getByRole('region', { name: 'Work' }).getByRole('button', { name: /^Show all/ })
  if ((await all.count()) > 0) await all.click()
}

/** Invites a student without an email address from the student's page. Returns the link and the user name. */
export async function handOver(office: Page) {
  await office.getByRole('region', { name: 'Account' }).getByRole('button', { name: 'Invite' }).click()
  const dialog = office.getByRole('dialog', { name: 'Give this to the student' })
  const link = await dialog.getByLabel('Link').inputValue()
  const userName = (await dialog.getByRole('strong').textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Done' }).click()
  return { link, userName }
}

/** Corrects the only wrong question of a returned test, and hands it in. */
export async function correctOne(page: Page, test: string, answer: string) {
  await page.getByRole('button', { name: 'Correct what wasn’t right' }).click()
  await expect(page.getByRole('heading', { name: `Corrections for ${test}` })).toBeVisible()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByRole('article', { name: 'Question 1 of 1' })).toBeVisible()
  await field(page).fill(answer)
  await check(page).click()
  await expect(page.getByText('Right!')).toBeVisible()
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hand in' }).click()
  await expect(page.getByText('Homework complete!')).toBeVisible()
}

/** Opens the settings of the center, switches the trial form on if it is off, and returns its link. */
export async function trialFormLink(page: Page) {
  await page.goto(`${center}/settings`)
  const part = page.getByRole('region', { name: 'Trial form' })
  await expect(part.getByRole('button', { name: /^Turn o/ })).toBeVisible()
  const on = part.getByRole('button', { name: 'Turn on' })
  if (await on.isVisible()) await on.click()
  return part.getByLabel('Link', { exact: true }).inputValue()
}
