import { expect, type Locator } from '@playwright/test'
import { letIn, post, test } from './journey.ts'

const of = '/centers/Maple%20Street'

test('two children of a walk-in family can be booked for trials with at most 16 clicks and field entries', async ({
  page,
}) => {
  await letIn(page, 'operator')
  for (const name of ['Harp', 'Flute'])
    await post(page, `${of}/classes`, {
      name: `${name} trial`,
      subject: 'Private Tutoring',
      type: 'PT',
      day: 2,
      time: '21:00',
      maxSize: 1,
      startDate: '2026-02-01',
    })
  await page.goto(`${of}/students?filter=1`)
  let clicks = 0
  const press = async (what: Locator) => {
    await what.click()
    clicks++
  }
  const fill = async (what: Locator, text: string) => {
    await what.fill(text)
    clicks++
  }
  await press(page.getByRole('button', { name: 'New prospect' }))
  const sheet = page.getByRole('dialog', { name: 'New prospect' })
  const parent = sheet.getByRole('group', { name: 'Parent' })
  await fill(parent.getByLabel('First name'), 'Nadia')
  await fill(parent.getByLabel('Last name'), 'Haddad')
  await sheet.getByRole('button', { name: 'Add prospect' }).click()
  await expect(parent.getByLabel(/^Phone(?! type)/)).toHaveAttribute('aria-invalid', 'true')
  await fill(parent.getByLabel(/^Phone(?! type)/), '2125550187')
  await expect(parent.getByLabel('Relationship').locator('option').first()).toHaveText('Mother')
  const first = sheet.getByRole('group', { name: 'Child', exact: true })
  await fill(first.getByLabel('First name'), 'Yara')
  await expect(first.getByLabel('Last name')).toHaveValue('Haddad')
  await press(sheet.getByRole('button', { name: 'Add another child' }))
  await fill(sheet.getByRole('group', { name: 'Child 2' }).getByLabel('First name'), 'Zaid')
  await press(sheet.getByRole('button', { name: 'Add 2 prospects' }))

  for (const [name, className] of [
    ['Yara', 'Harp trial'],
    ['Zaid', 'Flute trial'],
  ] as const) {
    const trial = page.getByRole('dialog', { name: `Book a trial for ${name} Haddad` })
    await press(trial.getByRole('radio', { name: 'PT', exact: true }))
    const more = trial.getByRole('button', { name: 'More classes' })
    const seat = trial
      .getByRole('list', { name: 'Classes with an open seat' })
      .getByRole('button', { name: new RegExp(className) })
    await expect(seat.or(more).first()).toBeVisible()
    if (!(await seat.isVisible())) await press(more)
    await press(seat)
    await expect(trial.getByLabel('Day', { exact: true })).toHaveValue('3/3/2026')
    await press(trial.getByRole('button', { name: 'Book trial' }))
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Yara Haddad')
  expect(clicks).toBeLessThanOrEqual(16)
  await expect(page.getByText(/Number\sM1\d{3}/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Prospect', exact: true })).toContainText('Harp trial')
  const contacts = page.getByRole('list', { name: 'Parents to contact' })
  await expect(contacts.getByRole('link', { name: '212-555-0187' })).toBeVisible()

  await page.getByRole('button', { name: 'Enroll', exact: true }).first().click()
  const enroll = page.getByRole('dialog', { name: 'Enroll Yara Haddad' })
  await expect(enroll.getByRole('combobox', { name: 'Class' })).toHaveValue(/^Harp trial/)
  await expect(enroll.getByLabel('From', { exact: true })).toHaveValue('3/10/2026')
})

test('a focused field is never hidden behind the title or the buttons of its sheet', async ({ page }) => {
  await letIn(page, 'operator')
  await page.setViewportSize({ width: 1280, height: 600 })
  await page.goto(`${of}/students`)
  await page.getByRole('button', { name: 'New student' }).click()
  const sheet = page.getByRole('dialog', { name: 'New student' })
  const edges = async (what: Locator) => {
    const box = await what.boundingBox()
    return { top: box?.y ?? 0, bottom: (box?.y ?? 0) + (box?.height ?? 0) }
  }
  const child = sheet.getByRole('group', { name: 'Child' })
  await child.getByLabel(/^Number/).focus()
  const buttons = await edges(sheet.getByRole('button', { name: 'Add student' }))
  expect((await edges(child.getByLabel(/^Number/))).bottom).toBeLessThan(buttons.top)
  const parent = sheet.getByRole('group', { name: 'Parent' })
  await parent.getByLabel('First name').fill('Nadia')
  await child.getByLabel(/^Number/).focus()
  await sheet.getByRole('button', { name: 'Add student' }).click()
  await expect(parent.getByLabel(/^Phone(?! type)/)).toBeFocused()
  const title = await edges(sheet.getByRole('heading', { name: 'New student' }))
  expect((await edges(parent.getByText('Phone', { exact: true }))).top).toBeGreaterThan(title.bottom)
})
