import { expect, type Page } from '@playwright/test'
import { hold, letIn, post, test } from './journey.ts'

const of = '/centers/Maple%20Street'
const board = `${of}/students?filter=1&view=board`

/**
 * Creates a prospect, and a class that meets today at this time. The class and the prospect both get this
 * name. Returns the prospect's path.
 */
async function arrange(page: Page, name: string, time: string) {
  await letIn(page, 'operator')
  await post(page, `${of}/classes`, { name, subject: 'Group', type: 'GROUP', day: 2, time, maxSize: 4 })
  const { _id } = await post(page, `${of}/students`, {
    firstName: 'Nia',
    lastName: name,
    status: 'prospect',
    source: 'School',
  })
  return `${of}/students/${_id}`
}

/** Returns the column of a stage, whose name includes its count. */
const column = (page: Page, stage: string) => page.getByRole('region', { name: new RegExp(`^${stage}, \\d`) })

async function choose(page: Page, sheet: string, name: string) {
  const dialog = page.getByRole('dialog', { name: sheet })
  await dialog.getByRole('combobox', { name: 'Class' }).fill(name)
  await page.getByRole('option', { name: new RegExp(name) }).click()
  return dialog
}

test('a prospect is invited to a trial, attends it, and is enrolled with a first class', async ({ page }) => {
  const name = 'Robots'
  await letIn(page, 'operator')
  await post(page, `${of}/classes`, {
    name,
    subject: 'Group',
    type: 'GROUP',
    day: 2,
    time: '07:00',
    maxSize: 4,
  })
  await page.goto(board)
  await page.getByRole('button', { name: 'New prospect' }).click()
  const form = page.getByRole('dialog', { name: 'New prospect' })
  const child = form.getByRole('group', { name: 'Child' })
  await child.getByLabel('First name').fill('Nia')
  await child.getByLabel('Last name').fill(name)
  await form.getByLabel(/Heard about us from/).fill('Website')
  await form.getByRole('button', { name: 'Add prospect' }).click()
  await page
    .getByRole('dialog', { name: `Book a trial for Nia ${name}` })
    .getByRole('button', { name: 'Not now' })
    .click()
  const line = page.getByRole('region', { name: 'Prospect', exact: true })
  await expect(line).toContainText('Inquiry since')
  await expect(line).toContainText('Website')

  await line.getByRole('button', { name: 'Book a trial' }).click()
  const trial = await choose(page, `Book a trial for Nia ${name}`, name)
  await expect(trial.getByLabel('Day', { exact: true })).toHaveValue('3/3/2026')
  await trial.getByRole('button', { name: 'Book trial' }).click()
  await expect(line).toContainText(`Coming to ${name}`)
  await expect(line.getByRole('listitem').filter({ hasText: 'Trial' })).toHaveAttribute(
    'aria-current',
    'step',
  )

  const record = page.url()
  await page.goto(`${of}/attendance`)
  await page.getByRole('main').getByRole('link', { name }).click()
  await page.getByRole('radio', { name: 'Present' }).check()
  await expect(page.getByRole('radio', { name: 'Present' })).toBeChecked()
  await page.goto(record)
  await expect(line).toContainText(`Came to ${name}`)

  await line.getByRole('button', { name: 'Enroll' }).click()
  const enroll = await choose(page, `Enroll Nia ${name}`, name)
  await enroll.getByLabel('From').fill('3/10/2026')
  await enroll.getByRole('button', { name: 'Enroll' }).click()
  await expect(line).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText('Active')
  await page.goto(`${of}/scheduler/2026-03-10`)
  const card = page.getByRole('article', { name })
  await expect(card.getByRole('listitem').filter({ hasText: 'Nia' })).toContainText('FC')
  await page.goto(board)
  await expect(column(page, 'Enrolled')).toContainText(`Nia ${name}`)
})

test('a third trial in a subject is refused, and a regular place is offered instead', async ({ page }) => {
  const name = 'Kites'
  const record = await arrange(page, name, '08:00')
  await page.goto(record)
  const line = page.getByRole('region', { name: 'Prospect', exact: true })
  for (const day of ['3/10', '3/17', '3/24']) {
    await line.getByRole('button', { name: 'Book a trial' }).click()
    const sheet = await choose(page, `Book a trial for Nia ${name}`, name)
    await sheet.getByLabel('Day', { exact: true }).fill(day)
    await sheet.getByRole('button', { name: 'Book trial' }).click()
    if (day !== '3/24') await expect(sheet).toHaveCount(0)
    else await expect(sheet.getByRole('alert')).toContainText('used both trials in Group')
  }
  await page.getByRole('button', { name: 'Book a regular place instead' }).click()
  await page
    .getByRole('dialog', { name: `Enroll Nia ${name}` })
    .getByRole('button', { name: 'Enroll' })
    .click()
  await expect(line).toHaveCount(0)
})

test('prospects move on the board by menu, keyboard and dragging, and marking one as lost takes a reason', async ({
  page,
}) => {
  const name = 'Lanterns'
  await arrange(page, name, '09:00')
  await page.goto(board)
  const card = (stageName: string) => column(page, stageName).getByRole('listitem').filter({ hasText: name })
  await card('Inquiry')
    .getByRole('button', { name: `Actions for Nia ${name}` })
    .click()
  await page.getByRole('menuitem', { name: 'Assessment' }).click()
  const link = card('Assessment').getByRole('link', { name: `Nia ${name}` })
  await expect(link).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await card('Inquiry')
    .getByRole('link', { name: `Nia ${name}` })
    .focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect(link).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(column(page, 'Trial').getByRole('link').first()).toBeFocused()

  await card('Assessment').dragTo(column(page, 'Offer'))
  await expect(card('Offer')).toBeVisible()
  await card('Offer').dragTo(column(page, 'Lost'))
  const lost = page.getByRole('dialog', { name: `Mark Nia ${name} as lost` })
  await lost.getByLabel('Why').fill('Moved to another town')
  await lost.getByRole('button', { name: 'Mark as lost' }).click()
  await expect(card('Lost')).toContainText('Moved to another town')
  await card('Lost')
    .getByRole('link', { name: `Nia ${name}` })
    .click()
  await page.getByRole('button', { name: 'Reopen' }).click()
  await expect(page.getByRole('region', { name: 'Prospect', exact: true })).toContainText('Inquiry since')
})

test('a card shows the next step, and shows it as overdue once its day has passed', async ({ page }) => {
  const name = 'Marbles'
  await arrange(page, name, '10:00')
  await page.goto(board)
  const card = column(page, 'Inquiry').getByRole('listitem').filter({ hasText: name })
  await card.getByRole('button', { name: `Actions for Nia ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Next step' }).click()
  const sheet = page.getByRole('dialog', { name: `Next step for Nia ${name}` })
  await sheet.getByLabel(/^Next step/).fill('Call about Saturdays')
  await sheet.getByLabel(/^Date/).fill('3/2/2026')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(card).toContainText('Call about Saturdays, Mon, Mar 2, overdue')
})

test('on a phone, the board shows one stage at a time, chosen by name and count', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await letIn(page, 'operator')
  await page.goto(board)
  await page
    .getByLabel('Stage')
    .selectOption({ label: await page.getByRole('option', { name: /^Lost/ }).innerText() })
  await expect(column(page, 'Lost')).toContainText('Piotr Nowak')
  await expect(column(page, 'Inquiry')).toBeHidden()
})

test('while a new search loads, the board shows neither a count nor an empty result', async ({ page }) => {
  await letIn(page, 'operator')
  await page.goto(`${board}&find=zzzz`)
  const none = page.getByText(/^No results for/)
  await expect(none).toBeVisible()
  let letGo = await hold(page, '**/prospects?*')
  await page.getByRole('searchbox').fill('a')
  await expect(page).toHaveURL(/find=a/)
  await expect(page.getByText('Loading the prospects')).toBeAttached()
  await expect(none).toHaveCount(0)
  letGo()
  await expect(column(page, 'Inquiry')).toBeVisible()

  letGo = await hold(page, '**/prospects?*')
  await page.getByRole('searchbox').fill('zzz')
  await expect(page.locator('[aria-busy=true]')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Inquiry', exact: true })).toBeVisible()
  await expect(page.getByText('Nobody', { exact: true })).toHaveCount(0)
  letGo()
  await expect(none).toBeVisible()
})

test('the prospects page opens as a board, or in the view last used in this browser', async ({ page }) => {
  await letIn(page, 'operator')
  await page.goto(`${of}/students?filter=1`)
  const view = (name: string) => page.getByRole('group', { name: 'View' }).getByRole('radio', { name })
  await expect(view('Board')).toBeChecked()
  await expect(page.getByText('Median days from inquiry to enrollment')).toBeVisible()
  await view('List').check()
  await expect(page.getByRole('table')).toBeVisible()
  await page.goto(`${of}/students?filter=1`)
  await expect(view('List')).toBeChecked()
  await expect(page.getByRole('table')).toBeVisible()
})
