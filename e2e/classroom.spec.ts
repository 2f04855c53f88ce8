import { expect, type Browser, type Page } from '@playwright/test'
import { makeSection, startQuestions } from './answer-fixture.ts'
import { anotherPage, familyOf, letIn, post, signIn, soon, test } from './journey.ts'
import { activate, newDevice, openClass } from './tablet.ts'

/** Assigns homework of two questions to the students of Math 4 who have these student numbers. */
async function giveHomework(browser: Browser, name: string, studentNums: readonly string[]) {
  const section = await makeSection(browser, name, ['number', 'letter'])
  const office = await anotherPage(browser)
  await letIn(office, 'operator')
  for (const num of studentNums) {
    const { id } = await familyOf(office, num)
    await post(office, `/students/${id}/homework`, { sections: [section._id], name })
  }
  await office.context().close()
}

/** Opens the homework as a student and starts it. */
async function atWork(page: Page, studentNum: string, name: string) {
  await signIn(page, `${studentNum.toLowerCase()}@family.example`)
  await startQuestions(page, name)
  await expect(page.getByRole('article', { name: 'Question 1 of 2' })).toBeVisible()
}

async function answer(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Your answer' }).fill(text)
  await page.getByRole('button', { name: 'Check' }).click()
}

/** Opens a tablet and chooses the teacher of Math 4. */
async function teachersTablet(office: Page, browser: Browser, name: string) {
  await letIn(office, 'operator')
  const tablet = await activate(browser, process.env['PRODUCT_URL'], await newDevice(office, name))
  await openClass(tablet, 'Math 4')
  return tablet
}

const tile = (tablet: Page, name: string) =>
  tablet.getByRole('list', { name: 'Students' }).getByRole('listitem').filter({ hasText: name })

/** Expects the newest answer to be listed first, opens it as the student sees it, and comments on it. */
async function commentOnNewest(tablet: Page, { of, comment }: { of: string; comment: string }) {
  await tablet.getByRole('link', { name: 'Answers' }).tap()
  const newest = tablet
    .getByRole('list', { name: /Answers/ })
    .getByRole('link')
    .first()
  await expect(newest).toContainText(of)
  await expect(newest).toContainText('Not right')
  await expect(newest).toContainText('“1000”')
  await tablet.getByRole('checkbox', { name: 'Mistakes only' }).check()
  await expect(newest).toContainText('Not right')
  await newest.tap()
  await expect(tablet.getByRole('heading', { name: /Question 1 of/ })).toBeVisible()
  await tablet.getByRole('textbox', { name: /Comment on the last answer/ }).fill(comment)
  await tablet.getByRole('button', { name: 'Send' }).tap()
}

test('a teacher’s tablet shows two students live, responds to a raised hand, sends a comment and takes attendance', async ({
  page: office,
  browser,
}) => {
  await giveHomework(browser, 'Live 1', ['M1040', 'M1034'])
  const tablet = await teachersTablet(office, browser, 'Loft')
  const [phone, desktop] = [await anotherPage(browser, { phone: true }), await anotherPage(browser)]
  await Promise.all([atWork(phone, 'M1040', 'Live 1'), atWork(desktop, 'M1034', 'Live 1')])
  const [salvatore, eloy] = [tile(tablet, 'Salvatore'), tile(tablet, 'Eloy')]
  for (const each of [salvatore, eloy]) {
    await expect(each.getByText('homework, question 1 of 2')).toBeVisible()
    await expect(each.getByText('Working')).toBeVisible()
  }

  await answer(phone, '1000')
  await expect(phone.getByText('Not yet.')).toBeVisible()
  await expect(salvatore.getByText('Not right yet')).toBeVisible(soon)
  await expect(salvatore.getByText('1 try')).toBeVisible()
  await desktop.getByRole('button', { name: 'Next question' }).click()
  await expect(eloy.getByText(/question 2 of/)).toBeVisible(soon)

  // The student with the raised hand comes first, and the student's screen shows who is coming.
  await desktop.getByRole('button', { name: 'Raise hand' }).click()
  await expect(desktop.getByText('Your hand is up.')).toBeVisible()
  await expect(eloy.getByText('Hand raised')).toBeVisible(soon)
  await expect(tablet.getByRole('list', { name: 'Students' }).getByRole('listitem').first()).toContainText(
    'Eloy',
  )
  // Voice control finds a button by its visible words, so the accessible name must begin with them.
  const help = eloy.getByRole('button')
  await expect(help).toHaveText('I’ll help')
  await expect(help).toHaveAccessibleName(/^I’ll help Eloy /)
  await help.tap()
  await expect(desktop.getByText('Larissa is on the way.')).toBeVisible(soon)
  await expect(eloy.getByText('Larissa is coming')).toBeVisible()
  // The office's roll for today shows the same.
  await office.goto('/centers/Maple%20Street/attendance')
  await office.getByRole('link', { name: 'Math 4' }).click()
  await office.getByRole('radio', { name: 'Live' }).check()
  await expect(tile(office, 'Eloy').getByText('Larissa is coming')).toBeVisible()
  await desktop.getByRole('button', { name: 'Lower hand' }).click()
  await expect(tile(office, 'Eloy').getByText('Working')).toBeVisible(soon)
  await expect(eloy.getByText('Working')).toBeVisible(soon)

  await commentOnNewest(tablet, { of: 'Salvatore', comment: 'Draw it first.' })
  await expect(phone.getByText('Draw it first.')).toBeVisible(soon)

  await tablet.getByRole('link', { name: /Salvatore/ }).tap()
  await expect(
    tablet.getByRole('list', { name: 'Work' }).getByRole('link', { name: /Live 1/ }),
  ).toContainText('1 of 2 answered')
  await tablet.getByRole('link', { name: 'Back to class' }).tap()
  await tablet.getByRole('link', { name: 'Attendance' }).tap()
  const present = tablet
    .getByRole('group', { name: /^Salvatore .*’s attendance$/ })
    .getByRole('radio', { name: 'Present' })
  await present.check()
  await expect(present).toBeChecked()
  await tablet.getByRole('button', { name: 'Leave' }).tap()
  await expect(tablet.getByRole('heading', { name: 'Classes today' })).toBeVisible()
  await tablet.goBack()
  await expect(tablet).toHaveURL('/classroom')
  await Promise.all([tablet, phone, desktop].map((page) => page.context().close()))
})

test('a tablet whose socket is open but dead still updates within fifteen seconds', async ({
  page: office,
  browser,
}) => {
  await letIn(office, 'operator')
  const key = await newDevice(office, 'Cellar')
  const context = await browser.newContext({
    baseURL: process.env['PRODUCT_URL'],
    viewport: { width: 1024, height: 768 },
    hasTouch: true,
  })
  await context.routeWebSocket('**/api/live', () => {})
  await context.clock.install()
  const tablet = await context.newPage()
  await tablet.goto('/activate')
  await tablet.getByLabel('Activation key').fill(key)
  await tablet.getByRole('button', { name: 'Activate' }).click()
  await openClass(tablet, 'Math 4')
  const student = await anotherPage(browser)
  await giveHomework(browser, 'Live 2', ['M1046'])
  await atWork(student, 'M1046', 'Live 2')
  await student.getByRole('button', { name: 'Raise hand' }).click()
  await tablet.clock.runFor(15_000)
  await expect(tile(tablet, 'Sienna').getByText('Hand raised')).toBeVisible()
  await tablet.getByRole('button', { name: /I’ll help Sienna/ }).tap()
  await expect(tile(tablet, 'Sienna').getByText('Larissa is coming')).toBeVisible()
  await Promise.all([context.close(), student.context().close()])
})

test('a classroom requires the center’s PIN, and the office can unblock a device after five wrong ones', async ({
  page: office,
  browser,
}) => {
  await letIn(office, 'manager')
  const setPin = async (change: (sheet: Page) => Promise<void>) => {
    await office.goto('/centers/Maple%20Street/settings')
    await office.getByRole('button', { name: 'Change the classroom PIN' }).click()
    await change(office)
  }
  await setPin(async (sheet) => {
    await sheet.getByLabel('New PIN', { exact: true }).fill('4711')
    await sheet.getByRole('button', { name: 'Save' }).click()
  })
  await expect(office.getByText('Classroom devices now require the PIN.')).toBeVisible()
  const tablet = await activate(browser, process.env['PRODUCT_URL'], await newDevice(office, 'Library'))
  await tablet.getByRole('button', { name: 'Math 4' }).tap()
  await tablet.getByRole('button', { name: 'Not listed' }).tap()
  await tablet
    .getByRole('button', { name: /Assistant/ })
    .first()
    .tap()
  const dialog = tablet.getByRole('dialog', { name: /PIN for/ })
  const typePin = async (pin: string) => {
    await dialog.getByLabel('Classroom PIN', { exact: true }).fill(pin)
    await dialog.getByRole('button', { name: 'Start' }).tap()
  }
  for (const left of ['4 tries', '3 tries', '2 tries', '1 try']) {
    await typePin('1234')
    await expect(dialog.getByText(`PIN. ${left} left.`)).toBeVisible()
  }
  await typePin('1234')
  await expect(dialog.getByText('Wait 10 minutes, or ask the office')).toBeVisible()
  await office.goto('/devices')
  await expect(office.getByText('PIN blocked, 10 min left')).toBeVisible()
  await office.getByRole('button', { name: 'Unblock the PIN on Library' }).click()
  await expect(office.getByText('Library accepts the PIN again.')).toBeVisible()
  await expect(office.getByText('PIN blocked')).toHaveCount(0)
  await typePin('4711')
  await expect(tablet).toHaveURL(/\/tas\/[^/]+\/classroom\//)
  await expect(tablet.getByRole('heading', { name: 'Math 4' })).toBeVisible()
  await setPin((sheet) => sheet.getByRole('button', { name: 'Remove PIN' }).click())
  await expect(office.getByText('Classroom devices no longer require a PIN.')).toBeVisible()
  await tablet.context().close()
})
