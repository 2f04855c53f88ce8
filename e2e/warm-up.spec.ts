import { expect, type Page } from '@playwright/test'
import { axePath, violations } from './axe.ts'
import { anotherPage, get, letIn, soon, test } from './journey.ts'
import { center } from './steps.ts'

const shot = async (page: Page, name: string) =>
  process.env['SHOTS'] &&
  (await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true }))

type Child = { _id: string; firstName: string; lastName: string; questions: unknown[] }

/**
 * Returns one of today's classes with a child who has something to review, once a job has computed the
 * estimates.
 */
async function classToWarmUp(office: Page) {
  const classes = await get<{ id: string; day: number }[]>(office, `${center}/classes`)
  const found: { classId: string; child: Child }[] = []
  await expect(async () => {
    // Request them one after the other, because the server limits simultaneous requests.
    for (const { id: classId, day } of classes) {
      if (day !== 2 || found.length > 0) continue
      const { children } = await get<{ children: Child[] }>(office, `${center}/classes/${classId}/warm-ups`)
      // Skip Sam, who has the demo's student account, whose email address has a different form.
      const child = children.find(({ firstName, questions }) => firstName !== 'Sam' && questions.length > 1)
      if (child) found.push({ classId, child })
    }
    expect(found).toHaveLength(1)
  }).toPass({ timeout: 100_000, intervals: [5000] })
  const [first] = found
  if (!first) throw new Error('None of today’s classes has anything to repeat.')
  return first
}

test('a warm-up assigned from the class page comes first on the child’s home page, and doesn’t end when its time is up', async ({
  page: office,
  browser,
}) => {
  await office.addInitScript({ path: axePath })
  await letIn(office, 'manager')
  const { classId, child } = await classToWarmUp(office)
  const name = `${child.firstName} ${child.lastName}`
  await office.goto(`${center}/classes/${classId}`)
  const open = office.getByRole('button', { name: 'Warm-up' })
  await open.click()
  const sheet = office.getByRole('dialog', { name: 'Warm-up' })
  const own = sheet.getByRole('group', { name, exact: true })
  await expect(own.getByRole('checkbox')).toHaveCount(child.questions.length)
  expect(await violations(office)).toEqual([])
  await shot(office, 'warm-up-sheet')

  await own.getByRole('button', { name: `Assign to ${name}` }).click()
  await expect(office.getByText(`Warm-up assigned to ${name}.`)).toBeVisible()
  await office.getByRole('button', { name: 'Undo' }).click()
  await expect(office.getByText('Assignment undone.')).toBeVisible()

  for (const group of await sheet.getByRole('group').all()) {
    const isOwn = (await group.locator('legend').textContent()) === name
    const boxes = await group.getByRole('checkbox').all()
    for (const box of isOwn ? boxes.slice(2) : boxes) await box.uncheck()
  }
  await sheet.getByRole('button', { name: 'Assign to 1 student' }).click()
  await expect(office.getByText(`Warm-up assigned to ${name}.`)).toBeVisible()
  await expect(sheet).toBeHidden()

  const { center: of } = await get<{ center: { studentNum: string } }>(
    office,
    `${center}/students/${child._id}`,
  )
  const tablet = await anotherPage(browser)
  await tablet.addInitScript({ path: axePath })
  await tablet.setViewportSize({ width: 768, height: 1024 })
  await letIn(tablet, `${of.studentNum.toLowerCase()}@family.example`)
  await tablet.goto('/student')
  const first = tablet.getByRole('region', { name: 'To do now' }).getByRole('link').first()
  await expect(first).toHaveAccessibleName(/Warm-up.*2 questions/)
  await shot(tablet, 'warm-up-home')
  await first.click()
  await tablet.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(tablet.getByRole('article', { name: 'Question 1 of 2' })).toBeVisible()
  await expect(tablet.getByRole('timer')).toHaveText(/[45]:\d\d/, soon)
  await expect(tablet.getByRole('link', { name: 'Warm-up', exact: true })).toBeVisible()
  expect(await violations(tablet)).toEqual([])
  await shot(tablet, 'warm-up-question')
  // Simulate that six minutes have passed.
  await tablet.route(/\/api\/student\/homework\/[^/]+$/, async (route) => {
    const response = await route.fetch()
    const work = (await response.json()) as { startedAt: string }
    const startedAt = new Date(Date.parse(work.startedAt) - 6 * 60_000).toISOString()
    await route.fulfill({ response, json: { ...work, startedAt } })
  })
  await tablet.reload()
  await expect(tablet.getByRole('timer')).toHaveText('Take your time')
  expect(await violations(tablet)).toEqual([])
  await shot(tablet, 'warm-up-over')
  await tablet.goto('/student')
  await expect(first).toHaveAccessibleName(/Continue: Warm-up/)
  await office.goto(`${center}/students/${child._id}`)
  await expect(office.getByRole('region', { name: 'Work' }).getByText('Warm-up')).toBeVisible()
})
