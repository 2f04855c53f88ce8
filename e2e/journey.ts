import { existsSync } from 'node:fs'
import { expect, test as base, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test'
import { startProduct } from './server.ts'

// The runner maps every line of a stack trace back to its source, at each step. Where Node loads the journeys itself the lines are right already,
// and the mapping is a tenth of the runner's work.
if (process.env['PW_DISABLE_TS_ESM']) Error.prepareStackTrace = undefined as never

/** Everybody's password in the demo. */
export const password = 'practice-makes-progress'

/**
 * How long an open screen may take to hear of what happened by its socket: a second, and more on a busy machine, but less than until a screen without
 * one asks again.
 */
export const soon = { timeout: 8_000 }

/** Whether a page asks somebody else than the product (reliability R-priv). */
const isElsewhere = (url: string) => /^(https?|wss?):/.test(url) && new URL(url).host !== new URL(process.env['PRODUCT_URL'] ?? '').host

/**
 * A journey's test: the product's address as base; any error that a page throws, whatever the content security policy stops, and whatever a page asks of
 * anybody else fails it.
 */
export const test = base.extend<{ leaving: void }, { product: string }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const { address, stop } = await startProduct()
      process.env['PRODUCT_URL'] = address
      await use(address)
      await stop()
    },
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
  baseURL: async ({ baseURL }, use) => await use(process.env['PRODUCT_URL'] ?? baseURL),
  page: async ({ page }, use) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (said) => /content security policy|trusted ?type/i.test(said.text()) && errors.push(said.text()))
    page.on('request', (asked) => isElsewhere(asked.url()) && errors.push(`asked ${asked.url()}`))
    await use(page)
    await picture(page.context().browser()?.contexts() ?? [])
    expect(errors, 'errors that the page threw, what its policy stopped, and whom else it asked').toEqual([])
  },
  // Pages that a journey left open would go on reading and hearing beside the journeys after it.
  leaving: [
    async ({ browser }, use) => {
      await use()
      const contexts = browser.contexts()
      await picture(contexts)
      await Promise.all(contexts.map((context) => context.close()))
    },
    { auto: true },
  ],
})

/** A picture of each page of a journey that failed, once. The runner's own way takes one of every page of every journey. */
async function picture(contexts: readonly BrowserContext[]) {
  const info = base.info()
  if (info.status === info.expectedStatus || existsSync(info.outputPath('test-failed-1.png'))) return
  for (const [at, page] of contexts.flatMap((context) => context.pages()).entries()) {
    const path = info.outputPath(`test-failed-${at + 1}.png`)
    await page.screenshot({ path, timeout: 5_000 }).catch(() => {})
  }
}

/** Fills the login form and sends it, as a person does. `name` is an email or a user name. */
export async function enter(page: Page, name: string, word = password) {
  await page.goto('/login')
  await page.getByLabel(/email or user name/i).fill(name)
  await page.getByLabel('Password', { exact: true }).fill(word)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** Lets somebody in without a page: one of the demo's people of each kind, such as `operator`, or whose email it is. */
export async function letIn(page: Page, who: string) {
  const email = who.includes('@') ? who : `${who}@demo.example`
  await page.context().clearCookies()
  const answer = await page.request.post('/api/login', { data: { email, password } })
  expect(answer.status(), `${email} logs in`).toBe(200)
}

/** The same, and opens the page to which their login leads. */
export async function signIn(page: Page, who: string) {
  await letIn(page, who)
  await page.goto('/')
  await page.waitForURL(({ pathname }) => pathname !== '/')
  // The address comes before its page.
  await expect(page.locator('main h1')).toBeVisible()
}

/** Sees what comes by a timer of the page, whose clock was installed: it goes on until it is there, so that nobody waits for it. */
export const comes = (page: Page, what: Locator) =>
  expect(async () => {
    await page.clock.runFor(2000)
    await expect(what).toBeVisible({ timeout: 300 })
  }).toPass({ intervals: [0], timeout: 20_000 })

/** Holds the page's calls to this address back, as a slow network does, until what it answers is called. */
export async function hold(page: Page, address: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Reads from the product as the page does; of a person who was let in. */
export async function get<T>(page: Page, path: string) {
  const answer = await page.request.get(`/api${path}`)
  expect(answer.ok(), `GET ${path}: ${answer.status()}`).toBe(true)
  return (await answer.json()) as T
}

/** Calls the product as the page does, to make records of the test's own. */
export const post = (page: Page, path: string, body: object) => send(page, 'POST', path, body)

/** The same, to change one. */
export const patch = (page: Page, path: string, body: object) => send(page, 'PATCH', path, body)

async function send(page: Page, method: string, path: string, body: object) {
  const token = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const answer = await page.request.fetch(`/api${path}`, { method, data: body, headers: { 'x-xsrf-token': token } })
  expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true)
  return (answer.status() === 204 ? {} : await answer.json()) as { _id: string; id: string }
}

/** A demo student by number: their id and first name, and the email of a parent, for a member of the office. */
export async function familyOf(page: Page, studentNum: string) {
  const of = '/centers/Maple%20Street/students'
  const { students } = await get<{ students: { _id: string }[] }>(page, `${of}?search=${studentNum}`)
  const id = students[0]?._id ?? ''
  const { info, parents } = await get<{ info: { firstName: string }; parents: { email: string }[] }>(page, `${of}/${id}`)
  return { id, firstName: info.firstName, email: parents[0]?.email ?? '' }
}

/** A page with a session of its own, as wide as a phone when it is one. */
export async function anotherPage(browser: Browser, { phone = false } = {}) {
  const context = await browser.newContext(phone ? { viewport: { width: 360, height: 740 } } : {})
  return await context.newPage()
}
