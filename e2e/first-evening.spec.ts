import { expect, type Page } from '@playwright/test'
import { enter, soon, test } from './journey.ts'

/* The first evening of an owner, from an empty installation. In the first test, the owner opens the
 * printed link, chooses a password, logs in, adds the center, closes it on a holiday, adds a teacher,
 * hides the first steps and shows them again. In the second test, the owner opens the same link, chooses,
 * checks and imports four files (staff, classes, students with parents, enrollments), and writes to all
 * families, in 26 steps. */

const email = 'owner@center.example'
const secret = 'seven boats below the lighthouse'

test.use({ settings: { DEMO: 'off', ADMIN_EMAIL: email, STAFF_MFA: 'optional' } })

const steps = (page: Page) => page.getByRole('region', { name: 'First steps' })
const done = (page: Page) => steps(page).getByRole('img', { name: 'Done' })

/** True once the owner has a password. Shared, because the tests of one worker use the same product. */
let isSetUp = false

/** Logs in, the first time with the first admin's link. */
async function begin(page: Page, printed: () => string) {
  if (isSetUp) return await enter(page, email, secret)
  await expect.poll(printed).toContain('/setup#token=')
  await page.goto(/\/setup#token=\S+/.exec(printed())?.[0] ?? '')
  await page.getByLabel('New password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Set up account' }).click()
  await expect(page.getByText('Your account is ready.')).toBeVisible()
  isSetUp = true
  await enter(page, email, secret)
}

async function addCenter(page: Page) {
  await expect(page.getByText('Add your first center')).toBeVisible()
  await page.getByRole('button', { name: 'New center' }).click()
  const sheet = page.getByRole('dialog', { name: 'New center' })
  const facts = { Name: 'Lakeside', Address: '4 Pier Road', City: 'Springfield', State: 'NY' }
  for (const [label, text] of Object.entries({ ...facts, 'ZIP code': '10301' }))
    await sheet.getByLabel(label).fill(text)
  await sheet.getByRole('button', { name: 'Create center' }).click()
}

test('the first admin of an empty installation adds a center and sees what is done and what comes next', async ({
  page,
  started,
}) => {
  await begin(page, started.printed)
  await addCenter(page)
  await expect(steps(page)).toContainText('0 of 8')

  await steps(page).getByRole('link', { name: 'Closed days' }).click()
  await page.getByRole('button', { name: 'Close days' }).click()
  const closing = page.getByRole('dialog', { name: 'Close days' })
  await closing.getByLabel('Reason').fill('Spring break')
  await closing
    .getByRole('button', { name: /^Close/ })
    .last()
    .click()
  await expect(page.getByText('Spring break').first()).toBeVisible()

  await page.goto('/centers/Lakeside')
  await expect(done(page)).toHaveCount(1)
  await steps(page).getByRole('link', { name: 'Teachers' }).click()
  await page.getByRole('button', { name: 'Add staff' }).first().click()
  const adding = page.getByRole('dialog', { name: 'Add staff member' })
  await adding.getByRole('radio', { name: 'Teacher' }).check()
  await adding.getByLabel('First name').fill('Tove')
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(adding).toBeHidden()
  await page.goBack()
  await expect(done(page)).toHaveCount(2, soon)
  await expect(steps(page)).toContainText('2 of 8')
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [360, 768, 1280]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      if (process.env['SHOTS'])
        await page.screenshot({ path: `${process.env['SHOTS']}/${width}-${colorScheme}.png`, fullPage: true })
    }

  await page.getByRole('button', { name: 'Hide the first steps' }).click()
  await expect(steps(page)).toBeHidden()
  await page.goto('/centers/Lakeside/settings')
  await page.getByRole('button', { name: 'Show first steps' }).click()
  await expect(page.getByRole('button', { name: 'Hide first steps' })).toBeVisible()
  await page.goto('/centers/Lakeside')
  await expect(steps(page)).toContainText('2 of 8')
})

const files = {
  staff: 'Name,Role,Email\nTove Berg,Tutor,\nOmar Haddad,Front desk,omar@lakeside.example\n',
  classes: [
    'Class,Subject,Day,Start,Minutes,Capacity,Instructor',
    'Algebra A,Math,Monday,4:00 PM,60,6,Tove Berg',
    'Reading 2,English,Tue,17:00,60,4,Tove Berg',
  ].join('\n'),
  students: [
    'Student number,First name,Last name,Grade,Parent first name,Parent email',
    '1001,Sam,Lee,4,Ana,ana.lee@home.example',
    '1002,Kim,Lee,6,Ana,ana.lee@home.example',
    '1003,Zoë,Park,5,Jin,jin.park@home.example',
  ].join('\n'),
  enrollments: 'Student,Class\nSam Lee,Algebra A\nKim Lee,Algebra A\n"Park, Zoë",Reading 2\n',
}

const choose = (page: Page, label: string, csv: string) =>
  page
    .getByLabel(label)
    .setInputFiles({ name: 'file.csv', mimeType: 'text/csv', buffer: Buffer.from(csv, 'utf8') })

test('an admin sets up an empty center with four files and notifies the families of their classes with one message', async ({
  page,
  started,
}) => {
  const at = '/centers/Harbor'
  await begin(page, started.printed)
  await expect(page).toHaveURL('/centers')
  await page.getByRole('button', { name: 'New center' }).click()
  const sheet = page.getByRole('dialog', { name: 'New center' })
  const facts = {
    Name: 'Harbor',
    Address: '4 Pier Road',
    City: 'Springfield',
    State: 'NY',
    'ZIP code': '10301',
  }
  for (const [label, text] of Object.entries(facts)) await sheet.getByLabel(label).fill(text)
  await sheet.getByRole('button', { name: 'Create center' }).click()
  await expect(page).toHaveURL(at)

  // A class whose teacher isn't on the staff yet stops the import with a message.
  await page.goto(`${at}/classes`)
  await page.getByRole('link', { name: 'Import' }).click()
  await choose(page, 'File with classes', files.classes)
  await expect(page.getByText('Teacher “Tove Berg” isn’t on the staff. Import the staff first.')).toHaveCount(
    2,
  )
  await expect(page.getByRole('button', { name: /^Import \d/ })).toHaveAccessibleDescription(
    '2 rows can’t be imported. Fix the file and choose it again.',
  )

  for (const [kind, count] of [
    ['staff', '2 people'],
    ['classes', '2 classes'],
  ] as const) {
    await page.getByRole('radio', { name: kind === 'staff' ? 'Staff' : 'Classes' }).check()
    await choose(page, `File with ${kind}`, files[kind])
    await page.getByRole('button', { name: `Import ${count}` }).click()
    await expect(page.getByText(`${count} added.`)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Recent imports' })).toContainText(`${count} added`)
  }
  await page.goto(`${at}/students/import`)
  await choose(page, 'File with students', files.students)
  await page.getByRole('button', { name: 'Import 3 rows' }).click()
  await expect(page.getByText('3 rows imported.')).toBeVisible()
  await page.goto(`${at}/import/enrollments`)
  await choose(page, 'File with enrollments', files.enrollments)
  await expect(page.getByText(/Algebra A, Monday at 4:00\sPM, from/)).toHaveCount(2)
  if (process.env['SHOTS'])
    for (const width of [360, 768, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: `${process.env['SHOTS']}/import-${width}.png`, fullPage: true })
    }
  await page.getByRole('button', { name: 'Import 3 enrollments' }).click()
  await expect(page.getByText('3 enrollments added.')).toBeVisible()

  await page.goto(`${at}/emails`)
  await page.getByRole('button', { name: 'New message' }).first().click()
  const message = page.getByRole('dialog', { name: 'New message' })
  await message.getByLabel('Subject line').fill('Welcome to Harbor')
  await message.getByLabel('Message').fill('We start on Monday.')
  await message.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Send to 2 parents' }).click()
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Welcome to Harbor')

  await page.goto(at)
  await expect(steps(page)).toContainText('5 of 8')
})
