import { expect, type Browser, type Page } from '@playwright/test'
import { makeSection, startQuestions } from './answer-fixture.ts'
import { axePath, violations } from './axe.ts'
import { anotherPage, familyOf, letIn, post, signIn, soon, test } from './journey.ts'
import { activate, newDevice, openClass } from './tablet.ts'

const sheet = (page: Page) => page.getByRole('img', { name: /^Whiteboard/ })
const drawn = (page: Page, words: string) => page.getByRole('img', { name: `Whiteboard: ${words}` })

const shot = async (page: Page, name: string) => {
  const shots = process.env['SHOTS']
  if (shots) await page.screenshot({ path: `${shots}/whiteboard-${name}.png`, fullPage: true })
}

/** Draws a line between two points of the sheet, given as shares of its width and height. */
async function line(page: Page, from: readonly [number, number], to: readonly [number, number]) {
  await sheet(page).scrollIntoViewIfNeeded()
  const box = await sheet(page).boundingBox()
  if (!box) throw new Error('There is no whiteboard.')
  const at = ([x, y]: readonly [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const
  await page.mouse.move(...at(from))
  await page.mouse.down()
  await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]))
  await page.mouse.move(...at(to))
  await page.mouse.up()
}

/** Returns where a stroke begins, relative to a word of the question and in multiples of the word's width. */
const placeOf = (page: Page, word: string) =>
  page.evaluate((text) => {
    const walker = document.createTreeWalker(document.getElementById('asked') as Node, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const start = node.textContent?.indexOf(text) ?? -1
      if (start < 0) continue
      const range = document.createRange()
      range.setStart(node, start)
      range.setEnd(node, start + text.length)
      const words = range.getBoundingClientRect()
      const path = document.querySelector('svg[role="img"] path')?.getBoundingClientRect()
      if (!path) return null
      return { x: (path.left - words.left) / words.width, y: (path.top - words.top) / words.width }
    }
    return null
  }, word)

async function giveHomework(browser: Browser, name: string, studentNum: string) {
  const content =
    'A farmer has seventeen sheep and buys some more of them at the market. In the evening the farmer counts forty-one sheep. How many sheep did the farmer buy?'
  const answers = { kind: 'fr', parts: [{ kind: 'number', value: '24' }] }
  const section = await makeSection(browser, name, [{ content, answers }])
  const office = await anotherPage(browser)
  await letIn(office, 'operator')
  const { id } = await familyOf(office, studentNum)
  await post(office, `/students/${id}/homework`, { sections: [section._id], name })
  await office.context().close()
}

const tileOf = (tablet: Page) => tablet.getByRole('listitem').filter({ hasText: 'Salvatore' })

/** Draws as the teacher, then expects that the assistant doesn't see the stroke until it has been sent. */
async function leaveUnsentStroke(tablet: Page) {
  const changes = '**/api/students/*/whiteboards/**'
  await tablet.route(changes, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  await tablet.getByRole('button', { name: 'Red pen' }).tap()
  await line(tablet, [0.1, 0.4], [0.4, 0.4])
  await expect(drawn(tablet, '2 strokes by the teacher, 2 strokes by the student')).toBeVisible()
  await tablet.getByRole('button', { name: 'Leave' }).tap()
  await tablet.getByRole('button', { name: 'Math 4' }).tap()
  await tablet.getByRole('button', { name: 'Not listed' }).tap()
  await tablet.getByRole('main').getByRole('button', { name: 'Assistant' }).first().tap()
  await tileOf(tablet).getByRole('link').tap()
  await expect(drawn(tablet, '1 stroke by the teacher, 2 strokes by the student')).toBeVisible()
  await tablet.unroute(changes)
  await expect(drawn(tablet, '2 strokes by the teacher, 2 strokes by the student')).toBeVisible(soon)
}

test('a teacher and a child draw on the child’s question, and both see and keep the strokes in the same places', async ({
  page: office,
  browser,
}) => {
  await giveHomework(browser, 'Board 1', 'M1040')
  await letIn(office, 'operator')
  const tablet = await activate(browser, process.env['PRODUCT_URL'], await newDevice(office, 'Attic'))
  await tablet.addInitScript({ path: axePath })
  await tablet.reload()
  await openClass(tablet, 'Math 4')
  const child = await anotherPage(browser, { phone: true })
  await child.addInitScript({ path: axePath })
  await signIn(child, 'm1040@family.example')
  await startQuestions(child, 'Board 1')
  const field = child.getByRole('textbox', { name: 'Your answer' })
  await field.fill('2')
  await expect(sheet(child)).toBeHidden()

  const tile = tileOf(tablet)
  await expect(tile.getByText('Homework, question 1 of 1')).toBeVisible(soon)
  await tile.getByRole('link').tap()
  await tablet.getByRole('button', { name: 'Draw on the question' }).tap()
  await expect(tablet.getByRole('img', { name: 'Whiteboard, empty' })).toBeVisible()
  await line(tablet, [0.2, 0.2], [0.5, 0.2])
  await expect(drawn(tablet, '1 stroke by the teacher, 0 strokes by the student')).toBeVisible()
  await expect(drawn(child, '1 stroke by the teacher, 0 strokes by the student')).toBeVisible(soon)
  await expect(field, 'the typed text stays').toHaveValue('2')
  const wide = await child.evaluate(() => document.documentElement.scrollWidth)
  expect(wide, 'the whiteboard fits on a phone').toBeLessThanOrEqual(360)
  const [here, there] = [await placeOf(tablet, 'seventeen'), await placeOf(child, 'seventeen')]
  expect(there?.x).toBeCloseTo(here?.x ?? NaN, 1)
  expect(there?.y).toBeCloseTo(here?.y ?? NaN, 1)

  await child.getByRole('button', { name: 'Pen', exact: true }).click()
  await line(child, [0.1, 0.7], [0.6, 0.8])
  await expect(drawn(tablet, '1 stroke by the teacher, 1 stroke by the student')).toBeVisible(soon)
  await tablet.getByRole('button', { name: 'Blue pen' }).tap()
  await line(tablet, [0.1, 0.9], [0.9, 0.9])
  await expect(drawn(child, '2 strokes by the teacher, 1 stroke by the student')).toBeVisible(soon)
  for (const page of [tablet, child]) expect(await violations(page)).toEqual([])
  await shot(tablet, 'teacher-768')
  await shot(child, 'child-360')
  await child.emulateMedia({ colorScheme: 'dark' })
  await shot(child, 'child-dark')
  expect(await violations(child)).toEqual([])
  await child.emulateMedia({ colorScheme: 'light' })

  await tablet.getByRole('button', { name: 'Eraser' }).tap()
  await line(tablet, [0.3, 0.15], [0.3, 0.25])
  await expect(drawn(child, '1 stroke by the teacher, 1 stroke by the student')).toBeVisible(soon)
  await tablet.getByRole('button', { name: 'Clear' }).tap()
  await expect(drawn(child, '0 strokes by the teacher, 1 stroke by the student')).toBeVisible(soon)
  await tablet.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(drawn(child, '1 stroke by the teacher, 1 stroke by the student')).toBeVisible(soon)

  // Without a connection, a stroke is kept on the device, even if the page is reloaded.
  await child.context().setOffline(true)
  await line(child, [0.1, 0.6], [0.6, 0.6])
  await expect(drawn(child, '1 stroke by the teacher, 2 strokes by the student')).toBeVisible()
  await child.context().setOffline(false)
  await expect(drawn(tablet, '1 stroke by the teacher, 2 strokes by the student')).toBeVisible(soon)
  for (const page of [tablet, child]) {
    await page.reload()
    await expect(drawn(page, '1 stroke by the teacher, 2 strokes by the student')).toBeVisible()
  }

  await leaveUnsentStroke(tablet)

  // The strokes are stored with the answer, where the child and the parents can see them.
  await field.fill('24')
  await child.getByRole('button', { name: 'Check' }).click()
  await expect(child.getByText('Right!')).toBeVisible()
  const parent = await anotherPage(browser)
  const { id, email } = await familyOf(office, 'M1040')
  await signIn(parent, email)
  const { pathname } = new URL(child.url())
  await parent.goto(pathname.replace('/student/', `/parent/students/${id}/`))
  await expect(drawn(parent, '2 strokes by the teacher, 2 strokes by the student')).toBeVisible()
  await shot(parent, 'parent-1280')
  await expect(parent.getByRole('button', { name: 'Pen', exact: true })).toBeHidden()
  await Promise.all([tablet, child, parent].map((page) => page.context().close()))
})
