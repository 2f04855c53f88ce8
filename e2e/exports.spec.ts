import { expect, type Page } from '@playwright/test'
import { readCsv } from '#shared/csv.ts'
import { letIn, post, test } from './journey.ts'

const center = '/centers/Maple%20Street'

/** Performs an action that downloads a file. Returns the file's rows as objects by column name. */
async function saved(page: Page, file: string, save: () => Promise<void>) {
  const saving = page.waitForEvent('download')
  await save()
  const download = await saving
  expect(download.suggestedFilename()).toBe(file)
  const bytes = await (await download.createReadStream()).toArray()
  const [head, ...lines] = readCsv(Buffer.concat(bytes as Buffer[]).toString()).rows.map(({ cells }) => cells)
  await expect(page.getByText(`Saved as ${file}.`)).toBeVisible()
  return lines.map((cells) => Object.fromEntries(cells.map((cell, at) => [head?.[at] ?? '', cell])))
}

test.beforeEach(async ({ page }) => await letIn(page, 'operator'))

test('the classes found by a search can be exported', async ({ page }) => {
  const klass = {
    name: 'Saved, "the é class"',
    subject: 'Math',
    type: 'REGULAR',
    day: 2,
    time: '09:00',
    minutes: 60,
    maxSize: 7,
  }
  await post(page, `${center}/classes`, klass)
  await page.goto(`${center}/classes?find=saved`)
  await expect(page.getByText('1 class', { exact: true })).toBeVisible()
  const rows = await saved(page, 'classes.csv', () => page.getByRole('button', { name: 'Export' }).click())
  expect(rows).toMatchObject([
    { Name: klass.name, Day: 'Tuesday', Begins: '09:00', Seats: '7', 'Regular students': '0' },
  ])
})

test('attendance for a range of days can be exported', async ({ page }) => {
  await page.goto(`${center}/attendance?on=2026-03-02`)
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('From').fill('2/23')
  await dialog.getByLabel('To', { exact: true }).fill('2/24')
  const rows = await saved(page, 'attendance.csv', () =>
    dialog.getByRole('button', { name: 'Save file' }).click(),
  )
  await expect(dialog).toBeHidden()
  expect(rows.length).toBeGreaterThan(0)
  expect(new Set(rows.map(({ Day }) => Day))).toEqual(new Set(['2026-02-23', '2026-02-24']))
})

test('the parents of the listed students can be exported with their rights', async ({ page }) => {
  const parent = {
    firstName: 'Gesine',
    lastName: 'Ausfuhr',
    email: 'gesine@ausfuhr.example',
    phone: '2125550133',
  }
  await post(page, `${center}/students`, {
    firstName: 'Timo',
    lastName: 'Ausfuhr',
    studentNum: 'EXP-1',
    parent,
  })
  await page.goto(`${center}/students?find=exp-1`)
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Parents' }).check()
  const rows = await saved(page, 'parents.csv', () =>
    dialog.getByRole('button', { name: 'Save file' }).click(),
  )
  expect(rows).toMatchObject([
    {
      'Parent first name': 'Gesine',
      Phone: '+12125550133',
      'Student number': 'EXP-1',
      'Gets messages': 'yes',
    },
  ])
})

test('a failed export shows an error and saves nothing', async ({ page }) => {
  await page.goto(`${center}/staff`)
  await page.route('**/staff/export*', (route) => route.abort())
  await page.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByText('Please try again or contact support.')).toBeVisible()
  await page.unroute('**/staff/export*')
  const rows = await saved(page, 'staff.csv', () => page.getByRole('button', { name: 'Export' }).click())
  expect(rows.length).toBeGreaterThan(0)
})
