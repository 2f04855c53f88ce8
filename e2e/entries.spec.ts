import { expect, type Locator, type Page } from '@playwright/test'
import { clock, fullDayInWords } from '#shared/day-text.ts'
import {
  dates,
  fractions,
  isoDate,
  lengths,
  percents,
  phones,
  sizes,
  spans,
  times,
  usualLengths,
} from '#tests/entry-cases.ts'
import { letIn, post, test } from './journey.ts'

/** Tests typed input (reliability B1-B6) in the fields of the pages. */

const center = '/centers/Maple%20Street'

const isFaulty = async (field: Locator, faulty: boolean, typed: string) =>
  faulty
    ? await expect(field, typed).toHaveAttribute('aria-invalid', 'true')
    : await expect(field, typed).not.toHaveAttribute('aria-invalid', 'true')

/** Opens the sheet of a new class and tries to save, so that errors show during typing. */
async function newClass(page: Page) {
  await letIn(page, 'operator')
  await page.goto(`${center}/classes`)
  await page.getByRole('button', { name: 'New class' }).click()
  const sheet = page.getByRole('dialog', { name: 'New class' })
  await sheet.getByLabel('Name').fill('Nothing yet')
  await sheet.getByLabel('Time').fill('never')
  await sheet.getByRole('button', { name: 'Create class' }).click()
  await expect(sheet.getByText('Enter a time such as 4:30p.')).toBeVisible()
  return sheet
}

test('the time of a class accepts valid entries and refuses invalid ones', async ({ page }) => {
  const sheet = await newClass(page)
  const time = sheet.getByLabel('Time')
  await sheet.getByLabel('Minutes').fill('5')
  for (const [typed, stored] of times.accepted) {
    await time.fill(typed)
    await isFaulty(time, false, typed)
    await expect(sheet.getByText(`${clock(stored)} to `)).toBeVisible()
  }
  for (const typed of times.refused) {
    await time.fill(typed)
    await isFaulty(time, true, typed)
  }
})

test('the length and size of a class accept valid entries and refuse invalid ones', async ({ page }) => {
  const sheet = await newClass(page)
  for (const { time, minutes, fault } of lengths) {
    await sheet.getByLabel('Time').fill(time)
    await sheet.getByLabel('Minutes').fill(minutes)
    await isFaulty(sheet.getByLabel('Minutes'), fault !== null, minutes)
    if (fault) await expect(sheet.getByText(fault)).toBeVisible()
  }
  const seats = sheet.getByLabel('Seats')
  for (const [typed] of sizes.accepted) {
    await seats.fill(typed)
    await isFaulty(seats, false, typed)
  }
  for (const typed of sizes.refused) {
    await seats.fill(typed)
    await isFaulty(seats, true, typed)
  }
  await sheet.getByLabel('Minutes').fill('75')
  for (const { subject, minutes } of usualLengths) {
    await sheet.getByLabel('Subject').selectOption(subject)
    await expect(sheet.getByLabel('Minutes')).toHaveValue(String(minutes))
  }
})

test('the first and last day of a class accept valid entries and refuse invalid ones', async ({ page }) => {
  const sheet = await newClass(page)
  const [first, last] = [sheet.getByLabel('First day'), sheet.getByLabel('Last day')]
  for (const [typed, stored] of dates.accepted) {
    await first.fill(typed)
    await first.blur()
    await isFaulty(first, false, typed)
    await expect(sheet.getByText(fullDayInWords(stored), { exact: true })).toBeVisible()
  }
  for (const typed of [...dates.refused, isoDate]) {
    await first.fill(typed)
    await first.blur()
    await isFaulty(first, true, typed)
  }
  for (const span of spans) {
    await first.fill(span.first)
    await last.fill(span.last)
    await last.blur()
    await isFaulty(last, !span.fits, `${span.first} to ${span.last}`)
  }
})

test('the date and scores of a test accept valid entries and refuse invalid ones', async ({ page }) => {
  await letIn(page, 'operator')
  const { _id } = await post(page, '/centers/Maple Street/students', {
    firstName: 'Tilda',
    lastName: 'Entry',
  })
  await page.goto(`${center}/students/${_id}`)
  await page
    .getByRole('region', { name: 'Tests', exact: true })
    .getByRole('button', { name: 'Add test' })
    .click()
  const sheet = page.getByRole('dialog', { name: 'New test' })
  const [day, score] = [sheet.getByLabel('Day'), sheet.getByLabel('First try')]
  for (const [typed] of [...fractions.accepted, ...percents.accepted]) {
    await score.fill(typed)
    await isFaulty(score, false, typed)
  }
  for (const typed of [...fractions.refused, ...percents.refused]) {
    await score.fill(typed)
    await isFaulty(score, true, typed)
  }
  await day.fill('3/4')
  await day.blur()
  await expect(sheet.getByText('Choose Mar 3, 2026 or earlier.')).toBeVisible()
  await day.fill('2/9')
  await score.fill(' 17/20 ')
  await sheet.getByLabel('Level').fill('Math 2')
  await sheet.getByLabel('Test', { exact: true }).fill('Chapter 1')
  await sheet.getByRole('button', { name: 'Add test' }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('row', { name: /Math 2, Chapter 1/ })).toContainText('Feb 9, 2026')
})

test('a phone number is shown in its usual format, and an invalid one shows an error next to the field', async ({
  page,
}) => {
  await letIn(page, 'operator')
  await page.goto(`${center}/students`)
  await page.getByRole('button', { name: 'New student' }).click()
  const phone = page.getByRole('dialog', { name: 'New student' }).getByLabel(/^Phone(?! type)/)
  for (const [typed, stored, shown] of phones) {
    await phone.fill(typed)
    await phone.blur()
    await expect(phone).toHaveValue(shown)
    await expect(page.getByText('Enter a phone number with area code')).toHaveCount(stored === null ? 1 : 0)
  }
})
