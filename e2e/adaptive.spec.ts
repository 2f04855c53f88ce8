import { expect, type Browser, type Page } from '@playwright/test'
import { field, question } from './answer-fixture.ts'
import { axePath, violations } from './axe.ts'
import { anotherPage, familyOf, get, letIn, patch, post, soon, test } from './journey.ts'
import { center } from './steps.ts'

/** Tests an adaptive assessment, from its assignment by the office to its report. */

const shot = async (page: Page, name: string) =>
  process.env['SHOTS'] &&
  (await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true }))

/**
 * Creates two levels of four chapters. Each chapter's test has two reviewed questions, both with the answer
 * 1.
 */
async function material(browser: Browser) {
  const editor = await anotherPage(browser)
  await letIn(editor, 'editor')
  const course = await post(editor, '/bl/courses', { name: 'Adapting', subject: 'Math' })
  const ids: string[] = []
  for (const level of ['Adapting 1', 'Adapting 2']) {
    const { _id } = await post(editor, '/bl/levels', { courseId: course._id, name: level, chapterCount: 4 })
    for (const num of [1, 2, 3, 4]) {
      await post(editor, `/bl/levels/${_id}/chapters`, { num, name: `Chapter ${num}` })
      await post(editor, `/bl/levels/${_id}/chapters/${num}/test`, { name: `Test ${num}` })
      for (const each of [1, 2]) {
        const { _id: id } = await post(editor, '/bl/questions', {
          level: _id,
          test: num,
          section: 1,
          instructions: '',
          content: `${level}, chapter ${num}, question ${each}`,
          answers: { kind: 'fr', parts: [{ kind: 'number', value: '1' }] },
          hint: null,
          visual: null,
          variables: null,
          tests: [],
        })
        ids.push(id)
      }
    }
  }
  await patch(editor, '/bl/questions', { ids, status: 'success' })
  await editor.context().close()
}

async function assign(office: Page, name: string) {
  await office.getByRole('button', { name: 'Assign work' }).first().click()
  const dialog = office.getByRole('dialog', { name: `Assign work to ${name}` })
  await dialog.getByRole('radio', { name: 'Assessment' }).check()
  await dialog.getByRole('combobox', { name: 'Level' }).click()
  await office.getByRole('option', { name: 'Adapting 2' }).click()
  await dialog.getByLabel('Choose each question based on the answers so far').check()
  await dialog.getByLabel('Name').fill('Find my place')
  expect(await violations(office)).toEqual([])
  await shot(office, 'adaptive-assign')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(dialog).toBeHidden()
}

/**
 * Answers the questions of the first level right and those of the second one wrong, and hands in the
 * assessment.
 */
async function take(page: Page) {
  await page.goto('/student')
  await page.getByRole('link', { name: /Find my place/ }).click()
  const opening = page.getByRole('dialog', { name: 'Start this assessment?' })
  await expect(opening.getByText('Up to 8 questions.')).toBeVisible()
  await opening.getByRole('button', { name: 'Start' }).click()
  for (let num = 1; num <= 8; num += 1) {
    await question(page, num)
    const isEasy = await page.getByText('Adapting 1, chapter').isVisible()
    await field(page).fill(isEasy ? '1' : '2')
    if (num === 2) {
      expect(await violations(page)).toEqual([])
      await shot(page, 'adaptive-question-360')
    }
    await page.getByRole('button', { name: num === 8 ? 'Finish' : 'Next question' }).click()
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Hand in' }).click()
  await expect(page.getByText('Assessment complete!')).toBeVisible(soon)
}

test('the report of an adaptive assessment suggests a level and says how sure it is and why', async ({
  page,
  browser,
}) => {
  await material(browser)
  await page.addInitScript({ path: axePath })
  await letIn(page, 'operator')
  const { id } = await familyOf(page, 'M1016')
  const { info } = await get<{ info: { firstName: string; lastName: string } }>(
    page,
    `/centers/Maple%20Street/students/${id}`,
  )
  await page.goto(`${center}/students/${id}`)
  await assign(page, `${info.firstName} ${info.lastName}`)

  const student = await anotherPage(browser, { phone: true })
  await student.addInitScript({ path: axePath })
  await letIn(student, 'm1016@family.example')
  await take(student)

  await page.goto(`${center}/students/${id}`)
  await page
    .getByRole('link', { name: /Find my place/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Report: Find my place' })).toBeVisible(soon)
  const suggestion = page.getByRole('region', { name: 'Suggested level' })
  await expect(suggestion.getByText(/^Adapting (1|2), chapter \d$/)).toBeVisible()
  await expect(
    suggestion.getByText(
      /^Below this point, the child got .* We are \d+% sure of this, give or take a third of a level\.$/,
    ),
  ).toBeVisible()
  expect(await violations(page)).toEqual([])
  await shot(page, 'adaptive-report')
})
