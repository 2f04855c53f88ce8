import { type Browser, expect, type Page } from '@playwright/test'
import { anotherPage, letIn, post, test } from './journey.ts'

const center = '/centers/Maple%20Street'
const firstSunday = '2026-03-08'

/** Opens a separate browser for an operator, with the sheet that enrolls a student in a class. */
async function desk(browser: Browser, { studentId, className }: { studentId: string; className: string }) {
  const page = await anotherPage(browser)
  await letIn(page, 'operator')
  await page.goto(`${center}/students/${studentId}`)
  await page
    .getByRole('region', { name: 'Classes', exact: true })
    .getByRole('button', { name: 'Enroll' })
    .click()
  const sheet = page.getByRole('dialog', { name: /^Enroll / })
  await sheet.getByRole('combobox', { name: 'Class' }).fill(className)
  await page.getByRole('option', { name: new RegExp(className) }).click()
  return { page, sheet }
}

/** Creates a class with two seats, one of which is free, and two students who want it. */
async function fixture(page: Page, className: string) {
  await letIn(page, 'operator')
  const klass = { name: className, subject: 'Math', type: 'REGULAR', day: 0, time: '14:00', maxSize: 2 }
  const { id: classId } = await post(page, `${center}/classes`, klass)
  const add = async (firstName: string) =>
    (await post(page, `${center}/students`, { firstName, lastName: className }))._id
  const sitting = await add('Sitting')
  await post(page, `${center}/classes/${classId}/places`, {
    studentId: sitting,
    type: 'regular',
    startDate: firstSunday,
  })
  return {
    rivals: [await add('Left'), await add('Right')],
    card: page.getByRole('article', { name: className }),
  }
}

test('if two operators take the last seat at the same time, one gets it, and the other can use the waitlist instead', async ({
  page,
  browser,
}) => {
  const className = 'Last Seat'
  const { rivals, card } = await fixture(page, className)
  const desks = await Promise.all(rivals.map((studentId) => desk(browser, { studentId, className })))
  await Promise.all(
    desks.map(({ sheet }) => sheet.getByRole('button', { name: 'Enroll', exact: true }).click()),
  )

  const [one, other] = desks as [(typeof desks)[number], (typeof desks)[number]]
  const refusal = (of: typeof one) => of.sheet.getByRole('alert')
  await expect.poll(async () => (await refusal(one).count()) + (await refusal(other).count())).toBe(1)
  const [winner, loser] = (await refusal(one).count()) === 1 ? [other, one] : [one, other]
  await expect(winner.sheet).toBeHidden()
  await expect(refusal(loser)).toContainText('2 of 2 seats are taken')
  await loser.sheet.getByRole('button', { name: 'Add to waitlist as #1' }).click()
  await expect(loser.sheet).toBeHidden()
  const held = ({ page: at }: typeof one) =>
    at.getByRole('region', { name: 'Classes', exact: true }).getByRole('listitem')
  await expect(held(winner)).toContainText('Regular')
  await expect(held(loser)).toContainText('Waitlist, number 1')

  await page.goto(`${center}/scheduler/${firstSunday}`)
  await expect(card).toContainText('2/2')
  const listed = card.getByRole('list', { name: `Students in ${className}` }).getByRole('listitem')
  await expect(listed.filter({ hasNotText: 'WL' })).toHaveCount(2)
  await expect(listed.filter({ hasText: 'WL' })).toHaveCount(1)
  for (const { page: at } of desks) await at.context().close()
})
