import { randomUUID } from 'node:crypto'
import { expect, type Browser, type Page } from '@playwright/test'
import { field, onPaper, onward, question, questions } from './answer-fixture.ts'
import { anotherPage, comes, familyOf, get, letIn, post } from './journey.ts'

type Given = { points: unknown[] } | { parts: (string | { strokes: unknown[] })[] }
type Kind = {
  /** Enters an answer to the question on the screen: the first answer for 0, the second for 1. */
  put: (page: Page, at: 0 | 1) => Promise<unknown>
  /** Checks that the fields show this answer. */
  shows: (page: Page, at: 0 | 1) => Promise<unknown>
  /** The two answers as the server should receive them, formatted by the function `told`. */
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
      expect(
        page.getByRole('img', {
          name: `Scratch paper with ${at === 0 ? '1 stroke' : '2 strokes'}`,
          exact: true,
        }),
      ).toBeVisible(),
    told: ['1 drawn', '2 drawn'],
  },
}
export const all = Object.entries(kinds).map(([name, kind], at) => ({ name, num: at + 1, ...kind }))

const told = (given: Given) => {
  if ('points' in given) return `${given.points.length} drawn`
  const [first] = given.parts
  return typeof first === 'string' ? first : `${first?.strokes.length} drawn`
}

export const name = 'Kept whatever happens'
let levelId: string
let sectionId: string

/** Creates the four questions, as a test and as homework. */
export async function makeFour(browser: Browser) {
  const editor = await anotherPage(browser)
  await letIn(editor, 'editor')
  // Use a unique name, because two files of journeys call this and may use the same product.
  const course = await post(editor, '/bl/courses', { name: `${name} ${randomUUID()}`, subject: 'Math' })
  const level = await post(editor, '/bl/levels', { courseId: course._id, name, chapterCount: 1 })
  const at = `/bl/levels/${level._id}/chapters`
  await post(editor, at, { num: 1, name })
  await post(editor, `${at}/1/test`, { name })
  const section = await post(editor, `${at}/1/sections`, { name })
  for (const each of Object.keys(kinds) as (keyof typeof kinds)[]) {
    const draft = {
      instructions: '',
      hint: null,
      visual: null,
      variables: null,
      tests: [],
      section: 1,
      ...questions[each],
    }
    await post(editor, '/bl/questions', { level: level._id, test: 1, ...draft })
    await post(editor, '/bl/questions', { level: level._id, chapter: 1, ...draft })
  }
  await editor.context().close()
  levelId = level._id
  sectionId = section._id
}

export const emailOf = (num: string) => `${num.toLowerCase()}@family.example`

type Work = { office: Page; address: string }

/**
 * Assigns the test or homework of the four questions to a student, who starts it on `page`. Returns a page on
 * which an operator is signed in, and the path of the work in the API of the office.
 */
export async function begin(page: Page, num: string, kind: 'test' | 'homework' = 'test'): Promise<Work> {
  const office = await anotherPage(page.context().browser() as Browser)
  await letIn(office, 'operator')
  const { id } = await familyOf(office, num)
  const path = `/students/${id}/${kind === 'test' ? 'tests' : 'homework'}`
  const { _id } = await post(
    office,
    path,
    kind === 'test' ? { levelId, chapterNum: 1, name } : { sections: [sectionId], name },
  )
  await letIn(page, emailOf(num))
  await page.clock.install()
  await page.goto('/student')
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await question(page, 1)
  return { office, address: `${path}/${_id}` }
}

export const goTo = (page: Page, num: number) =>
  page
    .getByRole('list', { name: 'Questions' })
    .getByRole('link', { name: new RegExp(`^Question ${num},`) })
    .click()
export const saved = (page: Page) => comes(page, page.getByText('Saved', { exact: true }))

/** Returns the answers to a question that the server has received, oldest first. */
export async function arrived({ office, address }: Work, num: number) {
  const { history } = await get<{ history: { seq: number; given: Given }[] }>(office, `${address}/${num}`)
  return history.toReversed().map(({ seq, given }) => `${seq}: ${told(given)}`)
}

/**
 * Expects that all answers to the four questions arrived once and in order. Each question was answered
 * `times` times.
 */
export async function allArrived(work: Work, times: 1 | 2) {
  for (const kind of all)
    await expect
      .poll(() => arrived(work, kind.num), kind.name)
      .toEqual(kind.told.slice(0, times).map((each, at) => `${at + 1}: ${each}`))
}

/** Returns the number of unsent answers on this device. Runs in the page. */
export const entriesKept = () =>
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

/** Answers all four questions offline, beginning with the first one and returning to it. */
export async function answerOffline(page: Page, at: 0 | 1) {
  for (const { num, put } of all) {
    await question(page, num)
    await put(page, at)
    await expect(page.getByText('Offline')).toBeVisible({ timeout: 2000 })
    if (num < all.length) await onward(page)
  }
  await goTo(page, 1)
  await question(page, 1)
}

export const ownContext = (browser: Browser, serviceWorkers: 'allow' | 'block' = 'allow') =>
  browser.newContext({
    baseURL: process.env['PRODUCT_URL'],
    locale: 'en-US',
    viewport: { width: 1024, height: 900 },
    serviceWorkers,
  })

/** Waits until the modules that later questions need are loaded and the service worker is ready. */
export async function settled(page: Page) {
  await page.waitForLoadState('networkidle')
  await page.evaluate(async () => await navigator.serviceWorker.ready)
}
