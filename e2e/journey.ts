import { existsSync } from 'node:fs'
import {
  expect,
  test as base,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
} from '@playwright/test'
import { startProduct } from './server.ts'

// The runner maps every line of a stack trace back to its source at each step, which takes a tenth of its
// time. If Node loads the journeys itself, the lines are already right, so this switches the mapping off.
if (process.env['PW_DISABLE_TS_ESM']) Error.prepareStackTrace = undefined as never

/** Password of everybody in the demo. */
export const password = 'practice-makes-progress'

/**
 * Timeout for an open screen to update through its socket. An update usually takes a second, and longer on a
 * busy machine. The timeout is shorter than the polling interval of a screen without a socket.
 */
export const soon = { timeout: 8_000 }

/** True if a URL is on a server other than the product's (reliability R-priv). */
const isElsewhere = (url: string) =>
  /^(https?|wss?):/.test(url) && new URL(url).host !== new URL(process.env['PRODUCT_URL'] ?? '').host

/**
 * Test function for journeys, the end-to-end tests. Relative URLs refer to the product. A test fails if its
 * `page` throws an error, violates the content security policy, or sends a request to another server.
 */
export const test = base.extend<
  { leaving: void },
  { settings: Record<string, string>; started: Awaited<ReturnType<typeof startProduct>>; product: string }
>({
  /** Settings that differ from the demo's, for a whole file of journeys. */
  settings: [{}, { scope: 'worker', option: true }],
  started: [
    async ({ settings }, use) => {
      const started = await startProduct(settings)
      await use(started)
      await started.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  product: [
    async ({ started: { address, dataDir } }, use) => {
      process.env['PRODUCT_URL'] = address
      process.env['PRODUCT_DATA_DIR'] = dataDir
      await use(address)
    },
    { scope: 'worker', auto: true, timeout: 300_000 },
  ],
  baseURL: async ({ baseURL }, use) => await use(process.env['PRODUCT_URL'] ?? baseURL),
  page: async ({ page }, use) => {
    const errors: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on(
      'console',
      (said) => /content security policy|trusted ?type/i.test(said.text()) && errors.push(said.text()),
    )
    page.on('request', (asked) => isElsewhere(asked.url()) && errors.push(`asked ${asked.url()}`))
    await use(page)
    await picture(page.context().browser()?.contexts() ?? [])
    expect(errors, 'page errors, blocked content and requests to other servers').toEqual([])
  },
  // Close the pages that a journey leaves open, because they would keep sending requests during later
  // journeys.
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

/**
 * Takes one screenshot of each page of a failed journey. The runner's own option would take them for every
 * journey.
 */
async function picture(contexts: readonly BrowserContext[]) {
  const info = base.info()
  if (info.status === info.expectedStatus || existsSync(info.outputPath('test-failed-1.png'))) return
  for (const [at, page] of contexts.flatMap((context) => context.pages()).entries()) {
    const path = info.outputPath(`test-failed-${at + 1}.png`)
    await page.screenshot({ path, timeout: 5_000 }).catch(() => {})
  }
}

/** Fills in and submits the login form as a person does. `name` is an email address or a user name. */
export async function enter(page: Page, name: string, word = password) {
  await page.goto('/login')
  await page.getByLabel(/email or user name/i).fill(name)
  await page.getByLabel('Password', { exact: true }).fill(word)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/**
 * Signs in without opening a page: `who` is a kind of demo person, such as `operator`, or an email address.
 */
export async function letIn(page: Page, who: string) {
  const email = who.includes('@') ? who : `${who}@demo.example`
  await page.context().clearCookies()
  const answer = await page.request.post('/api/login', { data: { email, password } })
  expect(answer.status(), `${email} logs in`).toBe(200)
}

/**
 * Deletes the session's cookies. Leaves the open page first, because it would notice the end of its session
 * and open the login page during the next step.
 */
export async function forget(page: Page) {
  await page.goto('about:blank')
  await page.context().clearCookies()
}

/** Signs in and opens the home page of that person. */
export async function signIn(page: Page, who: string) {
  await letIn(page, who)
  await page.goto('/')
  await page.waitForURL(({ pathname }) => pathname !== '/')
  // Wait for the heading, because the URL changes before the page is shown.
  await expect(page.locator('main h1')).toBeVisible()
}

/**
 * Advances the page's installed clock, without really waiting, until an element that depends on a timer
 * appears.
 */
export const comes = (page: Page, what: Locator) =>
  expect(async () => {
    await page.clock.runFor(2000)
    await expect(what).toBeVisible({ timeout: 300 })
  }).toPass({ intervals: [0], timeout: 20_000 })

/**
 * Delays the page's calls to this address, as a slow network would, until the returned function is called.
 */
export async function hold(page: Page, address: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Reads from the API with the session of the signed-in person's page. */
export async function get<T>(page: Page, path: string) {
  const answer = await page.request.get(`/api${path}`)
  expect(answer.ok(), `GET ${path}: ${answer.status()}`).toBe(true)
  return (await answer.json()) as T
}

type Saved = { _id: string; id: string }

/** Creates a record as the page does. */
export const post = <T = Saved>(page: Page, path: string, body: object) => send<T>(page, 'POST', path, body)

/** Changes a record as the page does. */
export const patch = (page: Page, path: string, body: object) => send<Saved>(page, 'PATCH', path, body)

async function send<T>(page: Page, method: string, path: string, body: object) {
  const token = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const answer = await page.request.fetch(`/api${path}`, {
    method,
    data: body,
    headers: { 'x-xsrf-token': token },
  })
  expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true)
  return (answer.status() === 204 ? {} : await answer.json()) as T
}

/** Returns a demo student's id, first name and a parent's email by student number. Requires office rights. */
export async function familyOf(page: Page, studentNum: string) {
  const of = '/centers/Maple%20Street/students'
  const { students } = await get<{ students: { _id: string }[] }>(page, `${of}?search=${studentNum}`)
  const id = students[0]?._id ?? ''
  const { info, parents } = await get<{ info: { firstName: string }; parents: { email: string }[] }>(
    page,
    `${of}/${id}`,
  )
  return { id, firstName: info.firstName, email: parents[0]?.email ?? '' }
}

/** Opens a page with a separate session, and with the width of a phone if `phone` is set. */
export async function anotherPage(browser: Browser, { phone = false } = {}) {
  const context = await browser.newContext(phone ? { viewport: { width: 360, height: 740 } } : {})
  return await context.newPage()
}
