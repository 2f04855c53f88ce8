import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'
import sharp from 'sharp'
import { contrast, readable } from '#shared/contrast.ts'
import { type Letter, logoId, mailHtml } from '#server/mail-layout.ts'
import { anotherPage, get, letIn, soon, test } from './journey.ts'

const center = 'Maple Street'
const of = '/centers/Maple%20Street'
const home = 'https://learn.example.com'
const axePath = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'))

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c2410c' } })
    .png()
    .toBuffer()

const look = {
  name: center,
  color: '#f59e0b',
  address: '12 Maple Street, Springfield, NY 12345',
  phone: '+15185550142',
  email: 'office@maple-street-learning-center.example',
  website: 'www.maple-street-learning-center.example',
  openingHours: ['', '15:00-20:00', '15:00-20:00', '15:00-20:00', '15:00-20:00', '', '09:00-13:00'],
  logo: null,
}
const news: Letter = {
  subject: 'No class on Friday',
  body: `Dear Pilar,\n\nMath 5 will not meet on Fri, Mar 6. We will find another time for Sam. More at https://www.maple-street-learning-center.example/a-long-address/without-any-place-to-break/really\n\n${home}/parent/makeups\n\n${center}`,
  action: 'See your make-ups',
  home,
  look,
  unsubscribe: `${home}/unsubscribe/abc`,
}
const account: Letter = {
  subject: 'Welcome to Blended Learning',
  body: `Hello Ana,\n\nAn account was created for you. Choose your password here:\n\n${home}/setup#token=cBvGx8Zk3mQn4tRwYp7sLd2fHj6aEu9oTiKl1XcVbNM\n\nThe link works once, within seven days.`,
  action: 'Choose a password',
  home,
  look: null,
  unsubscribe: null,
}

/** Shows a message as a mail program does, with the logo in place. */
async function show(page: Page, letter: Letter) {
  const logo = letter.look?.logo ? (await picture(400, 128)).toString('base64') : ''
  await page.setContent(mailHtml(letter).replaceAll(`cid:${logoId}`, `data:image/png;base64,${logo}`))
}

const letters: [string, Letter][] = [
  ['a message from a center', news],
  ['a message from a center with a logo', { ...news, look: { ...look, logo: { width: 400, height: 128 } } }],
  ['a message with a link to an account', account],
]

for (const [what, letter] of letters)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`${what} fits a phone and a computer and is accessible in the ${colorScheme} theme`, async ({
      page,
    }, info) => {
      await page.emulateMedia({ colorScheme })
      for (const width of [360, 800]) {
        await page.setViewportSize({ width, height: 800 })
        await show(page, letter)
        const { scrollWidth, clientWidth } = await page.evaluate(() => ({
          scrollWidth: document.documentElement.scrollWidth,
          clientWidth: document.documentElement.clientWidth,
        }))
        expect(scrollWidth, `${width}`).toBeLessThanOrEqual(clientWidth)
        await page.addScriptTag({ path: axePath })
        const faults = await page.evaluate(async () => {
          const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(document, {
            runOnly: ['wcag2a', 'wcag2aa'],
          })
          return violations.map(
            ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`,
          )
        })
        expect(faults).toEqual([])
        const box = await page.locator('.page').boundingBox()
        expect(box?.width).toBe(Math.min(600, width))
        const body = await page.screenshot({ fullPage: true })
        await info.attach(`${width}.png`, { body, contentType: 'image/png' })
      }
    })

test('an owner chooses the look of the center’s email and sends a test, and a parent chooses which messages to get', async ({
  page,
  browser,
}) => {
  await letIn(page, 'manager')
  await page.goto(`${of}/settings`)
  const part = page.getByRole('region', { name: 'Email' })
  await part
    .getByLabel('Logo file')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await picture(600, 200) })
  await expect(part.getByRole('img', { name: `Logo of ${center}` })).toBeVisible()
  await part.getByRole('button', { name: 'Change the color and the hours' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Color').fill('#f59e0b')
  await expect(sheet.getByText(/^Text on white uses the darker #/)).toBeVisible()
  const [shade = ''] =
    /#[0-9a-f]{6}/.exec((await sheet.getByText(/^Text on white uses/).textContent()) ?? '') ?? []
  expect(contrast(shade, '#ffffff')).toBeGreaterThanOrEqual(readable)
  await sheet.getByRole('checkbox', { name: 'Monday' }).check()
  await sheet.getByLabel('Monday, to').fill('19:30')
  await sheet.getByRole('checkbox', { name: 'Tuesday' }).check()
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(part.getByText('Mon–Tue 3:00 PM–7:30 PM')).toBeVisible()
  await part.getByRole('button', { name: 'Send me a test' }).click()
  await expect(page.getByText(/The test message is under Mail/)).toBeVisible()
  const { mail } = await get<{ mail: { purpose: string }[] }>(page, '/mail')
  expect(mail[0]?.purpose).toBe('test')

  const family = await anotherPage(browser)
  await letIn(family, 'parent')
  await family.goto('/parent')
  const choice = family
    .getByRole('region', { name: center })
    .getByRole('checkbox', { name: 'Email about my children' })
  await choice.click()
  const wanted = async () => (await get<{ wanted: boolean }[]>(family, '/parent/subscriptions'))[0]?.wanted
  await expect.poll(wanted, soon).toBe(false)
  await family.reload()
  await expect(choice).not.toBeChecked()
  await choice.click()
  await expect.poll(wanted, soon).toBe(true)
  await family.reload()
  await expect(choice).toBeChecked()
})

test('a manager reads and switches on an automatic message, and a parent turns it off for themselves', async ({
  page,
  browser,
}) => {
  await letIn(page, 'manager')
  await page.goto(`${of}/settings`)
  const part = page.getByRole('region', { name: 'Automatic messages' })
  const kind = part.getByRole('switch', { name: 'Before a class' })
  await expect(kind).not.toBeChecked()
  await part.getByText('Show the text: Before a class').click()
  await expect(part.getByText('Reminder: Sam has class tomorrow')).toBeVisible()
  await kind.click()
  await expect(kind).toBeChecked()
  await part.getByLabel('Sent the day before at').selectOption('6:00 PM')
  const hour = async () =>
    (await get<{ kind: string; isOn: boolean; hour: number }[]>(page, `${of}/reminders`)).find(
      (each) => each.kind === 'class',
    )
  await expect.poll(hour, soon).toMatchObject({ isOn: true, hour: 18 })

  const family = await anotherPage(browser, { phone: true })
  await letIn(family, 'parent')
  await family.goto('/parent')
  const choices = family.getByRole('region', { name: center })
  await choices.getByRole('checkbox', { name: 'Reminders before a class' }).click()
  await expect(choices.getByRole('checkbox', { name: 'Reminders before a class' })).not.toBeChecked()
  await choices.getByRole('checkbox', { name: 'Email about my children' }).click()
  await expect(choices.getByRole('checkbox', { name: 'Email about my children' })).toBeEnabled()
  await expect(choices.getByRole('checkbox', { name: 'Reminders before a class' })).toBeDisabled()
  await choices.getByRole('checkbox', { name: 'Email about my children' }).click()
  await expect(choices.getByRole('checkbox', { name: 'Reminders before a class' })).toBeEnabled()
  await expect(choices.getByRole('checkbox', { name: 'Reminders before a class' })).not.toBeChecked()
  await kind.click()
  await expect(kind).not.toBeChecked()
  await expect.poll(hour, soon).toMatchObject({ isOn: false })
  await family.context().close()
})
