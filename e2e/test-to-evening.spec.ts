import { expect, type Browser, type Page } from '@playwright/test'
import { field, onward, question, questions } from './answer-fixture.ts'
import { anotherPage, enter, familyOf, letIn, post, test } from './journey.ts'
import { form } from './question-editor.ts'
import { center, correctOne } from './steps.ts'

/**
 * Tests the life of a test: assigned to a class, done, graded by a person, regraded with a corrected key,
 * corrected by the student, and seen by a parent.
 */

const klass = 'Larks'
const level = 'Larks’ level'
const name = 'Spring test'
const numbers = ['M1076', 'M1078'] as const

type Child = { num: string; id: string; firstName: string; email: string }

/**
 * Creates a chapter test of three questions, the last of which is graded by a person, and a class of two
 * students. Returns the URL of the page on which the key can be changed.
 */
async function fixture(office: Page, browser: Browser) {
  const editor = await anotherPage(browser)
  await letIn(editor, 'editor')
  const course = await post(editor, '/bl/courses', { name: level, subject: 'Math' })
  const { _id } = await post(editor, '/bl/levels', { courseId: course._id, name: level, chapterCount: 1 })
  await post(editor, `/bl/levels/${_id}/chapters`, { num: 1, name: 'Spring' })
  await post(editor, `/bl/levels/${_id}/chapters/1/test`, { name: 'Test of spring' })
  const made = []
  for (const each of ['number', 'words', 'manual'] as const) {
    const draft = {
      instructions: '',
      hint: null,
      visual: null,
      variables: null,
      tests: [],
      ...questions[each],
    }
    made.push(await post(editor, '/bl/questions', { level: _id, test: 1, section: 1, ...draft }))
  }
  await editor.context().close()
  await letIn(office, 'operator')
  const plan = { name: klass, subject: 'Group', type: 'GROUP', day: 2, time: '07:15', maxSize: 6 }
  const { id: classId } = await post(office, `${center}/classes`, plan)
  const children: Child[] = []
  for (const num of numbers) {
    const family = await familyOf(office, num)
    await post(office, `${center}/classes/${classId}/places`, {
      studentId: family.id,
      type: 'regular',
      startDate: '2026-03-03',
    })
    children.push({ num, ...family })
  }
  return { children: children as [Child, Child], editor: `/material-editor/${_id}/1/test/1/${made[0]?._id}` }
}

/** Assigns the test to the whole class from its roll. */
async function assign(office: Page) {
  await office.goto(`${center}/attendance`)
  await office.getByRole('main').getByRole('link', { name: klass }).click()
  await office.getByRole('button', { name: 'Assign work' }).click()
  const dialog = office.getByRole('dialog', { name: 'Assign work to 2 students' })
  await dialog.getByRole('radio', { name: 'Test' }).check()
  for (const [box, option] of [
    ['Level', level],
    ['Chapter', /^1 /],
  ] as const) {
    await dialog.getByRole('combobox', { name: box }).click()
    await office.getByRole('option', { name: option }).click()
  }
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Due').fill('3/10/2026')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(office.getByText('Test assigned to 2 students.')).toBeVisible()
}

/** Does the whole test. Its last answer needs grading by a person. */
async function doTest(browser: Browser, { num }: Child, answers: readonly string[]) {
  const page = await anotherPage(browser)
  await enter(page, `${num.toLowerCase()}@family.example`)
  const card = page.getByRole('link', { name: new RegExp(name) })
  await expect(card).toContainText('Tue, Mar 10')
  await card.click()
  await page.getByRole('dialog', { name: 'Start this test?' }).getByRole('button', { name: 'Start' }).click()
  for (const [at, text] of answers.entries()) {
    await question(page, at + 1)
    await field(page).fill(text)
    if (at < answers.length - 1) await onward(page)
  }
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hand in' }).click()
  await expect(page.getByText('Your test is being graded. Your result will show up here.')).toBeVisible()
  return page
}

/** Grades the two equal answers together and returns both tests. */
async function gradeAndReturn(office: Page, children: readonly Child[]) {
  await office.goto(`${center}/grading`)
  await office
    .getByRole('navigation', { name: 'Questions to grade' })
    .getByRole('button', { name: new RegExp(level) })
    .click()
  const group = office.getByRole('region', {
    name: new RegExp(`^2 matching answers: .*${children[0]?.firstName}`),
  })
  for (const { firstName } of children) await expect(group.getByRole('heading')).toContainText(firstName)
  await group.getByRole('button', { name: 'Give 1', exact: true }).click()
  await expect(group).toBeHidden()
  for (const { firstName } of children) {
    const giveBack = office.getByRole('button', { name: new RegExp(`^Return “${name}” to ${firstName} `) })
    await giveBack.click()
    await expect(giveBack).toBeHidden()
  }
}

/**
 * Fixes the wrong key of the first question. The sheet shows the changes for each student before they happen.
 */
async function regrade(office: Page, editor: string) {
  await office.goto(editor)
  await form(office, 'Answer').getByLabel('Right answer').fill('9')
  await office.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(office.getByText('2 answers were graded with the old key.')).toBeVisible()
  await office.getByRole('button', { name: 'Look at them' }).click()
  const sheet = office.getByRole('dialog', { name: 'Answers graded with the old key' })
  await expect(sheet.getByText('2 answers: 2 scores go up.')).toBeVisible()
  await expect(sheet.getByRole('row', { name: /Wrong → Right 67% → 100%/ })).toBeVisible()
  await expect(sheet.getByRole('row', { name: /Wrong → Right 33% → 67%/ })).toBeVisible()
  await sheet.getByRole('button', { name: 'Regrade', exact: true }).click()
  await expect(office.getByText('2 answers regraded.')).toBeVisible()
}

/** Corrects the remaining wrong answer, with hints and new tries. */
async function correct(page: Page) {
  await page.getByRole('button', { name: 'Look at my answers' }).click()
  await correctOne(page, name, 'hot')
}

/** Checks the parent's view on a phone: the score, the score after correcting, and every question. */
async function evening(browser: Browser, { email, firstName }: Child) {
  const parent = await anotherPage(browser, { phone: true })
  await enter(parent, email)
  await parent.getByRole('link', { name: new RegExp(firstName) }).click()
  const line = parent
    .getByRole('region', { name: 'Work' })
    .getByRole('link', { name: new RegExp(`^${name}`) })
  await expect(line).toContainText('2 of 3')
  await expect(line).toContainText('Test, 100% after corrections')
  await line.click()
  await expect(parent.getByText('2 of 3 right, 100% after corrections.')).toBeVisible()
  await expect(parent.getByRole('list', { name: 'Questions' }).getByRole('link')).toHaveCount(3)
  await parent.context().close()
}

test('a test is assigned to a class, graded, regraded and corrected, and a parent sees the result', async ({
  page: office,
  browser,
}) => {
  const { children, editor } = await fixture(office, browser)
  const [erick, orpha] = children
  await assign(office)
  const [one, other] = await Promise.all([
    doTest(browser, erick, ['9', 'hot', 'Both are even.']),
    doTest(browser, orpha, ['9', 'warm', 'Both are  even.']),
  ])
  await gradeAndReturn(office, children)
  await expect(one.getByText('2 of 3 right.')).toBeVisible()
  await expect(other.getByText('1 of 3 right.')).toBeVisible()

  await regrade(office, editor)
  await expect(one.getByText('3 of 3 right.')).toBeVisible()
  await expect(other.getByText('2 of 3 right.')).toBeVisible()
  await correct(other)
  await evening(browser, orpha)
  for (const page of [one, other]) await page.context().close()
})
