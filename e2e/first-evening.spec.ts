import { readFileSync } from 'node:fs'
import { expect, type Browser, type Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { openMailbox } from '../tests/mailbox.ts'
import { codeOf } from './authenticator.ts'
import { humanSteps } from './human-steps.ts'
import { soon, test } from './journey.ts'
import { choosePassword, createCenter, ownerEmail, ownerPassword } from './own-data.ts'
import { mailingSettings } from './server.ts'
import { keyIn, typeKey } from './tablet.ts'

/*
 * The first evening of an owner: from an empty installation to mail to the families of the whole roster.
 * docs/operating.md lists the same steps, which tests/operating.test.ts checks.
 */

const at = '/centers/Harbor'

const mailbox = await openMailbox()
test.use({ settings: await mailingSettings(mailbox.url, ownerEmail) })
test.afterAll(() => mailbox.close())

const checklist = (page: Page) => page.getByRole('region', { name: 'First steps' })
const next = (page: Page, name: string) => checklist(page).getByRole('link', { name }).click()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

async function shoot(page: Page, name: string) {
  const folder = process.env['SHOTS']
  if (!folder) return
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [360, 768, 1280]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true })
    }
}

const files = {
  staff: 'Name,Role,Email\nTove Berg,Tutor,\nOmar Haddad,Front desk,omar@lakeside.example\n',
  // The import doesn't know a column named “Chairs”, so the owner chooses the field for it.
  classes: [
    'Class,Subject,Day,Start,Minutes,Chairs,Instructor',
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
type Kind = keyof typeof files

const choose = (page: Page, kind: Kind) =>
  page.getByLabel(`File with ${kind}`).setInputFiles({
    name: `${kind}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(files[kind], 'utf8'),
  })

/** Saves the sample file for an import of this kind, and returns its header. */
async function saveSample(page: Page, kind: Kind) {
  const saving = page.waitForEvent('download')
  await button(page, 'Save a sample file')
  const file = await saving
  expect(file.suggestedFilename()).toBe(`${kind}-sample.csv`)
  return readFileSync(await file.path(), 'utf8').split(/\r?\n/)[0]
}

/** The page, and the function that does each step and counts the effort. */
type Evening = { page: Page; step: ReturnType<typeof humanSteps>['step'] }

/** Starts the product and signs up. */
async function signUp({ page, step, started }: Evening & { started: { printed: () => string } }) {
  await step(
    'Write the address, the mail server, the backup key and your email address into .env, and run npm start',
    { words: 20, clicks: 3, reads: 3 },
    () => expect.poll(started.printed).toContain('/setup#token='),
  )
  await step(
    'Open the link that the start prints, and choose a password',
    { words: 5, clicks: 2, reads: 2 },
    async () => {
      await choosePassword(page, started.printed)
    },
  )
  await step('Log in', { words: 6, clicks: 2 }, async () => {
    await page.getByLabel(/email or user name/i).fill(ownerEmail)
    await page.getByLabel('Password', { exact: true }).fill(ownerPassword)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
  })
  await step(
    'Scan the key with an authenticator app, type its code, and print the recovery codes',
    { words: 1, clicks: 6, reads: 2 },
    async () => {
      const key = ((await page.getByText(/^Key:/).textContent()) ?? '')
        .replace('Key:', '')
        .replaceAll(' ', '')
      await page.getByLabel('Code').fill(codeOf(key))
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
      await button(page, 'I’ve saved them')
      await expect(page.getByText('Add your first center')).toBeVisible()
    },
  )
}

/** Creates the center, and enters what families need to know about it. */
async function setUpCenter({ page, step }: Evening) {
  await step('Create the center with its name and address', { words: 9, clicks: 2, reads: 1 }, async () => {
    await createCenter(page, 'Harbor')
    await expect(checklist(page)).toContainText('0 of 8')
  })
  await step(
    'Enter the phone number and the email address for families',
    { words: 2, clicks: 3, reads: 1 },
    async () => {
      await next(page, 'Center and opening hours')
      await button(page, 'Change the center')
      const sheet = page.getByRole('dialog', { name: 'Center' })
      await sheet.getByLabel('Phone').fill('(212) 555-0142')
      await sheet.getByLabel('Email').fill('office@harbor.example')
      await sheet.getByRole('button', { name: 'Save' }).click()
      await expect(sheet).toBeHidden()
    },
  )
  await step('Enter the opening hours of Monday and Tuesday', { words: 4, clicks: 4, reads: 1 }, async () => {
    await button(page, 'Change the color and the hours')
    const sheet = page.getByRole('dialog', { name: 'Email' })
    for (const day of ['Monday', 'Tuesday']) {
      await sheet.getByRole('checkbox', { name: day }).check()
      await sheet.getByLabel(`${day}, to`).fill('19:30')
    }
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(sheet).toBeHidden()
  })
  await step('Close the center for spring break', { words: 4, clicks: 2, reads: 1 }, async () => {
    await button(page, 'Add closed days')
    const sheet = page.getByRole('dialog', { name: 'Add closed days' })
    await sheet.getByLabel('First day').fill('4/6/2026')
    await sheet.getByLabel('Last day').fill('4/10/2026')
    await sheet.getByLabel('Reason').fill('Spring break')
    await sheet
      .getByRole('button', { name: /^Close/ })
      .last()
      .click()
    await expect(page.getByText('Spring break').first()).toBeVisible()
    await page.goto(at)
    await expect(checklist(page)).toContainText('2 of 8')
  })
}

async function importTimetable({ page, step }: Evening) {
  await step(
    'Save the sample file of staff, and fill in a teacher and an operator',
    { words: 8, clicks: 4, reads: 2 },
    async () => {
      await next(page, 'Teachers')
      await page.getByRole('link', { name: 'Import' }).first().click()
      expect(await saveSample(page, 'staff')).toBe('First name,Last name,Full name,Role,Type,Email')
    },
  )
  await step('Import the staff', { clicks: 3, reads: 1 }, async () => {
    await choose(page, 'staff')
    await button(page, 'Import 2 people')
    await expect(page.getByText('2 people added.')).toBeVisible()
  })
  await step(
    'Save the sample file of classes, and export the classes of the old software',
    { clicks: 10, reads: 2 },
    async () => {
      await page.getByRole('radio', { name: 'Classes' }).check()
      expect(await saveSample(page, 'classes')).toContain('Name,Subject,Type,Day,Time,Minutes,Seats')
    },
  )
  await step(
    'Choose the file, and choose “Seats” for its column “Chairs”',
    { clicks: 4, reads: 2 },
    async () => {
      await choose(page, 'classes')
      await expect(page.getByText('Columns: 6 of 7 will be imported')).toBeVisible()
      await shoot(page, 'columns')
      await page.getByLabel('Field for “Chairs”').selectOption('Seats')
      await expect(page.getByText('Columns: 7 of 7 will be imported')).toBeVisible()
    },
  )
  await step('Import the classes', { clicks: 1, reads: 1 }, async () => {
    await expect(page.getByText(/Monday at 4:00\sPM, 6 seats/)).toBeVisible()
    await button(page, 'Import 2 classes')
    await expect(page.getByText('2 classes added.')).toBeVisible()
  })
}

/** Imports the students and their enrollments. */
async function importStudents({ page, step }: Evening) {
  await step(
    'Save the sample file of students, and fill in three students with their parents',
    { words: 24, clicks: 6, reads: 2 },
    async () => {
      await page.goto(at)
      await next(page, 'Students')
      await page.getByRole('link', { name: 'Import' }).first().click()
      expect(await saveSample(page, 'students')).toContain('Student number,First name,Last name')
    },
  )
  await step('Import the students', { clicks: 3, reads: 1 }, async () => {
    await choose(page, 'students')
    await button(page, 'Import 3 rows')
    await expect(page.getByText('3 rows imported.')).toBeVisible()
  })
  await step(
    'Save the sample file of enrollments, and fill in who is in which class',
    { words: 12, clicks: 6, reads: 2 },
    async () => {
      await page.goto(`${at}/import/enrollments`)
      expect(await saveSample(page, 'enrollments')).toContain('Student number,Student,First name')
    },
  )
  await step('Import the enrollments', { clicks: 3, reads: 1 }, async () => {
    await choose(page, 'enrollments')
    await expect(page.getByText(/Algebra A, Monday at 4:00\sPM, from/)).toHaveCount(2)
    await button(page, 'Import 3 enrollments')
    await expect(page.getByText('3 enrollments added.')).toBeVisible()
    await page.goto(at)
    await expect(checklist(page)).toContainText('6 of 8', soon)
  })
}

async function addTablet({
  page,
  step,
  browser,
  baseURL,
}: Evening & { browser: Browser; baseURL: string | undefined }) {
  let key = ''
  await step('Add a tablet, and choose the classroom PIN', { words: 3, clicks: 3, reads: 2 }, async () => {
    await next(page, 'Classroom tablets')
    await button(page, 'Add device')
    const sheet = page.getByRole('dialog', { name: 'Add device' })
    await sheet.getByLabel('Name').fill('Room 1')
    await sheet.getByLabel('Classroom PIN', { exact: true }).fill('4711')
    await sheet.getByRole('button', { name: 'Create key' }).click()
    key = await keyIn(page.getByRole('dialog', { name: 'Key for Room 1' }))
  })
  await step(
    'Open the address on the tablet, and type the key',
    { words: 3, clicks: 3, reads: 1 },
    async () => {
      const context = await browser.newContext({
        ...(baseURL && { baseURL }),
        viewport: { width: 768, height: 1024 },
      })
      const tablet = await context.newPage()
      await typeKey(tablet, key)
      await expect(tablet.getByText('This device is now Room 1 at Harbor.')).toBeVisible()
      await context.close()
      await expect(page.getByRole('dialog', { name: 'Room 1 is ready' })).toBeVisible()
      await button(page, 'Done')
      await page.goto(at)
      await expect(checklist(page)).toContainText('7 of 8')
      await shoot(page, 'first-steps')
    },
  )
}

async function writeToFamilies({ page, step }: Evening) {
  await step('Write to the families of all students', { words: 22, clicks: 3, reads: 1 }, async () => {
    await next(page, 'First email to families')
    await page.getByRole('button', { name: 'New message' }).first().click()
    const message = page.getByRole('dialog', { name: 'New message' })
    await message.getByLabel('Subject line').fill('Welcome to {{center}}')
    await message
      .getByLabel('Message')
      .fill(
        'Dear {{parent}},\n\n{{children}} can start next week. Please arrive five minutes early.\n\n{{center}}',
      )
    await message.getByRole('button', { name: 'Preview' }).click()
  })
  await step('Check the preview, and send the message', { clicks: 1, reads: 2 }, async () => {
    await button(page, 'Send to 2 parents')
    await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Welcome to Harbor')
  })
}

test('an owner sets up a center from an empty installation and emails the whole roster in at most 30 minutes', async ({
  page,
  browser,
  baseURL,
  started,
}) => {
  const { step, minutes } = humanSteps()
  await signUp({ page, step, started })
  await setUpCenter({ page, step })
  await importTimetable({ page, step })
  await importStudents({ page, step })
  await addTablet({ page, step, browser, baseURL })
  await writeToFamilies({ page, step })

  const welcomes = () => mailbox.delivered.filter(({ raw }) => raw.includes('Subject: Welcome to Harbor'))
  await expect.poll(() => welcomes().length, { timeout: 30_000 }).toBe(2)
  const mails = await Promise.all(
    welcomes().map(async ({ to, raw }) => ({ to, mail: await new PostalMime().parse(raw) })),
  )
  const textTo = (address: string) => mails.find(({ to }) => to.includes(address))?.mail.text
  expect(textTo('ana.lee@home.example')).toMatch(/(Sam and Kim|Kim and Sam) can start next week/)
  expect(textTo('jin.park@home.example')).toContain('Zoë can start next week')
  for (const { mail } of mails) {
    expect(mail.from?.name).toBe('Harbor')
    expect(mail.text).toContain('212-555-0142')
  }
  await page.goto(at)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Figures' })).toBeVisible()
  await expect(checklist(page)).toBeHidden()
  await shoot(page, 'set-up')
  expect(minutes()).toBeLessThanOrEqual(30)
})
