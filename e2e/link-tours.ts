import { expect, type Page } from '@playwright/test'
import { openDatabase } from '#server/db.ts'
import { readSettings } from '#server/settings.ts'
import { unsubscribeToken } from '#server/unsubscribe-token.ts'
import { openDatabaseOf } from '../db/folder.ts'
import { familyOf, forget, get, letIn, post } from './journey.ts'
import { press, type Tour, trialFormLink } from './steps.ts'

const name = 'Maple Street'
const trialEmail = 'trial@family.test'

/** Returns the path in the footer of a parent's email. The demo sends none, so the token is created here. */
async function unsubscribePath(page: Page) {
  await letIn(page, 'operator')
  const { email } = await familyOf(page, 'M1040')
  await letIn(page, email)
  const { _id: personId } = await get<{ _id: string }>(page, '/users/me')
  const settings = readSettings({ DATA_DIR: process.env['PRODUCT_DATA_DIR'] })
  const database = openDatabase((await openDatabaseOf(settings, () => {})).url, { pool: 1 })
  try {
    return `/unsubscribe/${await unsubscribeToken(database.single, { center: name, personId })}`
  } finally {
    await database.close()
  }
}

/** Requests a trial at the demo's center, and returns the link that the family gets by email. */
async function confirmationLink(page: Page) {
  const form = await get<{ issued: string; subjects: string[] }>(page, `/trial-forms/${name}`)
  const parent = { firstName: 'Nadia', lastName: 'Haddad', email: trialEmail }
  const request = {
    parent,
    child: { firstName: 'Yara', lastName: 'Haddad', grade: '4' },
    subject: form.subjects[0],
    seat: null,
    issued: form.issued,
    consent: true,
  }
  // The form refuses a family that fills it in within three seconds.
  await expect(() => post(page, `/trial-forms/${name}/requests`, request)).toPass({ intervals: [1_000] })
  await letIn(page, 'admin')
  const { mail } = await get<{ mail: { to: string; body: string }[] }>(page, '/mail')
  return /\S+#token=\S+/.exec(mail.find(({ to }) => to === trialEmail)?.body ?? '')?.[0] ?? ''
}

/** Tours of somebody without a login who opens valid links. */
export const linkTours: Record<string, Tour> = {
  'anybody with a link': {
    enter: async () => {},
    stops: [
      {
        page: '/unsubscribe/$token',
        to: async (page) => {
          const path = await unsubscribePath(page)
          await forget(page)
          await page.goto(path)
          await expect(page.getByRole('button', { name: 'Unsubscribe' })).toBeVisible()
        },
      },
      {
        page: '/unsubscribe/$token',
        to: async (page) => {
          await page.reload()
          await press('Unsubscribe')(page)
          await expect(page.getByText('You’ve been unsubscribed.')).toBeVisible()
        },
      },
      {
        page: '/trial/$centerId',
        to: async (page) => {
          await letIn(page, 'manager')
          const link = await trialFormLink(page)
          await forget(page)
          await page.goto(link)
          await expect(page.getByRole('heading', { name: `Try a class at ${name}` })).toBeVisible()
          await press('Request a trial class')(page)
          await expect(page.getByText('Check this box to continue.')).toBeVisible()
        },
      },
      {
        page: '/confirm-trial',
        to: async (page) => {
          await letIn(page, 'manager')
          const link = await confirmationLink(page)
          await forget(page)
          await page.goto(link)
          await expect(page.getByRole('button', { name: 'Confirm' })).toBeVisible()
        },
      },
    ],
  },
}
