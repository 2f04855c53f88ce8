import { expect, type Browser, type Page } from '@playwright/test'
import {
  check,
  checked,
  field,
  makeSection,
  onPaper,
  onward,
  question,
  startQuestions,
} from './answer-fixture.ts'
import { anotherPage, familyOf, get, letIn, post, signIn, soon, test } from './journey.ts'
import { center } from './steps.ts'
import { activate, newDevice } from './tablet.ts'

/**
 * Tests a class hour from the activation of the tablets to the office's roll, with two tablets and six
 * students.
 */

const klass = 'Owls'
const work = 'Owl homework'
const numbers = ['M1066', 'M1067', 'M1069', 'M1070', 'M1072', 'M1073']

type Child = { num: string; name: string; page: Page }

/** Creates a class in session with six students, who have homework with six kinds of answers. */
async function fixture(office: Page, browser: Browser): Promise<Child[]> {
  const kinds = ['number', 'choice', 'expression', 'point', 'work', 'manual'] as const
  const section = await makeSection(browser, work, kinds, ['Draw nine dots.', 'Cut them in the middle.'])
  await letIn(office, 'operator')
  const { teachers } = await get<{ teachers: { _id: string }[] }>(office, `${center}/classroom`)
  const teacherId = teachers.at(-1)?._id
  const plan = {
    name: klass,
    subject: 'Group',
    type: 'GROUP',
    day: 2,
    time: '16:30',
    minutes: 60,
    maxSize: 6,
    teacherId,
  }
  const { id } = await post(office, `${center}/classes`, plan)
  const children = []
  for (const num of numbers) {
    const { id: studentId, firstName: name } = await familyOf(office, num)
    await post(office, `${center}/classes/${id}/places`, {
      studentId,
      type: 'regular',
      startDate: '2026-03-03',
    })
    await post(office, `/students/${studentId}/homework`, { sections: [section._id], name: work })
    children.push({ num, name, page: await anotherPage(browser, { phone: num === 'M1072' }) })
  }
  return children
}

/** Opens a tablet for the class's teacher or assistant. */
async function tabletOf(office: Page, browser: Browser, seat: 'Teacher' | 'Assistant') {
  const tablet = await activate(
    browser,
    process.env['PRODUCT_URL'],
    await newDevice(office, `Tablet of the ${seat.toLowerCase()}`),
  )
  await start(tablet, seat)
  return tablet
}

/** Starts the class on a tablet, as the first person listed for this seat. */
async function start(tablet: Page, seat: 'Teacher' | 'Assistant') {
  await tablet.getByRole('button', { name: klass }).tap()
  if (seat === 'Assistant') await tablet.getByRole('button', { name: 'Not listed' }).tap()
  await tablet.getByRole('main').getByRole('button', { name: seat }).first().tap()
  await expect(tablet.getByRole('heading', { name: klass })).toBeVisible()
}

const tile = (tablet: Page, { name }: Child) =>
  tablet.getByRole('list', { name: 'Students' }).getByRole('listitem').filter({ hasText: name })
const marks = (page: Page, { name }: Child) =>
  page.getByRole('group', { name: new RegExp(`^${name} .*’s attendance$`) })

/** Marks all students present, and then marks one of them, who will arrive late, as absent. */
async function takeAttendance(tablet: Page, late: Child) {
  await tablet.getByRole('link', { name: 'Attendance' }).tap()
  await tablet.getByRole('button', { name: 'All present (6)' }).tap()
  await expect(tablet.getByRole('radio', { name: 'Present', checked: true })).toHaveCount(6)
  await marks(tablet, late).getByRole('radio', { name: 'Absent' }).tap()
  await expect(marks(tablet, late).getByRole('radio', { name: 'Absent' })).toBeChecked()
  await tablet.getByRole('link', { name: 'Students' }).tap()
}

async function begin({ page, num }: Child) {
  await signIn(page, `${num.toLowerCase()}@family.example`)
  await startQuestions(page, work)
  await expect(page.getByRole('article', { name: 'Question 1 of 6' })).toBeVisible()
}

/** Answers a question wrong, opens both steps of the hint, and answers it right. */
async function learnByHints(page: Page) {
  await field(page).fill('9')
  await checked(page, 'wrong')
  const hint = page.getByRole('region', { name: 'Hint' })
  await hint.getByRole('button', { name: 'Hint' }).click()
  await expect(hint.getByText('Draw nine dots.')).toBeVisible()
  await hint.getByRole('button', { name: 'Next step' }).click()
  await expect(hint.getByText('Cut them in the middle.')).toBeVisible()
  await field(page).fill('9/2')
  await checked(page, 'right')
}

/** Answers all six questions and hands in the homework. A person has to grade the last answer. */
async function doEverything(page: Page, text: string) {
  await field(page).fill('4.5')
  await checked(page, 'right')
  await onward(page)
  await page.getByRole('radio', { name: 'C. 8' }).check()
  await checked(page, 'right')
  await onward(page)
  await page.locator('math-field').click()
  for (const key of ['x', 'Power', '2', 'Move cursor right', 'Plus', '3', 'x'])
    await page.getByRole('button', { name: key, exact: true }).click()
  await checked(page, 'right')
  await onward(page)
  await question(page, 4)
  await page.locator('svg[data-open]').scrollIntoViewIfNeeded()
  const place = await onPaper(page, 2, 3)
  await page.mouse.click(place.x, place.y)
  await checked(page, 'right')
  await onward(page)
  await page.getByRole('textbox', { name: 'Your work in words' }).fill('7 + 5 = 12, and 30')
  await field(page).fill('42')
  await checked(page, 'right')
  await onward(page)
  await field(page).fill(text)
  await check(page).click()
  await expect(page.getByText('Your teacher will grade it.')).toBeVisible()
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hand in', exact: true }).click()
  await expect(page.getByText('Homework complete!')).toBeVisible()
}

/** Raises a student's hand, and tells the student that the teacher is on the way. */
async function raiseHand(tablet: Page, child: Child) {
  await child.page.getByRole('button', { name: 'Raise hand' }).click()
  await expect(tile(tablet, child).getByText('Hand raised')).toBeVisible(soon)
  await expect(tablet.getByRole('list', { name: 'Students' }).getByRole('listitem').first()).toContainText(
    child.name,
  )
  await tablet.getByRole('button', { name: new RegExp(`I’ll help ${child.name} `) }).tap()
  await expect(child.page.getByText(/is on the way\./)).toBeVisible(soon)
}

/** Opens the tile of a student with a wrong answer and sends a comment to the student's screen. */
async function comment(tablet: Page, child: Child) {
  await field(child.page).fill('18')
  await checked(child.page, 'wrong')
  await expect(tile(tablet, child).getByText('Not right yet')).toBeVisible(soon)
  // Tap the tile itself, because all of it can be tapped.
  await tile(tablet, child).tap({ position: { x: 20, y: 140 } })
  await tablet
    .getByRole('textbox', { name: 'Comment on the last answer' })
    .fill('Half is smaller than the whole.')
  await tablet.getByRole('button', { name: 'Send' }).tap()
  await expect(child.page.getByText('Half is smaller than the whole.')).toBeVisible(soon)
}

async function openGrading(tablet: Page) {
  await tablet.getByRole('banner').getByRole('link', { name: 'Grading' }).tap()
  await tablet
    .getByRole('navigation', { name: 'Questions to grade' })
    .getByRole('button', { name: new RegExp(work) })
    .tap()
}

/** Grades two equal answers with one tap on the assistant's tablet. */
async function gradeOnTablet(tablet: Page, [one, other]: [Child, Child]) {
  const group = tablet.getByRole('region', { name: /^2 matching answers: / }).filter({ hasText: one.name })
  const text = group.getByRole('textbox', { name: 'Comment' })
  await openGrading(tablet)
  await text.fill('Which halves?')
  // Somebody else who uses the tablet doesn't see the assistant's unsent comment.
  for (const [seat, written] of [
    ['Teacher', ''],
    ['Assistant', 'Which halves?'],
  ] as const) {
    await tablet.getByRole('button', { name: 'Leave' }).tap()
    await start(tablet, seat)
    await openGrading(tablet)
    await expect(text).toHaveValue(written)
  }
  for (const { name } of [one, other]) await expect(group.getByRole('heading')).toContainText(name)
  await group.getByRole('button', { name: 'Give ½' }).tap()
  await expect(group).toBeHidden()
}

/** Returns everything that the browser stores, except cookies and the contents of caches, as one string. */
const keptHere = async () => {
  const stores: unknown[] = [{ ...localStorage }, { ...sessionStorage }, await caches.keys()]
  for (const { name } of await indexedDB.databases()) {
    const { promise, resolve } = Promise.withResolvers<IDBDatabase>()
    const opening = indexedDB.open(name ?? '')
    opening.addEventListener('success', () => resolve(opening.result))
    const db = await promise
    for (const store of db.objectStoreNames) {
      const all = Promise.withResolvers<unknown>()
      const request = db.transaction(store).objectStore(store).getAll()
      request.addEventListener('success', () => all.resolve(request.result))
      stores.push(await all.promise)
    }
    db.close()
  }
  return JSON.stringify(stores)
}

test('two tablets and six students get through a class with a raised hand, a comment, hints, grades and the roll', async ({
  page: office,
  browser,
}) => {
  test.slow()
  const children = await fixture(office, browser)
  const [adeline, aaron, brionna, sherman, gwendolyn, irma] = children as [
    Child,
    Child,
    Child,
    Child,
    Child,
    Child,
  ]
  const teacher = await tabletOf(office, browser, 'Teacher')
  const assistant = await tabletOf(office, browser, 'Assistant')
  await takeAttendance(teacher, irma)
  await expect(tile(assistant, irma).getByText('Absent today')).toBeVisible(soon)
  await expect(tile(assistant, irma)).not.toContainText(/Not started|Nothing opened/)
  await expect(tile(assistant, adeline).getByText('Nothing opened today.')).toBeVisible()

  await Promise.all([adeline, aaron, brionna, sherman, gwendolyn].map(begin))
  for (const child of [adeline, aaron, brionna, sherman, gwendolyn])
    for (const tablet of [teacher, assistant])
      await expect(tile(tablet, child).getByText('Working')).toBeVisible(soon)
  await raiseHand(teacher, brionna)
  await expect(tile(assistant, brionna).getByText(/is coming/)).toBeVisible()
  await Promise.all([
    doEverything(adeline.page, 'Because both halves are equal.'),
    doEverything(aaron.page, 'Because  both halves are equal.'),
    learnByHints(gwendolyn.page),
    comment(teacher, sherman),
  ])
  await expect(tile(assistant, gwendolyn).getByText('2 tries')).toBeVisible(soon)
  await expect(tile(assistant, adeline).getByText('Complete')).toBeVisible(soon)

  await gradeOnTablet(assistant, [adeline, aaron])
  await expect(aaron.page.getByText(/5 of 6 right/)).toBeVisible(soon)
  await aaron.page.getByRole('link', { name: /^Question 6/ }).click()
  await expect(aaron.page.getByText('Partly right.')).toBeVisible()
  await expect(aaron.page.getByText(/more tr(y|ies)/)).toBeHidden()

  // Mark Irma as present, because she arrives late.
  await teacher.getByRole('navigation', { name: 'Back' }).getByRole('link').first().tap()
  await teacher.getByRole('link', { name: 'Back to class' }).tap()
  await teacher.getByRole('link', { name: 'Attendance' }).tap()
  await marks(teacher, irma).getByRole('radio', { name: 'Present' }).tap()
  await begin(irma)
  await office.goto(`${center}/attendance`)
  await office.getByRole('main').getByRole('link', { name: klass }).click()
  for (const child of children)
    await expect(marks(office, child).getByRole('radio', { name: 'Present' })).toBeChecked()

  for (const tablet of [teacher, assistant]) {
    await tablet.getByRole('button', { name: 'Leave' }).tap()
    await expect(tablet.getByRole('heading', { name: 'Classes today' })).toBeVisible()
    const kept = await tablet.evaluate(keptHere)
    for (const { name } of children) expect(kept, 'data on a stolen tablet').not.toContain(name)
  }
  await Promise.all(
    [teacher, assistant, ...children.map(({ page }) => page)].map((page) => page.context().close()),
  )
})
