import { expect, type Page } from '@playwright/test'
import { letIn, post, test } from './journey.ts'

/** Signs in, and creates two students and a class on Sundays with one seat. */
async function fixture(page: Page, who: string, name: string) {
  await letIn(page, who)
  await page.goto('/centers')
  await page.getByRole('link', { name: 'Maple Street' }).first().click()
  await expect(page).toHaveURL(/\/centers\/[^/]+$/)
  const center = decodeURIComponent(new URL(page.url()).pathname.split('/')[2] ?? '')
  const of = `/centers/${encodeURIComponent(center)}`
  const klass = { name, subject: 'Group', type: 'GROUP', day: 0, time: '10:00', maxSize: 1 }
  const { id: classId } = await post(page, `${of}/classes`, klass)
  const [ada, ben] = [
    await post(page, `${of}/students`, { firstName: 'Ada', lastName: name }),
    await post(page, `${of}/students`, { firstName: 'Ben', lastName: name }),
  ]
  return { of, classId, ada: ada._id, ben: ben._id }
}

/**
 * Opens a student's page and waits until everything above the classes has its final size, so that an open
 * menu doesn't move.
 */
async function openStudent(page: Page, address: string) {
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  return page.getByRole('region', { name: 'Classes', exact: true })
}

test('a student is added from a class’s card, a full class offers the waitlist, and a freed seat is filled from it', async ({
  page,
}) => {
  const name = 'Sunday chess'
  const { of, ada, ben } = await fixture(page, 'operator', name)
  await page.goto(`${of}/scheduler/2026-03-08`)
  const card = page.getByRole('article', { name })
  await card.getByRole('button', { name: `Add a student to ${name}` }).click()
  const sheet = page.getByRole('dialog', { name: `Add to ${name}` })
  await sheet.getByRole('combobox', { name: 'Student' }).fill('ada sunday')
  await page.getByRole('option', { name: /Ada Sunday chess/ }).click()
  await sheet.getByRole('button', { name: 'Enroll' }).click()
  await expect(card.getByRole('listitem').filter({ hasText: 'Ada' })).toContainText('FC')

  const part = await openStudent(page, `${of}/students/${ben}`)
  await part.getByRole('button', { name: 'Enroll' }).click()
  const enroll = page.getByRole('dialog', { name: `Enroll Ben ${name}` })
  await enroll.getByRole('combobox', { name: 'Class' }).fill(name)
  await page.getByRole('option', { name: new RegExp(name) }).click()
  await enroll.getByRole('button', { name: 'Enroll' }).click()
  await expect(enroll.getByRole('alert')).toContainText('1 of 1 seats are taken')
  await enroll.getByRole('button', { name: 'Add to waitlist as #1' }).click()
  await expect(part.getByRole('listitem')).toContainText('Waitlist, number 1')
  await expect(part.getByRole('button', { name: 'Enroll' })).toBeFocused()

  await openStudent(page, `${of}/students/${ada}`)
  await part.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Last class' }).click()
  const last = page.getByRole('dialog', { name: `Last class in ${name}` })
  await last.getByLabel(/^Last class/).fill('3/15/2026')
  await last.getByRole('button', { name: 'Save' }).click()
  await expect(part.getByRole('listitem')).toContainText('Mar 15, 2026')

  await page.goto(`${of}/scheduler/2026-03-22`)
  const give = page.getByRole('button', { name: `Enroll Ben ${name}` })
  const offered = card.getByRole('list', { name: 'Open seats for the waitlist' }).getByRole('listitem')
  const roster = card.getByRole('list', { name: `Students in ${name}` }).getByRole('listitem')
  await give.dblclick()
  await expect(offered).toContainText(`Ben ${name}: Enrolled starting Sun, Mar 22`)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(roster).toContainText('FC')
  await offered.getByRole('button', { name: /^Undo/ }).click()
  await expect(give).toBeVisible()
  await expect(roster).toContainText('WL')
  await give.click()
  await expect(roster).toContainText('FC')
  await offered.getByRole('button', { name: /^Notify the family/ }).click()
  await expect(page.getByRole('dialog', { name: 'Notify families' })).toBeVisible()
})

test('Enter selects an option, and text that matches no option is refused with an error at the field', async ({
  page,
}) => {
  const name = 'Sunday drums'
  const { of, ada } = await fixture(page, 'operator', name)
  const part = await openStudent(page, `${of}/students/${ada}`)
  await part.getByRole('button', { name: 'Enroll' }).click()
  const sheet = page.getByRole('dialog', { name: `Enroll Ada ${name}` })
  const choice = sheet.getByRole('combobox', { name: 'Class' })
  await sheet.getByRole('button', { name: 'Enroll' }).click()
  await expect(sheet.getByText('Choose one.')).toBeVisible()
  await expect(choice).toBeFocused()

  await choice.pressSequentially('Sunday bagpipes')
  await expect(page.getByRole('listbox')).toContainText('No matching class')
  await choice.press('Enter')
  await expect(sheet).toBeVisible()
  await choice.press('Tab')
  await expect(choice).toHaveValue('Sunday bagpipes')
  await expect(choice).toHaveAttribute('aria-invalid', 'true')
  await expect(sheet.getByText('No matching class')).toBeVisible()
  await sheet.getByRole('button', { name: 'Enroll' }).click()
  await expect(choice).toBeFocused()

  // Typing must replace the contents of the field.
  await page.keyboard.type('sunday drums')
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(choice).toHaveValue(/Sunday drums/)
  await expect(sheet).toBeVisible()
  await expect(choice).not.toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('listbox')).toBeHidden()

  await page.keyboard.press('Escape')
  await expect(sheet.getByText('Close without saving what you entered?')).toBeVisible()
  await page.mouse.click(10, 300)
  await expect(sheet.getByText('Close without saving what you entered?')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(sheet.getByText('Close without saving what you entered?')).toBeHidden()
  await expect(choice).toHaveValue(/Sunday drums/)
  await sheet.getByRole('button', { name: 'Enroll' }).click()
  await expect(part.getByRole('listitem')).toContainText(name)
})

test('a list in a sheet scrolls with the wheel, and a choice from it isn’t discarded without asking', async ({
  page,
}) => {
  const name = 'Sunday lute'
  const { of, ada } = await fixture(page, 'operator', name)
  const part = await openStudent(page, `${of}/students/${ada}`)
  await part.getByRole('button', { name: 'Enroll' }).click()
  const sheet = page.getByRole('dialog', { name: `Enroll Ada ${name}` })
  await sheet.getByRole('combobox', { name: 'Class' }).click()
  const list = page.getByRole('listbox')
  await list.hover()
  // The list may still be opening.
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 120)
      return await list.evaluate(({ scrollTop }) => scrollTop)
    })
    .toBeGreaterThan(0)
  await list.getByRole('option', { name }).click()
  await expect(list).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(sheet.getByText('Close without saving what you entered?')).toBeVisible()
})

test('a break keeps the place, and moving to a class of the same subject ends the old place the day before', async ({
  page,
}) => {
  const name = 'Sunday choir'
  const { of, classId, ada } = await fixture(page, 'manager', name)
  const other = 'Sunday band'
  await post(page, `${of}/classes`, {
    name: other,
    subject: 'Group',
    type: 'GROUP',
    day: 0,
    time: '12:00',
    maxSize: 1,
  })
  await post(page, `${of}/classes`, {
    name: 'Sunday lesson',
    subject: 'Private Tutoring',
    type: 'PT',
    day: 0,
    time: '14:00',
    maxSize: 1,
  })
  await post(page, `${of}/classes/${classId}/places`, {
    studentId: ada,
    type: 'regular',
    startDate: '2026-03-08',
  })
  const part = await openStudent(page, `${of}/students/${ada}`)
  await part.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Break' }).click()
  const pause = page.getByRole('dialog', { name: `Break in ${name}` })
  await pause.getByLabel('First day').fill('3/15/2026')
  await pause.getByLabel(/Last day/).fill('3/22/2026')
  await pause.getByRole('button', { name: 'Save' }).click()
  await expect(part.getByRole('button', { name: /Break Mar 15, 2026 – Mar 22, 2026/ })).toBeVisible()

  await part.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Move', exact: true }).click()
  const move = page.getByRole('dialog', { name: `Move from ${name}` })
  // Closing the sheet must return the focus to the menu's button.
  await expect(move).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(part.getByRole('button', { name: `Actions for ${name}` })).toBeFocused()
  await part.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Move', exact: true }).click()
  await move.getByRole('combobox', { name: 'Class' }).fill('Sunday')
  await expect(page.getByRole('option', { name: /Sunday lesson/ })).toHaveCount(0)
  await move.getByRole('combobox', { name: 'Class' }).fill(other)
  await page.getByRole('option', { name: new RegExp(other) }).click()
  await expect(move.getByLabel('From')).toHaveValue('3/8/2026')
  await move.getByLabel('From').fill('3/22/2026')
  await move.getByRole('button', { name: 'Move' }).click()
  await expect(part.getByRole('listitem').filter({ hasText: name })).toContainText('Mar 21, 2026')
  await expect(part.getByRole('listitem').filter({ hasText: other })).toContainText('since Mar 22, 2026')
})
