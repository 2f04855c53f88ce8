import { expect, type Page } from '@playwright/test'
import { encode } from 'uqr'
import { letIn, soon, test } from './journey.ts'
import { activate, addDevice, keyIn, newDevice, openClass, typeKey } from './tablet.ts'

const center = 'Maple Street'
const ended = 'Your session has expired. Please activate your device again.'

/** Chooses New key, Rename or Revoke from a device's menu. */
async function choose(office: Page, name: string, action: string) {
  await office.getByRole('button', { name: `Actions for ${name}` }).click()
  await office.getByRole('menuitem', { name: action }).click()
}

test('adding the first device of a new center sets the classroom PIN, and later devices don’t ask for it', async ({
  page: office,
}) => {
  await letIn(office, 'admin')
  await office.goto('/centers')
  await office.getByRole('button', { name: 'New center' }).click()
  const making = office.getByRole('dialog', { name: 'New center' })
  const facts = {
    Name: 'Lakeside',
    Address: '4 Pier Road',
    City: 'Springfield',
    State: 'NY',
    'ZIP code': '10301',
  }
  for (const [label, text] of Object.entries(facts)) await making.getByLabel(label).fill(text)
  await making.getByRole('button', { name: 'Create center' }).click()
  await expect(making).toBeHidden()

  await office.goto('/devices')
  const sheet = office.getByRole('dialog', { name: 'Add device' })
  const pin = sheet.getByLabel('Classroom PIN', { exact: true })
  const begin = async () => {
    await office.getByRole('button', { name: 'Add device' }).click()
    await sheet.getByLabel('Name').fill('Room 1')
    await sheet.getByRole('combobox', { name: 'Center' }).click()
    await office.getByRole('option', { name: 'Lakeside' }).click()
  }
  await begin()
  await expect(pin).toBeVisible()
  await pin.fill('12')
  await sheet.getByRole('button', { name: 'Create key' }).click()
  await expect(sheet).toBeVisible()
  await pin.fill('4711')
  await sheet.getByRole('button', { name: 'Create key' }).click()
  await expect(office.getByRole('dialog', { name: 'Key for Room 1' })).toBeVisible()
  await office.keyboard.press('Escape')
  await begin()
  await expect(pin).toHaveCount(0)
})

test('a device is activated with a key that is shown once, and takes attendance in today’s class', async ({
  page: office,
  browser,
  baseURL,
}) => {
  await letIn(office, 'operator')
  const key = await addDevice(office, 'Room 1')
  const dialog = office.getByRole('dialog', { name: 'Key for Room 1' })
  await expect(dialog.getByText('It works once and expires in 60 minutes.')).toBeVisible()
  const { data } = encode(`${baseURL}/activate#key=${key.replace('-', '')}`, { ecc: 'M', border: 4 })
  const dark = data.flat().filter(Boolean).length
  const drawn =
    (await dialog.getByRole('img', { name: 'QR code for the same key' }).locator('path').getAttribute('d')) ??
    ''
  expect(drawn.split('z')).toHaveLength(dark + 1)

  const tablet = await activate(browser, baseURL, key)
  await expect(tablet).toHaveURL('/classroom')
  await expect(tablet.getByText(`This device is now Room 1 at ${center}.`)).toBeVisible()
  await expect(office.getByRole('dialog', { name: 'Room 1 is ready' })).toBeVisible()
  await office.getByRole('button', { name: 'Done' }).click()
  const row = office.getByRole('region', { name: center }).getByRole('listitem').filter({ hasText: 'Room 1' })
  await expect(row.getByText('Active', { exact: true })).toBeVisible()
  await expect(row.getByText('In use now')).toBeVisible()
  await expect(office.getByText(key)).toHaveCount(0)

  await openClass(tablet, 'Math 5')
  await tablet.getByRole('link', { name: 'Attendance' }).tap()
  await expect(tablet.getByText(/Attendance opens at \d+:\d\d/)).toBeVisible()
  await expect(tablet.getByRole('radio', { name: 'Present' }).first()).toBeDisabled()
  await tablet.getByRole('link', { name: 'All classes' }).tap()
  await tablet.getByRole('button', { name: 'Math 4' }).tap()
  await tablet.getByRole('link', { name: 'Attendance' }).tap()
  const last = tablet.getByRole('group', { name: '’s attendance' }).nth(6)
  await last.getByRole('radio', { name: 'Present' }).tap()
  await expect(tablet.getByText(/: Present$/)).toBeVisible()
  await tablet.getByRole('button', { name: 'Undo' }).tap()
  await expect(last.getByRole('radio', { checked: true })).toHaveCount(0)
  await last.getByRole('radio', { name: 'Present' }).tap()
  await expect(tablet.getByText(/: Present$/)).toBeVisible()
  await tablet.reload()
  await expect(last.getByRole('radio', { name: 'Present' })).toBeChecked()
  // Twelve children fit on the tablet without scrolling, and each button is big enough to tap.
  const [line, marks] = await Promise.all([
    tablet.getByRole('listitem').first().boundingBox(),
    last.boundingBox(),
  ])
  expect((line?.y ?? 1024) + 12 * (line?.height ?? 0)).toBeLessThan(1024)
  expect(marks?.height).toBeGreaterThanOrEqual(44)
  await tablet.context().close()
})

test('a used key is refused with an explanation', async ({ page: office, browser, baseURL }) => {
  await letIn(office, 'operator')
  const key = await newDevice(office, 'Room 2')
  const tablet = await activate(browser, baseURL, key)
  const other = await (await browser.newContext({ baseURL })).newPage()
  await typeKey(other, key)
  await expect(
    other
      .getByText(/key/i)
      .filter({ hasText: /used|expired|wrong|not/i })
      .first(),
  ).toBeVisible()
  await expect(other).toHaveURL('/activate')
  await Promise.all([tablet.context().close(), other.context().close()])
})

test('revoking a device immediately ends its open classroom and opens the activation page', async ({
  page: office,
  browser,
  baseURL,
}) => {
  await letIn(office, 'operator')
  const tablet = await activate(browser, baseURL, await addDevice(office, 'Room 3'))
  await office.getByRole('button', { name: 'Done' }).click()
  await openClass(tablet, 'Math 4')

  await choose(office, 'Room 3', 'Revoke')
  await office.getByRole('dialog', { name: 'Revoke Room 3?' }).getByRole('button', { name: 'Revoke' }).click()
  await expect(tablet.getByRole('heading', { name: 'Activate this device' })).toBeVisible(soon)
  await expect(tablet.getByText(ended)).toBeVisible()
  await expect(office.getByText('Room 3 revoked.')).toBeVisible()
  const row = office.getByRole('listitem').filter({ hasText: 'Room 3' })
  await expect(row.getByText('Revoked', { exact: true })).toBeVisible()

  await tablet.goto('/classroom')
  await expect(tablet.getByRole('heading', { name: 'Activate this device' })).toBeVisible()
  await expect(tablet.getByText(ended)).toBeVisible()
  await tablet.context().close()
})

test('a new key ends the device’s old session and can activate another device', async ({
  page: office,
  browser,
  baseURL,
}) => {
  await letIn(office, 'operator')
  const first = await addDevice(office, 'Room 4')
  const tablet = await activate(browser, baseURL, first)
  await office.getByRole('button', { name: 'Done' }).click()

  await choose(office, 'Room 4', 'New key')
  await office
    .getByRole('dialog', { name: 'New key for Room 4?' })
    .getByRole('button', { name: 'Create new key' })
    .click()
  await expect(tablet.getByRole('heading', { name: 'Activate this device' })).toBeVisible(soon)
  await expect(tablet.getByText(ended)).toBeVisible()
  const second = await keyIn(office.getByRole('dialog', { name: 'Key for Room 4' }))
  expect(second).not.toBe(first)

  const another = await activate(browser, baseURL, second)
  await expect(office.getByRole('dialog', { name: 'Room 4 is ready' })).toBeVisible()
  await Promise.all([tablet.context().close(), another.context().close()])
})

test('a device can’t open staff pages', async ({ page: office, browser, baseURL }) => {
  await letIn(office, 'operator')
  const tablet = await activate(browser, baseURL, await newDevice(office, 'Room 5'))
  const pages = ['', '/scheduler', '/students', '/attendance', '/staff'].map(
    (page) => `/centers/${center}${page}`,
  )
  for (const path of [
    ...pages,
    '/devices',
    '/centers',
    '/users',
    '/material-editor',
    '/student',
    '/parent',
  ]) {
    await tablet.goto(path)
    await expect(tablet).toHaveURL('/classroom')
    await expect(tablet.getByRole('heading', { name: 'Classes today' })).toBeVisible()
  }
  await tablet.context().close()
})
