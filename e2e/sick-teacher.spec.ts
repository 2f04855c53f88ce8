import { expect, type Page } from '@playwright/test'
import { letIn, post, signIn, test } from './journey.ts'

const center = 'Riverside'

const card = (page: Page, name: string) => page.getByRole('article', { name })
const change = (page: Page, name: string) =>
  card(page, name)
    .getByRole('button', { name: `Change ${name} on this day` })
    .click()

const maple = '/centers/Maple%20Street'
const sunday = '2026-03-22'
const flute = { subject: 'Private Tutoring', type: 'PT', maxSize: 4, startDate: '2026-02-01' }

/**
 * Creates three classes of one teacher on Sundays, and a class on Mondays. The last Sunday class has three
 * children, and a fourth who makes up a missed Monday class there.
 */
async function stageOfFlutes(page: Page) {
  const staff = async (firstName: string) =>
    (await post(page, `${maple}/staff`, { firstName, lastName: 'Flute', duty: 'teacher' }))._id
  const teacherId = await staff('Ivy')
  await staff('Stan')
  const classes: string[] = []
  for (const [n, time] of ['09:00', '10:30', '12:00'].entries())
    classes.push(
      (await post(page, `${maple}/classes`, { ...flute, name: `Flute ${n + 1}`, day: 0, time, teacherId }))
        .id,
    )
  const { id: monday } = await post(page, `${maple}/classes`, {
    ...flute,
    name: 'Flute Monday',
    day: 1,
    time: '17:00',
  })
  const children: string[] = []
  for (const [firstName, parent] of [
    ['Ada', 'Fay'],
    ['Ben', 'Fay'],
    ['Cleo', 'Gus'],
    ['Dora', 'Hal'],
  ] as const) {
    const { _id: id } = await post(page, `${maple}/students`, { firstName, lastName: 'Flute' })
    await post(page, `${maple}/students/${id}/parents`, {
      firstName: parent,
      lastName: 'Flute',
      email: `${parent}.flute@family.example`,
    })
    const classId = firstName === 'Dora' ? monday : classes[2]
    await post(page, `${maple}/classes/${classId}/places`, {
      studentId: id,
      type: 'regular',
      startDate: '2026-03-01',
    })
    children.push(id)
  }
  const dora = children[3]
  await post(page, `${maple}/students/${dora}/credits`, {
    classId: monday,
    missedOn: '2026-03-02',
    reason: 'Snow',
  })
  await post(page, `${maple}/classes/${classes[2]}/places`, {
    studentId: dora,
    type: 'make-up',
    startDate: sunday,
  })
  return { ada: children[0] }
}

async function substitute(page: Page, name: string) {
  await change(page, name)
  const sheet = page.getByRole('dialog', { name })
  await sheet
    .getByRole('combobox', { name: 'Substitute' })
    .or(sheet.getByRole('textbox', { name: 'Substitute' }))
    .first()
    .click()
  await page.getByRole('option', { name: 'Stan Flute' }).click()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(card(page, name)).toContainText('Stan Flute (for Ivy Flute)')
}

test('when a teacher is sick, two classes get a substitute, and a third is canceled, made up and reinstated', async ({
  page,
}) => {
  await letIn(page, 'manager')
  const { ada } = await stageOfFlutes(page)
  await page.goto(`${maple}/scheduler/${sunday}`)
  for (const name of ['Flute 1', 'Flute 2']) await substitute(page, name)

  await change(page, 'Flute 3')
  const sheet = page.getByRole('dialog', { name: 'Flute 3, Sun, Mar 22' })
  await sheet.getByRole('radio', { name: 'Canceled' }).check()
  await expect(
    sheet.getByText('4 children: 3 new make-up credits, 1 make-up credit is available again.'),
  ).toBeVisible()
  await sheet.getByLabel('Reason').fill('Ivy is ill')
  await sheet.getByRole('button', { name: 'Cancel class' }).click()
  const telling = page.getByRole('dialog', { name: 'Notify families' })
  await expect(telling.getByRole('article')).toHaveCount(3)
  const said = 'Flute 3 will not meet on Mar 22, 2026. We will find another time for Ada and Ben.'
  await expect(telling.getByRole('article', { name: 'Mail to Fay Flute' })).toContainText(said)
  await telling.getByRole('button', { name: 'Send to 3 parents' }).click()
  await expect(card(page, 'Flute 3').getByText('Canceled: Ivy is ill')).toBeVisible()
  await expect(telling).toBeHidden()

  await page.goto('/mail')
  await page
    .getByRole('button', { name: 'No class on Mar 22, 2026' })
    .filter({ hasText: 'Fay Flute' })
    .click()
  await expect(page.getByRole('dialog')).toContainText(said)

  await page.goto(`${maple}/students/${ada}`)
  const credit = page.getByRole('region', { name: 'Make-ups' }).getByRole('listitem')
  await expect(credit).toContainText('Flute 3, Sun, Mar 22')
  await expect(credit).toContainText('Class canceled')
  await credit.getByRole('button', { name: 'Book a make-up' }).click()
  await page.getByRole('button', { name: 'Book Flute Monday, Mon, Mar 9 at 5:00 PM' }).click()
  await expect(credit).toContainText('Booked: Flute Monday, Mon, Mar 9 at 5:00 PM')

  await page.goto(`${maple}/scheduler/${sunday}`)
  await change(page, 'Flute 3')
  await expect(sheet.getByText('Families were notified.')).toBeVisible()
  await sheet.getByRole('radio', { name: 'Meets' }).check()
  await expect(
    sheet.getByText(
      '4 children: 3 make-up credits are void, 1 make-up is back on. One of the void credits is booked for a make-up',
    ),
  ).toBeVisible()
  await sheet.getByRole('button', { name: 'Reinstate class' }).click()
  await expect(telling.getByRole('article', { name: 'Mail to Hal Flute' })).toContainText(
    'Flute 3 will meet on Mar 22, 2026 after all.',
  )
  await telling.getByRole('button', { name: 'Send to 3 parents' }).click()
  await expect(card(page, 'Flute 3').getByRole('link', { name: /Take attendance/ })).toBeVisible()
  await page.goto(`${maple}/students/${ada}`)
  await expect(credit).toContainText('Void, but still booked')
})

test('changes to a day can be reset after confirming, until attendance is taken', async ({ page }) => {
  await letIn(page, 'operator2')
  await page.goto(`/centers/${center}/scheduler/2026-03-20`)
  const name = (await page.getByRole('article').first().getByRole('heading').textContent()) ?? ''
  const back = page.getByRole('button', { name: 'Reset this day' })
  await expect(back).toHaveCount(0)
  await change(page, name)
  await page.getByLabel('Note for this day').fill('Bring rulers')
  await page.getByRole('button', { name: 'Save' }).click()
  await back.click()
  const dialog = page.getByRole('dialog', { name: 'Reset Fri, Mar 20?' })
  await expect(dialog).toContainText(`${name}: note “Bring rulers”`)
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await expect(card(page, name).getByText('Bring rulers')).toHaveCount(0)
  await expect(back).toHaveCount(0)

  await page.goto(`/centers/${center}/scheduler/2026-03-02`)
  await change(page, (await page.getByRole('article').first().getByRole('heading').textContent()) ?? '')
  await page.getByLabel('Note for this day').fill('Past')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(back).toHaveAttribute('aria-disabled', 'true')
  await expect(
    page.getByText(/^Attendance was taken in .* Clear that attendance first\.$/).filter({ visible: true }),
  ).toBeVisible()
})

test('the second person to change a class sees the first person’s change and can keep it', async ({
  browser,
  baseURL,
}) => {
  const pages: Page[] = []
  for (let each = 0; each < 2; each += 1) {
    const page = await (await browser.newContext({ baseURL })).newPage()
    await letIn(page, 'operator2')
    await page.goto(`/centers/${center}/scheduler/2026-03-25`)
    await change(page, 'Math 5')
    pages.push(page)
  }
  const [one, two] = pages as [Page, Page]
  await one.getByLabel('Note for this day').fill('Test today')
  await one.getByRole('button', { name: 'Save' }).click()
  await expect(card(one, 'Math 5').getByText('This day: Test today')).toBeVisible()
  await two.getByLabel('Note for this day').fill('No test')
  await two.getByRole('button', { name: 'Save' }).click()
  await expect(two.getByRole('alert')).toHaveText(/Someone else has changed this/)
  await expect(two.getByRole('radio', { name: 'Saved version Test today' })).toBeVisible()
  await two.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(card(two, 'Math 5').getByText('This day: Test today')).toBeVisible()
  for (const page of pages) await page.context().close()
})

test('days closed by a manager have no classes and show as closed in the month until they are reopened', async ({
  page,
}) => {
  await signIn(page, 'manager')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Add closed days' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add closed days' })
  await sheet.getByLabel('First day', { exact: true }).fill('7/3/2026')
  await sheet.getByLabel(/^Last day/).fill('7/4/2026')
  await sheet.getByLabel('Reason').fill('Independence Day')
  await expect(sheet.getByText(/^\d+ children: \d+ new make-up credits/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Close the center' }).click()
  const telling = page.getByRole('dialog', { name: 'Notify families' })
  await expect(telling.getByRole('article').first()).toContainText(
    'Maple Street is closed on Jul 3, 2026 to Jul 4, 2026',
  )
  await telling.getByRole('button', { name: /^Send to \d+ parents$/ }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Independence Day' })).toHaveCount(2)

  await page.goto('/centers/Maple%20Street/scheduler/2026-07-02')
  const month = page.getByRole('navigation', { name: 'Month' })
  await month.getByRole('link', { name: 'Fri, Jul 3: closed, Independence Day' }).click()
  await expect(page.getByText('Closed: Independence Day')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)

  await page.goto('/centers/Maple%20Street/settings')
  await page.getByRole('button', { name: 'Reopen: Fri, Jul 3' }).click()
  const asked = page.getByRole('dialog', { name: 'Reopen on Fri, Jul 3?' })
  await expect(asked.getByText(/make-up credits are void/)).toBeVisible()
  await expect(asked.getByText(/^Families have been told/)).toBeVisible()
  await asked.getByRole('button', { name: 'Reopen' }).click()
  await expect(telling.getByRole('article').first()).toContainText(
    'Maple Street is open on Jul 3, 2026 after all.',
  )
  await telling.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Independence Day' })).toHaveCount(1)
  await page.goto('/centers/Maple%20Street/scheduler/2026-07-03')
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a printed day shows only the rosters, and no class is split across pages', async ({ page }) => {
  await letIn(page, 'operator2')
  await page.goto(`/centers/${center}/scheduler/2026-03-12`)
  const roster = page.getByRole('list', { name: /^Students in/ }).first()
  await expect(roster).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(roster).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveAccessibleName(
    `${center} Thursday, March 12, 2026`,
  )
  for (const part of [page.getByRole('navigation'), page.getByRole('banner'), page.getByRole('button')])
    await expect(part.filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole('article').first()).toHaveCSS('break-inside', 'avoid')
})
