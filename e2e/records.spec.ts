import { expect, type Page } from '@playwright/test'
import { letIn, test } from './journey.ts'

const students = '/centers/Maple%20Street/students'

/** Opens the page of a new student, so that other tests' records don't interfere. */
async function newStudent(page: Page, firstName: string) {
  await letIn(page, 'operator')
  await page.goto(students)
  await page.getByRole('button', { name: 'New student' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('group', { name: 'Child' }).getByLabel('First name').fill(firstName)
  await sheet.getByRole('button', { name: 'Add student' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(firstName)
}

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('the score of a paper test is validated while it is typed, and the test can be corrected, deleted and restored', async ({
  page,
}) => {
  await newStudent(page, 'Tessa')
  const tests = part(page, 'Tests')
  await tests.getByRole('button', { name: 'Add test' }).click()
  const sheet = page.getByRole('dialog', { name: 'New test' })
  await sheet.getByLabel('Level').fill('Math 2')
  await sheet.getByLabel('Test', { exact: true }).fill('Chapter 1')
  const score = sheet.getByLabel('First try')
  await score.fill('21/20')
  await expect(sheet.getByText('The points can’t be more than the maximum.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Add test' }).click()
  await expect(sheet).toBeVisible()
  await score.fill('17/20')
  await expect(sheet.getByText('85 %')).toBeVisible()
  await sheet.getByRole('button', { name: 'Add test' }).click()
  await expect(sheet).toBeHidden()
  await expect(tests.getByRole('row', { name: /Math 2, Chapter 1/ })).toContainText('17/20')

  await tests.getByRole('button', { name: /^Actions for test/ }).click()
  await page.getByRole('menuitem', { name: 'Change' }).click()
  await page.getByRole('dialog', { name: 'Change test' }).getByLabel('Corrected').fill('95%')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(tests.getByRole('row', { name: /Math 2, Chapter 1/ })).toContainText('95%')
  await expect(part(page, 'Activities').getByText('17/20, corrected 95%')).toBeVisible()

  await tests.getByRole('button', { name: /^Actions for test/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(tests.getByText('No paper tests yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(tests.getByRole('row', { name: /Math 2, Chapter 1/ })).toContainText('95%')
})

test('a note, an award and a new level show on the page and in one timeline, which can be filtered by kind', async ({
  page,
}) => {
  await newStudent(page, 'Nora')
  const notes = part(page, 'Notes')
  await notes.getByLabel('New note').fill('Likes <chess> and go')
  await notes.getByRole('button', { name: 'Add note' }).click()
  const activities = part(page, 'Activities')
  await expect(activities.getByText('Likes <chess> and go')).toBeVisible()

  const awards = part(page, 'Awards')
  await awards.getByRole('button', { name: 'Give award' }).click()
  const sheet = page.getByRole('dialog', { name: 'Give award' })
  await sheet.getByLabel('Award').selectOption('Small Trophy')
  await sheet.getByLabel('Subject').selectOption('English')
  await sheet.getByRole('button', { name: 'Give award' }).click()
  await expect(awards.getByText('Small Trophy, English')).toBeVisible()

  await page.getByRole('button', { name: 'Levels', exact: true }).click()
  const english = page.getByRole('dialog', { name: 'Levels' }).getByRole('group', { name: 'English' })
  await english.getByLabel('Level').fill('English 3')
  await english.getByLabel('Chapter').fill('2')
  await english.getByLabel('Test').fill('1')
  const tutoring = page
    .getByRole('dialog', { name: 'Levels' })
    .getByRole('group', { name: 'Private Tutoring' })
  await tutoring.getByLabel('Level').fill('Chess')
  await expect(tutoring.getByText('Not in the learning material.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(activities.getByText('English 3, chapter 2')).toBeVisible()
  await expect(page.getByText('English 3 · chapter 2 · test 1')).toBeVisible()
  await expect(page.getByText('There is no learning material for Chess.')).toBeVisible()
  await activities.getByText('Notes', { exact: true }).click()
  await expect(activities.getByText('English 3, chapter 2')).toBeHidden()
  await expect(activities.getByText('Likes <chess> and go')).toBeVisible()

  await notes.getByRole('button', { name: /^Hide note/ }).click()
  await expect(notes.getByText('1 hidden note')).toBeVisible()
  await expect(activities.getByText('Nothing yet.')).toBeVisible()
})

test('a day’s attendance can be corrected on the student’s page with a reason, and its history shows the change', async ({
  page,
}) => {
  await letIn(page, 'operator')
  await page.goto(`${students}?find=M1099`)
  await page.getByRole('table').getByRole('link').first().click()
  const attendance = part(page, 'Attendance')
  await attendance.getByRole('button', { name: 'Show attendance' }).click()
  const dialog = page.getByRole('dialog', { name: /^Attendance/ })
  // Use the class of the latest mark, which the link below shows. The mark may be from today if another
  // journey marked the student.
  const last = dialog.getByRole('button', { name: /: (Present|Absent|Picked up)/ }).last()
  const said = (await last.getAttribute('aria-label')) ?? ''
  await last.click()
  await dialog.getByRole('button', { name: 'Correct this day' }).click()
  const sheet = page.getByRole('dialog', { name: /Sofia Rivera/ })
  await sheet.getByRole('radio', { name: 'Absent' }).check()
  await sheet.getByLabel('Excused').check()
  await sheet.getByLabel('Reason').fill('Sick')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet).toBeHidden()
  await attendance.getByRole('button', { name: 'Show attendance' }).click()
  await expect(
    dialog.getByRole('button', { name: said.replace(/: .* \(/, ': Absent, excused (') }),
  ).toBeVisible()
  await dialog.getByRole('link', { name: /^All attendance in/ }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sofia Rivera’s attendance')
  const row = page
    .getByRole('table', { name: 'Attendance, newest first' })
    .getByRole('row', { name: /Absent, excused/ })
    .first()
  await expect(row).toContainText('Sick')
  await row.getByRole('button', { name: /^Correct/ }).click()
  await expect(
    page
      .getByRole('dialog')
      .getByText(/Changed from Present to Absent\. Excused\. Reason: Sick|Excused\. Reason: Sick/),
  ).toBeVisible()
})

test('names on the roll link to a year of attendance marks, with one calendar per month', async ({
  page,
}) => {
  await letIn(page, 'operator')
  await page.goto('/centers/Maple%20Street/attendance')
  await page.getByRole('main').getByRole('link', { name: /Math/ }).first().click()
  // Wait for the roll, because the classes stay on screen until it opens, and their list has links too.
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Math')
  await page.getByRole('main').getByRole('list').getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('’s attendance')
  await expect(page.getByRole('table', { name: /^\w+ 2026$/ }).first()).toBeVisible()
  await page.getByText('All classes', { exact: true }).click()
  await expect(page).toHaveURL(/all=true/)
})
