import { fileURLToPath } from 'node:url'
import { expect, type Locator, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { letIn, post, test } from './journey.ts'

const of = '/centers/Maple%20Street'
const axePath = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'))

test.beforeEach(async ({ page }) => {
  await page.addInitScript({ path: axePath })
  await letIn(page, 'operator')
})

/** Expects that axe finds no violations of WCAG 2.2 A and AA on the page. */
async function isForEverybody(page: Page) {
  const found = await page.evaluate(async () => {
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      resultTypes: ['violations'],
    })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
  })
  expect(found).toEqual([])
}

type Staged = { early: string; late: string; student: string }

/** Creates two classes on this weekday, and a student in the early one since February. */
async function fixture(
  page: Page,
  name: string,
  { day, maxSize = 2 }: { day: number; maxSize?: number },
): Promise<Staged> {
  const klass = { subject: 'Group', type: 'GROUP', day, maxSize, startDate: '2026-02-01' }
  const { id: early } = await post(page, `${of}/classes`, { ...klass, name: `${name} early`, time: '07:00' })
  const { id: late } = await post(page, `${of}/classes`, { ...klass, name: `${name} late`, time: '20:00' })
  const student = await enrolled(page, early, 'Ana', name)
  return { early, late, student }
}

async function enrolled(page: Page, classId: string, firstName: string, lastName: string) {
  const { _id: studentId } = await post(page, `${of}/students`, { firstName, lastName })
  await post(page, `${of}/classes/${classId}/places`, { studentId, type: 'regular', startDate: '2026-02-01' })
  return studentId
}

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true })
const line = (page: Page, name: string, who: string) =>
  card(page, name).getByRole('listitem').filter({ hasText: who })

/** Drags a student over a class with the mouse, without releasing. */
async function holdOver(page: Page, from: Locator, to: Locator) {
  await to.scrollIntoViewIfNeeded()
  await from.hover()
  await page.mouse.down()
  const box = await to.boundingBox()
  if (!box) throw new Error('The class is not on the screen.')
  for (const step of [8, 4]) await page.mouse.move(box.x + box.width / 2, box.y + box.height / step)
}

/** Types text into the focused list until the list offers it, and selects it. */
async function pick(page: Page, typed: string) {
  await page.keyboard.type(typed)
  await expect(page.getByRole('option', { name: new RegExp(typed) })).toBeVisible()
  // Let the list's timer run out first, because the list searches for the earlier choice once more when it
  // does. Only a test types faster than that.
  await page.evaluate(() => new Promise((done) => setTimeout(done)))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await hasFocus(target)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

const moving = (page: Page) => page.getByRole('dialog', { name: /^Move or make up/ })

test('dragging a student with a credit onto another class previews and books a make-up, and undo cancels it', async ({
  page,
}) => {
  const { early, student } = await fixture(page, 'Flute', { day: 5 })
  await post(page, `${of}/students/${student}/credits`, {
    classId: early,
    missedOn: '2026-02-27',
    reason: 'Snow',
  })
  await page.goto(`${of}/scheduler/2026-03-13`)
  await holdOver(page, line(page, 'Flute early', 'Ana'), card(page, 'Flute late'))
  await expect(
    card(page, 'Flute late').getByText(
      'Make-up for Fri, Feb 27, 2 seats left, credit expires Sat, May 2; a move is also possible',
    ),
  ).toBeVisible()
  await isForEverybody(page)
  await page.mouse.up()
  await expect(moving(page).getByRole('radio', { name: 'Make-up' })).toBeChecked()
  await isForEverybody(page)
  await moving(page).getByRole('button', { name: 'Book make-up' }).click()
  await expect(line(page, 'Flute late', 'Ana')).toContainText('MU')
  await expect(line(page, 'Flute early', 'Ana')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(line(page, 'Flute late', 'Ana')).toHaveCount(0)
  await expect(page.getByText('Change undone.')).toBeVisible()
})

test('dragging a student without a credit to another class moves them starting that day, and undo moves them back', async ({
  page,
}) => {
  await fixture(page, 'Drums', { day: 5 })
  await page.goto(`${of}/scheduler/2026-03-13`)
  await holdOver(page, line(page, 'Drums early', 'Ana'), card(page, 'Drums late'))
  await expect(card(page, 'Drums late').getByText('Move starting Fri, Mar 13, 2 seats left')).toBeVisible()
  await page.mouse.up()
  await expect(moving(page).getByLabel('From')).toHaveValue('3/13/2026')
  await moving(page).getByRole('button', { name: 'Move', exact: true }).click()
  await expect(line(page, 'Drums late', 'Ana')).toBeVisible()
  await expect(line(page, 'Drums early', 'Ana')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(line(page, 'Drums early', 'Ana')).toBeVisible()
  await expect(line(page, 'Drums late', 'Ana')).toHaveCount(0)
})

test('dragging a student over a full class shows that it is full, and dropping offers the waitlist', async ({
  page,
}) => {
  const { late } = await fixture(page, 'Choir', { day: 6, maxSize: 1 })
  await enrolled(page, late, 'Ben', 'Choir')
  await page.goto(`${of}/scheduler/2026-03-14`)
  await holdOver(page, line(page, 'Choir early', 'Ana'), card(page, 'Choir late'))
  await expect(card(page, 'Choir late').getByText('Full: 1 of 1 seats')).toBeVisible()
  await page.mouse.up()
  await moving(page).getByRole('button', { name: 'Move', exact: true }).click()
  await expect(moving(page).getByRole('alert')).toContainText('Choir late is full')
  await moving(page).getByRole('button', { name: 'Add to waitlist as #1' }).click()
  await expect(line(page, 'Choir late', 'Ana')).toContainText('WL')
  await expect(line(page, 'Choir early', 'Ana')).toBeVisible()

  await holdOver(page, line(page, 'Choir early', 'Ana'), card(page, 'Choir late'))
  await expect(card(page, 'Choir late').getByText('Ana is on the waitlist for Choir late')).toBeVisible()
  await page.mouse.up()
  await expect(page.getByText('Ana is on the waitlist for Choir late.')).toBeVisible()
  await expect(moving(page)).toHaveCount(0)

  await line(page, 'Choir late', 'Ana').getByRole('button', { name: 'Actions for Ana Choir' }).click()
  await page.getByRole('menuitem', { name: 'Remove from the waitlist…' }).click()
  const asked = page.getByRole('dialog', { name: 'Remove the place in Choir late?' })
  await expect(asked).toContainText('The student loses their position on the waitlist.')
  await asked.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(line(page, 'Choir late', 'Ana')).toHaveCount(0)
  await expect(line(page, 'Choir early', 'Ana')).toBeVisible()
})

test('a make-up and a move can be booked by keyboard alone', async ({ page }) => {
  const { early, student } = await fixture(page, 'Cello', { day: 4 })
  await post(page, `${of}/students/${student}/credits`, {
    classId: early,
    missedOn: '2026-02-26',
    reason: 'Snow',
  })
  await enrolled(page, early, 'Ben', 'Cello')
  await page.goto(`${of}/scheduler/2026-03-12/Group`)
  await tabTo(page, page.getByRole('button', { name: 'Actions for Ana Cello' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Move or make up…' })).toBeFocused()
  await isForEverybody(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Actions for Ana Cello' })).toBeFocused()

  const choose = async () => {
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Move or make up…' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(moving(page).getByRole('combobox', { name: 'Class' })).toBeFocused()
    await pick(page, 'Cello late')
  }
  await choose()
  await expect(moving(page).getByText(/^Make-up for Thu, Feb 26/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(line(page, 'Cello late', 'Ana')).toContainText('MU')
  await expect(page.getByRole('button', { name: 'Actions for Ana Cello' }).first()).toBeFocused()

  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('button', { name: 'Actions for Ben Cello' })).toBeFocused()
  await choose()
  await expect(moving(page).getByText(/^Move starting Thu, Mar 12/)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(line(page, 'Cello late', 'Ben')).toBeVisible()
  await expect(line(page, 'Cello early', 'Ben')).toHaveCount(0)
})

test('arrow keys move through classes and students, and the menu leads to a break, a last class and the student', async ({
  page,
}) => {
  const { early, late } = await fixture(page, 'Harp', { day: 1 })
  await enrolled(page, early, 'Ben', 'Harp')
  await enrolled(page, late, 'Cleo', 'Harp')
  await page.goto(`${of}/scheduler/2026-03-16/Group`)
  const actions = (who: string) => page.getByRole('button', { name: `Actions for ${who} Harp` })
  await expect(actions('Ana')).toBeAttached()
  for (const [key, who] of [
    ['ArrowRight', 'Ana'],
    ['ArrowRight', 'Cleo'],
    ['ArrowLeft', 'Ana'],
    ['ArrowDown', 'Ben'],
    ['ArrowDown', 'Cleo'],
    ['ArrowUp', 'Ben'],
    ['ArrowUp', 'Ana'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(actions(who)).toBeFocused()
  }
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('button', { name: 'Change Harp early on this day' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: 'Change Harp late on this day' })).toBeFocused()

  const take = async (action: string) => {
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    for (
      let presses = 0;
      presses < 8 && !(await hasFocus(page.getByRole('menuitem', { name: action })));
      presses += 1
    )
      await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  }
  await actions('Cleo').focus()
  await take('On break…')
  const pause = page.getByRole('dialog', { name: 'Break in Harp late: Cleo Harp' })
  await expect(pause.getByLabel('First day')).toHaveValue('3/16/2026')
  await page.keyboard.press('Escape')
  await expect(actions('Cleo')).toBeFocused()
  await take('Last class…')
  await expect(page.getByRole('dialog', { name: 'Last class in Harp late' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(actions('Cleo')).toBeFocused()
  await take('Open student')
  await expect(page.getByRole('heading', { name: 'Cleo Harp', level: 1 })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Ana Harp' }).click()
  await expect(page.getByRole('heading', { name: 'Ana Harp', level: 1 })).toBeVisible()
})

test('an operator finds a class, writes a note for the day, adds a student and marks the roll by keyboard alone', async ({
  page,
}) => {
  const { early } = await fixture(page, 'Chess', { day: 2, maxSize: 4 })
  await enrolled(page, early, 'Ben', 'Chess')
  await post(page, `${of}/students`, { firstName: 'Cleo', lastName: 'Chess' })
  await page.goto(`${of}/scheduler/2026-03-02`)
  await tabTo(page, page.getByRole('button', { name: 'Next day' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /Tuesday, March 3, 2026/ })).toBeVisible()
  await tabTo(page, page.getByRole('link', { name: 'Group', exact: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Chess early', level: 3 })).toBeVisible()
  await isForEverybody(page)

  const change = page.getByRole('button', { name: 'Change Chess early on this day' })
  await tabTo(page, page.getByRole('button', { name: /^Change .* on this day$/ }).first())
  for (let presses = 0; presses < 20 && !(await hasFocus(change)); presses += 1)
    await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Chess early, Tue, Mar 3' })
  await tabTo(page, sheet.getByLabel('Note for this day'))
  await page.keyboard.type('Bring clocks')
  await tabTo(page, sheet.getByRole('button', { name: 'Save' }))
  await page.keyboard.press('Enter')
  await expect(card(page, 'Chess early').getByText('This day: Bring clocks')).toBeVisible()
  await expect(change).toBeFocused()

  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Student' })).toBeFocused()
  await pick(page, 'Cleo Chess')
  await page.keyboard.press('Enter')
  await expect(line(page, 'Chess early', 'Cleo')).toContainText('FC')

  await expect(page.getByRole('button', { name: 'Add a student to Chess early' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Chess early', level: 1 })).toBeVisible()
  const radio = (who: string, name: string) =>
    page.getByRole('group', { name: `${who} Chess’s attendance` }).getByRole('radio', { name })
  await tabTo(page, radio('Ana', 'Present'))
  for (const key of ['p', 'ArrowDown', 'a', 'ArrowDown', 'u']) await page.keyboard.press(key)
  await expect(radio('Ana', 'Present')).toBeChecked()
  await expect(radio('Ben', 'Absent')).toBeChecked()
  await expect(radio('Cleo', 'Pick-up')).toBeChecked()
  await isForEverybody(page)
})
