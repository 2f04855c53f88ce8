import { expect, type Page } from '@playwright/test'
import { field, onward, question } from './answer-fixture.ts'
import { anotherPage, get, signIn, test } from './journey.ts'
import { form } from './question-editor.ts'
import { correctOne } from './steps.ts'
import { giveTest } from './test-fixture.ts'

/** Does a whole test with these answers, one after the other. */
async function doTest(page: Page, name: string, answers: readonly string[]) {
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click()
  for (const [at, text] of answers.entries()) {
    await question(page, at + 1)
    await field(page).fill(text)
    if (at < answers.length - 1) await onward(page)
  }
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Hand in' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hand in' }).click()
  await expect(page.getByText('Test complete!')).toBeVisible()
  await page.getByRole('button', { name: 'Look at my answers' }).click()
}

/** Returns the editor's URL of the first question of an assigned test. */
async function editorOf(office: Page, address: string) {
  const { levelId } = await get<{ levelId: string }>(office, address)
  const { questions } = await get<{ questions: { _id: string }[] }>(
    office,
    `/bl/questions?level=${levelId}&test=1&section=1`,
  )
  return `/material-editor/${levelId}/1/test/1/${questions[0]?._id}`
}

/** Changes the right answer of the question on the screen. */
async function mendKey(office: Page, value: string) {
  await form(office, 'Answer').getByLabel('Right answer').fill(value)
  await office.getByRole('button', { name: 'Save', exact: true }).click()
}

test('a wrong key is fixed, the test is regraded, and the student corrects wrong answers', async ({
  browser,
}) => {
  const { email, name, office, address } = await giveTest(browser, 'M1052', { names: ['number', 'words'] })
  const page = await anotherPage(browser)
  await signIn(page, email)
  await doTest(page, name, ['9', 'warm'])
  await expect(page.getByText('0 of 2 right.')).toBeVisible()

  await office.goto(await editorOf(office, address))
  await expect(office.getByText(/(was|were) graded with the old key/)).toBeHidden()
  await mendKey(office, '9')
  await expect(office.getByText('1 answer was graded with the old key.')).toBeVisible()
  await office.getByRole('button', { name: 'Look at it' }).click()
  const sheet = office.getByRole('dialog', { name: 'Answers graded with the old key' })
  await expect(sheet.getByText('1 answer: 1 score goes up.')).toBeVisible()
  await expect(sheet.getByRole('row', { name: /9 Wrong → Right 0% → 50%/ })).toBeVisible()
  await sheet.getByRole('button', { name: 'Regrade', exact: true }).click()
  await expect(office.getByText('1 answer regraded.')).toBeVisible()
  await expect(office.getByText(/(was|were) graded with the old key/)).toBeHidden()

  await expect(page.getByText('1 of 2 right.')).toBeVisible()
  await correctOne(page, name, 'hot')

  await page.goto('/student')
  await page.getByRole('link', { name: new RegExp(`^${name}`) }).click()
  await expect(page.getByText('1 of 2 right, 100% after corrections.')).toBeVisible()
  await onward(page)
  await expect(page.getByRole('region', { name: 'The answer' })).toBeVisible()
})

test('a regrade that lowers scores says how many it lowers and asks for confirmation', async ({
  browser,
}) => {
  const { email, name, office, address } = await giveTest(browser, 'M1053', { names: ['number'] })
  const page = await anotherPage(browser)
  await signIn(page, email)
  await doTest(page, name, ['4.5'])
  await expect(page.getByText('1 of 1 right.')).toBeVisible()

  await office.goto(await editorOf(office, address))
  await mendKey(office, '9')
  await office.getByRole('button', { name: 'Look at it' }).click()
  const sheet = office.getByRole('dialog', { name: 'Answers graded with the old key' })
  await expect(sheet.getByText('1 answer: 1 score goes down.')).toBeVisible()
  await expect(sheet.getByRole('button', { name: /^Regrade unless/ })).toBeHidden()
  await sheet.getByRole('button', { name: 'Regrade all…' }).click()
  const asking = office.getByRole('dialog', { name: 'Lower one score?' })
  await asking.getByRole('button', { name: 'Keep the scores' }).click()
  await expect(page.getByText('1 of 1 right.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Regrade all…' }).click()
  await asking.getByRole('button', { name: 'Lower it' }).click()
  await expect(office.getByText('1 answer regraded.')).toBeVisible()
  await expect(page.getByText('0 of 1 right.')).toBeVisible()
})
