import { expect, type Page } from '@playwright/test'
import { recordPayment, sendInvoices } from './invoices.ts'
import { anotherPage, letIn, post, signIn, test } from './journey.ts'
import { pagesOf, type PrintedPage } from './pdf.ts'
import { center, follow } from './steps.ts'

const sizes = { a4: [(210 / 25.4) * 72, (297 / 25.4) * 72], letter: [612, 792] } as const

/** Waits until the number of sheets no longer changes, and returns the element that contains them. */
async function laidOut(page: Page) {
  const sheets = page.locator('[data-sheets]')
  await expect(sheets).toBeVisible({ timeout: 30_000 })
  let before: string | null = null
  const isStill = async () => {
    const now = await sheets.getAttribute('data-sheets')
    const still = now === before
    before = now
    return still
  }
  await expect.poll(isStill, { intervals: [300] }).toBe(true)
  return sheets
}

/** Waits for the sheets, adds marks at both ends of everything that must not be split, and prints. */
async function print(page: Page) {
  const sheets = await laidOut(page)
  await page.evaluate(() => {
    for (const [at, block] of document.querySelectorAll<HTMLElement>('[data-block]').entries()) {
      block.style.position = 'relative'
      for (const end of ['top', 'bottom'] as const) {
        const mark = document.createElement('span')
        mark.textContent = ` ${end}${at} `
        mark.style.cssText = `position: absolute; left: 0; ${end}: 0; font-size: 5px; line-height: 1`
        block.append(mark)
      }
    }
  })
  const pages = pagesOf(await page.pdf({ preferCSSPageSize: true }))
  expect(pages, 'as many sheets as the page shows').toHaveLength(
    Number(await sheets.getAttribute('data-sheets')),
  )
  return pages
}

const marksOf = (pages: PrintedPage[], end: string) =>
  new Map(
    pages.flatMap(({ text }, at) =>
      [...text.matchAll(new RegExp(`${end}(\\d+)`, 'g'))].map(([, id]) => [id, at] as const),
    ),
  )

/** Checks a printed document. Returns the sheets of the questions and those of the key. */
function proven(pages: PrintedPage[], paper: keyof typeof sizes) {
  for (const [at, { width, height, text }] of pages.entries()) {
    expect(Math.abs(width - sizes[paper][0]), 'width in points').toBeLessThan(0.75)
    expect(Math.abs(height - sizes[paper][1]), 'height in points').toBeLessThan(0.75)
    expect(text).toContain(`Page ${at + 1} of ${pages.length}`)
    expect(text).not.toContain('Material Editor')
  }
  const tops = marksOf(pages, 'top')
  expect(tops.size).toBeGreaterThan(0)
  expect(marksOf(pages, 'bottom'), 'each block ends on the sheet where it begins').toEqual(tops)
  const first = pages.findIndex(({ text }) => text.includes('Not for students'))
  expect(first).toBeGreaterThan(0)
  const [asked, key] = [pages.slice(0, first), pages.slice(first)]
  expect(key.every(({ text }) => text.includes('– Answer key Not for students'))).toBe(true)
  expect(asked.some(({ text }) => text.includes('Answer key'))).toBe(false)
  return { asked, key }
}

test('a level prints in many layouts on A4 and Letter, with its key on separate sheets', async ({ page }) => {
  await signIn(page, 'editor')
  await page.getByRole('link', { name: 'BC Print' }).click()
  await expect(page.getByRole('heading', { name: 'Print worksheets' })).toBeVisible()
  await follow(/^Math 6/)(page)
  await page.getByRole('checkbox', { name: 'Everything' }).check()
  await expect(page.getByRole('radio', { name: 'Letter' }), 'the default paper for en-US').toBeChecked()
  await page.getByRole('radio', { name: 'A4' }).check()
  const { asked, key } = proven(await print(page), 'a4')
  const heads = asked.map(({ text }) => /Math 6 – (.+?) Name _/.exec(text)?.[1] ?? '')
  expect(heads[0]).toBe('Powers – Powers: first steps')
  expect(heads).toContain('In many ways – Test 3 – All together')
  expect(heads).not.toContain('')
  const keyText = key.map(({ text }) => text).join(' ')
  expect(keyText).toContain('In many ways – Test 3 – All together')
  expect(keyText).toMatch(/or what follows from earlier answers: \da \+ \d, where a = part 1/)
  if (process.env['SHOTS']) {
    await page.getByText('follow-through').first().scrollIntoViewIfNeeded()
    await page.screenshot({ path: `${process.env['SHOTS']}/printed-key.png` })
  }

  await page.getByRole('radio', { name: 'Letter' }).check()
  await page.getByRole('radio', { name: 'Extra' }).check()
  await expect(page).toHaveURL(/paper=letter/)
  const roomy = proven(await print(page), 'letter')
  expect(roomy.asked.length).toBeGreaterThan(asked.length)

  await page.getByRole('radio', { name: 'None' }).check()
  await page.getByRole('checkbox', { name: /^Answer key/ }).uncheck()
  const bare = await print(page)
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await expect(page.locator('body')).toHaveAttribute('data-printed', '')
  expect(bare.length).toBeLessThan(roomy.asked.length)
  expect(bare.some(({ text }) => text.includes('Answer key'))).toBe(false)
})

/** Returns the answers to the question with a number in the section of `manyQuestions`. */
function answersTo(num: number) {
  const part = { kind: 'words', value: `key${num}` }
  const work = { kind: 'work', lines: 36 }
  const formulas = ['(x+1)/2', '\\frac{y}{3}'].map((value) => ({ kind: 'expression', value }))
  if (num === 10) return { kind: 'fr', parts: [part, ...formulas] }
  if (num === 50) return { kind: 'fr', parts: [work, part] }
  if (num === 70) return { kind: 'fr', parts: [work, work, work, part] }
  if (num % 5 === 1) return { kind: 'sentence', value: `key${num} is here` }
  if (num % 5 === 2) return { kind: 'fr', parts: [{ kind: 'work', lines: 3 + (num % 9) }, part] }
  return { kind: 'fr', parts: num % 5 === 3 ? [{ kind: 'manual' }, part] : [part] }
}

/** Uploads a tall picture, and returns its id. */
async function tallPicture(page: Page) {
  const data = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 900, height: 1400 }).getContext('2d')?.fillRect(50, 50, 800, 1300)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  const { image } = await post<{ image: string }>(page, '/bl/visuals', { name: 'tall.png', data })
  return image
}

/**
 * Creates a level with a section of this many questions of several kinds, and returns the level's id. The
 * answers contain `key1`, `key2`, … The authors take turns, because one alone would exceed the rate limit.
 */
async function manyQuestions(authors: readonly Page[], count: number) {
  const [page] = authors as [Page]
  const course = await post(page, '/bl/courses', { name: `Printed ${crypto.randomUUID()}`, subject: 'Math' })
  const level = await post(page, '/bl/levels', { courseId: course._id, name: 'Thick "1"', chapterCount: 1 })
  await post(page, `/bl/levels/${level._id}/chapters/default`, {})
  const image = await tallPicture(page)
  const place = { level: level._id, chapter: 1, section: 1 }
  const rest = { instructions: '', hint: null, variables: null, tests: [] }
  for (let num = 1; num <= count; num += 1) {
    const author = authors[num % authors.length] as Page
    const question = {
      ...place,
      ...rest,
      content: `Think of number ${num}. ${'What do you see when you look at it for a while, and why? '.repeat((num % 4) * 2)}`,
      answers: answersTo(num),
      visual: num === 12 ? { image, alt: 'A tall picture' } : null,
    }
    const save = () => post(author, '/bl/questions', question)
    await save().catch(async (error: Error) => {
      if (!error.message.includes(': 429 ')) throw error
      await author.waitForTimeout(2000)
      await save()
    })
  }
  return level._id
}

test('a section of 300 questions prints with no question split, no answer before the key, and formulas in the key', async ({
  page,
  browser,
}) => {
  test.slow()
  await signIn(page, 'editor')
  const authors = [page]
  for (const who of ['admin', 'manager', 'operator']) {
    const author = await anotherPage(browser)
    await letIn(author, who)
    authors.push(author)
  }
  const level = await manyQuestions(authors, 300)
  await page.goto(`/material-editor/${level}/1/chapter/1`)
  await page.getByRole('link', { name: 'Print', exact: true }).click()
  await expect(page.getByText(/^\d+ sheets$/)).toBeVisible({ timeout: 30_000 })
  const picture = page.getByRole('img', { name: 'A tall picture' })
  const { width, height } = (await picture.boundingBox()) ?? { width: 0, height: 1 }
  expect(height, 'the height of the picture').toBeGreaterThan(200)
  expect(width / height, 'the proportions of the picture').toBeCloseTo(900 / 1400, 1)
  const pages = await print(page)
  // Only one question may be split: the one that needs more than a sheet even when scaled down.
  const [tops, bottoms] = [marksOf(pages, 'top'), marksOf(pages, 'bottom')]
  expect([...tops].filter(([id, at]) => bottoms.get(id) !== at).map(([id]) => id)).toEqual(['70'])
  const formulas = page.locator('[data-answer="10"]')
  await expect(formulas.locator('.mfrac')).toHaveCount(2)
  await expect(formulas).not.toContainText('(x+1)/2')
  const first = pages.findIndex(({ text }) => text.includes('Not for students'))
  const [asked, key] = [pages.slice(0, first), pages.slice(first).map(({ text }) => text)]
  expect(asked.filter(({ text }) => /key\d/.test(text))).toEqual([])
  expect(asked.every(({ text }) => text.includes('Thick "1" – Chapter 1 – Section 1'))).toBe(true)
  expect(new Set(key.join(' ').match(/key\d+/g)).size).toBe(300)
})

const levelsOf = (page: Page) =>
  page.getByRole('region', { name: 'Levels in print order' }).getByRole('listitem').getByRole('link')

test('all levels are shown without scrolling until one is chosen', async ({ page }) => {
  await letIn(page, 'editor')
  await page.setViewportSize({ width: 1280, height: 1000 })
  await page.goto('/bc-print')
  const levels = levelsOf(page)
  await expect(levels.first()).toBeVisible()
  const list = page.getByRole('region', { name: 'Levels in print order' }).getByRole('list')
  const hidden = () => list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  expect(await hidden()).toBe(0)
  await levels.first().click()
  await expect(page.getByRole('checkbox', { name: 'Everything' })).toBeVisible()
  expect(await hidden()).toBeGreaterThan(0)
})

test('levels can be reordered by keyboard, menu and mouse, and saving warns if someone else saved another order', async ({
  page,
  browser,
}) => {
  await letIn(page, 'editor')
  await page.goto('/bc-print')
  const levels = levelsOf(page)
  await levels.first().focus()
  const [one = '', two = '', three = ''] = await levels.allTextContents()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(levels.nth(0)).toHaveText(two)
  await expect(levels.nth(1)).toBeFocused()
  await page
    .getByRole('button', { name: /^Actions for level/ })
    .nth(2)
    .click()
  await page.getByRole('menuitem', { name: 'Move up' }).click()
  await expect(levels.nth(1)).toHaveText(three)
  await page.getByRole('button', { name: 'Save order' }).click()
  await expect(page.getByText('Order saved.')).toBeVisible()
  await page.reload()
  await expect(levels.nth(2)).toHaveText(one)

  const other = await anotherPage(browser)
  await letIn(other, 'editor')
  await other.goto('/bc-print')
  await levelsOf(other).nth(2).press('Alt+ArrowUp')
  await other.getByRole('button', { name: 'Save order' }).click()
  await expect(other.getByText('Order saved.')).toBeVisible()
  await other.context().close()

  const rows = page.getByRole('region', { name: 'Levels in print order' }).getByRole('listitem')
  await rows
    .nth(1)
    .locator('span')
    .first()
    .dragTo(rows.nth(0), { targetPosition: { x: 60, y: 4 } })
  await expect(levels.nth(0)).toHaveText(three)
  await page.getByRole('button', { name: 'Save order' }).click()
  await expect(page.getByText('Someone else saved a different order')).toBeVisible()
  await page.getByRole('button', { name: 'Use this order' }).click()
  await expect(levels.nth(1)).toHaveText(one)
})

/** Checks that a page prints on one sheet of either paper, with these texts and without anything to click. */
async function printsOnOneSheet(page: Page, texts: readonly string[]) {
  await expect(page.getByRole('article')).toBeVisible()
  const visible = page.getByRole('main').getByRole('button')
  expect(await visible.count(), 'buttons on screen').toBeGreaterThan(0)
  await page.emulateMedia({ media: 'print' })
  for (const role of ['button', 'link', 'navigation', 'combobox', 'menu', 'searchbox'] as const)
    await expect(page.getByRole(role), role).toHaveCount(0)
  if (process.env['SHOTS']) {
    const name = new URL(page.url()).pathname.split('/').slice(1, 4).join('-')
    const query = new URL(page.url()).search.slice(1, 8)
    await page.screenshot({ path: `${process.env['SHOTS']}/printed-${name}-${query}.png`, fullPage: true })
  }
  for (const [paper, format] of [
    ['a4', 'A4'],
    ['letter', 'Letter'],
  ] as const) {
    const pages = pagesOf(await page.pdf({ format }))
    expect(pages, `sheets of ${format}`).toHaveLength(1)
    const [{ width, height, text } = { width: 0, height: 0, text: '' }] = pages
    expect(Math.abs(width - sizes[paper][0]), 'width in points').toBeLessThan(1)
    expect(Math.abs(height - sizes[paper][1]), 'height in points').toBeLessThan(1)
    for (const each of texts) expect(text).toContain(each)
    expect(text).not.toMatch(/Print|Void|Dashboard|Scheduler|Theme|Language|Log out/)
  }
  await page.emulateMedia({ media: null })
}

test('an invoice and a receipt each print on one sheet, for the office and for a parent', async ({
  page,
}) => {
  await letIn(page, 'manager')
  const invoice = await sendInvoices(page)
  const paymentId = await recordPayment(page, invoice)
  const total = (invoice.total / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  const onInvoice = ['Maple Street', 'February 2026', `Total ${total}`, 'Amount']
  const onReceipt = ['Maple Street', 'Receipt', 'Received from', '$20.00 received. Thank you!']

  await page.goto(`${center}/invoices/${invoice._id}`)
  await printsOnOneSheet(page, onInvoice)
  await page.goto(`${center}/payments/${paymentId}`)
  await printsOnOneSheet(page, onReceipt)

  await letIn(page, 'parent')
  await page.goto(`/parent/invoices?invoice=${invoice._id}`)
  await printsOnOneSheet(page, onInvoice)
  await page.goto('/parent/invoices')
  await page.getByRole('link', { name: 'Receipt' }).first().click()
  await printsOnOneSheet(page, onReceipt)
})
