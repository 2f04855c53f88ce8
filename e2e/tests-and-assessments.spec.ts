import { expect, type Browser, type Page, type Response } from '@playwright/test'
import { field, onward, question } from './answer-fixture.ts'
import { anotherPage, comes, enter, hold, patch, signIn, test } from './journey.ts'
import { arrived, giveTest } from './test-fixture.ts'

/** Opens the work from the home page and starts it in its dialog. */
async function start(page: Page, name: string) {
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click()
  await question(page, 1)
}

const dot = (page: Page, num: number, word: string) =>
  page
    .getByRole('list', { name: 'Questions' })
    .getByRole('link', { name: `Question ${num}, ${word}`, exact: true })
const saved = (page: Page) => comes(page, page.getByText('Saved', { exact: true }))

/** Opens a page whose clock the test can advance. */
async function hastened(browser: Browser) {
  const page = await anotherPage(browser)
  await page.clock.install()
  return page
}

async function complete(page: Page) {
  await page.getByRole('main').getByRole('button', { name: 'Hand in' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Hand in' }).click()
}

/** Matches any field in a server response that reveals a verdict. */
const told =
  /"(?:verdict|solution|comment|correct|score|score2|report)":(?!null|false)|"(?:solved|waits|over)":true/

/**
 * Records the server's responses to a student about tests and assessments, and the row of this work on the
 * home page. Returns a function that finds leaks in them.
 */
function listen(page: Page, name: string) {
  const heard: Promise<string>[] = []
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url())
    if (/^\/api\/student\/(tests|assessments)\//.test(pathname)) heard.push(answer.text().catch(() => ''))
    if (pathname === '/api/student') heard.push(lineOf(answer, name))
  })
  return async () => (await Promise.all(heard)).flatMap((text) => told.exec(text)?.[0] ?? [])
}

async function lineOf(answer: Response, name: string) {
  const { work = [] } = (await answer.json().catch(() => ({}))) as { work?: { name: string }[] }
  return JSON.stringify(work.filter((each) => each.name === name))
}

test('answers to a test can be changed freely until it is handed in, and no verdict is revealed before that', async ({
  browser,
}) => {
  const { email, name, office, address } = await giveTest(browser, 'M1011', {
    names: ['number', 'words', 'choice'],
    minutes: 30,
  })
  const page = await hastened(browser)
  const leaks = listen(page, name)
  await signIn(page, email)
  await page.getByRole('link', { name: new RegExp(name) }).click()
  const opening = page.getByRole('dialog', { name: 'Start this test?' })
  await expect(opening.getByText('3 questions')).toBeVisible()
  await expect(opening.getByText('30 minutes once you start')).toBeVisible()
  await expect(opening.getByText('No hints')).toBeVisible()
  await opening.getByRole('button', { name: 'Start' }).click()
  await question(page, 1)
  await expect(page.getByRole('timer')).toHaveText(/30 min/)
  await expect(page.getByRole('button', { name: 'Check' })).toBeHidden()

  await field(page).fill('4')
  await saved(page)
  await field(page).fill('4.5')
  await onward(page)
  await question(page, 2)
  await expect(dot(page, 1, 'answered')).toBeVisible()
  await page
    .getByRole('list', { name: 'Questions' })
    .getByRole('link', { name: /Question 3/ })
    .click()
  await question(page, 3)
  await page.getByRole('radio', { name: /^A\./ }).check()
  await page.getByRole('button', { name: 'Previous' }).click()
  await question(page, 2)

  await page.getByRole('main').getByRole('button', { name: 'Hand in' }).click()
  const closing = page.getByRole('dialog', { name: 'Hand in this test?' })
  await expect(closing.getByRole('list', { name: 'Not answered yet' }).getByRole('link')).toHaveText(['2'])
  await closing.getByRole('link', { name: 'Question 2' }).click()
  await field(page).fill('warm')
  await saved(page)
  expect(await leaks()).toEqual([])
  expect(await arrived(office, address, 1)).toEqual(['1: 4', '2: 4.5'])

  await page.getByRole('main').getByRole('button', { name: 'Hand in' }).click()
  await expect(closing.getByText('You have answered every question.')).toBeVisible()
  await closing.getByRole('button', { name: 'Hand in' }).click()
  await expect(page.getByText('Test complete!')).toBeVisible()
  await expect(page.getByText('1 of 3 right.')).toBeVisible()
  await page.getByRole('button', { name: 'Look at my answers' }).click()
  await expect(page.getByText('Not right.')).toBeVisible()
  await expect(field(page)).toHaveJSProperty('readOnly', true)
  await dot(page, 1, 'right').click()
  await expect(page.getByText('Right!')).toBeVisible()
  // The right answer is in the field, so it isn't repeated below.
  await expect(field(page)).toHaveValue('4.5')
  await expect(page.getByRole('region', { name: 'The answer' })).toBeHidden()
})

test('an assessment reveals its verdicts and the right answers only after it is returned', async ({
  browser,
}) => {
  const { email, name, office, address } = await giveTest(browser, 'M1013', {
    names: ['number', 'manual'],
    kind: 'assessment',
  })
  const page = await hastened(browser)
  const leaks = listen(page, name)
  await signIn(page, email)
  await start(page, name)
  await field(page).fill('4')
  await field(page).press('Enter')
  await question(page, 2)
  await field(page).fill('Because.')
  await saved(page)
  await complete(page)
  await expect(page.getByText('Assessment complete!')).toBeVisible()
  await expect(page.getByText('Your teacher will talk with you about it.')).toBeVisible()
  await page.getByRole('button', { name: 'Look at my answers' }).click()
  await dot(page, 1, 'answered').click()
  await expect(field(page)).toHaveValue('4')
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(page.getByRole('link', { name: new RegExp(`${name}.*being graded`) })).toBeVisible()
  expect(await leaks()).toEqual([])

  await patch(office, `${address}/2`, { grade: 1 })
  await patch(office, address, { state: 'returned' })
  await page.goto(`${address.replace(/^\/students\/[^/]+/, '/student')}/questions/1`)
  await expect(page.getByText('Not right.', { exact: true })).toBeVisible()
  await expect(page.getByText('Your teacher has returned this.')).toBeVisible()
  await expect(page.getByText('Your teacher will talk with you about it.')).toBeHidden()
  await expect(page.getByText('The right answer:')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try one like it' })).toBeVisible()
  await dot(page, 2, 'right').click()
  await question(page, 2)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page).toHaveURL('/student')
})

test('work that a person still has to grade shows only that it is being graded', async ({ browser }) => {
  const { email, name } = await giveTest(browser, 'M1015', { names: ['number', 'manual'] })
  const page = await hastened(browser)
  const leaks = listen(page, name)
  await signIn(page, email)
  await start(page, name)
  await field(page).fill('4.5')
  await onward(page)
  await field(page).fill('Because.')
  await complete(page)
  await expect(page.getByText('Your test is being graded. Your result will show up here.')).toBeVisible()
  expect(await leaks()).toEqual([])
})

test('an answer typed before a tab was lost is submitted when the test is opened again', async ({
  browser,
}) => {
  const { email, name, office, address } = await giveTest(browser, 'M1019', { names: ['number', 'words'] })
  const context = await browser.newContext()
  await context.clock.install()
  const page = await context.newPage()
  await signIn(page, email)
  await start(page, name)
  await onward(page)
  await question(page, 2)
  await page.getByRole('button', { name: 'Previous' }).click()
  // Simulates a crash: the draft is stored on the device but was not submitted.
  await page.evaluate(
    async (about) =>
      await new Promise<void>((done) => {
        const opening = indexedDB.open('outbox')
        opening.addEventListener('success', () => {
          const writing = opening.result.transaction('drafts', 'readwrite')
          writing.objectStore('drafts').put({ kind: 'fr', parts: ['hot'] }, about)
          writing.addEventListener('complete', () => done())
        })
      }),
    `test ${address.split('/').at(-1)} 2`,
  )
  await page.close()
  const again = await context.newPage()
  await again.goto('/student')
  await again.getByRole('link', { name: new RegExp(name) }).click()
  await expect(dot(again, 2, 'answered')).toBeVisible()
  await saved(again)
  expect(await arrived(office, address, 2)).toEqual(['1: hot'])
  await context.close()
})

test('if a session ends during a test, no answer is lost, and the next user neither sees nor sends any', async ({
  browser,
}) => {
  const { email, name, office, address } = await giveTest(browser, 'M1031', { names: ['number', 'words'] })
  const page = await hastened(browser)
  await signIn(page, email)
  await start(page, name)
  await page.context().clearCookies()
  await field(page).fill('4.5')
  await comes(page, page.getByText('Your session has expired. Please login again.'))

  await enter(page, 'm1023@family.example')
  await expect(page.getByRole('heading', { name: 'To do now' })).toBeVisible()
  await expect(page.getByText(name)).toBeHidden()
  expect(await arrived(office, address, 1)).toEqual([])
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/login')

  await enter(page, email)
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await expect(field(page)).toHaveValue('4.5')
  await saved(page)
  expect(await arrived(office, address, 1)).toEqual(['1: 4.5'])
})

test('only the newer of two windows can answer, and each of two devices shows the newer answer of the other', async ({
  browser,
}) => {
  const { email, name, office, address } = await giveTest(browser, 'M1025', { names: ['number', 'words'] })
  const older = await hastened(browser)
  await signIn(older, email)
  await start(older, name)
  await field(older).fill('1')
  const newer = await older.context().newPage()
  await newer.goto(older.url())
  await expect(older.getByText('This test is now open in another window.')).toBeVisible()
  await expect(field(older)).toHaveJSProperty('readOnly', true)
  await expect(field(newer)).toHaveValue('1')
  await field(newer).fill('2')
  await saved(newer)
  await expect(field(older)).toHaveValue('2')
  await older.close()

  const tablet = await hastened(browser)
  await signIn(tablet, email)
  await tablet.getByRole('link', { name: new RegExp(name) }).click()
  await field(tablet).fill('3')
  await saved(tablet)
  await field(newer).fill('4')
  await newer.clock.runFor(2000)
  await expect(field(newer)).toHaveValue('3')
  await field(newer).fill('4.5')
  await saved(newer)
  await expect.poll(() => arrived(office, address, 1)).toEqual(['1: 1', '2: 2', '3: 3', '4: 4.5'])
})

test('when time runs out, the fields are locked, pending answers arrive, and the test is completed automatically', async ({
  browser,
}) => {
  const { email, name, office, address } = await giveTest(browser, 'M1027', {
    names: ['number', 'words'],
    minutes: 10,
  })
  const page = await anotherPage(browser)
  // Set the clock of this tablet a day behind.
  await page.clock.install({ time: Date.now() - 86_400_000 })
  await signIn(page, email)
  let soonOver = false
  let endsAt: string | null = null
  await page.route('**/api/student/tests/*', async (route) => {
    const answer = await route.fetch()
    const work = (await answer.json()) as { endsAt: string | null }
    if (soonOver) endsAt ??= new Date(Date.now() + 9_000).toISOString()
    await route.fulfill({ response: answer, json: { ...work, ...(work.endsAt && endsAt && { endsAt }) } })
  })
  await start(page, name)
  await expect(page.getByRole('timer')).toHaveText(/10 min/)
  soonOver = true
  await page.reload()
  await expect(page.getByRole('timer')).toHaveText(/0:0\d/)
  await field(page).fill('4.5')
  endsAt = new Date().toISOString()
  await page.clock.runFor(10_000)
  await expect(page.getByText('Time is up.')).toBeVisible()
  await page.clock.runFor(12_000)
  await comes(page, page.getByText('Test complete!'))
  await expect(page.getByText('1 of 2 right.')).toBeVisible()
  expect(await arrived(office, address, 1)).toEqual(['1: 4.5'])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('answers typed on two devices before the end of a test count, whichever device hands it in', async ({
  browser,
}) => {
  test.setTimeout(150_000)
  const { email, name, office, address } = await giveTest(browser, 'M1033', {
    names: ['number', 'words'],
    minutes: 1,
  })
  const phone = await anotherPage(browser)
  await signIn(phone, email)
  await start(phone, name)
  const tablet = await anotherPage(browser)
  await signIn(tablet, email)
  await tablet.getByRole('link', { name: new RegExp(name) }).click()
  await dot(tablet, 2, 'not answered').click()
  await question(tablet, 2)
  // The answer is in the field when the time is up, and is still being sent when the phone hands the test in.
  const late = await hold(tablet, '**/api/student/tests/*/2')
  await field(tablet).fill('hot')
  await expect(phone.getByText('Time is up.')).toBeVisible({ timeout: 65_000 })
  await expect(tablet.getByText('Time is up.')).toBeVisible()
  await tablet.waitForTimeout(2000)
  late()
  for (const page of [phone, tablet])
    await expect(page.getByText('Test complete!')).toBeVisible({ timeout: 20_000 })
  expect(await arrived(office, address, 2)).toEqual(['1: hot'])
  await tablet.getByRole('button', { name: 'Look at my answers' }).click()
  await expect(field(tablet)).toHaveValue('hot')
  await office.goto(`/centers/Maple%20Street/attendance${address}/questions/2`)
  await expect(office.getByText(/Arrived \d+ seconds? after time ran out\./)).toBeVisible()
})
