import { expect, type Page } from '@playwright/test'
import { readCsv, writeCsv } from '#shared/csv.ts'
import { letIn, post, test } from './journey.ts'

/** Tests the import and export of students as files (product §5). Every test uses its own names. */

const center = '/centers/Maple%20Street'
const head = [
  'Student number',
  'First name',
  'Last name',
  'Grade',
  'Parent first name',
  'Parent email',
  'Parent phone',
]

test.beforeEach(async ({ page }) => {
  await letIn(page, 'operator')
})

async function choose(page: Page, rows: string[][]) {
  await page.goto(`${center}/students/import`)
  const file = {
    name: 'students.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\ufeff${writeCsv([head, ...rows])}`),
  }
  await page.getByLabel('File with students').setInputFiles(file)
  await expect(page.getByRole('heading', { name: 'Rows' })).toBeVisible()
}
const chip = (page: Page, name: RegExp) =>
  page.getByRole('radiogroup', { name: 'Which rows' }).getByText(name)
const lastImport = (page: Page) =>
  page.getByRole('region', { name: 'Recent imports' }).getByRole('listitem').first()

test('a file of 2,000 rows is checked and imported without its 30 bad rows, and the import is undone', async ({
  page,
}) => {
  const rows = Array.from({ length: 2000 }, (_, at) => {
    const bad = at % 66 === 7 && at < 66 * 30
    return [
      '',
      bad ? '' : `Pupil${at}`,
      `Masstest ${at}`,
      String(1 + (at % 9)),
      `Parent${at}`,
      `mass${at >> 1}@many.example`,
      '212-555-0100',
    ]
  })
  await choose(page, rows)
  await expect(chip(page, /^All 2,000$/)).toBeVisible()
  await expect(
    page.getByRole('paragraph').filter({ hasText: '30 rows have errors. Fix the file, or skip the rows.' }),
  ).toBeVisible()
  await chip(page, /^With errors 30$/).click()
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(31)
  await expect(page.getByRole('row', { name: /^9 / })).toContainText('First name must not be empty.')
  await page.getByRole('button', { name: 'Skip these 30 rows' }).click()
  await expect(chip(page, /^Skipped 30$/)).toBeVisible()
  await page.getByRole('button', { name: 'Import 1,970 rows' }).click()
  await expect(lastImport(page)).toContainText('1,970 students added, 1,000 parents added', {
    timeout: 60_000,
  })

  await page.getByRole('link', { name: 'Show the students' }).click()
  await page.getByRole('searchbox').fill('mass10@many')
  await expect(page.getByRole('table').getByRole('link')).toHaveText([
    'Masstest 20, Pupil20',
    'Masstest 21, Pupil21',
  ])

  await page.goBack()
  await lastImport(page).getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Undo the import' }).click()
  await expect(lastImport(page)).toContainText('undone')
  await page.goto(`${center}/students?find=masstest&filter=2`)
  await expect(page.getByText('No results for “masstest”')).toBeVisible()
})

test('known students are updated, possible duplicates need a decision, and blank cells change nothing', async ({
  page,
}) => {
  await post(page, `${center}/students`, {
    firstName: 'José',
    lastName: 'Importado',
    grade: '4',
    studentNum: 'IMP-1',
    parent: {
      firstName: 'Carmen',
      lastName: 'Importado',
      email: 'carmen@importado.example',
      phone: '2125550111',
    },
  })
  await post(page, `${center}/students`, {
    firstName: 'Lena',
    lastName: 'Importado',
    grade: '2',
    studentNum: 'IMP-2',
  })
  await choose(page, [
    ['', 'Jose', 'Importado', '5', '', 'carmen@importado.example', ''],
    ['', 'Lena', 'Importado', '2', '', '', ''],
    ['', 'Mia', 'Importado', '1', '', 'carmen@importado.example', ''],
  ])
  const known = page.getByRole('row', { name: /José Importado, IMP-1/ })
  await expect(known).toContainText('Grade: 4 → 5')
  await expect(page.getByRole('row', { name: /Mia Importado/ })).toContainText(
    'Same family as José Importado, line 2.',
  )
  await expect(page.getByRole('paragraph').filter({ hasText: 'Choose what to do with 1 row.' })).toBeVisible()
  await page.getByLabel('Action for line 3').selectOption({ label: 'Update Lena Importado, IMP-2' })
  await page.getByRole('button', { name: 'Import 3 rows' }).click()
  await expect(lastImport(page)).toContainText('1 student added, 1 student changed')
  await page.goto(`${center}/students?find=importado`)
  const row = page.getByRole('row', { name: /Importado, José/ })
  await expect(row).toContainText('IMP-1')
  await expect(row.getByRole('cell', { name: '5', exact: true })).toBeVisible()
  await expect(page.getByRole('table').getByRole('link')).toHaveText([
    'Importado, José',
    'Importado, Lena',
    'Importado, Mia',
  ])
})

test('a checked file survives a reload until it is discarded', async ({ page }) => {
  const rows = Array.from({ length: 1500 }, (_, at) => ['', `Pupil${at}`, `Reloaded ${at}`, '4', '', '', ''])
  await page.goto(`${center}/students/import`)
  const file = { name: 'reloaded.csv', mimeType: 'text/csv', buffer: Buffer.from(writeCsv([head, ...rows])) }
  const begun = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/students/imports'),
  )
  await page.getByLabel('File with students').setInputFiles(file)
  expect(await (await begun).json()).toMatchObject({
    import: { state: 'waiting', dryRun: true },
    checked: null,
  })
  await page.reload()
  await expect(chip(page, /^All 1,500$/)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('reloaded.csv')).toBeVisible()
  await page.getByLabel('Action for line 2', { exact: true }).selectOption('skip')
  await expect(page.getByRole('button', { name: 'Import 1,499 rows' })).toBeEnabled({ timeout: 30_000 })
  await page.reload()
  await expect(page.getByRole('button', { name: 'Import 1,499 rows' })).toBeEnabled({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Discard the file' }).click()
  await expect(page.getByRole('heading', { name: 'Rows' })).toBeHidden()
  await page.reload()
  await expect(page.getByLabel('File with students')).toBeAttached()
  await expect(page.getByRole('heading', { name: 'Rows' })).toBeHidden()
})

test('a sample file can be saved, and an unreadable file shows the position of its error', async ({
  page,
}) => {
  await page.goto(`${center}/students/import`)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save a sample file' }).click()
  expect((await saved).suggestedFilename()).toBe('students-sample.csv')
  const send = (name: string, buffer: Buffer) =>
    page.getByLabel('File with students').setInputFiles({ name, mimeType: 'text/csv', buffer })
  await send('excel.csv', Buffer.from('First name\nJos\xe9\n', 'latin1'))
  await expect(page.getByRole('row', { name: /José/ })).toBeVisible()
  await send('bell.csv', Buffer.from('First name\nAna\u0007\n'))
  await expect(page.getByRole('alert')).toContainText('bell.csv: Line 2 has characters')
  await send('table.xlsx', Buffer.from('PK\u0003\u0004…'))
  await expect(page.getByRole('alert')).toContainText('table.xlsx isn’t a CSV file.')
  await send('ragged.csv', Buffer.from('First name,Grade\nAna\n'))
  await expect(page.getByRole('alert')).toContainText('Line 2 has 1 cell, but the header has 2.')
  await send('other.csv', Buffer.from('Vorname,Klasse\nAna,4\n'))
  await expect(page.getByRole('alert')).toContainText('has no column for the first name')
  await page.getByLabel('Field for “Vorname”').selectOption('First name')
  await page.getByLabel('Field for “Klasse”').selectOption('Grade')
  await expect(page.getByRole('row', { name: /Ana/ })).toContainText('Grade 4')
})

test('the student list remembers the chosen columns and can be exported', async ({ page }) => {
  const parent = { firstName: 'Ida', lastName: 'Spalten', email: 'ida@spalten.example', phone: '2125550122' }
  await post(page, `${center}/students`, {
    firstName: '=SUM(1)',
    lastName: 'Spalten',
    studentNum: 'COL-1',
    parent,
  })
  await page.goto(`${center}/students`)
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByLabel('Parent’s phone').check()
  await page.getByLabel('Status').uncheck()
  await page.keyboard.press('Escape')
  await page.goto(`${center}/students?find=ida@spalten`)
  await expect(page.getByRole('columnheader')).toHaveText([
    'Name',
    'Number',
    'Grade',
    'Level',
    'Attendance',
    'Absences',
    'Last score',
    'Overdue',
    'Parent',
    'Parent’s phone',
  ])
  await expect(page.getByRole('row', { name: /COL-1/ })).toContainText('212-555-0122')

  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('dialog').getByLabel('Levels').uncheck()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save file' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toBe('students.csv')
  const text = await (await download.createReadStream()).toArray()
  const rows = readCsv(Buffer.concat(text as Buffer[]).toString()).rows.map(({ cells }) => cells)
  expect(rows[0]).not.toContain('Levels')
  expect(rows[1]).toEqual([
    'COL-1',
    '=SUM(1)',
    'Spalten',
    '',
    'active',
    'No account',
    '',
    '0',
    '',
    '0',
    'Ida',
    'Spalten',
    'ida@spalten.example',
    '+12125550122',
    'parent',
  ])
})

test('a parent’s rights are set per child, and a child is unlinked only after confirming', async ({
  page,
}) => {
  const parent = { firstName: 'Rita', lastName: 'Rechte', email: 'rita@rechte.example', phone: '2125550133' }
  const { _id } = await post(page, `${center}/students`, {
    firstName: 'Tom',
    lastName: 'Rechte',
    studentNum: 'RGT-1',
    parent,
  })
  await post(page, `${center}/students`, {
    firstName: 'Una',
    lastName: 'Rechte',
    studentNum: 'RGT-2',
    parent,
  })
  await page.goto(`${center}/students/${_id}`)
  await page
    .getByRole('list', { name: 'Parents to contact' })
    .getByRole('link', { name: 'Rita Rechte' })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rita Rechte')
  const tom = page.getByRole('group', { name: 'Permissions for Tom Rechte' })
  await tom.getByLabel('May pick up').click()
  await expect(page.getByText('May pick up (Tom Rechte): no.')).toBeVisible()
  await expect(tom.getByLabel('May pick up')).not.toBeChecked()
  await expect(
    page.getByRole('group', { name: 'Permissions for Una Rechte' }).getByLabel('May pick up'),
  ).toBeChecked()
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByText('Invitation created for Rita Rechte.')).toBeVisible()
  for (const child of ['Una', 'Tom']) {
    await page.getByRole('button', { name: `Unlink ${child} Rechte` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
    await expect(page.getByText(`Rita is no longer linked to ${child}.`)).toBeVisible()
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tom Rechte')
  await expect(page.getByText('No parents yet.')).toBeVisible()
})

test('pasted rows stay until they are imported, so that they can be corrected', async ({ page }) => {
  // Use a manager, because earlier tests may have used up the operator's rate limit for imports.
  await letIn(page, 'manager')
  await page.goto(`${center}/students/import`)
  await page.getByText('Or paste rows from a spreadsheet').click()
  const pasted = page.getByLabel('Rows, starting with the column names')
  const text = writeCsv([head, ['', 'Paste', 'Pasted', '4', '', '', '']])
  await pasted.fill(text)
  await page.getByRole('button', { name: 'Check the rows' }).click()
  const imports = page.getByRole('button', { name: 'Import 1 row' })
  await expect(imports).toBeVisible()
  await expect(pasted).toHaveValue(/Pasted/)
  await imports.click()
  await expect(lastImport(page)).toContainText('1 student added')
  await page.getByText('Or paste rows from a spreadsheet').click()
  await expect(pasted).toHaveValue('')
})
