import { expect, type Browser, type Page } from '@playwright/test'
import { v7 as newId } from 'uuid'
import { field, onward, question } from './answer-fixture.ts'
import { anotherPage, familyOf, get, letIn, patch, post, signIn, test } from './journey.ts'
import { giveTest } from './test-fixture.ts'

/** Tests which parts of a child's work a parent sees, and when (product §5, §8). */

/** Matches any field in a server response that reveals a verdict. */
const keyPattern =
  /"(?:verdict|solution|comment|correct|score|score2|report)":(?!null|false)|"(?:solved|waits|over)":true/

/**
 * Records the server's responses to a parent. Returns a function that finds leaks in responses about tests
 * and assessments, and in records with this name in other responses about children.
 */
function listen(page: Page, name: string) {
  const responses: Promise<string>[] = []
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url())
    if (/^\/api\/parent\/students\/[^/]+\/(tests|assessments)\//.test(pathname))
      responses.push(answer.text().catch(() => ''))
    else if (pathname.startsWith('/api/parent/students'))
      responses.push(
        answer.text().then(
          (text) => linesOf(text, name),
          // Ignore the response, which the browser canceled because the page navigated, so it can't leak
          // anything.
          () => '',
        ),
      )
  })
  return async () => (await Promise.all(responses)).flatMap((text) => keyPattern.exec(text)?.[0] ?? [])
}

/** Returns as JSON all records with this name in a JSON text, such as rows of work and the last result. */
function linesOf(text: string, name: string) {
  const lines: unknown[] = []
  JSON.parse(text, (_, value: { name?: string } | null) => {
    if (value?.name === name) lines.push(value)
    return value
  })
  return JSON.stringify(lines)
}

/** Starts work as a student, answers its questions in order, and hands it in. */
async function doWork(
  browser: Browser,
  { email, path }: { email: string; path: string },
  parts: readonly string[],
) {
  const student = await anotherPage(browser)
  await letIn(student, email)
  await patch(student, path, { state: 'started' })
  for (const [at, part] of parts.entries())
    await post(student, `${path}/${at + 1}`, {
      seq: 1,
      answerId: newId(),
      given: { kind: 'fr', parts: [part] },
    })
  await patch(student, path, { state: 'submitted' })
  await student.context().close()
}

/** Opens the page of a parent's child. */
async function withParent(page: Page, { email, firstName }: { email: string; firstName: string }) {
  await signIn(page, email)
  await page.getByRole('link', { name: firstName }).click()
  await expect(page.getByRole('heading', { name: firstName, level: 1 })).toBeVisible()
}

const toOwn = (address: string) => address.replace(/^\/students\/[^/]+/, '/student')
const work = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Work' }).getByRole('link', { name })

test('a parent reads a homework question with the answer, the opened hint, and the teacher’s comment', async ({
  browser,
}) => {
  const office = await anotherPage(browser)
  await letIn(office, 'operator')
  const family = await familyOf(office, 'M1032')
  const student = await anotherPage(browser)
  await letIn(student, 'm1032@family.example')
  const { work: all } = await get<{ work: { _id: string; kind: string; state: string }[] }>(
    student,
    '/student',
  )
  const path = `/student/homework/${all.find(({ kind, state }) => kind === 'homework' && state === 'assigned')?._id}`
  await patch(student, path, { state: 'started' })
  await post(student, `${path}/sections/1/1/hints`, { num: 1 })
  await post(student, `${path}/sections/1/1`, {
    seq: 1,
    answerId: newId(),
    given: { kind: 'fr', parts: ['1000'] },
  })
  await patch(office, `${path.replace('/student', `/students/${family.id}`)}/1`, {
    comment: 'Count the groups first.',
  })

  const page = await anotherPage(browser, { phone: true })
  await withParent(page, family)
  await page.goto(`${page.url()}${path.replace('/student', '')}/sections`)
  await page.getByRole('link', { name: /^1 tried 1 hint comment/ }).click()
  await expect(page.getByRole('heading', { name: /^Question 1 of \d+$/, level: 1 })).toBeVisible()
  const article = page.getByRole('article', { name: 'Question' })
  await expect(article.getByRole('textbox')).toHaveValue('1000')
  await expect(article.getByText(/Not right\..*2 tries left\.$/)).toBeVisible()
  await expect(article.getByRole('figure')).toContainText('Count the groups first.')
  await expect(article.getByRole('region', { name: 'Hint', exact: true }).getByRole('listitem')).toHaveCount(
    1,
  )
  await expect(article.getByRole('heading', { name: 'The right answer' })).toBeHidden()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: /^Question 2 of \d+$/ })).toBeVisible()
  await expect(page.getByText('No answer yet.')).toBeVisible()
})

test('a parent sees the result, verdicts and comment of a test only after it is returned', async ({
  browser,
}) => {
  const { email, name, office, address } = await giveTest(browser, 'M1048', { names: ['number', 'manual'] })
  await doWork(browser, { email, path: toOwn(address) }, ['4.5', 'Because it is half.'])
  const page = await anotherPage(browser)
  const leaks = listen(page, name)
  await withParent(page, await familyOf(office, 'M1048'))
  await expect(page.getByText('Test, being graded')).toBeVisible()
  await work(page, name).click()
  await expect(page.getByText(/The results will appear here once the test is returned/)).toBeVisible()
  await expect(page.getByRole('article', { name: 'Question' }).getByRole('textbox')).toHaveValue('4.5')
  await page.getByRole('link', { name: 'Question 2, answered' }).click()
  await expect(page.getByRole('heading', { name: 'Question 2 of 2' })).toBeVisible()
  await patch(office, `${address}/2`, { grade: 0.5, comment: 'Say half of what.' })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Question 2 of 2' })).toBeVisible()
  expect(await leaks()).toEqual([])

  await patch(office, address, { state: 'returned' })
  await expect(page.getByText('1 of 2 right.')).toBeVisible()
  await expect(page.getByText('Partly right.')).toBeVisible()
  await expect(page.getByRole('figure')).toContainText('Say half of what.')
  await page.getByRole('link', { name: 'Question 1, right' }).click()
  await expect(page.getByText('Right.', { exact: true })).toBeVisible()
})

test('a parent sees the report of an assessment only after it is returned', async ({ browser }) => {
  const { email, name, office, address } = await giveTest(browser, 'M1049', {
    names: ['number', 'manual'],
    kind: 'assessment',
  })
  await doWork(browser, { email, path: toOwn(address) }, ['4.5', 'Because it is half.'])
  const page = await anotherPage(browser)
  const leaks = listen(page, name)
  await withParent(page, await familyOf(office, 'M1049'))
  const childsPage = page.url()
  await page.goto(`${childsPage}${address.replace(/^\/students\/[^/]+/, '')}/report`)
  await expect(page.getByText('No report yet')).toBeVisible()
  await page.getByRole('link', { name: 'Questions' }).click()
  await expect(page.getByText(/The report will appear here once the center has returned it/)).toBeVisible()
  await patch(office, `${address}/2`, { grade: 0 })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Question 1 of 2' })).toBeVisible()
  expect(await leaks()).toEqual([])

  await patch(office, address, { state: 'returned' })
  await page.goto(childsPage)
  await work(page, name).click()
  await expect(page).toHaveURL(/\/report$/)
  await expect(page.getByRole('region', { name: 'Overall' })).toContainText('50%')
  await expect(page.getByRole('region', { name: 'Suggested level' })).toBeVisible()
  await page.getByRole('link', { name: 'Questions' }).click()
  await expect(page.getByText('Right.', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Question 2, not right' }).click()
  await expect(page.getByRole('heading', { name: 'Question 2 of 2' })).toBeVisible()
})

test('a parent does an assessment with the child on the same page that the child uses', async ({
  browser,
}) => {
  const { name, office, address } = await giveTest(browser, 'M1051', {
    names: ['number', 'words'],
    kind: 'assessment',
  })
  const page = await anotherPage(browser, { phone: true })
  await withParent(page, await familyOf(office, 'M1051'))
  await work(page, name).click()
  await page
    .getByRole('dialog', { name: 'Start this assessment?' })
    .getByRole('button', { name: 'Start' })
    .click()
  await question(page, 1)
  await field(page).fill('4.5')
  await onward(page)
  await question(page, 2)
  await field(page).fill('hot')
  await page.reload()
  await question(page, 2)
  await expect(field(page)).toHaveValue('hot')
  await page.getByRole('main').getByRole('button', { name: 'Hand in' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hand in' }).click()
  await page.getByRole('link', { name: 'Report' }).click()
  await expect(page.getByRole('region', { name: 'Overall' })).toContainText('100%')
  const { given } = await get<{ given: object }>(office, `${address}/1`)
  expect(given).toEqual({ kind: 'fr', parts: ['4.5'] })
})

test('a sibling’s work is not found under the other child, and another family’s child is not found at all', async ({
  browser,
  page,
}) => {
  const office = await anotherPage(browser)
  await letIn(office, 'operator')
  const neighbor = await familyOf(office, 'M1025')
  await letIn(page, 'parent')
  const [child, sibling] = await get<{ _id: string }[]>(page, '/parent/students')
  const record = await get<{ work: { _id: string; kind: string }[] }>(
    page,
    `/parent/students/${sibling?._id}`,
  )
  const siblingsWork = record.work.find(({ kind }) => kind === 'homework')?._id ?? ''
  for (const address of [
    `${child?._id}/homework/${siblingsWork}/sections`,
    `${child?._id}/homework/${siblingsWork}/sections/1/questions/1`,
    `${child?._id}/tests/${siblingsWork}/questions/1`,
    `${child?._id}/assessments/${siblingsWork}/report`,
    neighbor.id,
  ]) {
    await page.goto(`/parent/students/${address}`)
    await expect(page.getByText(/couldn’t be loaded\.$/)).toBeVisible()
    await expect(page.getByText(/not found|no longer|isn’t here|doesn’t exist/i).first()).toBeVisible()
  }
})
