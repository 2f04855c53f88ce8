import { expect, type Page } from '@playwright/test'
import { post, signIn, test } from './journey.ts'

const of = '/centers/Maple%20Street'

/** A student in a class on Sundays, and another class of the kind today, neither of which anybody else here uses. */
async function stage(page: Page, who: string, name: string) {
  await signIn(page, who)
  const klass = { subject: 'Private Tutoring', type: 'PT', maxSize: 2, startDate: '2026-02-01' }
  const { id: missed } = await post(page, `${of}/classes`, { ...klass, name: `${name} Sunday`, day: 0, time: '10:00' })
  const { id: today } = await post(page, `${of}/classes`, { ...klass, name: `${name} today`, day: 2, time: '19:00' })
  const { _id: student } = await post(page, `${of}/students`, { firstName: 'Mia', lastName: name })
  await post(page, `${of}/classes/${missed}/places`, { studentId: student, type: 'regular', startDate: '2026-03-01' })
  return { missed, today, student }
}

const makeUps = (page: Page) => page.getByRole('region', { name: 'Make-ups' })

test('an absence told of ahead gives a credit, which is booked from the finder, shows as a make-up, and is used', async ({ page }) => {
  const { missed, today, student } = await stage(page, 'operator', 'Violin')
  await page.goto(`${of}/attendance/${missed}?on=2026-03-08`)
  await page.getByRole('group', { name: 'Attendance of Mia' }).getByRole('radio', { name: 'Absent' }).check()
  await expect(page.getByText(/: Absent$/)).toBeVisible()

  await page.goto(`${of}/students/${student}`)
  const row = makeUps(page).getByRole('listitem')
  await expect(row).toContainText('Violin Sunday, Sun, Mar 8')
  await expect(row).toContainText('Told ahead')
  await expect(row).toContainText('Open until Thu, May 7')
  const finder = page.getByRole('dialog', { name: 'Make up for Violin Sunday' })
  const book = finder.getByRole('button', { name: 'Book Violin today, Tue, Mar 3 at 7:00 PM' })
  await row.getByRole('button', { name: 'Book a make-up' }).click()
  await book.click()
  await expect(row).toContainText('Booked: Violin today, Tue, Mar 3 at 7:00 PM')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('Open until')
  await row.getByRole('button', { name: 'Book a make-up' }).click()
  await book.click()
  await expect(row).toContainText('Booked')

  await page.goto(`${of}/scheduler/2026-03-03`)
  const card = page.getByRole('article', { name: 'Violin today' })
  await expect(card.getByRole('listitem').filter({ hasText: 'Mia' })).toContainText('MU')
  await page.goto(`${of}/attendance/${today}?on=2026-03-03`)
  await page.getByRole('group', { name: 'Attendance of Mia' }).getByRole('radio', { name: 'Present' }).check()
  await expect(page.getByText(/: Present$/)).toBeVisible()
  await page.goto(`${of}/students/${student}`)
  await expect(row).toContainText('Used: Violin today, Tue, Mar 3 at 7:00 PM')
  await expect(row.getByRole('button')).toHaveCount(0)
})

test('a manager grants a credit, lets it last longer, makes it void and takes that back', async ({ page }) => {
  const { student } = await stage(page, 'manager', 'Cello')
  await page.goto(`${of}/students/${student}`)
  await makeUps(page).getByRole('button', { name: 'Grant credit' }).click()
  const grant = page.getByRole('dialog', { name: 'Grant credit' })
  await expect(grant.getByRole('combobox', { name: 'Class' })).toHaveValue(/Cello Sunday/)
  await grant.getByLabel('Missed on').fill('3/2/2026')
  await grant.getByLabel('Reason').fill('Snow on the road')
  await grant.getByRole('button', { name: 'Grant credit' }).click()
  await expect(grant.getByRole('alert')).toContainText('missed no class of Cello Sunday on Mon, Mar 2')
  await grant.getByLabel('Missed on').fill('3/1/2026')
  await grant.getByRole('button', { name: 'Grant credit' }).click()
  const row = makeUps(page).getByRole('listitem')
  await expect(row).toContainText('Granted: Snow on the road')

  const menu = row.getByRole('button', { name: 'Actions for the credit of Cello Sunday' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Change last day' }).click()
  const extend = page.getByRole('dialog', { name: 'Last day of the credit' })
  await extend.getByLabel('To be made up by').fill('6/30/2026')
  await extend.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Open until Tue, Jun 30')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Make void' }).click()
  await expect(row).toContainText('Void')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toContainText('Open until Tue, Jun 30')
})
