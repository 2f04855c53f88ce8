import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type FrameLocator, type Page } from '@playwright/test'
import { anotherPage, get, letIn, post, soon, test } from './journey.ts'
import { trialFormLink } from './steps.ts'

const center = 'Maple Street'
const of = '/centers/Maple%20Street'
const wednesday = '2026-03-04'

/** Serves a center's own website, on another host, with the embed code from the center's settings. */
async function website(code: string) {
  const server = createServer((_, answer) =>
    answer.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><h1>Our center</h1>${code}`),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

type TrialRequest = { child: string; email: string; seat: RegExp }

async function fill(form: Page | FrameLocator, { child, email, seat }: TrialRequest) {
  const kid = form.getByRole('group', { name: 'Child' })
  await kid.getByLabel('First name').fill(child)
  await kid.getByLabel('Last name').fill('Haddad')
  const parent = form.getByRole('group', { name: 'Parent' })
  await parent.getByLabel('First name').fill('Nadia')
  await parent.getByLabel('Last name').fill('Haddad')
  await parent.getByLabel('Email').fill(email)
  await form.getByLabel('Subject').selectOption('Private Tutoring')
  const times = form.getByLabel('Day and time')
  const text = await times.locator('option', { hasText: seat }).first().textContent()
  await times.selectOption(text ?? '')
  await form.getByRole('checkbox', { name: /may store what I enter/ }).check()
}

/** Returns the link in the email to an address, which an admin can read without a mail server. */
async function linkTo(admin: Page, email: string) {
  const { mail } = await get<{ mail: { to: string; body: string }[] }>(admin, '/mail')
  return /\S+#token=\S+/.exec(mail.find(({ to }) => to === email)?.body ?? '')?.[0] ?? ''
}

test('one click checks the consent box after the form has marked it as missing', async ({ page }) => {
  await letIn(page, 'manager')
  await page.goto(await trialFormLink(page))
  const box = page.getByRole('checkbox', { name: /may store what I enter/ })
  await page.getByRole('button', { name: 'Request a trial class' }).click()
  await expect(box).toHaveAttribute('aria-invalid', 'true')
  await box.click()
  await expect(box).toBeChecked()
  await expect(box).not.toHaveAttribute('aria-invalid', 'true')
})

test('a family requests a trial on the center’s website and confirms by email, and the board and scheduler show it', async ({
  page,
  browser,
}) => {
  await letIn(page, 'manager')
  await post(page, `${of}/classes`, {
    name: 'Trial harp',
    subject: 'Private Tutoring',
    type: 'PT',
    day: 3,
    time: '20:00',
    maxSize: 1,
    startDate: '2026-02-01',
  })
  const link = await trialFormLink(page)
  const part = page.getByRole('region', { name: 'Trial form' })
  await expect(part.getByRole('img', { name: 'QR code for the same link' })).toBeVisible()
  const { server, address } = await website(
    await part.getByLabel('Code for your website', { exact: true }).inputValue(),
  )
  await page.goto(`${of}/students?filter=1`)
  await expect(
    page
      .getByRole('region', { name: /^Inquiry/ })
      .or(page.getByRole('heading', { name: 'Inquiry' }))
      .first(),
  ).toBeVisible()

  const family = await anotherPage(browser, { phone: true })
  await family.goto(address)
  const form = family.frameLocator('iframe')
  await expect(form.getByRole('heading', { name: `Try a class at ${center}` })).toBeVisible()
  await fill(form, { child: 'Yara', email: 'nadia@family.test', seat: /Mar 4, 8:00\sPM.*Trial harp/ })
  // Wait, because the form refuses anyone who fills it in within three seconds.
  await family.waitForTimeout(3000)
  await form.getByRole('button', { name: 'Request a trial class' }).click()
  await expect(form.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expect(page.getByText('Yara Haddad')).toHaveCount(0)

  const other = await anotherPage(browser)
  await other.goto(link)
  await fill(other, { child: 'Omar', email: 'omar@family.test', seat: /Mar 4, 8:00\sPM.*Trial harp/ })
  await other.waitForTimeout(3000)
  await other.getByRole('button', { name: 'Request a trial class' }).click()
  await expect(other.getByRole('heading', { name: 'Check your email' })).toBeVisible()

  const admin = await anotherPage(browser)
  await letIn(admin, 'admin')
  await family.goto(await linkTo(admin, 'nadia@family.test'))
  await expect(family.getByText('Trial in Private Tutoring for Yara at Maple Street:')).toBeVisible()
  await family.getByRole('button', { name: 'Confirm' }).click()
  await expect(
    family.getByText(/^Yara has a trial class at Maple Street: Wed, Mar 4, 8:00\sPM/),
  ).toBeVisible()
  const card = page.getByRole('listitem').filter({ hasText: 'Yara Haddad' })
  await expect(card).toContainText('From the trial form', soon)
  await expect(card).toContainText('Coming to Trial harp, Wed, Mar 4')

  await other.goto(await linkTo(admin, 'omar@family.test'))
  await expect(other.getByText(/^Somebody else has taken the seat/)).toBeVisible()
  await other.getByRole('button', { name: 'Confirm' }).click()
  await expect(other.getByText('Choose one.')).toBeVisible()
  await other
    .getByLabel('Day and time')
    .selectOption({ label: 'None of these times work. Please contact me.' })
  await other.getByRole('button', { name: 'Confirm' }).click()
  await expect(other.getByText(/has your request and will get in touch/)).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Omar Haddad' })).toContainText(
    'Find a time for a trial in Private Tutoring',
    soon,
  )
  await other.reload()
  await expect(other.getByRole('main').getByText('This link has already been used')).toBeVisible()

  await page.goto(`${of}/scheduler/${wednesday}`)
  const klass = page.getByRole('article').filter({ hasText: 'Trial harp' })
  await expect(klass).toContainText('Yara')
  await expect(klass).toContainText('PR')
  server.close()
})

test('the form can be filled in by keyboard alone, and shows which fields are missing', async ({
  page,
  browser,
}) => {
  await letIn(page, 'manager')
  const link = await trialFormLink(page)
  const family = await anotherPage(browser, { phone: true })
  await family.goto(link)
  await family.getByRole('button', { name: 'Request a trial class' }).click()
  await expect(family.getByRole('group', { name: 'Child' }).getByLabel('First name')).toBeFocused()
  await expect(family.getByText('Check this box to continue.')).toBeVisible()
  const type = async (text: string) => {
    await family.keyboard.type(text)
    await family.keyboard.press('Tab')
  }
  for (const text of ['Lin', 'Chen', '4', 'Wei', 'Chen', 'wei@family.test', '12', 'Math']) await type(text)
  await family.keyboard.press('ArrowDown')
  await family.keyboard.press('Tab')
  await family.keyboard.press('Space')
  await family.waitForTimeout(3000)
  await family.keyboard.press('Enter')
  const phone = family.getByLabel(/^Phone/)
  await expect(phone).toHaveAttribute('aria-invalid', 'true')
  await expect(phone).toBeFocused()
  await phone.fill('212-555-0187')
  await family.keyboard.press('Enter')
  await expect(family.getByRole('heading', { name: 'Check your email' })).toBeVisible()
})
