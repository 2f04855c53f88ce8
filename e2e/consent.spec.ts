import { expect } from '@playwright/test'
import { anotherPage, familyOf, get, letIn, post, test } from './journey.ts'

const place = 'Maple Street'

test('a manager adds a parent with an existing account, who accepts on a phone and then sees the child', async ({
  page,
  browser,
}) => {
  await letIn(page, 'manager')
  const { email } = await familyOf(page, 'M1060')
  const firstName = 'Nora'
  await post(page, `/centers/${encodeURIComponent(place)}/students`, { firstName, lastName: 'Rivera' })
  const { students } = await get<{ students: { _id: string }[] }>(
    page,
    `/centers/${encodeURIComponent(place)}/students?search=Nora+Rivera`,
  )
  await page.goto(`/centers/${encodeURIComponent(place)}/students/${students[0]!._id}`)
  await page.getByRole('button', { name: 'Link a parent' }).click()
  const sheet = page.getByRole('dialog', { name: 'Link a parent' })
  await sheet.getByLabel('First name').fill('Pilar')
  await sheet.getByLabel('Last name').fill('R.')
  await sheet.getByLabel('Email').fill(email)
  await sheet.getByRole('button', { name: 'Link parent' }).click()
  await expect(
    page.getByText('Sent Pilar R. a request. They’ll see the student once they accept.'),
  ).toBeVisible()
  const waiting = page.getByRole('list', { name: 'Waiting for consent' })
  await expect(waiting.getByRole('listitem')).toContainText('Waiting for the parent’s consent')
  if (process.env['SHOTS'])
    await page.screenshot({ path: `${process.env['SHOTS']}/office-1280.png`, fullPage: true })

  const phone = await anotherPage(browser, { phone: true })
  await letIn(phone, email)
  await phone.goto('/parent')
  const item = phone.getByRole('list', { name: 'Requests' }).getByRole('listitem')
  await expect(item.getByRole('heading')).toHaveText(`${place} wants to add Nora to your account`)
  await expect(phone.getByRole('link', { name: /Nora/ })).toHaveCount(0)
  if (process.env['SHOTS'])
    await phone.screenshot({ path: `${process.env['SHOTS']}/parent-360.png`, fullPage: true })
  await item.getByRole('button', { name: 'Accept' }).click()
  await expect(phone.getByText('You accepted the request.')).toBeVisible()
  await expect(item).toHaveCount(0)
  await expect(phone.getByRole('link', { name: /Nora/ })).toBeVisible()

  const parent = await get<{ firstName: string; lastName: string }>(phone, '/users/me')
  await page.reload()
  await expect(
    page.locator('#parents').getByRole('link', { name: `${parent.firstName} ${parent.lastName}` }),
  ).toBeVisible()
  await expect(waiting).toHaveCount(0)
})

test('a manager asks an editor to join the center, and withdraws the request', async ({ page, browser }) => {
  await letIn(page, 'manager')
  await page.goto(`/centers/${encodeURIComponent(place)}/staff`)
  await page.getByRole('button', { name: 'Add staff' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add staff member' })
  await sheet.getByLabel('First name').fill('Eddie')
  await sheet.getByLabel('Email').fill('editor@demo.example')
  await sheet.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('Sent Eddie a request. They’ll join the staff once they accept.')).toBeVisible()
  const waiting = page.getByRole('list', { name: 'Waiting for consent' }).getByRole('listitem')
  await expect(waiting).toContainText('editor@demo.example')
  if (process.env['SHOTS'])
    await page.screenshot({ path: `${process.env['SHOTS']}/staff-1280.png`, fullPage: true })

  const editor = await anotherPage(browser)
  await letIn(editor, 'editor')
  const me = await get<{ _id: string }>(editor, '/users/me')
  await editor.goto(`/users/${me._id}`)
  const item = editor.getByRole('list', { name: 'Requests' }).getByRole('listitem')
  await expect(item.getByRole('heading')).toHaveText(
    `${place} would like to add you to its staff as a teacher`,
  )
  if (process.env['SHOTS'])
    await editor.screenshot({ path: `${process.env['SHOTS']}/editor-1280.png`, fullPage: true })

  await waiting.getByRole('button', { name: 'Withdraw the request to Eddie' }).click()
  await expect(page.getByText('Request to Eddie withdrawn.')).toBeVisible()
  await expect(waiting).toHaveCount(0)
  await item.getByRole('button', { name: 'Accept' }).click()
  await expect(editor.getByText('Not found, please contact support.')).toBeVisible()
  await expect(item).toHaveCount(0)
})

test('a manager sees when a request was declined and when it can be sent again', async ({
  page,
  browser,
}) => {
  await letIn(page, 'manager')
  await page.goto(`/centers/${encodeURIComponent(place)}/staff`)
  const add = async () => {
    await page.getByRole('button', { name: 'Add staff' }).click()
    const sheet = page.getByRole('dialog', { name: 'Add staff member' })
    await sheet.getByLabel('First name').fill('Eddie')
    await sheet.getByLabel('Email').fill('editor@demo.example')
    await sheet.getByRole('button', { name: 'Add', exact: true }).click()
    return sheet
  }
  await add()
  const waiting = page.getByRole('list', { name: 'Waiting for consent' }).getByRole('listitem')
  await expect(waiting).toContainText('editor@demo.example')

  const editor = await anotherPage(browser)
  await letIn(editor, 'editor')
  await editor.goto(`/users/${(await get<{ _id: string }>(editor, '/users/me'))._id}`)
  await editor.getByRole('list', { name: 'Requests' }).getByRole('button', { name: 'Decline' }).click()
  await expect(editor.getByText('You declined the request.')).toBeVisible()

  await page.reload()
  await expect(waiting).toContainText(/Declined on \w+ \d+, \d{4}Can be sent again after \w+ \d+, \d{4}/)
  await expect(waiting.getByRole('button')).toHaveCount(0)
  if (process.env['SHOTS'])
    await page.screenshot({ path: `${process.env['SHOTS']}/declined-1280.png`, fullPage: true })
  await expect(await add()).toContainText(
    'This request was declined. You can send it again or remove it starting',
  )
})
