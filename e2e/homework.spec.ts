import { expect, type Page } from '@playwright/test'
import { atWork, onward, question } from './answer-fixture.ts'
import { signIn, test } from './journey.ts'

/** Opens a student's assigned homework and starts it. */
async function startHomework(page: Page) {
  await signIn(page, 'm1008@family.example')
  await expect(page.getByRole('heading', { name: 'To do now' })).toBeVisible()
  await page.getByRole('link', { name: /Homework 4/ }).click()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByRole('article', { name: /Question 1 of/ })).toBeVisible()
}

const answerField = (page: Page) => page.getByRole('textbox', { name: 'Your answer' })

/** Returns the right answer to one of the demo's small calculations, read from the page as a child would. */
async function rightAnswer(page: Page) {
  const tex = await page.locator('article annotation').first().textContent()
  const [, a, sign, b] = /(\d+)\s*(\\times|\\div)\s*(\d+)/.exec(tex ?? '') ?? []
  return String(sign === '\\div' ? Number(a) / Number(b) : Number(a) * Number(b))
}

test('a student gets immediate verdicts and step-by-step hints, and completes the homework', async ({
  page,
}) => {
  await startHomework(page)
  await expect(answerField(page), 'the browser doesn’t mark spelling').toHaveAttribute('spellcheck', 'false')
  await answerField(page).fill('1000')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText('Not yet.')).toBeVisible()
  await expect(page.getByText('2 tries left.')).toBeVisible()

  await page.getByRole('button', { name: 'Hint' }).click()
  await expect(page.getByRole('region', { name: 'Hint' }).getByRole('listitem')).toHaveCount(1)

  const right = await rightAnswer(page)
  await answerField(page).fill('')
  for (const digit of right) await page.getByRole('button', { name: digit, exact: true }).click()
  await expect(answerField(page)).toHaveValue(right)
  await answerField(page).press('Enter')
  await expect(page.getByText('Right!')).toBeVisible()
  await expect(page.getByText('Saved')).toBeVisible()

  await page.getByRole('link', { name: /practice|first steps|challenge/ }).click()
  await page.getByRole('button', { name: 'Hand in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hand in this homework?' })
  await expect(dialog.getByRole('list', { name: 'Not answered yet' }).getByRole('link').first()).toHaveText(
    '2',
  )
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Hand in' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('button', { name: 'Keep working' }).click()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Hand in' }).click()
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('alert'), 'the earlier error message').toBeHidden()
  await dialog.getByRole('button', { name: 'Hand in' }).click()
  await expect(page.getByText('Homework handed in.')).toBeVisible()
  await expect(page.getByText(/1 of \d+ right, hints on 1\./)).toBeVisible()
})

/** Returns the number of typed but unchecked answers on this device. Runs in the page. */
const draftsKept = () =>
  new Promise<number>((done) => {
    const opening = indexedDB.open('outbox')
    opening.addEventListener('success', () => {
      const count = opening.result.transaction('drafts').objectStore('drafts').count()
      count.addEventListener('success', () => {
        opening.result.close()
        done(count.result)
      })
    })
  })

test('an unchecked answer survives a reload, and only the newer of two windows can answer', async ({
  browser,
}) => {
  const context = await browser.newContext()
  const older = await context.newPage()
  await signIn(older, 'm1002@family.example')
  await older.getByRole('link', { name: /Homework 4/ }).click()
  await older.getByRole('button', { name: 'Start', exact: true }).click()
  await answerField(older).fill('123')
  await expect.poll(() => older.evaluate(draftsKept)).toBe(1)
  await older.reload()
  await expect(answerField(older)).toHaveValue('123')

  const newer = await context.newPage()
  await newer.goto(older.url())
  await expect(answerField(newer)).toHaveValue('123')
  await expect(older.getByText('This homework is now open in another window.')).toBeVisible()
  await expect(older.getByRole('button', { name: 'Check' })).toBeHidden()
  await newer.getByRole('button', { name: 'Check' }).click()
  await expect(newer.getByText('Not yet.')).toBeVisible()

  await older.getByRole('button', { name: 'Continue here instead' }).click()
  await expect(older.getByText('Not yet.')).toBeVisible()
  await expect(newer.getByText('This homework is now open in another window.')).toBeVisible()
  await context.close()
})

test('a verdict that arrives after moving to the next question is shown when going back', async ({
  page,
}) => {
  await signIn(page, 'm1003@family.example')
  await page.getByRole('link', { name: /Homework 4/ }).click()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByRole('article', { name: /Question 1 of/ })).toBeVisible()
  const first = page.url()
  const slow = Promise.withResolvers<void>()
  await page.route('**/api/student/homework/*/sections/1/1', async (route) => {
    if (route.request().method() === 'POST') await slow.promise
    await route.continue()
  })
  await answerField(page).fill('1000')
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByRole('button', { name: 'Next question' }).click()
  await expect(page.getByRole('article', { name: /Question 2 of/ })).toBeVisible()
  slow.resolve()
  await expect(page.getByText('Saved')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(first)
  await expect(page.getByText('Not yet.')).toBeVisible()
  await expect(answerField(page)).toHaveValue('1000')
})

test('a verdict that arrives while its question is loading is shown with the question', async ({ page }) => {
  await signIn(page, 'm1006@family.example')
  await page.getByRole('link', { name: /Homework 4/ }).click()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  const asked = '**/api/student/homework/*/sections/1/1'
  await page.route(
    asked,
    async (route) => await (route.request().method() === 'POST' ? route.abort() : route.continue()),
  )
  await answerField(page).fill('1000')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText('Waiting')).toBeVisible()

  const reading = Promise.withResolvers<void>()
  let reads = 0
  // Send the answer during the first read, which never gets a response. This route replaces the earlier one
  // without a gap in which the answer could be sent before the reload.
  await page.route(asked, async (route) => {
    if (route.request().method() === 'POST') await reading.promise
    else if ((reads += 1) === 1) return reading.resolve()
    await route.continue()
  })
  await page.reload()
  await expect(page.getByText('Not yet.')).toBeVisible()
  await expect(answerField(page)).toHaveValue('1000')
})

test('unchecked answers are checked when the homework is handed in, and unfinished ones are listed', async ({
  browser,
}) => {
  const { page } = await atWork(browser, 'M1045', ['number', 'choice', 'parts', 'words'])
  await answerField(page).fill('4.5')
  await onward(page)
  await page.getByRole('radio', { name: /8/ }).check({ force: true })
  await onward(page)
  await page.getByRole('textbox').first().fill('5')
  await onward(page)
  await question(page, 4)
  await page.getByRole('button', { name: 'Finish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hand in this homework?' })
  const numbers = (name: string) => dialog.getByRole('list', { name }).getByRole('link')
  await expect(numbers('Not checked yet')).toHaveText(['1', '2'])
  await expect(numbers('Unfinished')).toHaveText(['3'])
  await expect(numbers('Not answered yet')).toHaveText(['4'])
  await dialog.getByRole('button', { name: 'Hand in' }).click()
  await expect(page.getByText(/2 of 4 right/)).toBeVisible()
})

test('homework can’t be handed in while an unchecked answer is unreadable', async ({ browser }) => {
  const { page } = await atWork(browser, 'M1045', ['words', 'number'])
  await page.getByRole('textbox', { name: 'Your answer' }).fill('hot')
  await onward(page)
  await answerField(page).fill('9/')
  await page.getByRole('button', { name: 'Finish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hand in this homework?' })
  const unread = dialog.getByRole('list', { name: 'Can’t be read' }).getByRole('link')
  await expect(dialog.getByRole('list', { name: 'Not checked yet' }).getByRole('link')).toHaveText(['1', '2'])
  await dialog.getByRole('button', { name: 'Hand in' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Not handed in yet, because an answer can’t be read.')
  await expect(unread).toHaveText('2')

  await unread.click()
  await expect(page.getByText('Not counted.')).toBeVisible()
  await expect(answerField(page)).toHaveValue('9/')
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(unread, 'an unreadable answer that has been checked').toHaveText('2')
  await dialog.getByRole('button', { name: 'Keep working' }).click()
  await answerField(page).fill('9/2')
  await page.getByRole('button', { name: 'Finish' }).click()
  await dialog.getByRole('button', { name: 'Hand in' }).click()
  await expect(page.getByText(/2 of 2 right/)).toBeVisible()
})

test('a hint that can’t be opened offline shows an error, and adjacent buttons don’t touch', async ({
  browser,
}) => {
  const { page, context } = await atWork(browser, 'M1046', ['number', 'words'], {
    touch: true,
    steps: ['Draw nine dots.'],
  })
  await page.setViewportSize({ width: 768, height: 1024 })
  const boxOf = async (name: string) => {
    const button = page.getByRole('button', { name, exact: true })
    await expect(button).toBeVisible()
    return (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  }
  const [zero, asked] = [await boxOf('0'), await boxOf('Hint')]
  expect(asked.y - zero.y - zero.height).toBeGreaterThanOrEqual(8)
  await page.setViewportSize({ width: 360, height: 740 })
  const [zeroOfPhone, askedOfPhone] = [await boxOf('0'), await boxOf('Hint')]
  expect(askedOfPhone.y - zeroOfPhone.y - zeroOfPhone.height, 'nothing between them').toBeLessThan(32)
  await page.setViewportSize({ width: 768, height: 1024 })
  await onward(page)
  await question(page, 2)
  const hint = page.getByRole('region', { name: 'Hint' })
  await expect(hint.getByRole('button', { name: 'Hint' })).toBeVisible()
  await context.setOffline(true)
  await hint.getByRole('button', { name: 'Hint' }).tap()
  await expect(page.getByRole('alert')).toContainText("Can't connect to server.")
  await page.getByRole('textbox', { name: 'Your answer' }).fill('hot')
  await page.getByRole('button', { name: 'Check' }).tap()
  await expect(page.getByText('Your answer is saved on this device.')).toBeVisible()
  const [check, previous] = [await boxOf('Check'), await boxOf('Previous question')]
  expect(previous.x).toBeGreaterThanOrEqual(check.x + check.width)
})
