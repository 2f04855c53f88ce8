import { expect, type Browser, type Page } from '@playwright/test'
import { field, onward, question, questions } from './answer-fixture.ts'
import { anotherPage, enter, letIn, post, signIn, test } from './journey.ts'
import { center, handOver } from './steps.ts'

/** Tests a placement from a family's inquiry to a seat in a class, and what the parents see. */

const level = 'Placement 1'
const klass = 'Kestrels'
const word = 'eleven green kites fly'
const chapters = [
  { name: 'Halves', asks: ['number', 'letter'] },
  { name: 'Opposites', asks: ['words', 'choice'] },
] as const

/** Creates a level of two chapters, whose tests make up its assessment, and a class with free seats. */
async function fixture(browser: Browser, office: Page) {
  const editor = await anotherPage(browser)
  await letIn(editor, 'editor')
  const course = await post(editor, '/bl/courses', { name: 'Placement', subject: 'Math' })
  const { _id } = await post(editor, '/bl/levels', { courseId: course._id, name: level, chapterCount: 2 })
  for (const [at, { name, asks }] of chapters.entries()) {
    const num = at + 1
    await post(editor, `/bl/levels/${_id}/chapters`, { num, name })
    await post(editor, `/bl/levels/${_id}/chapters/${num}/test`, { name })
    for (const each of asks) {
      const draft = {
        instructions: '',
        hint: null,
        visual: null,
        variables: null,
        tests: [],
        ...questions[each],
      }
      await post(editor, '/bl/questions', { level: _id, test: num, section: 1, ...draft })
    }
  }
  await editor.context().close()
  await letIn(office, 'operator')
  await post(office, `${center}/classes`, {
    name: klass,
    subject: 'Math',
    type: 'GROUP',
    day: 4,
    time: '07:30',
    maxSize: 4,
  })
}

/** Adds a prospect with a parent. */
async function enquiry(office: Page) {
  await office.goto(`${center}/students?filter=1&view=board`)
  await office.getByRole('button', { name: 'New prospect' }).click()
  const form = office.getByRole('dialog', { name: 'New prospect' })
  const parent = form.getByRole('group', { name: 'Parent' })
  await parent.getByLabel('First name').fill('Ruth')
  await parent.getByLabel('Last name').fill('Winter')
  await parent.getByLabel('Email').fill('ruth.winter@family.example')
  await form.getByRole('group', { name: 'Child' }).getByLabel('First name').fill('Tessa')
  await form.getByLabel(/Heard about us from/).fill('A friend')
  await form.getByRole('button', { name: 'Add prospect' }).click()
  await office
    .getByRole('dialog', { name: 'Book a trial for Tessa Winter' })
    .getByRole('button', { name: 'Not now' })
    .click()
  await expect(office.getByRole('heading', { name: 'Tessa Winter', level: 1 })).toBeVisible()
}

async function assignAssessment(office: Page) {
  await office.getByRole('button', { name: 'Assign work' }).first().click()
  const dialog = office.getByRole('dialog', { name: 'Assign work to Tessa Winter' })
  await dialog.getByRole('radio', { name: 'Assessment' }).check()
  await dialog.getByRole('combobox', { name: 'Level' }).click()
  await office.getByRole('option', { name: level }).click()
  await expect(dialog.getByText(`The assessment for ${level}: 4 questions.`)).toBeVisible()
  await dialog.getByLabel('Name').fill('Where to begin')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** Chooses the first password with an invitation link and logs in. */
async function setUp(page: Page, link: string, name: string) {
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill(word)
  await page.getByRole('button', { name: 'Set up account' }).click()
  await expect(page.getByText('Your account is ready.')).toBeVisible()
  await enter(page, name, word)
}

/**
 * Answers the questions of the first chapter right and those of the second one wrong, and hands in the
 * assessment.
 */
async function doAssessment(page: Page) {
  await page.getByRole('link', { name: /Where to begin/ }).click()
  await page
    .getByRole('dialog', { name: 'Start this assessment?' })
    .getByRole('button', { name: 'Start' })
    .click()
  for (const [at, answer] of ['4.5', 'c', 'warm'].entries()) {
    await question(page, at + 1)
    await field(page).fill(answer)
    await onward(page)
  }
  await page.getByRole('radio', { name: 'A. 3' }).check()
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hand in' }).click()
  await expect(page.getByText('Your teacher will talk with you about it.')).toBeVisible()
  await page.context().close()
}

/** Checks the report, which is the same for staff and parents. */
async function readReport(page: Page) {
  await expect(page.getByRole('heading', { level: 1, name: 'Report: Where to begin' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Overall' })).toContainText('50%')
  const plot = page.getByRole('table', { name: 'Results by section' })
  await expect(plot.getByRole('row', { name: /1\.1 .* 2 of 2/ })).toBeVisible()
  await expect(plot.getByRole('row', { name: /2\.1 .* 0 of 2/ })).toBeVisible()
  const suggestion = page.getByRole('region', { name: 'Suggested level' })
  await expect(suggestion).toContainText(`${level}, chapter 2`)
  return suggestion
}

async function useLevel(office: Page) {
  const report = office.getByRole('link', { name: /Where to begin/ })
  // The office's page is notified when the assessment is complete, and then links to the report.
  await expect(report).toHaveAttribute('href', /\/report$/)
  await report.click()
  const suggestion = await readReport(office)
  await suggestion.getByRole('button', { name: 'Use this level' }).click()
  const asking = office.getByRole('dialog', { name: `Use ${level}, chapter 2 for Math?` })
  await expect(asking).toContainText('Tessa has no level in Math yet.')
  await asking.getByRole('button', { name: 'Use this level' }).click()
  await expect(suggestion).toContainText('Tessa is already at this level.')
}

/** Enrolls the student in the class from its next meeting on. */
async function enroll(office: Page) {
  await office
    .getByRole('region', { name: 'Prospect', exact: true })
    .getByRole('button', { name: 'Enroll' })
    .click()
  const dialog = office.getByRole('dialog', { name: 'Enroll Tessa Winter' })
  await dialog.getByRole('combobox', { name: 'Class' }).fill(klass)
  await office.getByRole('option', { name: new RegExp(klass) }).click()
  await dialog.getByRole('button', { name: 'Enroll' }).click()
  await expect(office.getByRole('region', { name: 'Prospect', exact: true })).toHaveCount(0)
  await expect(
    office.getByRole('region', { name: 'Classes', exact: true }).getByRole('listitem'),
  ).toContainText(klass)
}

/**
 * Signs in as an admin and returns the link in a parent's email. If no mail server is set up, an admin passes
 * such links on.
 */
async function linkFor(page: Page, name: string) {
  await signIn(page, 'admin')
  await page.getByRole('link', { name: 'Mail' }).click()
  await page.getByRole('button', { name: new RegExp(name) }).click()
  return (await page.getByRole('dialog').getByRole('link').getAttribute('href')) ?? ''
}

test('a prospect is placed by an assessment and enrolled, and the parent sees the same report', async ({
  page: office,
  browser,
}) => {
  await fixture(browser, office)
  await enquiry(office)
  const record = office.url()
  const { link, userName } = await handOver(office)
  await assignAssessment(office)

  const tessa = await anotherPage(browser)
  await setUp(tessa, link, userName)
  await doAssessment(tessa)

  await useLevel(office)
  await office.goto(record)
  await expect(office.getByText(level).first()).toBeVisible()
  await enroll(office)
  await office.goto(`${center}/scheduler/2026-03-05`)
  await expect(
    office.getByRole('article', { name: klass }).getByRole('listitem').filter({ hasText: 'Tessa' }),
  ).toContainText('FC')

  await office.goto(record)
  await office.getByRole('button', { name: 'Invite Ruth Winter' }).click()
  await expect(office.getByRole('button', { name: 'Invite Ruth Winter' })).toHaveText('Invite again')
  const [admin, ruth] = [await anotherPage(browser), await anotherPage(browser, { phone: true })]
  await setUp(ruth, await linkFor(admin, 'Ruth Winter'), 'ruth.winter@family.example')
  await ruth.getByRole('link', { name: /Tessa/ }).click()
  await expect(ruth.getByRole('region', { name: 'Upcoming classes' })).toContainText(klass)
  await ruth.getByRole('region', { name: 'Work' }).getByRole('link', { name: 'Where to begin' }).click()
  const suggestion = await readReport(ruth)
  await expect(suggestion.getByRole('button')).toHaveCount(0)
  await Promise.all([admin, ruth].map((page) => page.context().close()))
})
