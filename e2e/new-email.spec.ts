import { expect, type Page } from '@playwright/test'
import { anotherPage, enter, get, letIn, password, post, test } from './journey.ts'

const own = 'copper kettle on a windy hill'
const shot = (page: Page, name: string) =>
  process.env['SHOTS']
    ? page.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true })
    : null

/** Signs in as an admin and opens the newest email to a person with this subject. Returns the link in it. */
async function linkIn(page: Page, { subject, to }: { subject: string; to: string }) {
  await letIn(page, 'admin')
  await page.goto('/mail')
  await page
    .getByRole('button', { name: new RegExp(`${subject}.*${to}`) })
    .first()
    .click()
  return (await page.getByRole('dialog').getByRole('link').getAttribute('href')) as string
}

/** Creates a separate parent who has chosen a password. */
async function makeParent(page: Page, email: string) {
  await letIn(page, 'admin')
  const students = '/centers/Maple%20Street/students'
  const parent = { firstName: 'Odile', lastName: 'Marchetti', email }
  await post(page, students, { firstName: 'Remy', lastName: 'Marchetti', parent })
  const found = await get<{ students: { _id: string }[] }>(page, `${students}?search=Remy+Marchetti`)
  const { parents } = await get<{ parents: { _id: string }[] }>(page, `${students}/${found.students[0]!._id}`)
  await post(page, `/centers/Maple%20Street/parents/${parents[0]!._id}/invitation`, {})
  const link = await linkIn(page, { subject: 'Welcome to Blended Learning', to: 'Odile' })
  await post(page, '/password/reset', { token: link.split('#token=')[1], password: own })
  return parents[0]!._id
}

test('a parent enters a new email address on a phone, confirms it with the link, and logs in with it', async ({
  page,
  browser,
}) => {
  const [old, next] = ['odile@family.example', 'odile.marchetti@elsewhere.example']
  const _id = await makeParent(page, old)
  const phone = await anotherPage(browser, { phone: true })
  await phone.setViewportSize({ width: 360, height: 740 })
  await enter(phone, old, own)
  await expect(phone).toHaveURL('/parent')
  await phone.goto(`/profile/${_id}`)
  await phone.getByRole('button', { name: 'Change name or email' }).click()
  const dialog = phone.getByRole('dialog')
  await dialog.getByLabel('Email').fill(next)
  await dialog.getByLabel('Current password', { exact: true }).fill(own)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(phone.getByText(`Saved. We sent a link to ${next} to confirm it.`)).toBeVisible()
  const waiting = phone.getByRole('group', { name: 'New email address' })
  await expect(waiting).toContainText(`Waiting for you to confirm ${next}`)
  await expect(phone.getByRole('definition').filter({ hasText: old })).toBeVisible()
  await shot(phone, 'waiting-360')
  await phone.setViewportSize({ width: 1280, height: 800 })
  await shot(phone, 'waiting-1280')
  await phone.setViewportSize({ width: 360, height: 740 })

  await waiting.getByRole('button', { name: 'Send again' }).click()
  await expect(phone.getByText('Link sent again.')).toBeVisible()
  const link = await linkIn(page, { subject: 'Confirm your new email address', to: 'Odile' })
  await page.goto(`/users/${_id}`)
  await expect(page.getByRole('group', { name: 'New email address' })).toContainText(
    `Waiting for ${next} to be confirmed`,
  )
  await shot(page, 'admin-1280')

  const opened = await anotherPage(browser, { phone: true })
  await opened.setViewportSize({ width: 360, height: 740 })
  await opened.goto(link)
  await expect(opened.getByText(next)).toBeVisible()
  await shot(opened, 'confirm-360')
  await opened.getByRole('button', { name: 'Confirm' }).click()
  await expect(opened.getByRole('status')).toContainText(`${next} is confirmed.`)
  await shot(opened, 'confirmed-360')
  await opened.setViewportSize({ width: 1280, height: 800 })
  await shot(opened, 'confirmed-1280')
  await opened.setViewportSize({ width: 360, height: 740 })
  await opened.reload()
  await expect(opened.getByRole('alert')).toHaveText('This link has already been used or has expired.')
  await shot(opened, 'used-360')

  await enter(opened, old, own)
  await expect(opened.getByRole('alert')).toHaveText('Wrong email, user name or password.')
  await enter(opened, next, own)
  await expect(opened).toHaveURL('/parent')
})

test('an operator cancels a change of email address, and its link stops working', async ({
  page,
  browser,
}) => {
  const next = 'front.desk@elsewhere.example'
  await letIn(page, 'operator')
  const { _id, firstName } = await get<{ _id: string; firstName: string }>(page, '/users/me')
  await page.goto(`/users/${_id}`)
  await page.getByRole('button', { name: 'Change name or email' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill(next)
  await page.getByRole('dialog').getByLabel('Current password', { exact: true }).fill(password)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  const waiting = page.getByRole('group', { name: 'New email address' })
  await expect(waiting).toContainText(next)
  const admin = await anotherPage(browser)
  const link = await linkIn(admin, { subject: 'Confirm your new email address', to: firstName })
  await waiting.getByRole('button', { name: 'Cancel the new email address' }).click()
  await expect(page.getByText('Email change canceled.')).toBeVisible()
  await expect(waiting).toHaveCount(0)
  await page.goto(link)
  await expect(page.getByRole('alert')).toHaveText('This link has already been used or has expired.')
})
