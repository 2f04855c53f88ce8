import { expect } from '@playwright/test'
import { letIn, post, test } from './journey.ts'

const of = '/centers/Maple%20Street'

test('a student’s history, once expanded, describes each change in words', async ({ page }) => {
  await letIn(page, 'operator')
  const { _id } = await post(page, `${of}/students`, { firstName: 'Ida', lastName: 'Chronicle', grade: '4' })
  await page.goto(`${of}/students/${_id}`)
  await page.getByRole('button', { name: 'Change', exact: true }).first().click()
  await page.getByRole('dialog').getByLabel('Grade').fill('5')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const history = page.getByRole('region', { name: 'History' })
  await expect(history.getByRole('listitem')).toHaveCount(0)
  await history.getByText('Every change and who made it').click()
  await expect(history.getByRole('listitem').first()).toContainText('changed the grade from 4 to 5.')
  await expect(history.getByRole('listitem').last()).toContainText('added Ida Chronicle.')

  await post(page, `${of}/students/${_id}/notes`, { msg: 'Reads a lot' })
  await expect(history.getByRole('listitem').first()).toContainText('wrote the note “Reads a lot”.')
})

test('the scheduler shows a student’s upcoming break and the note about a teacher', async ({ page }) => {
  await letIn(page, 'manager')
  const { _id: teacher } = await post(page, `${of}/staff`, {
    firstName: 'Nora',
    lastName: 'Noted',
    duty: 'teacher',
  })
  const klass = {
    name: 'Oboe',
    subject: 'Group',
    type: 'GROUP',
    day: 6,
    time: '08:00',
    maxSize: 4,
    startDate: '2026-02-01',
    teacherId: teacher,
  }
  const { id: classId } = await post(page, `${of}/classes`, klass)
  const { _id: studentId } = await post(page, `${of}/students`, {
    firstName: 'Ida',
    lastName: 'Oboe',
    grade: '7',
  })
  const { _id: placeId } = await post(page, `${of}/classes/${classId}/places`, {
    studentId,
    type: 'regular',
    startDate: '2026-02-01',
  })
  await post(page, `${of}/places/${placeId}/breaks`, { startDate: '2026-03-14', endDate: '2026-03-14' })

  await page.goto(`${of}/staff`)
  await page.getByRole('button', { name: 'Note about Nora Noted' }).click()
  const note = page.getByRole('dialog', { name: 'Note about Nora Noted' })
  await note.getByLabel('Note').fill('No early hours')
  await note.getByRole('button', { name: 'Save' }).click()
  await expect(note).toHaveCount(0)
  await page.getByRole('button', { name: 'History of Nora Noted' }).click()
  const told = page.getByRole('dialog', { name: 'History of Nora Noted' })
  await expect(told.getByRole('listitem').first()).toContainText('set the note to “No early hours”.')

  await page.goto(`${of}/scheduler/2026-03-07/Group`)
  const card = page.getByRole('article', { name: 'Oboe', exact: true })
  await expect(card).toContainText('Nora: No early hours')
  await card.getByRole('button', { name: 'Actions for Ida Oboe' }).click()
  await page.getByRole('menuitem', { name: 'Details…' }).click()
  const details = page.getByRole('dialog', { name: 'Ida Oboe in Oboe' })
  await expect(details).toContainText('3 classes, 1 on break')
  await expect(details.getByRole('listitem').filter({ hasText: 'Sat, Mar 14' })).toContainText('On break')
  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)

  await card.getByRole('button', { name: 'Change Oboe on this day' }).click()
  const day = page.getByRole('dialog', { name: /^Oboe, / })
  await day.getByText('History', { exact: true }).click()
  await expect(day).toContainText('No changes yet.')
})
