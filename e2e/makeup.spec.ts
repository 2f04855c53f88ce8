import { expect, type Page } from '@playwright/test'
import { anotherPage, familyOf, letIn, post, signIn, test } from './journey.ts'

const of = '/centers/Maple%20Street'

/** Creates a student's class on Sundays and a similar one today. No other test uses either of them. */
async function makeClasses(page: Page, name: string, student: string) {
  const klass = { subject: 'Private Tutoring', type: 'PT', maxSize: 2, startDate: '2026-02-01' }
  const { id: missed } = await post(page, `${of}/classes`, {
    ...klass,
    name: `${name} Sunday`,
    day: 0,
    time: '10:00',
  })
  const { id: today } = await post(page, `${of}/classes`, {
    ...klass,
    name: `${name} today`,
    day: 2,
    time: '20:00',
  })
  await post(page, `${of}/classes/${missed}/places`, {
    studentId: student,
    type: 'regular',
    startDate: '2026-03-01',
  })
  return { today }
}

const makeUps = (page: Page) => page.getByRole('region', { name: 'Make-ups' })

test('a parent reports an absence on a phone, and parent and office see the freed seat, the credit and the make-up', async ({
  page,
  browser,
}) => {
  await letIn(page, 'operator')
  const { id: student, firstName, email } = await familyOf(page, 'M1050')
  const { today } = await makeClasses(page, 'Violin', student)
  const parent = await anotherPage(browser, { phone: true })
  await signIn(parent, email)
  await parent.getByRole('link', { name: new RegExp(firstName) }).click()
  await expect(parent.getByRole('heading', { name: 'Upcoming classes' })).toBeVisible()
  await parent
    .getByRole('button', { name: `Report absence of ${firstName} from Violin Sunday on Sun, Mar 8` })
    .click()
  const asking = parent.getByRole('dialog', { name: `${firstName} can’t come` })
  await expect(asking).toContainText('Reported 4 days before class: you get a make-up credit.')
  await asking.getByLabel('School event').check()
  await asking.getByLabel('Note for the center').fill('Choir')
  await asking.getByRole('button', { name: 'Notify the center' }).click()
  await expect(
    parent.getByText('The center has been notified. Reported 4 days before class: you get a make-up credit.'),
  ).toBeVisible()
  const ledger = parent.getByRole('region', { name: 'Make-ups' })
  await expect(ledger.getByRole('listitem').filter({ hasText: 'Violin Sunday' })).toContainText(
    'Open until Thu, May 7',
  )

  await page.goto(`${of}/scheduler/2026-03-08`)
  const freed = page.getByRole('article', { name: 'Violin Sunday' })
  await expect(freed).toContainText('0/2')
  await expect(freed.getByRole('listitem').filter({ hasText: firstName })).toContainText(
    /Reported by .+: School event, Choir/,
  )

  await page.goto(`${of}/students/${student}`)
  const row = makeUps(page).getByRole('listitem').filter({ hasText: 'Violin Sunday, Sun, Mar 8' })
  await expect(row).toContainText('Reported in advance')
  await expect(row).toContainText('Open until Thu, May 7')
  const finder = page.getByRole('dialog', { name: 'Make-up for Violin Sunday' })
  const book = finder.getByRole('button', { name: 'Book Violin today, Tue, Mar 3 at 8:00 PM' })
  await row.getByRole('button', { name: 'Book a make-up' }).click()
  await book.click()
  await expect(row).toContainText('Booked: Violin today, Tue, Mar 3 at 8:00 PM')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('Open until')
  await row.getByRole('button', { name: 'Book a make-up' }).click()
  await book.click()
  await expect(row).toContainText('Booked')
  await expect(ledger).toContainText('Booked: Violin today, Tue, Mar 3 at 8:00 PM')

  await page.goto(`${of}/scheduler/2026-03-03`)
  const card = page.getByRole('article', { name: 'Violin today' })
  await expect(card.getByRole('listitem').filter({ hasText: firstName })).toContainText('MU')
  await page.goto(`${of}/attendance/${today}?on=2026-03-03`)
  await page
    .getByRole('group', { name: new RegExp(`^${firstName} .*’s attendance$`) })
    .getByRole('radio', { name: 'Present' })
    .check()
  await expect(page.getByText(/: Present$/)).toBeVisible()
  await page.goto(`${of}/students/${student}`)
  await expect(row).toContainText('Used: Violin today, Tue, Mar 3 at 8:00 PM')
  await expect(row.getByRole('button')).toHaveCount(0)
  await expect(ledger).toContainText('Used: Violin today, Tue, Mar 3 at 8:00 PM')
  await parent.context().close()
})

test('a student with an absence notice stays absent when all others are marked present', async ({
  page,
  browser,
}) => {
  await letIn(page, 'operator')
  const { id: student, firstName, email } = await familyOf(page, 'M1057')
  const { today } = await makeClasses(page, 'Harp', student)
  await post(page, `${of}/classes/${today}/places`, {
    studentId: student,
    type: 'regular',
    startDate: '2026-03-03',
  })
  const { _id: other } = await post(page, `${of}/students`, { firstName: 'Mia', lastName: 'Harp' })
  await post(page, `${of}/classes/${today}/places`, {
    studentId: other,
    type: 'regular',
    startDate: '2026-03-03',
  })
  await page.goto(`${of}/attendance/${today}?on=2026-03-03`)
  const all = page.getByRole('button', { name: /^All present/ })
  await expect(all).toHaveText('All present (2)')

  const parent = await anotherPage(browser, { phone: true })
  await signIn(parent, email)
  await parent.getByRole('link', { name: new RegExp(firstName) }).click()
  await expect(parent.getByRole('heading', { name: 'Upcoming classes' })).toBeVisible()
  await parent
    .getByRole('button', { name: `Report absence of ${firstName} from Harp today on Tue, Mar 3` })
    .click()
  await parent.getByRole('button', { name: 'Notify the center' }).click()
  await expect(
    parent.getByText(/The center has been notified. Reported less than 24 hours before class/),
  ).toBeVisible()

  await expect(all).toHaveText('All present (1)')
  await all.click()
  await expect(page.getByText('1 marked present')).toBeVisible()
  const child = page.getByRole('listitem').filter({ hasText: firstName })
  await expect(child).toContainText(/Reported by .+: Sick/)
  await expect(child.getByRole('radio', { name: 'Absent' })).toBeChecked()
  await parent.context().close()
})

test('a manager grants, extends, voids and restores a credit', async ({ page }) => {
  await letIn(page, 'manager')
  const { _id: student } = await post(page, `${of}/students`, { firstName: 'Mia', lastName: 'Cello' })
  await makeClasses(page, 'Cello', student)
  await page.goto(`${of}/students/${student}`)
  await makeUps(page).getByRole('button', { name: 'Add make-up credit' }).click()
  const grant = page.getByRole('dialog', { name: 'Add make-up credit' })
  await expect(grant.getByRole('combobox', { name: 'Class' })).toHaveValue(/Cello Sunday/)
  await grant.getByLabel('Missed on').fill('3/2/2026')
  await grant.getByLabel('Reason').fill('Snow on the road')
  await grant.getByRole('button', { name: 'Add make-up credit' }).click()
  await expect(grant.getByRole('alert')).toContainText('didn’t miss Cello Sunday on Mon, Mar 2')
  await grant.getByLabel('Missed on').fill('3/1/2026')
  await grant.getByRole('button', { name: 'Add make-up credit' }).click()
  const row = makeUps(page).getByRole('listitem')
  await expect(row).toContainText('Granted: Snow on the road')

  const menu = row.getByRole('button', { name: 'Actions for the credit for Cello Sunday' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Change last day' }).click()
  const extend = page.getByRole('dialog', { name: 'Last day to use the credit' })
  await extend.getByLabel('Make up by').fill('6/30/2026')
  await extend.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Open until Tue, Jun 30')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Void' }).click()
  await expect(row).toContainText('Void')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('Open until Tue, Jun 30')
})
