import { expect } from '@playwright/test'
import { anotherPage, letIn, test } from './journey.ts'
import { childsView, form, press, sectionWith, tryTyped } from './question-editor.ts'

/** Tests simultaneous changes to a question, its variants, and its picture (product §6). */

test('the second person to save sees both versions and doesn’t overwrite the first person’s changes', async ({
  page,
  browser,
}) => {
  await letIn(page, 'editor')
  const { address, ids } = await sectionWith(page, 1)
  const other = await anotherPage(browser)
  await letIn(other, 'manager')
  for (const each of [page, other]) await each.goto(`${address}/${ids[0]}`)
  await form(other, 'Question').getByRole('textbox', { name: 'Instructions' }).fill('Think first.')
  await form(other, 'Question').getByRole('textbox', { name: 'Text' }).fill('Theirs')
  await press(other, 'Save')
  await expect(other.getByText('Saved.')).toBeVisible()

  await form(page, 'Question').getByRole('textbox', { name: 'Text' }).fill('Mine')
  await press(page, 'Save')
  await expect(page.getByRole('alert')).toHaveText(/Someone else has changed this/)
  const texts = page.getByRole('group', { name: 'Question', exact: true })
  await expect(texts).toHaveText(/Yours.*Mine.*Saved version.*Theirs/)
  await expect(form(page, 'Question').getByRole('textbox', { name: 'Instructions' })).toHaveValue(
    'Think first.',
  )
  await texts.getByRole('radio', { name: /^Saved version/ }).check()
  await expect(form(page, 'Question').getByRole('textbox', { name: 'Text' })).toHaveValue('Theirs')
  await texts.getByRole('radio', { name: /^Yours/ }).check()
  await press(page, 'Save')
  await expect(page.getByText('Saved.')).toBeVisible()
  await other.reload()
  await expect(form(other, 'Question').getByRole('textbox', { name: 'Text' })).toHaveValue('Mine')
  await other.context().close()
})

test('going back to a question shows a colleague’s changes', async ({ page, browser }) => {
  await page.clock.install()
  await letIn(page, 'editor')
  const { address, ids } = await sectionWith(page, 2)
  await page.goto(`${address}/${ids[0]}`)
  const text = form(page, 'Question').getByRole('textbox', { name: 'Text' })
  await expect(text).toHaveValue('What is $1 + 2$?')
  await press(page, 'Next question')
  await expect(text).toHaveValue('What is $2 + 3$?')

  const other = await anotherPage(browser)
  await letIn(other, 'manager')
  await other.goto(`${address}/${ids[0]}`)
  await form(other, 'Question').getByRole('textbox', { name: 'Text' }).fill('Theirs')
  await press(other, 'Save')
  await expect(other.getByText('Saved.')).toBeVisible()

  await page.clock.fastForward(6_000)
  await press(page, 'Previous question')
  await expect(text).toHaveValue('Theirs')
  await other.context().close()
})

test('a random question lists its variants, and any of them can be tried', async ({ page }) => {
  await letIn(page, 'editor')
  const { address } = await sectionWith(page, 0)
  await page.goto(`${address}/new`)
  await form(page, 'Question').getByRole('textbox', { name: 'Text' }).fill('What is ${{a}} + 1$?')
  await form(page, 'Answer').getByLabel('Right answer').fill('{{a + 1}}')
  await page.getByRole('switch', { name: 'Different numbers for each student' }).check()
  const forms = page.getByRole('table', { name: 'Variants of the question' })
  await expect(forms.getByRole('row')).toHaveCount(6)
  await forms.getByRole('radio', { name: 'Show the variant with a = 4' }).check()
  await expect(childsView(page)).toContainText('4+1')
  await tryTyped(page, '5', /Right/)
  await press(page, 'Save')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Question 1')
})

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('a picture with a description is shown to students, and a file that isn’t a picture shows an error', async ({
  page,
}) => {
  await letIn(page, 'editor')
  const { address, ids } = await sectionWith(page, 1)
  await page.goto(`${address}/${ids[0]}`)
  const file = form(page, 'Question').getByLabel('Picture of the question')
  await file.setInputFiles({
    name: 'dot.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture at all'),
  })
  await expect(form(page, 'Question').getByText(/^Choose a PNG/)).toBeVisible()
  await file.setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') })
  await form(page, 'Question').getByLabel('What the picture shows').fill('A red dot')
  await press(page, 'Save')
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.reload()
  const picture = childsView(page).getByRole('img', { name: 'A red dot' })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
})
