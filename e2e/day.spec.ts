import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { enter, signIn, test } from './journey.ts'
import { handOver } from './steps.ts'

const written = (question: string, answer: string) => JSON.stringify({ question, answer })
const stickers = written(
  'Lena has 3 sheets with 8 stickers each. How many stickers does she have?',
  'Every sheet has 8 stickers.\nShe has 3*8=<<3*8=24>>24 stickers.\n#### 24',
)
const apples = written(
  'Five apples are shared by 5 children. How many apples does each child get?',
  'Each gets 5/5=<<5/5=1>>1.\n#### 1',
)

const course = 'Evening stories'
const work = 'Stickers and apples'
const parent = 'Rosa Alvarez'
const word = 'seven quiet otters swim'

/** Opens a page of the product in a separate browser. */
const own = async (browser: Browser) =>
  (await browser.newContext({ baseURL: process.env['PRODUCT_URL'] })).newPage()

async function importQuestions(page: Page) {
  await signIn(page, 'editor')
  await page.getByRole('button', { name: 'New course' }).click()
  await page.getByLabel('Name').fill(course)
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await page.getByRole('region', { name: course }).getByRole('button', { name: 'Add level' }).click()
  await page.getByLabel('Name').fill('Evenings 1')
  await page.getByLabel('Number of chapters').fill('1')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Add missing chapters' }).click()
  const chapter = page.getByRole('list', { name: 'Chapters' }).getByRole('link', { name: /Chapter 1/ })
  await chapter.click()
  await page.getByRole('list', { name: 'Sections', exact: true }).getByRole('link').first().click()

  await page.getByRole('button', { name: 'Import questions' }).click()
  const sheet = page.getByRole('dialog', { name: 'Import questions' })
  await sheet.getByText('Or paste lines').click()
  await sheet.getByLabel('Lines', { exact: true }).fill([stickers, apples].join('\n'))
  await sheet.getByRole('button', { name: 'Check the lines' }).click()
  await sheet.getByRole('button', { name: 'Import 2 questions' }).click()
  await expect(sheet.getByText('2 questions were imported.')).toBeVisible()
}

/**
 * Adds a student with a parent, and invites both, as the office does. Returns the student's user name and
 * link to choose a password.
 */
async function addStudent(page: Page) {
  await page.getByRole('navigation', { name: 'Center' }).getByRole('link', { name: 'Students' }).click()
  await page.getByRole('button', { name: 'New student' }).click()
  const sheet = page.getByRole('dialog', { name: 'New student' })
  const mother = sheet.getByRole('group', { name: 'Parent' })
  await mother.getByLabel('First name').fill('Rosa')
  await mother.getByLabel('Last name').fill('Alvarez')
  await mother.getByLabel('Email').fill('rosa.alvarez@family.example')
  const child = sheet.getByRole('group', { name: 'Child' })
  await child.getByLabel('First name').fill('Nina')
  await expect(child.getByLabel('Last name')).toHaveValue('Alvarez')
  await child.getByLabel('Grade').fill('4')
  await sheet.getByRole('button', { name: 'Add student' }).click()
  await expect(page.getByRole('heading', { name: 'Nina Alvarez', level: 1 })).toBeVisible()

  await page.getByRole('button', { name: `Invite ${parent}` }).click()
  await expect(page.getByRole('button', { name: `Invite ${parent}` })).toHaveText('Invite again')
  return await handOver(page)
}

async function assign(page: Page) {
  await page.getByRole('button', { name: 'Assign work' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Assign work to Nina Alvarez' })
  const choose = async (field: string, option: string | RegExp) => {
    await dialog.getByRole('combobox', { name: field }).click()
    await page.getByRole('option', { name: option }).click()
  }
  await choose('Level', 'Evenings 1')
  await choose('Chapter', /Chapter 1/)
  await dialog.getByRole('checkbox').first().check()
  await dialog.getByLabel('Name').fill(work)
  await dialog.getByLabel('Due').fill('3/5/2026')
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await expect(dialog).toBeHidden()
}

/** Chooses the first password with an invitation link and logs in. */
async function setUp(page: Page, link: string, name: string) {
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill(word)
  await page.getByRole('button', { name: 'Set up account' }).click()
  await expect(page.getByText('Your account is ready.')).toBeVisible()
  await enter(page, name, word)
}

async function give(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Your answer' }).fill(text)
  await page.getByRole('button', { name: 'Check' }).click()
}

/**
 * Answers one question wrong, opens its whole hint, and answers it right. Answers the other question right on
 * the first try. `line` is the row in which the office watches this work.
 */
async function practice(page: Page, line: Locator) {
  await page.getByRole('link', { name: new RegExp(`${work}.*Thu, Mar 5`) }).click()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByText('Lena has 3 sheets with 8 stickers each.')).toBeVisible()
  await expect(line).toContainText('In progress')

  await give(page, '11')
  await expect(page.getByText('2 tries left.')).toBeVisible()
  const hint = page.getByRole('region', { name: 'Hint' })
  await hint.getByRole('button', { name: 'Hint' }).click()
  await expect(hint.getByRole('listitem')).toHaveText([/Every sheet has 8 stickers\./])
  await hint.getByRole('button', { name: 'Next step' }).click()
  await expect(hint.getByRole('listitem').last()).toContainText('24 stickers.')
  await expect(hint.getByRole('button')).toHaveCount(0)
  await give(page, '24')
  await expect(page.getByText('Right!')).toBeVisible()
  await expect(line).toContainText('1 of 2')

  await page.getByRole('button', { name: 'Next question' }).click()
  await expect(page.getByText('Five apples are shared by 5 children.')).toBeVisible()
  await give(page, '1')
  await expect(page.getByText('Right!')).toBeVisible()
  await page.getByRole('button', { name: 'Finish' }).click()
  await page
    .getByRole('dialog', { name: 'Hand in this homework?' })
    .getByRole('button', { name: 'Hand in' })
    .click()
  await expect(page.getByText('Homework complete!')).toBeVisible()
  await expect(page.getByText('2 of 2 right, hints on 1.')).toBeVisible()
}

/**
 * Signs in as an admin and returns the link in a parent's email. If no mail server is set up, an admin passes
 * such links on.
 */
async function linkFor(page: Page, name: string) {
  await signIn(page, 'admin')
  await page.getByRole('link', { name: 'Mail' }).click()
  await page.getByRole('button', { name: new RegExp(name) }).click()
  return (await page.getByRole('dialog').getByRole('link').getAttribute('href')) ?? ''
}

test('an editor imports questions, the office assigns them and watches a student, and a parent sees the result', async ({
  page: office,
  browser,
}) => {
  test.slow()
  const [editor, nina, admin, rosa] = await Promise.all([
    own(browser),
    own(browser),
    own(browser),
    own(browser),
  ])
  await importQuestions(editor)

  await signIn(office, 'operator')
  const { link, userName } = await addStudent(office)
  await assign(office)
  const line = office.getByRole('row').filter({ hasText: work })
  await expect(line).toContainText('Not started')

  await setUp(nina, link, userName)
  await expect(nina.getByRole('heading', { name: 'Hello Nina!' })).toBeVisible()
  await practice(nina, line)
  await expect(line.getByRole('cell')).toContainText([
    work,
    'Evenings 1',
    'Complete',
    'Thu, Mar 5',
    '',
    '2 of 2 100%, hints on 1',
    '',
  ])

  await setUp(rosa, await linkFor(admin, parent), 'rosa.alvarez@family.example')
  await expect(rosa).toHaveURL('/parent')
  await rosa.getByRole('link', { name: /Nina/ }).click()
  await rosa.getByRole('link', { name: new RegExp(work) }).click()
  await expect(rosa.getByRole('heading', { name: work, level: 1 })).toBeVisible()
  await expect(rosa.getByText('Hints were used on 1 of 2 questions.')).toBeVisible()
  await expect(rosa.getByRole('main').getByText('right', { exact: true })).toHaveCount(2)
  await expect(rosa.getByText('2 hints')).toBeVisible()
  await Promise.all([editor, nina, admin, rosa].map((page) => page.context().close()))
})
