import { expect, type Page } from '@playwright/test'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { letIn, post, test } from './journey.ts'

const center = '/centers/Maple%20Street'

/** Creates an access token on the screen and returns its text. */
async function newToken(page: Page, name: string, permissions: readonly string[]) {
  await page.getByRole('button', { name: 'New token' }).click()
  const sheet = page.getByRole('dialog', { name: 'New access token' })
  await sheet.getByLabel('Name').fill(name)
  await sheet.getByRole('button', { name: 'Create token' }).click()
  await expect(sheet.getByRole('alert')).toHaveText('Choose what the program may do.')
  for (const permission of permissions) await sheet.getByLabel(permission, { exact: true }).check()
  await sheet.getByLabel('Valid for').selectOption('90 days')
  await sheet.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog', { name: `Token for ${name}` })
  const text = await dialog.getByLabel('Token', { exact: true }).inputValue()
  await dialog.getByRole('button', { name: 'Done' }).click()
  return text
}

test('a program with a token reads the students, gets 403 for calls beyond its permissions, and 401 after the token is revoked', async ({
  page,
  baseURL,
  playwright,
}) => {
  await letIn(page, 'manager')
  await page.goto(`${center}/settings`)
  await page.getByRole('link', { name: 'Open integrations' }).click()
  const token = await newToken(page, 'Accounting', ['Students and parents', 'Classes'])
  const row = page.getByRole('list', { name: 'Access tokens' }).getByRole('listitem')
  await expect(row).toContainText('Students and parents, Classes')
  await expect(row).toContainText('Not used yet')
  await expect(page.getByText(token)).toHaveCount(0)

  const extraHTTPHeaders = { authorization: `Bearer ${token}` }
  const program = await playwright.request.newContext({ baseURL, extraHTTPHeaders })
  const statusOf = async (path: string) => (await program.get(`/api/centers/${path}`)).status()
  const roster = await program.get('/api/centers/Maple%20Street/students')
  expect(((await roster.json()) as { students: unknown[] }).students.length).toBeGreaterThan(10)
  expect(await statusOf('Maple%20Street/staff')).toBe(403)
  expect(await statusOf('Oak%20Avenue/students')).toBe(404)
  await page.reload()
  await expect(row).toContainText(/Last used .*:00/)

  await page.getByRole('button', { name: 'Revoke Accounting' }).click()
  const question = page.getByRole('dialog', { name: 'Revoke Accounting?' })
  await question.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(row).toContainText('Revoked')
  expect(await statusOf('Maple%20Street/students')).toBe(401)
  await program.dispose()
})

test('a program is notified of a new student, and a failed notification can be delivered again', async ({
  page,
}) => {
  const heard: string[] = []
  let status = 200
  const receiver = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      if (status < 300) heard.push(body)
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((ready) => receiver.listen(0, 'localhost', ready))
  const url = `http://localhost:${(receiver.address() as AddressInfo).port}/changes`

  await letIn(page, 'manager')
  await page.goto(`${center}/settings/integrations`)
  await page.getByRole('button', { name: 'New webhook' }).click()
  const sheet = page.getByRole('dialog', { name: 'New webhook' })
  const address = sheet.getByLabel('Address')
  await address.fill('https://192.168.0.1/changes')
  await sheet.getByLabel('A student was added').check()
  await sheet.getByRole('button', { name: 'Add webhook' }).click()
  await expect(sheet.getByRole('alert')).toContainText('must be a public address on the internet')
  await address.fill(url)
  await sheet.getByRole('button', { name: 'Add webhook' }).click()
  const secret = page.getByRole('dialog', { name: 'Webhook secret' })
  await expect(secret.getByLabel('Secret', { exact: true })).toHaveValue(/^whsec_/)
  await secret.getByRole('button', { name: 'Done' }).click()

  const addStudent = (firstName: string) => post(page, `${center}/students`, { firstName, lastName: 'Heard' })
  await addStudent('Wren')
  await expect.poll(() => heard.length).toBe(1)
  expect(heard[0]).not.toContain('Wren')
  status = 503
  await addStudent('Lark')
  await page.getByRole('button', { name: `Actions for ${url}` }).click()
  await page.getByRole('menuitem', { name: 'Deliveries' }).click()
  const rows = page.getByRole('dialog', { name: 'Deliveries' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.nth(1)).toContainText('Delivered')
  await expect(rows.first()).toContainText('Responded with 503. Next attempt')
  status = 200
  await rows
    .first()
    .getByRole('button', { name: /^Deliver again/ })
    .click()
  await expect(rows.first()).toContainText('Delivered')
  expect(heard).toHaveLength(2)
  receiver.close()
})
