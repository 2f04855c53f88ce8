import { expect, type Locator, type Page } from '@playwright/test'
import { axePath, violations } from './axe.ts'
import { anotherPage, familyOf, get, letIn, patch, post, signIn, soon, test } from './journey.ts'

const of = '/centers/Maple%20Street'

/**
 * Opens the page of a parent whose child has a credit for a class on Sunday. A similar class meets on
 * Tuesdays at 8 PM.
 */
async function parentWithCredit(office: Page, page: Page, name: string, studentNum: string) {
  const { id: student, firstName, email } = await familyOf(office, studentNum)
  const klass = { subject: 'Private Tutoring', type: 'PT', maxSize: 2, startDate: '2026-02-01' }
  const at = { day: 0, time: '10:00' }
  const { id: missed } = await post(office, `${of}/classes`, { ...klass, ...at, name: `${name} Sunday` })
  const other = { day: 2, time: '20:00', name: `${name} Tuesday` }
  await post(office, `${of}/classes`, { ...klass, ...other })
  const regular = { studentId: student, type: 'regular', startDate: '2026-03-01' }
  await post(office, `${of}/classes/${missed}/places`, regular)
  await page.addInitScript({ path: axePath })
  await signIn(page, email)
  await post(page, `/parent/students/${student}/absences`, {
    classId: missed,
    on: '2026-03-08',
    reason: 'Sick',
  })
  await page.goto('/parent')
  return { firstName, student, email }
}

const booking = (office: Page, makeupBooking: string) => patch(office, of, { makeupBooking })

test('a parent books a make-up with four taps on a phone, and the center confirms it with one', async ({
  page: office,
  browser,
}) => {
  await letIn(office, 'manager')
  const page = await anotherPage(browser, { phone: true })
  const { firstName, email } = await parentWithCredit(office, page, 'Oboe', 'M1077')
  let taps = 0
  const tap = async (target: Locator) => {
    await expect(target).toBeVisible()
    expect(await violations(page)).toEqual([])
    await target.click()
    taps += 1
  }
  await expect(page.getByRole('region', { name: 'Make-ups' })).toContainText(
    `1 make-up to book for ${firstName}`,
  )
  await tap(page.getByRole('link', { name: 'Book make-ups' }))
  await tap(
    page.getByRole('link', { name: `Book a make-up for ${firstName}: missed Oboe Sunday on Sun, Mar 8` }),
  )
  await tap(page.getByRole('button', { name: /^Choose Oboe Tuesday, Tue, Mar 10/ }))
  const dialog = page.getByRole('dialog', { name: 'Book this make-up?' })
  await expect(dialog).toContainText('You can move or cancel it up to 24 hours before it starts.')
  await expect(dialog.getByText(/^8:00\sPM–/)).toHaveCSS('white-space', 'nowrap')
  await tap(dialog.getByRole('button', { name: 'Book' }))
  const row = page.getByRole('listitem').filter({ hasText: 'Oboe Sunday' })
  const where = 'Oboe Tuesday, Tue, Mar 10 at 8:00 PM'
  await expect(row).toContainText(`Waiting for confirmation: ${where}`)
  expect(taps).toBe(4)
  expect(await violations(page)).toEqual([])

  await office.goto(of)
  const requests = office.getByRole('region', { name: 'Make-ups to confirm' })
  const request = requests.getByRole('listitem').filter({ hasText: firstName })
  await expect(request).toContainText(where)
  await request.getByRole('button', { name: /^Confirm/ }).click()
  await expect(request).toHaveCount(0)
  await expect(row).toContainText(`Booked: ${where}`, soon)
  const { mail } = await get<{ mail: { to: string; subject: string }[] }>(office, '/mail')
  const subject = `Make-up confirmed: ${where.replace(' PM', '\u00a0PM')}`
  expect(mail).toContainEqual(expect.objectContaining({ to: email, subject }))

  await row.getByRole('link', { name: /^Move/ }).click()
  await page.getByRole('button', { name: /^Choose Oboe Tuesday, Tue, Mar 17/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
  await expect(row).toContainText('Waiting for confirmation: Oboe Tuesday, Tue, Mar 17')
  await expect(request).toContainText('Tue, Mar 17', soon)
  await request.getByRole('button', { name: /^Decline/ }).click()
  const question = office.getByRole('dialog', { name: `Decline ${firstName}’s make-up?` })
  await expect(question).toContainText('Tue, Mar 17 at 8:00 PM')
  await question.getByRole('button', { name: 'Keep it' }).click()
  await expect(row).toContainText('Waiting for confirmation: Oboe Tuesday, Tue, Mar 17')
  await request.getByRole('button', { name: /^Decline/ }).click()
  await question.getByRole('button', { name: 'Decline' }).click()
  await expect(row).toContainText('Open until', soon)
  await page.context().close()
})

test('a parent books directly and cancels in time, but has to call the center after the deadline', async ({
  page: office,
  browser,
}) => {
  await letIn(office, 'manager')
  await booking(office, 'direct')
  const page = await anotherPage(browser, { phone: true })
  const { firstName } = await parentWithCredit(office, page, 'Flute', 'M1079')
  const row = page.getByRole('listitem').filter({ hasText: 'Flute Sunday' })
  const book = async (when: RegExp) => {
    await row.getByRole('link', { name: /^Book/ }).click()
    await page.getByRole('button', { name: when }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Book' }).click()
  }
  await page.getByRole('link', { name: 'Book make-ups' }).click()
  await book(/^Choose Flute Tuesday, Tue, Mar 10/)
  await expect(row).toContainText('Booked: Flute Tuesday, Tue, Mar 10 at 8:00 PM')
  await row.getByRole('button', { name: `Cancel ${firstName}’s make-up` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel make-up' }).click()
  await expect(row).toContainText('Open until')
  await book(/^Choose Flute Tuesday, Tue, Mar 3,/)
  await expect(row).toContainText('To move or cancel it, please call Maple Street at 212-555-0140.')
  await expect(row.getByRole('button')).toHaveCount(0)
  await booking(office, 'confirm')
  await page.context().close()
})

test('parents request a make-up by email if the center doesn’t let them book', async ({
  page: office,
  browser,
}) => {
  await letIn(office, 'manager')
  await office.goto(`${of}/settings`)
  await office.getByRole('button', { name: 'Change the make-up rules' }).click()
  const sheet = office.getByRole('dialog', { name: 'Make-ups' })
  await sheet.getByLabel('Booking by parents').selectOption('Parents can’t book')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(office.getByRole('region', { name: 'Make-ups' })).toContainText('Parents can’t book')
  const page = await anotherPage(browser, { phone: true })
  await signIn(page, 'parent')
  await page.getByRole('link', { name: 'View make-ups' }).click()
  await expect(page.getByRole('link', { name: /^Request a make-up class for Math/ }).first()).toHaveAttribute(
    'href',
    /^mailto:maple\.street@demo\.example\?subject=Make-up%20class%20for%20Sam&body=/,
  )
  await booking(office, 'confirm')
  await page.context().close()
})
