import { expect, type Locator, type Page } from '@playwright/test'
import { letIn, post, test } from './journey.ts'

const of = '/centers/Maple%20Street'

/** Adds a student with a parent. */
const newStudent = (page: Page, firstName: string) =>
  post(page, `${of}/students`, {
    firstName,
    lastName: 'Call',
    parent: {
      firstName: 'Cora',
      lastName: 'Call',
      email: `cora.${firstName}@family.example`,
      phone: '2125550177',
    },
  })

/** Gives a student a class on Sundays. Two similar classes on Mondays and Tuesdays have free seats. */
async function makeClasses(page: Page, name: string, studentId: string) {
  const klass = { subject: 'Private Tutoring', type: 'PT', maxSize: 2, startDate: '2026-02-01' }
  const add = (day: string) =>
    post(page, `${of}/classes`, {
      ...klass,
      name: `${name} ${day}`,
      day: ['Sunday', 'Monday', 'Tuesday'].indexOf(day),
      time: '20:00',
    })
  const { id: classId } = await add('Sunday')
  await add('Monday')
  await add('Tuesday')
  await post(page, `${of}/classes/${classId}/places`, { studentId, type: 'regular', startDate: '2026-03-01' })
}

test('during a phone call, an absence, its make-up and a message to the family take four clicks from the search result', async ({
  page,
}) => {
  await letIn(page, 'operator')
  const firstName = 'Cleo'
  const { _id: studentId } = await newStudent(page, firstName)
  await makeClasses(page, 'Cello', studentId)
  await page.goto(`${of}/students?find=Cleo Call`)
  let clicks = 0
  const press = async (what: Locator) => {
    await what.click()
    clicks++
  }
  await press(page.getByRole('table').getByRole('link').first())
  const contacts = page.getByRole('list', { name: 'Parents to contact' })
  await expect(contacts.getByRole('link', { name: '212-555-0177' })).toHaveAttribute('href', /^tel:/)

  const upcoming = page.getByRole('region', { name: 'Upcoming classes' })
  const which = 'Cello Sunday on Sun, Mar 8'
  await press(upcoming.getByRole('button', { name: `Report absence of ${firstName} from ${which}` }))
  await expect(
    upcoming.getByText(`Reported 5 days before class: ${firstName} gets a make-up credit.`),
  ).toBeVisible()
  const found = upcoming.getByRole('list', { name: 'Best make-up classes' })
  await expect(found.getByRole('listitem')).toHaveCount(3)
  await press(found.getByRole('button', { name: /^Book/ }).first())
  await expect(upcoming.getByText(/^Make-up booked: .+ at \d+:\d+\s[AP]M\.$/)).toBeVisible()
  await press(upcoming.getByRole('button', { name: 'Notify the family' }))
  const message = page.getByRole('dialog', { name: 'Notify families' })
  await expect(message).toContainText(`Make-up class for ${firstName}`)
  await expect(message.getByRole('button', { name: /^Send to/ })).toBeEnabled()
  expect(clicks).toBe(4)

  await message.getByRole('button', { name: 'Not now' }).click()
  await upcoming.getByRole('button', { name: 'Undo the make-up' }).click()
  await expect(found.getByRole('listitem')).toHaveCount(3)
  await upcoming.getByRole('button', { name: `${firstName} can come to ${which} after all` }).click()
  await expect(
    upcoming.getByRole('button', { name: `Report absence of ${firstName} from ${which}` }),
  ).toBeVisible()
  await expect(page.getByRole('region', { name: 'Make-ups' })).not.toContainText('Open until')
})

test('the scheduler’s message and menu both lead from an absence to its make-up', async ({ page }) => {
  await letIn(page, 'operator')
  const firstName = 'Viola'
  const { _id: studentId } = await newStudent(page, firstName)
  await makeClasses(page, 'Viola', studentId)
  await page.goto(`${of}/scheduler/2026-03-08`)
  const menu = page
    .getByRole('article', { name: 'Viola Sunday' })
    .getByRole('button', { name: new RegExp(`Actions for ${firstName}`) })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Absent this day' }).click()
  await expect(
    page.getByText(`${firstName} can’t come on Sun, Mar 8. A make-up credit is open.`),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Find a make-up' }).click()
  const finder = page.getByRole('dialog', { name: 'Make-up for Viola Sunday' })
  await expect(finder.getByRole('button', { name: /^Book/ }).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(finder).toBeHidden()

  await menu.click()
  await page.getByRole('menuitem', { name: 'Find a make-up…' }).click()
  await finder.getByRole('button', { name: /^Book/ }).first().click()
  await expect(page.getByText(/Make-up booked for /)).toBeVisible()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Find a make-up…' }).click()
  await expect(page.getByText(`${firstName} has no open make-up credit.`)).toBeVisible()
})

test('a student’s page begins with the upcoming classes, and empty sections take one line', async ({
  page,
}) => {
  await letIn(page, 'operator')
  const { _id: studentId } = await post(page, `${of}/students`, { firstName: 'Iris', lastName: 'Lane' })
  await page.goto(`${of}/students/${studentId}#parents`)
  const parts = page.getByRole('main').getByRole('region')
  await expect(parts.first()).toHaveAccessibleName('Upcoming classes')
  const tests = page.getByRole('region', { name: 'Tests', exact: true })
  await expect(tests).toContainText('No paper tests yet.')
  expect((await tests.boundingBox())?.height).toBeLessThan(64)
  await expect(page.getByRole('region', { name: 'Parents' })).toBeInViewport()
  await expect(page.getByRole('navigation', { name: 'On this page' })).toBeInViewport()
})

test('all notes are entered in one box, and a note can be pinned above the others', async ({ page }) => {
  await letIn(page, 'operator')
  const { _id: studentId } = await post(page, `${of}/students`, { firstName: 'Ivo', lastName: 'Lane' })
  await page.goto(`${of}/students/${studentId}`)
  const notes = page.getByRole('region', { name: 'Notes', exact: true })
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(1)
  await notes.getByRole('button', { name: 'Pin a note' }).click()
  const sheet = page.getByRole('dialog', { name: 'Pinned note' })
  await sheet.getByLabel('Note').fill('Allergic to nuts')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(notes.getByText('Pinned note: Allergic to nuts')).toBeVisible()
  await notes.getByRole('button', { name: 'Change the pinned note' }).click()
  await expect(sheet.getByLabel('Note')).toHaveValue('Allergic to nuts')
})
