import { expect, type Page } from '@playwright/test'
import { atWork, check, checked, onPaper, onward, question } from './answer-fixture.ts'
import { axePath, violations } from './axe.ts'
import { letIn, test } from './journey.ts'
import { form, sectionWith } from './question-editor.ts'

const shots = process.env['SHOTS']
const shot = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
}

test('curves and half-planes are drawn by touch on a phone, through any points that determine them', async ({
  browser,
}) => {
  const { page, errors, context } = await atWork(
    browser,
    'M1045',
    ['circle', 'parabola', 'absoluteValue', 'sine', 'exponential', 'halfPlane'],
    { touch: true, phone: true },
  )
  await question(page, 1)
  await page.addInitScript({ path: axePath })
  await page.reload()
  const tap = async (x: number, y: number) => {
    await page.locator('svg[data-open]').scrollIntoViewIfNeeded()
    const spot = await onPaper(page, x, y)
    await page.touchscreen.tap(spot.x, spot.y)
  }
  const drag = async (from: [number, number], to: [number, number]) => {
    const [start, end] = [await onPaper(page, ...from), await onPaper(page, ...to)]
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(end.x, end.y, { steps: 4 })
    await page.mouse.up()
  }
  await tap(1, 1)
  await checked(page, 'invalid', 'A circle needs its center and a point on it.')
  await tap(1, 4)
  await checked(page, 'wrong')
  await drag([1, 4], [1, 3])
  await expect(page.getByRole('button', { name: 'Point 2 at 1, 3' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await shot(page, 'circle-phone')
  await checked(page, 'right')
  await onward(page)

  await tap(1, -2)
  await tap(1, 2)
  await checked(page, 'invalid', 'Put the other point to the left or right of the vertex.')
  await tap(-1, 2)
  await shot(page, 'parabola-phone')
  await checked(page, 'right')
  await onward(page)

  await tap(0, 0)
  await tap(-3, 3)
  await checked(page, 'right')
  await onward(page)

  await tap(2, 1)
  await tap(3, 3)
  await checked(page, 'wrong')
  await tap(3, -1)
  await shot(page, 'sine-phone')
  await checked(page, 'right')
  await onward(page)

  await tap(2, 1)
  await tap(3, 5)
  await checked(page, 'invalid', 'The curve needs two different points and its asymptote.')
  await tap(-4, -3)
  await shot(page, 'exponential-phone')
  await checked(page, 'right')
  await onward(page)

  await tap(-1, 0)
  await tap(-3, -2)
  await tap(-3, 4)
  await checked(page, 'wrong')
  await page.getByRole('radio', { name: 'Dashed line' }).tap()
  await page.getByRole('button', { name: 'Shade the other side' }).tap()
  expect(await violations(page)).toEqual([])
  await shot(page, 'half-plane-phone')
  await checked(page, 'right')
  expect(errors).toEqual([])
  await context.close()
})

test('a curve and a half-plane are drawn with the keyboard alone', async ({ browser }) => {
  const { page, errors, context } = await atWork(browser, 'M1046', ['parabola', 'halfPlane'])
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const add = page.getByRole('button', { name: 'Add a point' })
  await add.press('Enter')
  await expect(page.getByRole('button', { name: 'Vertex at 0, 0' })).toBeFocused()
  await press('ArrowRight', 'ArrowDown', 'ArrowDown')
  await expect(page.getByText('Vertex is at 1, −2.')).toBeAttached()
  await add.press('Enter')
  await press('ArrowDown')
  await expect(page.getByRole('button', { name: 'Point 2 at 0, −1' })).toBeFocused()
  await shot(page, 'parabola-wide')
  await check(page).press('Enter')
  await expect(page.getByText('Right!')).toBeVisible()
  await press('Enter')

  const shade = page.getByRole('button', { name: 'Shade a side' })
  await expect(shade).toHaveAccessibleDescription('Put two points on the boundary first.')
  await add.press('Enter')
  await press('ArrowUp')
  await add.press('Enter')
  await press('ArrowLeft')
  await shade.press('Enter')
  await expect(page.getByRole('button', { name: /^Shaded side at / })).toBeFocused()
  await page.getByRole('radio', { name: 'Solid line' }).press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Dashed line' })).toBeChecked()
  await page.getByRole('textbox', { name: 'Shaded side, x' }).fill('4')
  await page.getByRole('textbox', { name: 'Shaded side, y' }).fill('0')
  await shot(page, 'half-plane-wide')
  await check(page).press('Enter')
  await expect(page.getByText('Right!')).toBeVisible()
  expect(errors).toEqual([])
  await context.close()
})

test('an author draws a half-plane as the right answer and sees which student answers count as right', async ({
  page,
}) => {
  await letIn(page, 'editor')
  const { address } = await sectionWith(page, 0)
  await page.goto(`${address}/new`)
  const answer = form(page, 'Answer')
  await form(page, 'Question').getByRole('textbox', { name: 'Text' }).fill('Shade it.')
  await answer.getByRole('radio', { name: 'Graph' }).check()
  await answer.getByLabel('Students draw').selectOption('A half-plane')
  await expect(answer.getByRole('checkbox', { name: 'Students also name each point' })).toHaveCount(0)
  const add = answer.getByRole('button', { name: 'Add a point' })
  await add.click()
  await add.click()
  await answer.getByRole('button', { name: 'Shade a side' }).click()
  await answer.getByRole('radio', { name: 'Dashed line' }).click()
  const samples = page.getByRole('region', { name: 'Possible student answers' }).getByRole('listitem')
  await expect(samples.filter({ hasText: 'dashed boundary' }).first()).toContainText('Right')
  await expect(samples.filter({ hasText: 'solid boundary' }).first()).toContainText('Wrong')
  await shot(page, 'half-plane-editor')
})
