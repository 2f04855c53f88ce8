import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { post } from './journey.ts'

/** Adds a device on the Devices page, and returns its key. */
export async function addDevice(office: Page, name: string) {
  await office.goto('/devices')
  await office.getByRole('button', { name: 'Add device' }).click()
  const sheet = office.getByRole('dialog', { name: 'Add device' })
  await sheet.getByLabel('Name').fill(name)
  await sheet.getByRole('button', { name: 'Create key' }).click()
  return await keyIn(office.getByRole('dialog', { name: `Key for ${name}` }))
}

/** Adds a device through the API and returns its key. */
export async function newDevice(office: Page, name: string) {
  const made: unknown = await post(office, '/devices', { centerId: 'Maple Street', name })
  return (made as { key: string }).key
}

export const keyIn = async (dialog: Locator) =>
  (await dialog.getByText(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/).textContent()) ?? ''

/** Opens a separate browser and types a key at /activate. */
export async function activate(browser: Browser, baseURL: string | undefined, key: string) {
  const tablet = await (
    await browser.newContext({ baseURL, viewport: { width: 768, height: 1024 }, hasTouch: true })
  ).newPage()
  await typeKey(tablet, key)
  await expect(tablet.getByRole('heading', { name: 'Classes today' })).toBeVisible()
  return tablet
}

export async function typeKey(tablet: Page, key: string) {
  await tablet.goto('/activate')
  await tablet.getByLabel('Activation key').fill(key.toLowerCase())
  await tablet.getByRole('button', { name: 'Activate' }).click()
}

/** Chooses one of today's classes and its teacher to open the classroom. */
export async function openClass(tablet: Page, name: string) {
  await tablet.getByRole('button', { name }).tap()
  await expect(tablet.getByRole('heading', { name: 'Who’s teaching?' })).toBeVisible()
  await tablet.getByRole('main').getByRole('listitem').first().getByRole('button').tap()
  await expect(tablet.getByRole('heading', { name })).toBeVisible()
}
