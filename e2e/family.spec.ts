import { expect } from '@playwright/test'
import { anotherPage, familyOf, get, letIn, post, signIn, test } from './journey.ts'
import { showAll } from './steps.ts'

test('a parent sees both children, opens one, and sees the homework with every question’s result', async ({
  page,
}) => {
  await signIn(page, 'parent')
  await expect(page.getByRole('heading', { name: 'Your children' })).toBeVisible()
  const cards = page.getByRole('main').getByRole('listitem')
  await expect(cards.getByRole('heading')).toHaveText(['Sam', 'Sofia'])
  for (const card of await cards.all()) {
    await expect(card).toContainText(/Correct answers in (Homework|Test).*\d+ of \d+/)
    await expect(card).toContainText(/\d (homework assignments?|tests?|assessments?) to do|Nothing to do/)
    await expect(card).toContainText(/Next class: .*\d:\d\d\sPM/)
  }

  await cards.getByRole('link', { name: /Sam/ }).click()
  await expect(page.getByRole('heading', { name: 'Sam', level: 1 })).toBeVisible()
  await expect(page).toHaveTitle('Sam – Blended Learning')
  await expect(page.getByRole('region', { name: 'Attendance in the last 12 weeks' })).toContainText(
    /Present \d+/,
  )
  await expect(page.getByRole('region', { name: 'Activities' }).getByRole('listitem')).not.toHaveCount(0)

  await showAll(page)
  await page
    .getByRole('region', { name: 'Work' })
    .getByRole('link', { name: /Homework 1/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Homework 1', level: 1 })).toBeVisible()
  const [, right, total] = /(\d+) of (\d+)/.exec(await page.getByText(/^\d+ of \d+$/).innerText()) ?? []
  const questions = page.getByRole('main').getByRole('listitem')
  await expect(questions).toHaveCount(Number(total))
  await expect(questions.filter({ hasText: 'right', hasNotText: 'not right' })).toHaveCount(Number(right))
  await expect(questions.filter({ hasText: 'not right' })).toHaveCount(Number(total) - Number(right))

  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click()
  await expect(cards).toHaveCount(2)
})

test('another family’s child is not found under any URL', async ({ page, browser }) => {
  const office = await anotherPage(browser)
  await letIn(office, 'operator')
  await office.goto('/centers/Maple%20Street/students')
  await office.getByRole('table').getByRole('link').first().click()
  await expect(office.getByRole('heading', { level: 1 })).not.toHaveText(/Students|Rivera/)
  const stranger = new URL(office.url()).pathname.split('/').at(-1) ?? ''
  await office.context().close()

  await letIn(page, 'parent')
  for (const path of [stranger, `${stranger}/homework/${stranger}/sections`, 'nobody']) {
    await page.goto(`/parent/students/${path}`)
    await expect(page.getByRole('alert'), path).toContainText('Not found, please contact support.')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByRole('link', { name: /Sofia/ })).toBeVisible()
})

test('a parent reports an absence, withdraws it, and sees right away when the center cancels a class', async ({
  page: office,
  browser,
}) => {
  await letIn(office, 'operator')
  const { id: student, firstName, email } = await familyOf(office, 'M1064')
  const of = '/centers/Maple%20Street'
  const klass = { subject: 'Group', type: 'GROUP', maxSize: 8, startDate: '2026-02-01' }
  const { id } = await post(office, `${of}/classes`, { ...klass, name: 'Chess Club', day: 2, time: '20:30' })
  await post(office, `${of}/classes/${id}/places`, {
    studentId: student,
    type: 'regular',
    startDate: '2026-03-03',
  })

  const page = await anotherPage(browser, { phone: true })
  await signIn(page, email)
  await page.getByRole('link', { name: new RegExp(firstName) }).click()
  const coming = page
    .getByRole('region', { name: 'Upcoming classes' })
    .getByRole('listitem')
    .filter({ hasText: 'Chess Club' })
  await coming
    .first()
    .getByRole('button', { name: `Report absence of ${firstName} from Chess Club on Tue, Mar 3` })
    .click()
  const dialog = page.getByRole('dialog', { name: `${firstName} can’t come` })
  await expect(dialog).toContainText(
    'Reported less than 24 hours before class: no make-up credit, unless the center excuses the absence.',
  )
  await dialog.getByRole('button', { name: 'Notify the center' }).click()
  await expect(coming.first()).toContainText('Can’t come: sick. The center has been notified.')
  await coming
    .first()
    .getByRole('button', { name: /can come to .* after all/ })
    .click()
  await expect(page.getByText('The center expects your child in Chess Club on Tue, Mar 3.')).toBeVisible()
  await expect(coming.first().getByRole('button', { name: /^Report absence/ })).toBeVisible()

  await office.goto(`${of}/scheduler/2026-03-10`)
  await office.getByRole('button', { name: 'Change Chess Club on this day' }).click()
  const sheet = office.getByRole('dialog').filter({ hasText: 'Chess Club' })
  await sheet.getByRole('radio', { name: 'Canceled' }).check()
  await sheet.getByLabel('Reason').fill('The teacher is ill')
  await sheet.getByRole('button', { name: 'Cancel class' }).click()
  await expect(coming.nth(1)).toContainText('Canceled by the center')
  await expect(coming.nth(1).getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Make-ups' })).toContainText(
    'For Chess Club on Tue, Mar 10 · Class canceled',
  )
  await page.context().close()
})

test('a child’s page tells the parent at the top how the child is doing, and at the bottom how to reach the center', async ({
  browser,
}) => {
  const page = await anotherPage(browser, { phone: true })
  await signIn(page, 'parent@demo.example')
  await page.getByRole('link', { name: /Sam/ }).first().click()
  await expect(
    page.getByText(
      /^Sam.*: \d+% on tests, attended \d+ of \d+ classes, (\d+ assignments? due this week or overdue|nothing due this week)\.$/,
    ),
  ).toBeInViewport()
  const index = page.getByRole('navigation', { name: 'On this page' })
  await expect(index.getByRole('link')).toHaveText(['Today', 'Progress', 'Classes', 'Settings'])
  await index.getByRole('link', { name: 'Classes' }).click()
  await expect(page.getByRole('heading', { name: 'Upcoming classes' })).toBeInViewport()
  await expect(
    page
      .getByRole('region', { name: 'Make-ups' })
      .getByRole('link', { name: /^Book a make-up for Sam: missed Math/ })
      .first(),
  ).toBeVisible()
  const foot = page.locator('address')
  await expect(foot.getByRole('link', { name: '212-555-0140' })).toHaveAttribute('href', 'tel:+12125550140')
  await expect(foot.getByRole('link', { name: 'maple.street@demo.example' })).toBeVisible()
  await page.getByRole('link', { name: /^Profile of/ }).click()
  await expect(page.getByRole('heading', { name: 'Password' })).toBeVisible()
  await expect(foot.getByRole('link', { name: '212-555-0140' })).toBeVisible()
  await page.context().close()
})

test('a student’s home page shows awards and paper tests, but no staff notes or make-ups', async ({
  page: office,
  browser,
}) => {
  await letIn(office, 'operator')
  const { id: student } = await familyOf(office, 'M1071')
  const of = `/centers/Maple%20Street/students/${student}`
  await post(office, `${of}/awards`, { type: 'Medal', subject: 'Math', note: 'for staff' })
  const page = await anotherPage(browser)
  await signIn(page, 'm1071@family.example')
  await expect(page.getByRole('region', { name: 'Awards' }).getByRole('listitem')).toContainText(
    'Medal, Math',
  )
  await expect(page.getByText('for staff')).toHaveCount(0)
  // Only the parents and the office deal with make-ups.
  await expect(page.getByRole('region', { name: 'Make-ups' })).toHaveCount(0)
  await post(office, `${of}/tests`, {
    date: '2026-03-02',
    subject: 'Math',
    level: 'Math 5',
    test: 'Chapter 7',
    score1: '17/20',
  })
  await expect(page.getByRole('region', { name: 'Tests on paper' })).toContainText('Chapter 7')
  await page.context().close()
})

test('a parent adds a person who may pick up the child, and the office sees and can remove that person', async ({
  page,
  browser,
}) => {
  const family = await anotherPage(browser, { phone: true })
  await letIn(family, 'parent')
  await family.goto('/parent')
  await family.getByRole('link', { name: /Sam/ }).first().click()
  const part = family.getByRole('region', { name: 'Who may pick up Sam' })
  await expect(part.getByText('Only the parents so far.')).toBeVisible()
  await part.getByRole('button', { name: 'Add a person' }).click()
  const sheet = family.getByRole('dialog', { name: 'Who may pick up' })
  await sheet.getByLabel('Name').fill('Rosa Diaz')
  await sheet.getByLabel('Relationship').fill('grandmother')
  await sheet.getByLabel('Phone').fill('12')
  await sheet.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(sheet.getByRole('alert')).toContainText('phone')
  await sheet.getByLabel('Phone').fill('518-555-0142')
  await sheet.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(part.getByText('Rosa Diaz')).toBeVisible()
  if (process.env['SHOTS']) await part.screenshot({ path: `${process.env['SHOTS']}/pickup.png` })
  const childId = new URL(family.url()).pathname.split('/')[3]

  await letIn(page, 'operator')
  await page.goto(`/centers/Maple%20Street/students/${childId}`)
  const office = page.getByRole('region', { name: 'Pick-up' })
  await expect(office).toContainText('Rosa Diaz, grandmother')
  await expect(office.getByRole('link', { name: '518-555-0142' })).toBeVisible()
  if (process.env['SHOTS']) await office.screenshot({ path: `${process.env['SHOTS']}/pickup-office.png` })
  await office.getByRole('button', { name: 'Remove Rosa Diaz' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(office).toContainText('Only the parents.')

  const child = await get<{ parents: { _id: string; email: string }[] }>(
    page,
    `/centers/Maple%20Street/students/${childId}`,
  )
  const parent = child.parents.find(({ email }) => email === 'parent@demo.example')
  await page.goto(`/centers/Maple%20Street/parents/${parent?._id}`)
  const rights = page.getByRole('group', { name: /^Permissions for Sam / })
  await rights.getByLabel('May pick up').click()
  await expect(rights.getByLabel('May pick up')).not.toBeChecked()
  await family.reload()
  await expect(part.getByText('The center hasn’t listed you as someone who may pick up')).toBeVisible()
  await expect(part.getByRole('button', { name: 'Add a person' })).toBeHidden()
  await rights.getByLabel('May pick up').click()
  await expect(rights.getByLabel('May pick up')).toBeChecked()
})
