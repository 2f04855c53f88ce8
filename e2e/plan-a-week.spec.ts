import { expect, type Page } from '@playwright/test'
import { enter, forget, letIn, test } from './journey.ts'

const center = 'Harbour Lane'
const of = '/centers/Harbour%20Lane'
const secret = 'seven boats below the lighthouse'
const email = 'marlene@demo.example'

const classes = [
  { name: 'Math 5', subject: 'Math', day: 'Monday', time: '4:30p', seats: '2', length: '4:30 PM–5:45 PM' },
  {
    name: 'English 3',
    subject: 'English',
    day: 'Wednesday',
    time: '4:30p',
    seats: '4',
    length: '4:30 PM–5:45 PM',
  },
  {
    name: 'Tutoring',
    subject: 'Private Tutoring',
    day: 'Thursday',
    time: '3:30p',
    seats: '1',
    length: '3:30 PM–4:30 PM',
  },
  { name: 'Chess', subject: 'Group', day: 'Friday', time: '5p', seats: '6', length: '5:00 PM–6:15 PM' },
]
const roster: Record<string, readonly RegExp[]> = {
  'Math 5': [/Ada.*FC/, /Ben.*FC/, /Cleo.*WL/],
  'English 3': [/Dana.*FC/],
  Tutoring: [/Eli.*FC/],
  Chess: [/Fay.*FC/],
}
const nextWeek: Record<string, number> = { Monday: 9, Wednesday: 11, Thursday: 12, Friday: 13 }

/** Signs in as an admin, creates a center and invites a manager. Returns the link in the email. */
async function found(page: Page) {
  await letIn(page, 'admin')
  await page.goto('/centers')
  await page.getByRole('button', { name: 'New center' }).click()
  const sheet = page.getByRole('dialog', { name: 'New center' })
  const facts = {
    Name: center,
    Address: '4 Pier Road',
    City: 'Springfield',
    State: 'NY',
    'ZIP code': '10301',
  }
  for (const [label, text] of Object.entries(facts)) await sheet.getByLabel(label).fill(text)
  await sheet.getByRole('button', { name: 'Create center' }).click()
  await expect(page).toHaveURL(of)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page.goto('/users')
  await page.getByRole('button', { name: 'Invite someone' }).click()
  const invitation = page.getByRole('dialog', { name: 'Invite someone' })
  await invitation.getByLabel('First name').fill('Marlene')
  await invitation.getByLabel('Email').fill(email)
  await invitation.getByLabel('Role').selectOption('Manager')
  await invitation.getByRole('group', { name: 'Centers' }).getByLabel(center).check()
  await invitation.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByRole('button', { name: 'View mail' }).click()
  await page.getByRole('button', { name: /Welcome to Blended Learning.*Marlene/ }).click()
  return (await page.getByRole('dialog').getByRole('link').getAttribute('href')) as string
}

/** Chooses a password with the invitation link and signs in as the manager. */
async function takeOffice(page: Page, link: string) {
  await forget(page)
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Set up account' }).click()
  await expect(page.getByText('Your account is ready.')).toBeVisible()
  await enter(page, email, secret)
  await expect(page).toHaveURL(of)
}

async function hire(page: Page) {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Staff' }).click()
  await page.getByRole('button', { name: 'Add staff' }).click()
  const sheet = page.getByRole('dialog', { name: 'Add staff member' })
  await sheet.getByRole('radio', { name: 'Teacher' }).check()
  await sheet.getByLabel('First name').fill('Tove')
  await sheet.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(sheet).toBeHidden()
}

async function plan(page: Page, { name, subject, day, time, seats }: (typeof classes)[number]) {
  await page.getByRole('button', { name: 'New class' }).first().click()
  const sheet = page.getByRole('dialog', { name: 'New class' })
  await sheet.getByLabel('Name').fill(name)
  await sheet.getByLabel('Subject').selectOption(subject)
  await sheet.getByLabel('Day', { exact: true }).selectOption(day)
  await sheet.getByLabel('Time').fill(time)
  await sheet.getByLabel('Seats').fill(seats)
  await sheet.getByLabel('Teacher').selectOption('Tove')
  await sheet.getByRole('button', { name: 'Create class' }).click()
  await expect(sheet).toBeHidden()
}

const places = (page: Page) => page.getByRole('region', { name: 'Classes', exact: true })

/** Adds a student and enrolls them in a class from its first day on. Returns the dialog. */
async function enroll(page: Page, firstName: string, className: string) {
  await page.goto(`${of}/students`)
  await page.getByRole('button', { name: 'New student' }).first().click()
  const sheet = page.getByRole('dialog', { name: 'New student' })
  await sheet.getByRole('group', { name: 'Child' }).getByLabel('First name').fill(firstName)
  await sheet.getByRole('button', { name: 'Add student' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(firstName)
  await places(page).getByRole('button', { name: 'Enroll' }).click()
  const enrollment = page.getByRole('dialog', { name: `Enroll ${firstName}` })
  await enrollment.getByRole('combobox', { name: 'Class' }).fill(className)
  await page.getByRole('option', { name: new RegExp(className) }).click()
  await enrollment
    .getByLabel('From')
    .fill(`3/${nextWeek[classes.find(({ name }) => name === className)?.day ?? '']}`)
  await enrollment.getByLabel('First class for a new student').check()
  await enrollment.getByRole('button', { name: 'Enroll', exact: true }).click()
  return enrollment
}

test('a week can be planned from scratch with a center, a manager, a teacher, four classes and six students', async ({
  page,
}) => {
  test.slow()
  await takeOffice(page, await found(page))
  await hire(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Classes' }).click()
  for (const each of classes) await plan(page, each)

  const seated = [
    ['Ada', 'Math 5'],
    ['Ben', 'Math 5'],
    ['Dana', 'English 3'],
    ['Eli', 'Tutoring'],
    ['Fay', 'Chess'],
  ] as const
  for (const [firstName, className] of seated) {
    await expect(await enroll(page, firstName, className)).toBeHidden()
    await expect(places(page).getByRole('listitem')).toContainText('Regular')
  }
  const refused = await enroll(page, 'Cleo', 'Math 5')
  await expect(refused.getByRole('alert')).toContainText('2 of 2 seats are taken')
  await refused.getByRole('button', { name: 'Add to waitlist as #1' }).click()
  await expect(places(page).getByRole('listitem')).toContainText('Waitlist, number 1')

  await test.step('the scheduler shows next week day by day', async () => {
    for (const { name, day, length } of classes) {
      await page.goto(`${of}/scheduler/2026-03-${String(nextWeek[day]).padStart(2, '0')}`)
      const card = page.getByRole('article', { name })
      await expect(card).toContainText(`until ${length.split('–')[1]}`)
      await expect(card).toContainText('Tove')
      await expect(card.getByRole('list', { name: `Students in ${name}` }).getByRole('listitem')).toHaveText([
        ...(roster[name] ?? []),
      ])
    }
  })

  await test.step('when a student leaves, the first on the waitlist is offered the seat and gets it', async () => {
    await page.goto(`${of}/students?find=Ada`)
    await page.getByRole('table').getByRole('link', { name: 'Ada' }).click()
    // Retry, because a refresh can close the menu while it is opening.
    await expect(async () => {
      await places(page).getByRole('button', { name: 'Actions for Math 5' }).click()
      await page.getByRole('menuitem', { name: 'Last class' }).click({ timeout: 2000 })
    }).toPass()
    const last = page.getByRole('dialog', { name: 'Last class in Math 5' })
    await last.getByLabel(/^Last class/).fill('3/9/2026')
    await last.getByRole('button', { name: 'Save' }).click()
    await expect(last).toBeHidden()
    await page.goto(`${of}/scheduler/2026-03-16`)
    await page.getByRole('button', { name: 'Enroll Cleo' }).click()
    const students = page.getByRole('list', { name: 'Students in Math 5' }).getByRole('listitem')
    await expect(students).toHaveText([/Ben/, /Cleo.*FC/])
  })

  await test.step('the week view shows each class on its day, with its seats', async () => {
    await page.goto(`${of}/classes?view=week`)
    const card = (day: string, name: string) =>
      page.getByRole('region', { name: day }).getByRole('listitem').filter({ hasText: name })
    for (const { name, day, length, seats } of classes) {
      await expect(card(day, name)).toContainText(length)
      await expect(card(day, name)).toContainText(`/${seats}`)
    }
  })
})
