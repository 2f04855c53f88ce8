import { expect } from '@playwright/test'
import sharp from 'sharp'
import { contrast, readable } from '#shared/contrast.ts'
import { anotherPage, get, letIn, soon, test } from './journey.ts'

const center = 'Maple Street'
const of = '/centers/Maple%20Street'
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c2410c' } })
    .png()
    .toBuffer()

test('a manager changes the look of the center’s email and sends a test message, and a parent turns email off and on', async ({
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

test('a manager previews and turns on an automatic message, and a parent opts out of it', async ({
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
