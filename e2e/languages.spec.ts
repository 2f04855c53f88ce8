import { expect, type Page, type Request } from '@playwright/test'
import { spanish as families } from '#features/overview/spanish.ts'
import { spanish as staff } from '#features/overview/spanish-staff.ts'
import { countries } from '#shared/countries.ts'
import type { Spoken } from '#shared/language.ts'
import { axePath, violations } from './axe.ts'
import { anotherPage, familyOf, get, letIn, soon, test } from './journey.ts'
import { openProviders } from './provider-tours.ts'
import { settle, type Stop, take } from './steps.ts'
import { tours } from './tours.ts'

/** Tests the languages of all pages (product §12). */

// Uses a separate product, because the tours hand in work and store languages of people whom other tests also
// use.
const providers = await openProviders()
test.use({ settings: { RECOVERY_DAYS: '0', ...providers.settings } })
test.afterAll(() => providers.close())

const shot = async (page: Page, name: string) =>
  process.env['SHOTS'] &&
  (await page.screenshot({ path: `${process.env['SHOTS']}/${name}.png`, fullPage: true }))

test('a parent who chooses Spanish sees it on every device, and staff pages also come in Spanish', async ({
  page,
  browser,
}) => {
  await page.addInitScript({ path: axePath })
  await page.setViewportSize({ width: 360, height: 740 })
  await letIn(page, 'operator')
  const family = await familyOf(page, 'M1023')
  await letIn(page, family.email)
  await page.goto('/parent')
  await page.getByLabel('Language').selectOption('Español')
  await expect(page.getByRole('heading', { name: 'Sus hijos' })).toBeVisible(soon)
  await expect(page.locator('html')).toHaveAttribute('lang', 'es')
  expect(await violations(page)).toEqual([])
  await shot(page, 'es-parent-360')
  await page.getByRole('main').getByRole('link', { name: family.firstName }).first().click()
  await expect(page.getByRole('link', { name: 'Clases' })).toBeVisible()
  await shot(page, 'es-child-360')
  expect(await violations(page)).toEqual([])

  const phone = await anotherPage(browser, { phone: true })
  await letIn(phone, family.email)
  await phone.goto('/parent')
  await expect(phone.getByRole('heading', { name: 'Sus hijos' })).toBeVisible()
  await phone.getByLabel('Idioma').selectOption('English')
  await expect(phone.getByRole('heading', { name: 'Your children' })).toBeVisible(soon)

  const office = await anotherPage(browser)
  await office.addInitScript(() => localStorage.setItem('language', 'es'))
  await office.goto('/login')
  await expect(office.getByRole('button', { name: 'Iniciar sesión', exact: true })).toBeVisible()
  await shot(office, 'es-login')
  await letIn(office, 'operator')
  await office.goto('/centers/Maple%20Street')
  await expect(office.getByRole('link', { name: 'Horario' }).first()).toBeVisible()
  await expect(office.locator('html')).toHaveAttribute('lang', 'es')
  await shot(office, 'es-dashboard')
  await office.goto('/centers/Maple%20Street/students')
  await expect(office.getByRole('heading', { level: 1, name: 'Estudiantes' })).toBeVisible()
  await shot(office, 'es-students')
  await office.goto('/centers/Maple%20Street/classes')
  await expect(office.getByRole('cell', { name: 'Matemáticas' }).first()).toBeVisible()
  await shot(office, 'es-classes')
  await office.goto('/centers/Maple%20Street/scheduler/2026-03-04')
  await expect(office.getByText('Imprimir')).toBeVisible()
  await shot(office, 'es-scheduler')
})

test('pages are in Spanish from the start if the browser or a mailed link asks for it, and the account remembers it', async ({
  page,
  browser,
}) => {
  await letIn(page, 'operator')
  const family = await familyOf(page, 'M1024')
  const context = await browser.newContext({ locale: 'es-MX' })
  const own = await context.newPage()
  await own.goto('/forget-password')
  await expect(own.getByRole('heading', { name: '¿Olvidó su contraseña?' })).toBeVisible()
  await letIn(own, family.email)
  await own.goto('/parent')
  await expect(own.getByRole('heading', { name: 'Sus hijos' })).toBeVisible()
  await expect
    .poll(async () => (await get<{ language: string | null }>(own, '/users/me')).language)
    .toBe('es')

  const mailed = await anotherPage(browser)
  await mailed.goto('/password-reset?language=es#token=none')
  await expect(mailed.getByRole('heading', { name: 'Elija una contraseña nueva' })).toBeVisible()
  await mailed.goto('/login')
  await expect(mailed.getByRole('button', { name: 'Iniciar sesión', exact: true })).toBeVisible()
})

test('a child who works in Spanish reads in Spanish why an answer can’t be counted', async ({ page }) => {
  await page.addInitScript({ path: axePath })
  await page.addInitScript(() => localStorage.setItem('language', 'es'))
  await letIn(page, 'm1033@family.example')
  await page.goto('/student')
  await expect(page.getByRole('heading', { name: /^¡Hola, / })).toBeVisible()
  await shot(page, 'es-student')
  await page.getByRole('link', { name: 'Homework 4' }).first().click()
  await page
    .getByRole('button', { name: /^(Empezar|Continuar)$/ })
    .first()
    .click()
  const field = page.getByRole('textbox', { name: 'Tu respuesta' })
  await field.fill('doce')
  await page.getByRole('button', { name: 'Revisar' }).click()
  await expect(page.getByText('Escribe el número con cifras, sin palabras ni unidades.')).toBeVisible(soon)
  await shot(page, 'es-question')
  expect(await violations(page)).toEqual([])
})

/**
 * A language in which each text of these catalogs is invisibly marked with a zero-width space before it and a
 * soft hyphen after it. Element names still match, so the tours work as in English.
 */
function markedLanguage({ catalog }: Spoken) {
  const marked = (text: string) => `\u200b${text}\u00ad`
  const texts = Object.entries(catalog).map(([text, said]) => [
    text,
    said.includes('|') ? `${marked(text.replace(/s$/, ''))}|${marked(text)}` : marked(text),
  ])
  const code = {
    language: "'es'",
    tag: "'en-US'",
    catalog: `Object.assign(Object.create(null), ${JSON.stringify(Object.fromEntries(texts))})`,
    translate: String.raw`(text) => '\u200b' + text + '\u00ad'`,
  } satisfies Record<keyof Spoken, string>
  const properties = Object.entries(code).map(([name, value]) => `${name}: ${value}`)
  return `export const spanish = { ${properties.join()} }`
}

const words = /[\p{L}’']{2,}/gu

/**
 * Shows pages in the marked language. Returns a set that collects the words of all data that the server
 * receives or sends, and a function that waits until the page has loaded everything.
 */
async function speakMarked(page: Page) {
  await page.route('**/assets/spanish-*.js', (route) => {
    const audience = route.request().url().includes('spanish-staff') ? staff : families
    return route.fulfill({ contentType: 'text/javascript', body: markedLanguage(audience) })
  })
  // Skip empty pages, which have no storage.
  await page.addInitScript(() => origin !== 'null' && localStorage.setItem('language', 'es'))
  const data = new Set<string>()
  const add = (text: string) => text.match(words)?.forEach((word) => data.add(word.toLowerCase()))
  // Add the names of countries, which come from the browser.
  const namesOf = (codes: readonly string[]) =>
    codes.map((code) => new Intl.DisplayNames('en-US', { type: 'region' }).of(code)).join()
  add(await page.evaluate(namesOf, countries))
  page.on('response', (answer) => {
    if (!new URL(answer.url()).pathname.startsWith('/api/')) return
    add(answer.request().postData() ?? '')
    answer.text().then(add, () => {})
  })
  const pending = new Set<Request>()
  page.on('request', (request) => pending.add(request))
  const forget = (request: Request) => pending.delete(request)
  page.on('requestfinished', forget).on('requestfailed', forget)
  const loaded = async (rounds = 5) => {
    // The browser doesn't report the end of every canceled request.
    const isIdle = expect.poll(() => pending.size, { intervals: [20], timeout: 3_000 }).toBe(0)
    await isIdle.catch(() => pending.clear())
    expect(await settle(page)).toEqual([])
    if (pending.size > 0 && rounds > 0) await loaded(rounds - 1)
  }
  return { data, loaded }
}

/** Returns the texts that people see or hear on the page, except those from the catalogs. */
const unmarkedTexts = (page: Page) =>
  page.evaluate(() => {
    const texts: string[] = []
    function textOf(element: Element) {
      const parts: string[] = []
      const all = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      while (all.nextNode())
        if (!all.currentNode.parentElement?.closest('option[lang]'))
          parts.push(all.currentNode.nodeValue ?? '')
      return parts.join(' ')
    }
    // Use the whole text of an element, because a sentence may continue in the elements within it.
    for (const each of document.body.querySelectorAll(
      ':not(script, style, noscript, textarea, option[lang], .katex *)',
    )) {
      const own = [...each.childNodes].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
      )
      if (own) texts.push(textOf(each))
    }
    for (const each of document.querySelectorAll('[aria-label], [title], [alt], [placeholder]'))
      for (const name of ['aria-label', 'title', 'alt', 'placeholder']) {
        const text = each.getAttribute(name)
        if (text) texts.push(text)
      }
    const plain = (text: string): string => {
      const left = text.replaceAll(/\u200b[^\u200b\u00ad]*\u00ad/g, ' ')
      return left === text ? text : plain(left)
    }
    return texts.map(plain)
  })

/** Matches days and months. Days also match in part, because narrow screens show only their first letters. */
const days =
  /^\w*day$|^(mon?|tu(es?)?|wed?|thu?|thurs?|fri?|sat?|sun?)$|^(jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)/

/**
 * Matches words that don't come from the catalogs: names of products, times, the word that joins lists, and
 * strings that people never read as words.
 */
const others = /^(blended|learning|am|pm|x|y|or|abc|min|s|and|xⁿ|quickbooks|xero|united|states)$/

/**
 * True for codes such as `USD`, time zones, names of events such as `place.ended`, and the sample line of a
 * file.
 */
const isCode = (text: string) => /^([A-Z]{3}|[A-Z]\w+\/[-\w/ ]+|[a-z]+\.[a-z]+|\{".*"\})$/.test(text.trim())

/**
 * Returns the texts that come neither from the catalogs nor from `data`. Retries, because the browser may
 * receive data before the test does.
 */
async function foreignWords(page: Page, data: ReadonlySet<string>) {
  for (let left = 5; left > 0; left -= 1) {
    if ((await foreignNow(page, data)).length === 0) return []
    await page.waitForTimeout(300)
  }
  return await foreignNow(page, data)
}

async function foreignNow(page: Page, data: ReadonlySet<string>) {
  const left = (await unmarkedTexts(page))
    .filter((text) => !isCode(text))
    .flatMap((text) =>
      (text.match(words) ?? []).map((word) => ({ word: word.toLowerCase(), text: text.trim() })),
    )
  return [
    ...new Set(
      left
        .filter(({ word }) => !data.has(word) && !days.test(word) && !others.test(word))
        .map(({ text }) => text.slice(0, 100)),
    ),
  ]
}

/** Adds the words of a child's record to `data`, because the page reads the record as a file. */
async function readRecord(page: Page, data: Set<string>) {
  const path = new URL(page.url()).pathname.replace(/^\/centers\/[^/]+/, '')
  const record = await page.request.get(`/api${path}`)
  for (const word of (await record.text()).match(words) ?? []) data.add(word.toLowerCase())
}

/** Visits a page with its dialogs. Returns the texts that are neither from the catalogs nor from `data`. */
async function foreignAt(
  page: Page,
  { page: pattern, to, open = {} }: Stop,
  { data, loaded }: Awaited<ReturnType<typeof speakMarked>>,
) {
  for (const step of [to].flat()) await take(page, step)
  await loaded()
  if (pattern.endsWith('/record')) await readRecord(page, data)
  const found = (await foreignWords(page, data)).map((text) => `${pattern}: ${text}`)
  for (const [what, opening] of Object.entries(open)) {
    await opening(page)
    await expect(page.getByRole('dialog')).toBeVisible()
    await loaded()
    found.push(...(await foreignWords(page, data)).map((text) => `${pattern} with ${what}: ${text}`))
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  return found
}

test.describe('pages in a test language that marks every translated text', () => {
  // Block the service worker, which would fetch the texts itself.
  test.use({ serviceWorkers: 'block' })
  for (const [who, tour] of Object.entries(tours))
    test(`${who}: every text comes from the catalogs or is data`, async ({ page }) => {
      const marked = await speakMarked(page)
      await tour.enter(page)
      const found: string[] = []
      for (const stop of tour.stops) found.push(...(await foreignAt(page, stop, marked)))
      expect([...new Set(found)]).toEqual([])
    })
})

test('family pages laid out from right to left fit on a phone and are accessible', async ({ page }) => {
  await page.addInitScript({ path: axePath })
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => (document.documentElement.dir = 'rtl')),
  )
  await page.setViewportSize({ width: 360, height: 740 })
  await letIn(page, 'operator')
  const family = await familyOf(page, 'M1034')
  await letIn(page, family.email)
  for (const path of ['/parent', '/parent/makeups', '/parent/invoices']) {
    await page.goto(path)
    await expect(page.locator('main h1')).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      path,
    ).toBe(0)
    expect(await violations(page)).toEqual([])
    await shot(page, `rtl${path.replaceAll('/', '-')}`)
  }
  await page.goto('/parent')
  await page.getByRole('main').getByRole('link', { name: family.firstName }).first().click()
  await page.waitForURL(/\/parent\/students\//)
  await expect(page.getByRole('heading', { level: 1, name: family.firstName })).toBeVisible()
  await page
    .getByRole('button', { name: /^Report absence/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await shot(page, 'rtl-absence')
})
