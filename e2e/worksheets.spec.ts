import { expect, type Browser, type Page } from '@playwright/test'
import { type Distortion, photoOfPicture, randomFrom } from '#tests/paper-photos.ts'
import { questions } from './answer-fixture.ts'
import { axePath, violations } from './axe.ts'
import { anotherPage, enter, familyOf, letIn, post, test } from './journey.ts'
import { pagesOf } from './pdf.ts'
import { center, showAll } from './steps.ts'

const level = 'Level on paper'
const homework = 'Evening sums'

/**
 * Creates a section with a multiple-choice question, a drop-down list and a question answered in handwriting,
 * and assigns it. Returns the family.
 */
async function assigned(office: Page, browser: Browser) {
  const editor = await anotherPage(browser)
  await letIn(editor, 'editor')
  const course = await post(editor, '/bl/courses', { name: level, subject: 'Math' })
  const { _id } = await post(editor, '/bl/levels', { courseId: course._id, name: level, chapterCount: 1 })
  await post(editor, `/bl/levels/${_id}/chapters/default`, {})
  for (const each of ['choice', 'select', 'manual'] as const) {
    const draft = {
      instructions: '',
      hint: null,
      visual: null,
      variables: null,
      tests: [],
      ...questions[each],
    }
    await post(editor, '/bl/questions', { level: _id, chapter: 1, section: 1, ...draft })
  }
  const chapters = await editor.request.get(`/api/bl/levels/${_id}/chapters`)
  const [chapter] = (await chapters.json()) as { sections: { _id: string }[] }[]
  await editor.context().close()
  await letIn(office, 'operator')
  const family = await familyOf(office, 'M1018')
  await post(office, `/students/${family.id}/homework`, {
    sections: [chapter?.sections[0]?._id],
    name: homework,
  })
  return family
}

/** Starts the homework from the student's page, prints it, and returns a picture of its filled-in page. */
async function printed(browser: Browser, studentId: string) {
  const context = await browser.newContext({ deviceScaleFactor: 2, viewport: { width: 1700, height: 1500 } })
  const page = await context.newPage()
  await page.addInitScript({ path: axePath })
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await letIn(page, 'operator')
  await page.goto(`${center}/students/${studentId}`)
  await page.getByRole('button', { name: `Actions for ${homework}` }).click()
  await page.getByRole('menuitem', { name: 'Print worksheet' }).click()
  await page.getByRole('button', { name: 'Start and show the worksheet' }).click()
  const sheet = page.getByRole('region', { name: 'Page 1 of 1' })
  await expect(sheet).toBeVisible()
  await expect(sheet.getByRole('img', { name: 'Code for page 1' })).toBeHidden()
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(sheet.getByRole('img', { name: 'Code for page 1' })).toBeVisible()
  await expect(page.locator('body')).toHaveAttribute('data-printed', '')
  await page.evaluate(() => document.body.removeAttribute('data-printed'))
  await page.keyboard.press('Control+p')
  await expect(page.locator('body')).toHaveAttribute('data-printed', '')
  expect(await violations(page)).toEqual([])
  expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toHaveLength(1)
  // Fill in 8 and “greater than”, which are right.
  await page.evaluate(() => {
    for (const [question, bubble] of [
      [1, '2'],
      [2, '0.2'],
    ] as const) {
      const at = `[data-question="${question}"] [data-bubble="${bubble}"]`
      document.querySelector<HTMLElement>(at)!.style.background = '#444'
    }
  })
  await page.emulateMedia({ media: 'print' })
  const picture = await sheet.screenshot()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('radio', { name: 'Answer key' }).check()
  await expect(page.getByRole('heading', { name: `${homework} – Answer key` })).toBeVisible()
  await context.close()
  return picture
}

const how: Distortion = {
  megapixels: 6,
  turn: 8,
  tilt: 0.03,
  fills: 0.85,
  shadow: 0.6,
  fold: 0.8,
  noise: 5,
  blur: 0.8,
}

test('a worksheet is printed, photographed on a phone and graded, and the parent sees the result', async ({
  page: office,
  browser,
}) => {
  const { id, email, firstName } = await assigned(office, browser)
  const photo = await photoOfPicture(await printed(browser, id), how, randomFrom(1))

  const phone = await anotherPage(browser, { phone: true })
  await phone.addInitScript({ path: axePath })
  await letIn(phone, 'operator')
  await phone.goto(`${center}/worksheet-pages`)
  const chooser = phone.getByLabel('Photos of worksheet pages')
  await chooser.setInputFiles({ name: 'page.jpg', mimeType: 'image/jpeg', buffer: photo })
  const form = phone.getByRole('article', { name: new RegExp(firstName) })
  await expect(form.getByText(`${homework}, page 1 of 1`)).toBeVisible({ timeout: 20_000 })
  await expect(form.getByRole('img', { name: 'Photo of question 1' })).toBeVisible()
  await expect(form.getByText('Answer: C 8', { exact: true })).toBeVisible()
  await expect(form.getByText('Right answer: C 8')).toBeVisible()
  await expect(form.getByText('Right answer: >')).toBeVisible()
  await expect(form.getByText('Answer: >', { exact: true })).toBeVisible()
  const grade = form.getByRole('group', { name: 'Answer to question 3' })
  await grade.getByRole('radio', { name: 'Right' }).check()
  await form.getByRole('button', { name: 'Clear the grade for question 3' }).click()
  await expect(grade.getByRole('radio', { checked: true })).toHaveCount(0)
  await grade.getByRole('radio', { name: 'Wrong' }).check()
  // The grade must survive another photo of the page.
  await form.evaluate((element) => element.setAttribute('data-first', ''))
  await chooser.setInputFiles({ name: 'again.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expect(phone.locator('article[data-first]')).toHaveCount(0)
  await expect(grade.getByRole('radio', { name: 'Wrong' })).toBeChecked()
  expect(await violations(phone)).toEqual([])
  const wider = await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wider, 'pixels too wide').toBeLessThanOrEqual(0)
  // Leaving would lose the photo.
  await phone.getByRole('link', { name: 'Devices' }).click()
  const question = phone.getByRole('dialog', { name: 'Some pages aren’t saved' })
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(question).toBeHidden()
  await form.getByRole('button', { name: 'Save page 1 and hand in' }).click()
  await expect(form.getByText('Saved. The work has been handed in.')).toBeVisible()

  // A message says what to do with a file that isn't a picture.
  await chooser.setInputFiles({ name: 'table.jpg', mimeType: 'image/jpeg', buffer: photo.subarray(0, 0) })
  await expect(phone.getByText('This file isn’t a picture')).toBeVisible()

  const parent = await anotherPage(browser, { phone: true })
  await enter(parent, email)
  await parent.getByRole('link', { name: new RegExp(firstName) }).click()
  await expect(parent.getByRole('region', { name: 'Work' })).toBeVisible()
  await showAll(parent)
  const line = parent
    .getByRole('region', { name: 'Work' })
    .getByRole('link', { name: new RegExp(`^${homework}`) })
  await expect(line).toContainText('2 of 3')
})
