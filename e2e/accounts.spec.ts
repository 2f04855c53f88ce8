import { expect } from '@playwright/test'
import { anotherPage, enter, forget, letIn, password, signIn, test } from './journey.ts'

const landings = {
  admin: '/centers',
  manager: '/centers/Maple%20Street',
  operator: '/centers/Maple%20Street',
  editor: '/material-editor',
  student: '/student',
  parent: '/parent',
}

test('a wrong password shows an error and keeps everything that was typed', async ({ page }) => {
  await enter(page, 'm1001@family.example', 'practice-makes-perfect')
  await expect(page.getByRole('alert')).toHaveText('Wrong email, user name or password.')
  await expect(page.getByLabel(/email or user name/i)).toHaveValue('m1001@family.example')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('practice-makes-perfect')

  await page.getByRole('button', { name: 'Show Password' }).click()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page).toHaveURL('/student')
})

test('after logging in, all users land on their home page, and the login page redirects there from then on', async ({
  page,
}) => {
  for (const [who, landing] of Object.entries(landings))
    await test.step(who, async () => {
      await forget(page)
      await enter(page, `${who}@demo.example`)
      await expect(page).toHaveURL(landing)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.goto('/login')
      await expect(page).toHaveURL(landing)
    })
})

test('an unknown path below a known one shows an error page, with or without a session', async ({ page }) => {
  for (const path of ['/devices/foo', '/login/foo', '/centers/Maple%20Street/foo/bar']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
  await letIn(page, 'admin')
  for (const path of ['/devices/foo', '/centers/Maple%20Street/foo/bar', '/users/1/foo']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  }
})

test('an unknown path shows an error page with a link back', async ({ page }) => {
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to my home page' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { name: 'Welcome to Blended Learning' })).toBeVisible()
})

test('without a session, a protected page redirects to the login page, and a device’s page to the activation page', async ({
  page,
}) => {
  await page.goto('/centers')
  await expect(page).toHaveURL('/login?error=401')
  await expect(page.getByText('Your session has expired. Please login again.')).toBeVisible()

  await page.goto('/classroom')
  await expect(page).toHaveURL('/activate')
  await expect(page.getByText('Your session has expired. Please activate your device again.')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Your session has expired.')).toBeHidden()

  await page.goto('/activate?error=401')
  await expect(page.getByText('Your session has expired. Please login again.')).toBeVisible()
})

test('logging in opens the page that required it, unless that page is for another kind of user', async ({
  page,
}) => {
  const wanted = '/centers/Maple%20Street/students?find=sam#top'
  await page.goto(wanted)
  await expect(page).toHaveURL('/login?error=401')
  await page.getByLabel('Email or user name').fill('operator@demo.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(wanted)
  await expect(page.getByRole('searchbox')).toHaveValue('sam')

  // Simulate a session that ends while the page is open, before somebody else signs in.
  await page.context().clearCookies()
  await page.getByRole('navigation', { name: 'Center' }).getByRole('link', { name: 'Attendance' }).click()
  await expect(page).toHaveURL('/login?error=401')
  await page.getByLabel('Email or user name').fill('student@demo.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL('/student')
})

test('a page for another kind of user redirects to the user’s own home page', async ({ page }) => {
  const foreign = [
    { who: 'student', pages: ['/parent', '/centers', '/users', '/material-editor'] },
    { who: 'parent', pages: ['/student', '/devices'] },
    { who: 'editor', pages: ['/centers/Maple%20Street/scheduler', '/users', '/student'] },
    { who: 'manager', pages: ['/users', '/classroom', '/parent'] },
  ] as const
  for (const { who, pages } of foreign) {
    await forget(page)
    await letIn(page, who)
    for (const path of pages) {
      await page.goto(path)
      await expect(page, `${who} at ${path}`).toHaveURL(landings[who])
    }
  }
})

test('a wrong activation key shows an error with advice, and can be corrected in the field', async ({
  page,
}) => {
  await page.goto('/activate')
  const key = page.getByLabel('Activation key')
  await key.fill('abcdefgh')
  await expect(key).toHaveValue('ABCD-EFGH')
  await page.getByRole('button', { name: 'Activate' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'This key is wrong, expired or already used. Ask for a new one.',
  )
  await expect(key).toHaveValue('ABCD-EFGH')
})

test('logging out in one tab opens the login page in the other, and logging in again opens the home page in both', async ({
  page,
  context,
}) => {
  await enter(page, 'm1021@family.example')
  await expect(page).toHaveURL('/student')
  const other = await context.newPage()
  await other.goto('/student')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()

  await page.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL('/login')
  // If the notification of the logout is late, the other tab notices the end of its session first.
  await expect(other).toHaveURL(/\/login/)
  await other.goBack()
  await expect(other).toHaveURL(/\/login/)

  await enter(page, 'm1021@family.example')
  await expect(page).toHaveURL('/student')
  await expect(other).toHaveURL('/student')
  const kept = await page.evaluate(() => [...Object.entries(localStorage), ...Object.entries(sessionStorage)])
  expect(kept.map(([key]) => key).sort()).toEqual(['login', 'logout'])
  for (const [, value] of kept) expect(value).toMatch(/^\d{13}$/)
})

test('query parameters in the login URL are ignored, and logging in opens the home page', async ({
  page,
}) => {
  for (const query of [
    'next=//evil.example',
    'next=/%5Cevil.example',
    'error=javascript:alert(1)',
    'redirect=%0d%0ahttps://evil.example',
  ])
    await test.step(query, async () => {
      await forget(page)
      await page.goto(`/login?${query}`)
      await page.getByLabel(/email or user name/i).fill('m1021@family.example')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
      await expect(page).toHaveURL('/student')
    })
})

test('a student chooses one of 37 animals by keyboard, and the choice is saved', async ({ page }) => {
  await signIn(page, 'm1022@family.example')
  await page.getByRole('link', { name: /^Profile of/ }).click()
  await expect(page).toHaveURL(/\/profile\//)
  await page.getByRole('button', { name: 'Change picture' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Choose your animal' })
  const animals = dialog.getByRole('radio')
  await expect(animals).toHaveCount(37)
  await expect(dialog.getByRole('radio', { checked: true })).toBeFocused()

  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  const chosen = await dialog.getByRole('radio', { checked: true }).inputValue()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Picture saved.')).toBeVisible()
  const inHeader = page.getByRole('link', { name: /^Profile of/ }).locator('img')
  await expect(inHeader).toHaveAttribute('src', `/avatars/${chosen}.svg`)
  await page.reload()
  await expect(inHeader).toHaveAttribute('src', `/avatars/${chosen}.svg`)
  await expect(page.getByRole('main').locator('img')).toHaveAttribute('src', `/avatars/${chosen}.svg`)
})

test('a password reset link refuses a weak password, accepts a strong one, and works once', async ({
  page,
  browser,
}) => {
  const email = 'm1020@family.example'
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await page.getByLabel(/email or user name/i).fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText(`If ${email} belongs to an account`)).toBeVisible()

  const office = await anotherPage(browser)
  await signIn(office, 'admin')
  await office.getByRole('link', { name: 'Mail' }).click()
  await office
    .getByRole('button', { name: /Reset your Blended Learning password/ })
    .first()
    .click()
  const mail = office.getByRole('dialog', { name: 'Reset your Blended Learning password' })
  await expect(mail.getByText(email)).toBeVisible()
  const link = (await mail.getByRole('link').getAttribute('href')) as string
  await office.close()

  await page.goto(link)
  await expect(page.getByText(`You log in as ${email}.`)).toBeVisible()
  const field = page.getByLabel('New password', { exact: true })
  await field.fill('password')
  await expect(page.getByText('Very weak – must be fair or better')).toBeVisible()
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText(/^This password is very weak\./)).toBeVisible()
  await field.fill('seven quiet otters swim')
  await expect(page.getByText('Strong – strong enough')).toBeVisible()
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Password changed. Log in with the new one.')).toBeVisible()

  await enter(page, email)
  await expect(page.getByRole('alert')).toHaveText('Wrong email, user name or password.')
  await enter(page, email, 'seven quiet otters swim')
  await expect(page).toHaveURL('/student')

  await page.goto(link)
  await expect(page.getByRole('alert')).toHaveText('This link has already been used or has expired.')
  await expect(page.getByText('Error:'), 'the snackbar').toHaveCount(0)
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect(page).toHaveURL('/forget-password')
})
