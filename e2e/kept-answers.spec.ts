import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { check, field, onPaper, onward, question, questions } from './answer-stage.ts'
import { anotherPage, enter, familyOf, get, letIn, patch, post, test } from './journey.ts'

/**
 * No answer is ever lost (product §8), for answers of numbers, expressions, graphs and drawings alike, whatever fails (reliability F8, F9, F10, F14,
 * F23, F28). Each student here has the same four questions.
 */

type Given = { points: unknown[] } | { parts: (string | { strokes: unknown[] })[] }
type Kind = {
  /** Answers the question on the screen: first with 0, then it is changed with 1. */
  put: (page: Page, at: 0 | 1) => Promise<unknown>
  /** Whether the fields show that. */
  shows: (page: Page, at: 0 | 1) => Promise<unknown>
  /** The two answers as they arrive, in the words of `told`. */
  told: [string, string]
}

const math = (page: Page) => page.locator('math-field')
const kinds: Record<'number' | 'expression' | 'point' | 'work', Kind> = {
  number: {
    put: (page, at) => field(page).fill(['4', '9'][at] ?? ''),
    shows: (page, at) => expect(field(page)).toHaveValue(['4', '9'][at] ?? ''),
    told: ['4', '9'],
  },
  expression: {
    put: async (page, at) => {
      await math(page).click()
      await math(page).press('End')
      await page.getByRole('button', { name: ['x', 'y'][at], exact: true }).click()
    },
    shows: (page, at) => expect(math(page)).toHaveJSProperty('value', ['x', 'xy'][at]),
    told: ['x', 'xy'],
  },
  point: {
    put: async (page, at) => {
      await page.locator('svg[data-open]').scrollIntoViewIfNeeded()
      const place = await onPaper(page, at + 1, at + 1)
      await page.mouse.click(place.x, place.y)
    },
    shows: (page, at) => expect(page.getByRole('button', { name: /^Point \d at/ })).toHaveCount(at + 1),
    told: ['1 drawn', '2 drawn'],
  },
  work: {
    put: async (page, at) => {
      await page.locator('canvas').scrollIntoViewIfNeeded()
      const box = await page.locator('canvas').boundingBox()
      if (!box) throw new Error('There is no paper.')
      const y = box.y + box.height * (0.2 + 0.3 * at)
      await page.mouse.move(box.x + 20, y)
      await page.mouse.down()
      await page.mouse.move(box.x + 160, y + 12, { steps: 4 })
      await page.mouse.up()
    },
    shows: (page, at) =>
      expect(page.getByRole('img', { name: `Scratch paper with ${at === 0 ? '1 stroke' : '2 strokes'}`, exact: true })).toBeVisible(),
    told: ['1 drawn', '2 drawn'],
  },
}
const all = Object.entries(kinds).map(([name, kind], at) => ({ name, num: at + 1, ...kind }))

const told = (given: Given) => {
  if ('points' in given) return `${given.points.length} drawn`
  const [first] = given.parts
  return typeof first === 'string' ? first : `${first?.strokes.length} drawn`
}

const name = 'Kept whatever happens'
let levelId: string
let sectionId: string

test.beforeAll(async ({ browser }) => {
  const editor = await anotherPage(browser)
  await letIn(editor, 'editor')
  const course = await post(editor, '/bl/courses', { name, subject: 'Math' })
  const level = await post(editor, '/bl/levels', { courseId: course._id, name, chapterCount: 1 })
  const at = `/bl/levels/${level._id}/chapters`
  await post(editor, at, { num: 1, name })
  await post(editor, `${at}/1/test`, { name })
  const section = await post(editor, `${at}/1/sections`, { name })
  for (const each of Object.keys(kinds) as (keyof typeof kinds)[]) {
    const draft = { instructions: '', hint: null, visual: null, variables: null, tests: [], section: 1, ...questions[each] }
    await post(editor, '/bl/questions', { level: level._id, test: 1, ...draft })
    await post(editor, '/bl/questions', { level: level._id, chapter: 1, ...draft })
  }
  await editor.context().close()
  levelId = level._id
  sectionId = section._id
})

const emailOf = (num: string) => `${num.toLowerCase()}@family.example`

type Work = { office: Page; address: string }

/** Gives a student the test, or the homework, of the four and begins it. Answers how the office finds it. */
async function begin(page: Page, num: string, kind: 'test' | 'homework' = 'test'): Promise<Work> {
  const office = await anotherPage(page.context().browser() as Browser)
  await letIn(office, 'operator')
  const { id } = await familyOf(office, num)
  const path = `/students/${id}/${kind === 'test' ? 'tests' : 'homework'}`
  const { _id } = await post(office, path, kind === 'test' ? { levelId, chapterNum: 1, name } : { sections: [sectionId], name })
  await letIn(page, emailOf(num))
  await page.goto('/student')
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await question(page, 1)
  return { office, address: `${path}/${_id}` }
}

const goTo = (page: Page, num: number) =>
  page
    .getByRole('list', { name: 'Questions' })
    .getByRole('link', { name: new RegExp(`^Question ${num},`) })
    .click()
const saved = (page: Page) => expect(page.getByText('Saved', { exact: true })).toBeVisible({ timeout: 15_000 })

/** The answers to a question that have arrived, the first one first. */
async function arrived({ office, address }: Work, num: number) {
  const { history } = await get<{ history: { seq: number; given: Given }[] }>(office, `${address}/${num}`)
  return history.toReversed().map(({ seq, given }) => `${seq}: ${told(given)}`)
}

/** Everything arrived once and in order, of every kind; `times` each was answered. */
async function allArrived(work: Work, times: 1 | 2) {
  for (const kind of all)
    await expect.poll(() => arrived(work, kind.num), kind.name).toEqual(kind.told.slice(0, times).map((each, at) => `${at + 1}: ${each}`))
}

/** How many answers this device keeps that haven't arrived; asked in the page. */
const entriesKept = () =>
  new Promise<number>((done) => {
    const opening = indexedDB.open('outbox')
    opening.addEventListener('success', () => {
      const count = opening.result.transaction('entries').objectStore('entries').count()
      count.addEventListener('success', () => {
        opening.result.close()
        done(count.result)
      })
    })
  })

/** Answers all four without a network, from the first question back to it. */
async function answerOffline(page: Page, at: 0 | 1) {
  for (const { num, put } of all) {
    await question(page, num)
    await put(page, at)
    await expect(page.getByText('Offline')).toBeVisible({ timeout: 2000 })
    if (num < all.length) await onward(page)
  }
  await goTo(page, 1)
  await question(page, 1)
}

const ownContext = (browser: Browser, serviceWorkers: 'allow' | 'block' = 'allow') =>
  browser.newContext({ baseURL: process.env['PRODUCT_URL'], locale: 'en-US', viewport: { width: 1024, height: 900 }, serviceWorkers })

/** Fetches the parts that coming questions need, and keeps the pages on the device. */
async function settled(page: Page) {
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => await navigator.serviceWorker.ready)
}

test('F8: what was answered offline survives the lost tab and arrives once, in order, though no socket opens', async ({ browser }) => {
  const context = await ownContext(browser)
  await context.routeWebSocket('**/api/live', (socket) => void socket.close())
  const page = await context.newPage()
  const work = await begin(page, 'M1048')
  await settled(page)
  await context.setOffline(true)
  await answerOffline(page, 0)
  await answerOffline(page, 1)
  await expect.poll(() => page.evaluate(entriesKept)).toBe(8)
  await page.close({ runBeforeUnload: false })

  const again = await context.newPage()
  await again.goto('/student')
  await expect(again.getByText(/8 answers are kept on this device/)).toBeVisible()
  await context.setOffline(false)
  await again.getByRole('link', { name: new RegExp(name) }).click({ timeout: 15_000 })
  await saved(again)
  for (const { num, shows } of all) {
    await goTo(again, num)
    await shows(again, 1)
  }
  await allArrived(work, 2)
  await context.close()
})

test('F9: answers that wait while a session ends are neither seen nor sent by who comes next, and arrive for their own student', async ({
  browser,
}) => {
  const context = await ownContext(browser)
  const page = await context.newPage()
  const work = await begin(page, 'M1049')
  await settled(page)
  await context.setOffline(true)
  await answerOffline(page, 0)
  await expect.poll(() => page.evaluate(entriesKept)).toBe(4)
  await context.clearCookies()
  await context.setOffline(false)
  await expect(page.getByText('Your session has expired. Please login again.')).toBeVisible({ timeout: 15_000 })

  await enter(page, emailOf('M1059'))
  await expect(page.getByRole('heading', { name: 'To do now' })).toBeVisible()
  await expect(page.getByText(name)).toBeHidden()
  for (const { num } of all) expect(await arrived(work, num)).toEqual([])
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/login')
  expect(await page.evaluate(entriesKept)).toBe(4)

  await enter(page, emailOf('M1049'))
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await saved(page)
  await allArrived(work, 1)
  await context.close()
})

test('F10: pressed twice, and sent again because no receipt came, an answer counts once', async ({ browser }) => {
  const context = await ownContext(browser, 'block')
  const page = await context.newPage()
  const lost = new Set<string>()
  await page.route('**/api/student/homework/*/sections/1/*', async (route) => {
    const url = route.request().url()
    if (route.request().method() !== 'POST' || lost.has(url)) return await route.continue()
    lost.add(url)
    await route.fetch()
    await route.abort('connectionreset')
  })
  const work = await begin(page, 'M1051', 'homework')
  for (const { num, name: kind, put } of all) {
    await question(page, num)
    await put(page, 0)
    if (kind === 'work') await field(page).fill('41')
    await check(page).dblclick()
    await expect(page.getByText('You have 2 more tries.')).toBeVisible()
    await page.getByRole('button', { name: num < all.length ? 'Next question' : 'Finish' }).click()
  }
  expect(lost.size).toBe(all.length)
  await page.getByRole('dialog').getByRole('button', { name: 'Complete', exact: true }).dblclick()
  await expect(page.getByText('Homework complete!')).toBeVisible()
  await allArrived(work, 1)
  await context.close()
})

for (const [how, shut] of [
  ['is closed again and again', (socket: { close: () => Promise<void> }) => void socket.close()],
  ['is open and dead', () => {}],
] as const)
  test(`F14: a page whose socket ${how} hears of a comment within fifteen seconds`, async ({ browser }) => {
    const context = await ownContext(browser)
    await context.routeWebSocket('**/api/live', shut)
    const page = await context.newPage()
    await page.clock.install()
    const num = how === 'is open and dead' ? 'M1053' : 'M1055'
    const work = await begin(page, num, 'homework')
    await field(page).fill('4')
    await check(page).click()
    await expect(page.getByText('You have 2 more tries.')).toBeVisible()
    await patch(work.office, `${work.address}/1`, { comment: 'Cut it in two.' })
    await page.clock.runFor(15_000)
    await expect(page.getByText('Cut it in two.')).toBeVisible()
    await context.close()
  })

/** A device on which nothing can be kept: its disk is full, or it lets nobody have one. */
const broken = {
  full: (context: BrowserContext) =>
    context.addInitScript(() => {
      const full = () => {
        throw new DOMException('Quota exceeded.', 'QuotaExceededError')
      }
      IDBObjectStore.prototype.add = full
      IDBObjectStore.prototype.put = full
    }),
  denied: (context: BrowserContext) =>
    context.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('Denied.', 'SecurityError')
      }
    }),
}

for (const [how, breaks] of Object.entries(broken))
  test(`F23: where the disk is ${how}, answers go out directly, and the page says to stay while one can’t`, async ({ browser }) => {
    const context = await ownContext(browser, 'block')
    await breaks(context)
    const page = await context.newPage()
    const work = await begin(page, how === 'full' ? 'M1056' : 'M1058')
    await page.waitForLoadState('networkidle')
    for (const { num, put } of all) {
      await question(page, num)
      await put(page, 0)
      await goTo(page, (num % all.length) + 1)
    }
    await saved(page)
    await allArrived(work, 1)

    await context.setOffline(true)
    for (const { num, put, shows } of all) {
      await question(page, num)
      await put(page, 1)
      await expect(page.getByText('Leave this window open: this device can’t keep your answer until it has arrived.')).toBeVisible()
      await shows(page, 1)
      await goTo(page, (num % all.length) + 1)
    }
    await context.setOffline(false)
    await saved(page)
    await allArrived(work, 2)
    await context.close()
  })

test('F28: of two windows on a test the newer one answers, the older one shows it, and both answers are kept', async ({ browser }) => {
  const context = await ownContext(browser)
  const older = await context.newPage()
  const work = await begin(older, 'M1054')
  for (const { num, put } of all) {
    await question(older, num)
    await put(older, 0)
    if (num < all.length) await onward(older)
  }
  await goTo(older, 1)
  await saved(older)
  const newer = await context.newPage()
  await newer.goto(older.url())
  await expect(older.getByText('This test is open in another window now.')).toBeVisible()
  for (const { num, put, shows } of all) {
    await question(newer, num)
    await shows(newer, 0)
    await put(newer, 1)
    if (num < all.length) await onward(newer)
  }
  await goTo(newer, 1)
  await saved(newer)
  for (const { num, shows } of all) {
    await goTo(older, num)
    await shows(older, 1)
  }
  await allArrived(work, 2)
  await context.close()
})
