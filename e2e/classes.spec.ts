import { expect, type Page } from '@playwright/test'
import { letIn, test } from './journey.ts'

const center = '/centers/Maple%20Street'

async function openClasses(page: Page) {
  await letIn(page, 'operator')
  await page.goto(center)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Classes' }).click()
  await expect(page.getByRole('heading', { name: 'Classes', level: 1 })).toBeVisible()
}

async function plan(page: Page, { name, day, time }: { name: string; day: string; time: string }) {
  await page.getByRole('button', { name: 'New class' }).click()
  const sheet = page.getByRole('dialog', { name: 'New class' })
  await sheet.getByLabel('Name').fill(name)
  await sheet.getByLabel('Day', { exact: true }).selectOption(day)
  await sheet.getByLabel('Time').fill(time)
  return sheet
}

/** Returns the chip of a subject. Its label covers the radio button, so tests click the label. */
const subject = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Subject' }).getByText(name, { exact: true })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('a class is created with a typed time, its time changes from next week on, and past days keep the old time', async ({
  page,
}) => {
  await openClasses(page)
  const name = 'Puzzles on Mondays'
  const sheet = await plan(page, { name, day: 'Monday', time: 'half past four' })
  await sheet.getByRole('button', { name: 'Create class' }).click()
  await expect(sheet.getByText('Enter a time such as 4:30p.')).toBeVisible()
  await sheet.getByLabel('Time').fill('4:30p')
  await expect(sheet.getByText('4:30 PM to 5:45 PM')).toBeVisible()
  await sheet.getByLabel('First day').fill('2/2/2026')
  await sheet.getByRole('button', { name: 'Create class' }).click()
  await expect(sheet).toBeHidden()
  await expect(row(page, name).getByRole('cell')).toHaveText([
    name,
    'Math',
    'Monday',
    '4:30 PM–5:45 PM',
    'None',
    '0/8',
    '',
  ])

  await page.getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  const change = page.getByRole('dialog', { name: 'Edit class' })
  await change.getByLabel('Notes').fill('Bring puzzles.')
  await expect(change.getByLabel('Effective date')).toBeHidden()
  await change.getByLabel('Time').fill('5p')
  await change.getByLabel('Effective date').fill('3/9/2026')
  await change.getByRole('button', { name: 'Save' }).click()
  await expect(change).toBeHidden()
  await expect(page.getByText('From Mon, Mar 9: 5:00 PM–6:15 PM')).toBeVisible()

  const card = page.getByRole('article', { name })
  await page.goto(`${center}/scheduler/2026-03-02`)
  await expect(card).toContainText('until 5:45 PM')
  await page.goto(`${center}/scheduler/2026-03-09`)
  await expect(card).toContainText('until 6:15 PM')

  await page.goto(`${center}/classes?find=puzzles`)
  await expect(row(page, name)).toContainText('From Mon, Mar 9: 5:00 PM–6:15 PM')
  await page.getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await change.getByRole('button', { name: 'Undo this change' }).click()
  await expect(change).toBeHidden()
  await expect(page.getByText('From Mon')).toHaveCount(0)
})

test('a class time of 5 is taken as 5 PM, and all errors in a new class are shown together', async ({
  page,
}) => {
  await openClasses(page)
  await page.getByRole('button', { name: 'New class' }).click()
  const sheet = page.getByRole('dialog', { name: 'New class' })
  await sheet.getByLabel('First day').fill('')
  await sheet.getByRole('button', { name: 'Create class' }).click()
  await expect(sheet.getByText('Enter a class name.')).toBeVisible()
  await expect(sheet.getByText('Enter a time such as 4:30p.')).toBeVisible()
  await expect(sheet.getByText('Fill this in.')).toBeVisible()
  await expect(sheet.getByLabel('Name')).toBeFocused()

  const time = sheet.getByLabel('Time')
  await time.fill('5')
  await expect(sheet.getByText('5:00 PM to 6:15 PM')).toBeVisible()
  await sheet.getByRole('button', { name: 'Make it AM' }).click()
  await expect(sheet.getByText('5:00 AM to 6:15 AM')).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Make it AM' })).toBeHidden()
})

test('the URL keeps search, subject and view, the week shows a class on its day, and ending it needs confirmation', async ({
  page,
}) => {
  await openClasses(page)
  const name = 'Sunday tales'
  const sheet = await plan(page, { name, day: 'Sunday', time: '9' })
  await sheet.getByLabel('Subject').selectOption('Private Tutoring')
  await expect(sheet.getByLabel('Minutes')).toHaveValue('60')
  await expect(sheet.getByLabel('Type')).toHaveValue('PT')
  await sheet.getByRole('button', { name: 'Create class' }).click()
  await expect(sheet).toBeHidden()

  await page.getByRole('searchbox').fill('tales sunday')
  await expect(page.getByRole('row')).toHaveCount(2)
  await subject(page, 'English').click()
  await expect(page.getByText('No classes found for “tales sunday”')).toBeVisible()
  await subject(page, 'Private Tutoring').click()
  await page.getByRole('radio', { name: 'Week' }).check()
  await expect(page).toHaveURL(/find=tales.sunday&subject=Private.Tutoring&view=week/)
  await page.reload()
  const card = page.getByRole('region', { name: 'Sunday' }).getByRole('listitem').filter({ hasText: name })
  await expect(card).toContainText('9:00 AM–10:00 AM')
  await expect(page.getByRole('listitem').filter({ hasText: name })).toHaveCount(1)

  await card.getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'End class' }).click()
  const question = page.getByRole('dialog', { name: `End ${name}?` })
  await expect(question).toContainText('won’t have started by then, so it will be deleted')
  await question.getByRole('button', { name: 'End class' }).click()
  await expect(question).toBeHidden()
  await page.goto(`${center}/classes?find=tales`)
  await expect(page.getByText('No classes found')).toBeVisible()
})
