import { expect, type Page } from '@playwright/test'
import { letIn, post, test } from './journey.ts'
import { pagesOf } from './pdf.ts'

const of = '/centers/Maple%20Street'

/** Adds a class on Tuesday evening with one student, who has a note and a parent with a phone number. */
async function makeClass(page: Page, name: string) {
  const { _id: studentId } = await post(page, `${of}/students`, {
    firstName: name,
    lastName: 'Paper',
    parent: { firstName: 'Pia', lastName: 'Paper', phone: '2125550166' },
  })
  await post(page, `${of}/students/${studentId}/notes`, { msg: `${name} leaves with an aunt.` })
  const { id: classId } = await post(page, `${of}/classes`, {
    name: `${name} on paper`,
    subject: 'Private Tutoring',
    type: 'PT',
    day: 2,
    time: '21:15',
    maxSize: 2,
    startDate: '2026-02-01',
  })
  await post(page, `${of}/classes/${classId}/places`, { studentId, type: 'regular', startDate: '2026-02-03' })
  return classId
}

/** Returns the text of the page as it is printed. */
const printed = async (page: Page) => {
  const pages = pagesOf(await page.pdf({ preferCSSPageSize: true }))
  return pages
    .map(({ text }) => text)
    .join(' ')
    .replaceAll(/\s+/g, ' ')
}

/** Returns the width of the checkbox before a line, in pixels. */
const boxBefore = async (page: Page, line: string) => {
  await page.emulateMedia({ media: 'print' })
  const box = await page
    .getByRole('listitem')
    .filter({ hasText: line })
    .evaluate((item) => getComputedStyle(item, '::before').width)
  await page.emulateMedia({ media: 'screen' })
  return Number.parseFloat(box)
}

test('the printed day has the center’s name, checkboxes, phone numbers and notes, and no buttons', async ({
  page,
}) => {
  await letIn(page, 'operator')
  await makeClass(page, 'Paula')
  await page.goto(`${of}/scheduler/2026-03-03`)
  await expect(page.getByRole('article', { name: 'Paula on paper' })).toBeVisible()
  const text = await printed(page)
  expect(text).toMatch(/^Maple Street Tuesday, March 3, 2026/)
  expect(text).toContain('212-555-0166 · Paula leaves with an aunt.')
  expect(text).not.toMatch(/Print|Oddities|Today|floating assistants/)
  expect(await boxBefore(page, 'Paula Paper')).toBeGreaterThan(8)
})

test('the printed roll has the center’s name, checkboxes, phone numbers and notes, and no buttons', async ({
  page,
}) => {
  await letIn(page, 'operator')
  const classId = await makeClass(page, 'Percy')
  const day = page.waitForResponse((answer) => answer.url().includes('/schedules/'))
  await page.goto(`${of}/attendance/${classId}?on=2026-03-03`)
  await expect(page.getByRole('heading', { name: 'Percy on paper' })).toBeVisible()
  await day
  await expect(page.locator('[data-on-paper*="aunt"]')).toBeVisible()
  const text = await printed(page)
  expect(text).toMatch(/^Maple Street Percy on paper/)
  expect(text).toContain('212-555-0166 · Percy leaves with an aunt.')
  expect(text).not.toMatch(/Print|Export|Assign work|All classes|All present|Pick-up/)
  expect(await boxBefore(page, 'Percy Paper')).toBeGreaterThan(8)
})

test('a printed certificate fills the page', async ({ page }) => {
  await letIn(page, 'operator')
  const { _id: studentId } = await post(page, `${of}/students`, { firstName: 'Petra', lastName: 'Paper' })
  const { _id: awardId } = await post(page, `${of}/students/${studentId}/awards`, {
    type: 'Certificate',
    subject: 'Math',
    note: 'A whole month of practice',
  })
  await page.setViewportSize({ width: 1056, height: 816 })
  await page.goto(`${of}/students/${studentId}/awards/${awardId}`)
  await page.emulateMedia({ media: 'print' })
  const sheet = await page.getByRole('article').boundingBox()
  expect(sheet?.width).toBeGreaterThan(900)
  expect(sheet?.height).toBeGreaterThan(600)
  const pages = pagesOf(await page.pdf({ preferCSSPageSize: true }))
  expect(pages).toHaveLength(1)
  expect(pages[0]?.width).toBeGreaterThan(pages[0]?.height ?? 0)
})
