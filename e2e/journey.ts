import { expect, test as base, type Browser, type Page } from '@playwright/test'
import { startProduct } from './server.ts'

/** Everybody's password in the demo. */
export const password = 'practice-makes-progress'

/** A journey's test: the product's address as base, and any error that a page throws fails it. */
export const test = base.extend<object, { product: string }>({
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
    await use(page)
    expect(errors, 'errors that the page threw').toEqual([])
  },
})

/** Fills the login form and sends it, as a person does. `name` is an e-mail or a user name. */
export async function enter(page: Page, name: string, word = password) {
  await page.goto('/login')
  await page.getByLabel(/e-mail or user name/i).fill(name)
  await page.getByLabel('Password', { exact: true }).fill(word)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** Signs in one of the demo's people of each kind, such as `operator`. */
export async function signIn(page: Page, who: string) {
  await enter(page, `${who}@demo.example`)
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** Calls the product as the page does, to make records of the test's own. */
export const post = (page: Page, path: string, body: object) => send(page, 'POST', path, body)

/** The same, to change one. */
export const patch = (page: Page, path: string, body: object) => send(page, 'PATCH', path, body)

async function send(page: Page, method: string, path: string, body: object) {
  return await page.evaluate(
    async ([verb, address, json]) => {
      const token = /XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? ''
      const headers = { 'content-type': 'application/json', 'x-xsrf-token': token }
      const call: RequestInit = { method: verb, headers, body: json }
      const answer = await fetch(`/api${address}`, call)
      return (await answer.json()) as { _id: string; id: string }
    },
    [method, path, JSON.stringify(body)] as const,
  )
}

/** A demo student by number: their id and first name, and the e-mail of a parent, for a member of the office. */
export async function familyOf(page: Page, studentNum: string) {
  return await page.evaluate(async (search) => {
    const of = '/api/centers/Maple%20Street/students'
    const get = async <T>(address: string) => (await (await fetch(address)).json()) as T
    const { students } = await get<{ students: { _id: string }[] }>(`${of}?search=${search}`)
    const id = students[0]?._id ?? ''
    const { info, parents } = await get<{ info: { firstName: string }; parents: { email: string }[] }>(`${of}/${id}`)
    return { id, firstName: info.firstName, email: parents[0]?.email ?? '' }
  }, studentNum)
}

/** A page with a session of its own, as wide as a phone when it is one. */
export async function anotherPage(browser: Browser, { phone = false } = {}) {
  const viewport = phone ? { width: 360, height: 740 } : null
  const context = await browser.newContext({ baseURL: process.env['PRODUCT_URL'], locale: 'en-US', ...(viewport && { viewport }) })
  return await context.newPage()
}
