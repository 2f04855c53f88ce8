import { expect, type Page } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'
import sharp from 'sharp'
import { logoId } from '#server/mail-layout.ts'
import { openMailbox } from '../tests/mailbox.ts'
import { axePath, violations } from './axe.ts'
import { anotherPage, patch, post, test } from './journey.ts'
import { createCenter, enterAsOwner, ownerEmail } from './own-data.ts'
import { mailingSettings } from './server.ts'

/*
 * Mail that leaves through the real protocol: queued by the product, received by a mail server, parsed, and
 * opened in a browser.
 */

const mailbox = await openMailbox()
const settings = { ...(await mailingSettings(mailbox.url, ownerEmail)), STAFF_MFA: 'optional' }
test.use({ settings })
test.afterAll(() => mailbox.close())

const of = '/centers/Harbor'
const family = 'ana.lee@home.example'
const website = 'www.harbor-learning-center-of-springfield.example'

/** Returns the next message to this address, parsed. */
async function nextMail(to: string) {
  const find = () => mailbox.delivered.findIndex((mail) => mail.to.includes(to))
  await expect.poll(find, { timeout: 30_000 }).toBeGreaterThanOrEqual(0)
  const [{ raw } = { raw: '' }] = mailbox.delivered.splice(find(), 1)
  return await new PostalMime().parse(raw)
}

/** Sends a message to all families, and returns the mail that `family` gets. */
async function mailFamilies(office: Page, subject: string) {
  const body = `Dear {{parent}},\n\nMath 5 does not meet on Fri, Mar 6. We will find another time for {{children}}. More at https://${website}/a-long-address/without-any-place-to-break/really\n\n${settings.PUBLIC_URL}/parent/makeups\n\n{{center}}`
  await post(office, `${of}/emails`, { audience: { filter: 0 }, subject, body })
  return await nextMail(family)
}

async function setUp(office: Page, printed: () => string) {
  await enterAsOwner(office, printed)
  await createCenter(office, 'Harbor')
  const openingHours = ['', '15:00-20:00', '15:00-20:00', '15:00-20:00', '15:00-20:00', '', '09:00-13:00']
  await patch(office, of, {
    phone: '5185550142',
    email: 'office@harbor-learning-center.example',
    website,
    color: '#f59e0b',
    openingHours,
  })
  await post(office, `${of}/students`, {
    firstName: 'Sam',
    lastName: 'Lee',
    parent: { firstName: 'Ana', lastName: 'Lee', email: family },
  })
}

async function addLogo(office: Page) {
  await office.goto(`${of}/settings`)
  const part = office.getByRole('region', { name: 'Email' })
  const buffer = await sharp({ create: { width: 400, height: 128, channels: 3, background: '#c2410c' } })
    .png()
    .toBuffer()
  await part.getByLabel('Logo file').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await expect(part.getByRole('img', { name: 'Logo of Harbor' })).toBeVisible()
}

/** Shows a message as a mail program does, with the attached pictures in place. */
async function show(page: Page, { html = '', attachments }: Email) {
  const pictures = attachments.map(({ contentId = '', mimeType, content }) => {
    const data = Buffer.from(content as ArrayBuffer).toString('base64')
    return { cid: `cid:${contentId.replace(/^<|>$/g, '')}`, src: `data:${mimeType};base64,${data}` }
  })
  await page.setContent(pictures.reduce((text, { cid, src }) => text.replaceAll(cid, src), html))
}

/** Checks that a message fits a phone and a computer and is accessible in both themes. */
async function isReadable(page: Page, mail: Email) {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [360, 800]) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 800 })
      await show(page, mail)
      const look = `${mail.subject}, ${width}, ${colorScheme}`
      const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(scrollWidth, look).toBeLessThanOrEqual(width)
      await page.addScriptTag({ path: axePath })
      expect(await violations(page, { isMail: true }), look).toEqual([])
      expect((await page.locator('.page').boundingBox())?.width, look).toBe(Math.min(600, width))
      const pictures = page.getByRole('img')
      for (const picture of await pictures.all())
        expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth), look).toBeGreaterThan(0)
      if (process.env['SHOTS'])
        await page.screenshot({
          path: `${process.env['SHOTS']}/mail-${mail.subject?.replaceAll(' ', '-')}-${width}-${colorScheme}.png`,
          fullPage: true,
        })
    }
}

const headersOf = ({ headers }: Email) => new Map(headers.map(({ key, value }) => [key, value]))

test('mail arrives through SMTP and is readable, and its link unsubscribes without a login', async ({
  page,
  browser,
  started,
}) => {
  const office = await anotherPage(browser)
  await setUp(office, started.printed)

  const plain = await mailFamilies(office, 'No class on Friday')
  expect(plain.from).toMatchObject({ name: 'Harbor', address: 'no-reply@localhost' })
  expect(plain.replyTo).toMatchObject([{ name: 'Harbor', address: 'office@harbor-learning-center.example' }])
  expect(plain.text).toContain('We will find another time for Sam.')
  expect(plain.attachments).toEqual([])
  await isReadable(page, plain)

  await addLogo(office)
  const news = await mailFamilies(office, 'News with a logo')
  expect(news.attachments).toMatchObject([{ contentId: `<${logoId}>`, mimeType: 'image/png' }])
  await isReadable(page, news)

  await post(office, `${of}/staff`, {
    firstName: 'Omar',
    lastName: 'Haddad',
    duty: 'operator',
    email: 'omar@harbor.example',
  })
  const invitation = await nextMail('omar@harbor.example')
  expect(invitation.html).toContain(`${settings.PUBLIC_URL}/setup#token=`)
  expect(headersOf(invitation).has('list-unsubscribe')).toBe(false)
  await isReadable(page, invitation)

  const headers = headersOf(news)
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const link = headers.get('list-unsubscribe')?.replace(/^<|>$/g, '') ?? ''
  expect(link).toContain(`${settings.PUBLIC_URL}/unsubscribe/`)
  expect(news.html).toContain(`href="${link}"`)
  const reader = await anotherPage(browser, { phone: true })
  await reader.goto(link)
  await expect(reader.getByText('Stop all email from Harbor about your children?')).toBeVisible()
  await reader.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(reader.getByText('You’ve been unsubscribed.')).toBeVisible()
  await reader.reload()
  await expect(reader.getByText('You’ve been unsubscribed.')).toBeVisible()

  const draft = { audience: { filter: 0 }, subject: 'More news', body: 'Hello', dryRun: true }
  const recipients = async () => {
    const outcome: unknown = await post(office, `${of}/emails`, draft)
    return (outcome as { recipients: { email: string }[] }).recipients.map(({ email }) => email)
  }
  expect(await recipients()).toEqual([])
  await reader.getByRole('button', { name: 'Subscribe again' }).click()
  await expect(reader.getByText('You’ll get email from Harbor again.')).toBeVisible()
  expect(await recipients()).toEqual([family])
})
