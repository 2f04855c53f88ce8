import { expect, type Locator, type Page } from '@playwright/test'
import { atWork } from './answer-fixture.ts'
import { password, post, letIn, signIn, test } from './journey.ts'
import { sectionWith } from './question-editor.ts'
import { center } from './steps.ts'

/** Tests that each kind of user can do their main work without a mouse, and can always see the focus. */

/**
 * Returns the reason why a person can't see which element has the focus, or null if they can. The focus must
 * be visible as a ring within the window: on the element itself, on its label, or on a part of the page
 * around it.
 */
const unseenFocus = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return 'nothing has the focus'
    // Ignore the heading of a new page, which is focused so that it is read aloud but isn't a control.
    if (focused.matches('h1')) return null
    const hasRing = (element: Element) => {
      const { boxShadow, outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element)
      const isOutlined = outlineStyle !== 'none' && outlineWidth !== '0px' && !outlineColor.endsWith(', 0)')
      return isOutlined || / 0px 0px 0px [2-9]px/.test(boxShadow)
    }
    const around: Element[] = [...((focused as HTMLInputElement).labels ?? [])]
    for (let part: Element | null = focused; part && around.length < 5; part = part.parentElement)
      around.push(part, ...(part.nextElementSibling && part === focused ? [part.nextElementSibling] : []))
    const shown = around.find((each) => hasRing(each))
    const name = `${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.textContent}`.slice(
      0,
      80,
    )
    if (!shown) return `${name} shows no focus`
    const { top, bottom, left, right } = shown.getBoundingClientRect()
    const isInSight = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
    return isInSight ? null : `${name} is out of sight`
  })

const hasFocus = async (target: Locator) =>
  (await target.count()) > 0 && (await target.first().evaluate((each) => each === document.activeElement))

/** Presses Tab until an element has the focus. Every element on the way must visibly show the focus. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target.first()).toBeAttached()
  for (let presses = 0; presses < 120; presses += 1) {
    if (await hasFocus(target)) return
    await page.keyboard.press(key)
    await expect.poll(() => unseenFocus(page), { timeout: 3_000 }).toBeNull()
  }
  await expect(target.first(), 'Tab reaches it').toBeFocused()
}

async function enterOn(page: Page, target: Locator) {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 1 })

async function logIn(page: Page, name: string) {
  await page.goto('/login')
  await expect(page.getByLabel(/email or user name/i)).toBeFocused()
  await page.keyboard.type(name)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
}

/**
 * Adds a student with a class today and a class next Sunday, and a third class for the make-up. No other test
 * uses them.
 */
async function fixture(page: Page) {
  await letIn(page, 'operator')
  const of = `${center}/students`
  const { _id: studentId } = await post(page, of, { firstName: 'Keya', lastName: 'Board' })
  const klass = { subject: 'Private Tutoring', type: 'PT', maxSize: 2, startDate: '2026-02-01' }
  const add = (more: object) => post(page, `${center}/classes`, { ...klass, ...more })
  const { id: missed } = await add({ name: 'Organ Sunday', day: 0, time: '10:00' })
  const { id: today } = await add({ name: 'Organ today', day: 2, time: '20:30' })
  await add({ name: 'Organ Thursday', day: 4, time: '20:30' })
  for (const classId of [missed, today])
    await post(page, `${center}/classes/${classId}/places`, {
      studentId,
      type: 'regular',
      startDate: '2026-03-01',
    })
  await page.context().clearCookies()
}

test('an operator logs in, finds a student, reports an absence, books a make-up and marks a roll by keyboard alone', async ({
  page,
}) => {
  const { keyboard } = page
  await fixture(page)
  await logIn(page, 'operator@demo.example')
  await keyboard.press('Control+k')
  const search = page.getByRole('dialog', { name: 'Search' })
  await expect(search.getByRole('combobox')).toBeFocused()
  await keyboard.type('Keya Board')
  await expect(search.getByRole('group', { name: 'Students' }).getByRole('option')).toHaveCount(1)
  await keyboard.press('Enter')
  await expect(heading(page, 'Keya Board')).toBeFocused()

  const upcoming = page.getByRole('region', { name: 'Upcoming classes' })
  await enterOn(
    page,
    upcoming.getByRole('button', { name: 'Report absence of Keya from Organ Sunday on Sun, Mar 8' }),
  )
  const best = upcoming.getByRole('list', { name: 'Best make-up classes' })
  await expect(best.getByRole('listitem').first()).toBeVisible()
  await enterOn(page, best.getByRole('button', { name: /^Book/ }))
  await expect(upcoming.getByText(/^Make-up booked: /)).toBeVisible()
  const tell = upcoming.getByRole('button', { name: 'Notify the family' })
  await enterOn(page, tell)
  const message = page.getByRole('dialog', { name: 'Notify families' })
  await expect(message).toBeVisible()
  await tabTo(page, message.getByRole('button', { name: 'Not now' }))
  await keyboard.press('Escape')
  await expect(message).toBeHidden()
  await expect(tell).toBeFocused()

  await keyboard.press('g')
  await keyboard.press('a')
  await expect(heading(page, 'Attendance')).toBeFocused()
  await enterOn(page, page.getByRole('link', { name: 'Organ today' }))
  await expect(heading(page, 'Organ today')).toBeFocused()
  const roll = page.getByRole('group', { name: 'Keya Board’s attendance' })
  await tabTo(page, roll.getByRole('radio', { name: 'Present' }))
  await keyboard.press('p')
  await expect(roll.getByRole('radio', { name: 'Present' })).toBeChecked()
  await expect(page.getByText(/: Present$/)).toBeVisible()
  await enterOn(page, page.getByRole('button', { name: 'Undo' }))
  await expect(roll.getByRole('radio', { name: 'Present' })).not.toBeChecked()
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Keya Board' }))
  await keyboard.press('a')
  await expect(page.getByText(/: Absent$/)).toBeVisible()
  await keyboard.press('Control+z')
  await expect(roll.getByRole('radio', { name: 'Absent' })).not.toBeChecked()
})

test('an editor writes a question with a number and a formula by keyboard alone', async ({ page }) => {
  const { keyboard } = page
  await signIn(page, 'editor')
  const { address } = await sectionWith(page, 0)
  await page.goto(address)
  await enterOn(page, page.getByRole('link', { name: 'New question' }))
  await expect(heading(page, /question/i)).toBeFocused()
  await tabTo(page, page.getByRole('textbox', { name: 'Text', exact: true }))
  await keyboard.type('Half of 9, and $x$ times $x+3$.')
  await tabTo(page, page.getByRole('textbox', { name: 'Right answer' }))
  await keyboard.type('4.5')
  await enterOn(page, page.getByRole('button', { name: 'Add part' }))
  await expect(page.getByRole('menuitem', { name: 'Number', exact: true })).toBeFocused()
  await keyboard.type('Exp')
  await expect(page.getByRole('menuitem', { name: 'Expression' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Kind of part 2' })).toHaveValue('expression')
  await expect(page.getByRole('textbox', { name: 'Right answer' }).nth(1)).toBeFocused()
  await keyboard.type('x^2+3x')
  await tabTo(page, page.getByRole('button', { name: 'Save', exact: true }), 'Shift+Tab')
  await keyboard.press('Enter')
  await expect(heading(page, 'Question 1')).toBeVisible()
  await expect.poll(() => unseenFocus(page)).toBeNull()
})

test('a child answers a question in the formula field and hands in the work by keyboard alone', async ({
  browser,
}) => {
  const { page, errors, context } = await atWork(browser, 'M1047', ['expression'])
  const { keyboard } = page
  const math = page.locator('math-field')
  await expect(math).toBeFocused()
  await expect(async () => {
    await keyboard.press('Control+a')
    await keyboard.press('Delete')
    await keyboard.type('x^2', { delay: 30 })
    await keyboard.press('ArrowRight')
    await keyboard.type('+3x', { delay: 30 })
    expect(await math.evaluate((element) => (element as HTMLInputElement).value)).toBe('x^2+3x')
  }).toPass()
  await enterOn(page, page.getByRole('button', { name: 'Check' }))
  await expect(page.getByText('Right!')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Finish' })).toBeFocused()
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Finish' })).toBeFocused()
  await keyboard.press('Enter')
  await enterOn(page, dialog.getByRole('button', { name: 'Hand in' }))
  await expect(page.getByText('Homework complete!')).toBeVisible()
  await expect.poll(() => unseenFocus(page)).toBeNull()
  expect(errors).toEqual([])
  await context.close()
})
