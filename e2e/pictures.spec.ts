import { expect, type Page } from '@playwright/test'
import { atWork, check, checked, onward, question } from './answer-fixture.ts'
import { axePath, violations } from './axe.ts'
import { letIn, test } from './journey.ts'
import { answers, childsView, form, sectionWith } from './question-editor.ts'

const shots = process.env['SHOTS']
const shot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/picture-${name}.png`, fullPage: true })
}

/** Returns the screen position of a place on the picture, in thousandths of its size. */
async function onPicture(page: Page, x: number, y: number) {
  const picture = page.getByRole('img', { name: /^Six figures/ })
  await picture.scrollIntoViewIfNeeded()
  const box = await picture.boundingBox()
  if (!box) throw new Error('There is no picture.')
  return { x: box.x + (x * box.width) / 1000, y: box.y + (y * box.height) / 1000 }
}

async function tap(page: Page, x: number, y: number) {
  const at = await onPicture(page, x, y)
  await page.touchscreen.tap(at.x, at.y)
}

test('areas of a picture are chosen by touch, and points are placed and removed', async ({ browser }) => {
  const { page, errors, context } = await atWork(browser, 'M1047', ['areas', 'points'], {
    touch: true,
    phone: true,
  })
  await page.addInitScript({ path: axePath })
  await page.reload()
  const area = (name: string) => page.getByRole('checkbox', { name })
  await expect(check(page)).toHaveAccessibleDescription('Enter your answer first.')
  await tap(page, 180, 260)
  await expect(area('A. orange figure')).toBeChecked()
  await tap(page, 500, 260)
  await tap(page, 500, 260)
  await expect(area('B. blue figure')).not.toBeChecked()
  await shot(page, 'areas-phone')
  expect(await violations(page)).toEqual([])
  await checked(page, 'partly', 'Partly right.')
  await page.locator('label', { hasText: 'C' }).tap()
  await checked(page, 'right')
  await shot(page, 'areas-right-phone')
  await onward(page)

  await question(page, 2)
  await tap(page, 180, 260)
  await tap(page, 500, 260)
  await tap(page, 900, 100)
  await expect(page.getByRole('list', { name: 'Points' }).getByRole('listitem')).toHaveCount(3)
  await tap(page, 300, 900)
  await expect(page.getByText('You have placed all 3 points.')).toBeAttached()
  expect(await violations(page)).toEqual([])
  await shot(page, 'points-phone')
  await page.getByRole('button', { name: 'Remove point 3' }).tap()
  await checked(page, 'wrong')
  await page.getByRole('button', { name: 'Remove point 2' }).tap()
  await tap(page, 800, 700)
  await checked(page, 'right')
  await shot(page, 'points-right-phone')
  expect(await violations(page)).toEqual([])
  expect(errors).toEqual([])
  await context.close()
})

test('areas are chosen with letter keys, and points are placed with a crosshair', async ({ browser }) => {
  const { page, errors, context } = await atWork(browser, 'M1048', ['areas', 'points'])
  const { keyboard } = page
  await expect(page.getByRole('checkbox', { name: 'A. orange figure' })).toBeFocused()
  await keyboard.press('a')
  await keyboard.press('c')
  await keyboard.press('Enter')
  await expect(page.getByText('Right!')).toBeVisible()
  await keyboard.press('Enter')

  await question(page, 2)
  const crosshair = page.getByRole('button', { name: /^Crosshair/ })
  await crosshair.focus()
  await expect(crosshair).toHaveAccessibleName('Crosshair: 50% from the left, 50% from the top')
  for (let turn = 0; turn < 3; turn += 1) await keyboard.press('Shift+ArrowLeft')
  for (let turn = 0; turn < 2; turn += 1) await keyboard.press('Shift+ArrowUp')
  await keyboard.press('ArrowLeft')
  await expect(crosshair).toHaveAccessibleName('Crosshair: 19% from the left, 30% from the top')
  await keyboard.press('Enter')
  await keyboard.press('Delete')
  await expect(page.getByRole('list', { name: 'Points' })).toBeHidden()
  await keyboard.press('Enter')
  for (let turn = 0; turn < 6; turn += 1) await keyboard.press('Shift+ArrowRight')
  for (let turn = 0; turn < 4; turn += 1) await keyboard.press('Shift+ArrowDown')
  await keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Points' }).getByRole('listitem')).toHaveText([
    'Point 1: 19% from the left, 30% from the top',
    'Point 2: 79% from the left, 70% from the top',
  ])
  await shot(page, 'points-wide')
  await checked(page, 'right')
  expect(errors).toEqual([])
  await context.close()
})

test('an author uploads a picture, draws areas with the mouse and the keyboard, and tries the question', async ({
  page,
}) => {
  await page.addInitScript({ path: axePath })
  await letIn(page, 'editor')
  const { address } = await sectionWith(page, 1)
  await page.goto(address)
  await page.getByRole('link', { name: 'Question 1' }).click()
  const answer = form(page, 'Answer')
  await answer.getByRole('radio', { name: 'Picture' }).check()
  await expect(answer.getByText('Choose the picture.')).toBeHidden()
  await answer.getByLabel('Picture to answer on').setInputFiles('db/demo-shapes.webp')
  await answer.getByLabel('What the picture shows').fill('Six figures')
  const sheet = answer.getByRole('img', { name: 'Six figures' })
  await sheet.scrollIntoViewIfNeeded()
  const box = await sheet.boundingBox()
  if (!box) throw new Error('There is no picture.')
  const at = (x: number, y: number) =>
    [box.x + (x * box.width) / 1000, box.y + (y * box.height) / 1000] as const
  await page.mouse.move(...at(75, 120))
  await page.mouse.down()
  await page.mouse.move(...at(200, 300))
  await page.mouse.move(...at(300, 400))
  await page.mouse.up()
  await answer.getByLabel('Name of area A').fill('orange figure')
  await expect(answer.getByLabel('Area A is right')).toBeChecked()

  await answer.getByRole('radio', { name: 'Circle' }).check()
  await answer.getByRole('button', { name: 'Add area' }).click()
  await answer.getByRole('button', { name: /^Area B: / }).focus()
  for (let turn = 0; turn < 2; turn += 1) await page.keyboard.press('Shift+ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(
    answer.getByRole('button', { name: 'Area B: 50% from the left, 29% from the top' }),
  ).toBeFocused()
  await answer.getByLabel('Name of area B').fill('blue figure')

  await answer.getByRole('radio', { name: 'Polygon' }).check()
  await sheet.scrollIntoViewIfNeeded()
  const now = await sheet.boundingBox()
  for (const [x, y] of [
    [813, 100],
    [938, 420],
    [688, 420],
  ] as const)
    await page.mouse.click((now?.x ?? 0) + (x * box.width) / 1000, (now?.y ?? 0) + (y * box.height) / 1000)
  await answer.getByRole('button', { name: 'Finish polygon' }).click()
  await answer.getByLabel('Name of area C').fill('green figure')
  expect(await violations(page)).toEqual([])
  await shot(page, 'author-areas')

  await answer.getByRole('radio', { name: 'Place points' }).check()
  await expect(answer.getByText(/Students who can’t see the picture/)).toBeVisible()
  await shot(page, 'author-points')
  await answer.getByLabel('Maximum number of points').fill('4')
  await answer.getByRole('radio', { name: 'Choose areas' }).check()
  await answer.getByRole('radio', { name: 'Place points' }).check()
  await expect(answer.getByLabel('Maximum number of points')).toHaveValue('4')
  await answer.getByRole('radio', { name: 'Choose areas' }).check()
  const view = childsView(page)
  await view.getByRole('button', { name: 'Try it' }).click()
  await view.getByRole('radio', { name: 'A. orange figure' }).check()
  await view.getByRole('button', { name: 'Check' }).click()
  await expect(view.getByRole('status')).toHaveText(/Right/)
  await page.getByRole('button', { name: /^Save/ }).first().click()
  await expect(page.getByText(/Saved/).first()).toBeVisible()

  await answers(page)
    .getByRole('button', { name: /^Explain/ })
    .first()
    .click()
  const message = page.getByLabel('Message to the student')
  await message.fill('Look at the corners.')
  const dialog = page.getByRole('dialog', { name: 'Remove the common mistakes?' })
  await answer.getByRole('radio', { name: 'Place points' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(answer.getByRole('radio', { name: 'Choose areas' })).toBeChecked()
  await expect(message).toHaveValue('Look at the corners.')
  await answer.getByRole('radio', { name: 'Place points' }).click()
  await dialog.getByRole('button', { name: 'Remove and change' }).click()
  await expect(answer.getByRole('radio', { name: 'Place points' })).toBeChecked()
  await expect(message).toBeHidden()
})
