import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { nameOfAnswer } from '#math/shapes.ts'
import { readPrinted } from '#math/parse.ts'
import { type LevelKey, levelKeys } from '#tests/level-keys.ts'
import { atWork, check, type Draft, onward, question } from './answer-fixture.ts'
import { letIn, post, test } from './journey.ts'
import { childsView, form, sectionWith } from './question-editor.ts'

const expression = (...values: string[]): Draft => ({
  content: `A formula: ${values.length}`,
  answers: { kind: 'fr', parts: values.map((value) => ({ kind: 'expression', value })) },
})

/** Returns the structure of a formula as one string, regardless of the notation in which it was entered. */
function meaning(text: string) {
  const found = readPrinted(text)
  return found.ok
    ? `${found.answer.is === 'list' ? found.answer.joined : ''} ${nameOfAnswer(found.answer)}`
    : `${text}: ${found.reason}`
}

/**
 * Returns the contents of the MathLive fields. Writes the words “or” and “and” between answers as plain text.
 */
const valuesIn = (page: Page) =>
  page
    .locator('math-field')
    .evaluateAll((fields) =>
      fields.map((each) => (each as HTMLInputElement).value.replace(/\\(or|and)(?![a-z])/g, ' $1 ')),
    )

/** Answer keys that the converter from typed text could misread. */
const hard = [
  '5/x^2',
  '(9y-8)/(y-4)^2',
  't=100/1.6^2',
  '1/sqrt(8)',
  'sin(x)/cos(x)',
  'sin(x)/2',
  'ln(x)/ln(2)',
  '1/sin x',
  '2+-3x',
  'cbrt(8y)',
  'x=2±√3',
  'x<1 or x>5',
  '-3≤x<2',
  '{1,2,3}',
  '(1/2,-3)',
  '|x-4|/2',
  'log_2(x+1)',
  'x^(-2/3)',
  '\\sqrt[4]{16x}',
  'x≠±3',
  '1 1/2',
  '45°',
  'arcsin(x/2)',
  '3.67*10^2',
]

test('a solution and an answer typed as text are displayed as the intended formulas', async ({ browser }) => {
  const outside = String.raw`$x\rlap{\hspace{10em}\rule{5em}{2em}}$`
  const { page, errors, context } = await atWork(browser, 'M1068', [
    { ...expression(...hard), content: `A formula: ${outside}` },
  ])
  await question(page, 1)
  const address = new URL(page.url()).pathname.replace('/questions', '')
  // The trailing space makes the answers differ from the keys, so the right answer is shown next to the
  // student's own, both as typed text.
  const given = { kind: 'fr', parts: hard.map((key) => `${key} `) }
  await post(page, address, { seq: 1, answerId: randomUUID(), given })
  await page.reload()
  await expect(page.getByText('Right!')).toBeVisible()
  await expect(page.locator('math-field')).toHaveCount(2 * hard.length)
  const fields = (await valuesIn(page)).map(meaning)
  expect(fields.slice(0, hard.length), 'the student’s answer').toEqual(hard.map(meaning))
  expect(fields.slice(hard.length), 'the solution').toEqual(hard.map(meaning))
  const reached = await page.locator('.katex .katex-rule').evaluate((rule) => {
    const { x, y, width, height } = rule.getBoundingClientRect()
    const found = document.elementFromPoint(x + width / 2, y + height / 2)
    return { isInSight: x > 0 && x + width < innerWidth, isFormula: found?.closest('.katex') !== null }
  })
  expect(reached, 'no part of a formula is drawn over other content').toEqual({
    isInSight: true,
    isFormula: false,
  })
  expect(errors).toEqual([])
  await context.close()
})

/** Types into the formula field. Retries, because the field ignores keys until it is ready. */
async function type(page: Page, text: string) {
  const math = page.locator('math-field')
  await expect(async () => {
    await math.focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.keyboard.type('1')
    expect(await math.evaluate((element) => (element as HTMLInputElement).value)).toBe('1')
  }).toPass({ intervals: [50] })
  await page.keyboard.press('Backspace')
  await page.keyboard.type(text)
}

/** Checks the answer and returns the text that the page sends to the server. */
async function sends(page: Page) {
  const sending = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().includes('/homework/'),
  )
  await check(page).click()
  return ((await sending).postDataJSON() as { given: { parts: string[] } }).given.parts[0]
}

/** Answers to enter with the on-screen keypad, each with the names of the buttons to press. */
const pressed: Record<string, string[]> = {
  'x<1 or x>5': ['x', 'Less than', '1', 'Or', 'x', 'Greater than', '5'],
  'x=±3': ['x', 'Equals', 'Plus or minus', '3'],
  'x≠2': ['x', 'Not equal', '2'],
  '2|x-3|+1': ['2', 'Absolute value', 'x', 'Minus', '3', 'Move cursor right', 'Plus', '1'],
  '2sqrt(5)': ['2', 'Root', '5'],
  '3x+5': ['3', 'x', 'Plus', '5'],
  '2pi': ['2', 'Pi'],
  '45°': ['4', '5', 'Degrees'],
  '(2,-3)': ['Open parenthesis', '2', 'Comma', 'Minus', '3', 'Close parenthesis'],
}
const typedKeys = new Set(
  'x^2-4x+4 ; (9y-8)/(y-4)^2 ; x^(2/3) ; (y_2-y_1)/(x_2-x_1) ; cbrt(x+1) ; sqrt(x)/2 ; log_2(x) ; sin(x)/cos(x) ; sin^-1(x) ; arcsin(x/2) ; abs(x^2-4) ; A=P(1+r/n)^(nt) ; x=1 or x=-4 ; {1,2,3} ; -3≤x<2 ; 1 1/2 ; 6.02*10^23'.split(
    ' ; ',
  ),
)

test('right answers to a level’s questions can be entered by keyboard and by keypad', async ({ browser }) => {
  const isForm = ({ part }: LevelKey) => part.kind === 'expression' && part.form === undefined
  const rows = levelKeys.filter(
    (row) => isForm(row) && (typedKeys.has(row.part.value) || row.part.value in pressed),
  )
  expect(rows).toHaveLength(typedKeys.size + Object.keys(pressed).length)
  const { page, errors, context } = await atWork(
    browser,
    'M1074',
    rows.map(({ part }) => expression(part.value)),
  )
  const keys = page.getByRole('group', { name: 'Expression keys' }).getByRole('button')
  for (const [at, { part, typed, sent }] of rows.entries()) {
    await question(page, at + 1)
    const names = pressed[part.value]
    if (names) {
      await expect(keys.first()).toBeVisible()
      for (const name of names) {
        const key = keys.and(page.getByRole('button', { name, exact: true }))
        const other = keys.and(page.getByRole('button', { name: /^(More symbols|Numbers)$/ }))
        if (!(await key.isVisible())) await other.click()
        await key.click()
      }
      await sends(page)
    } else {
      await type(page, typed)
      expect(await sends(page)).toBe(sent)
    }
    await expect(page.getByText('Right!'), part.value).toBeVisible()
    if (at < rows.length - 1) await onward(page)
  }
  expect(errors).toEqual([])
  await context.close()
})

test('every key of the keypad has an accessible name', async ({ browser }) => {
  const { page, context } = await atWork(browser, 'M1075', [expression('x+1')])
  const keys = page.getByRole('group', { name: 'Expression keys' }).getByRole('button')
  await expect(keys.first()).toBeVisible()
  const names: string[] = []
  for (const set of ['Numbers', 'Letters', 'Numbers', 'More symbols']) {
    const other = keys.and(page.getByRole('button', { name: set, exact: true }))
    if (await other.isVisible()) await other.click()
    for (const key of await keys.all()) {
      const name = (await key.getAttribute('aria-label')) ?? (await key.innerText())
      await expect(key).toHaveAccessibleName(name)
      names.push(name.trim())
    }
  }
  expect(new Set(names).size).toBeGreaterThan(55)
  expect(names.filter((name) => !/^(?:[a-z0-9]|[A-Z][a-z]+( [a-z]+)*)$/.test(name))).toEqual([])
  await context.close()
})

test('a formula field has the focus when the page opens, unless its answer can no longer be changed', async ({
  browser,
}) => {
  const { page, context } = await atWork(browser, 'M1075', [expression('x+1')])
  const formula = page.locator('math-field')
  await expect(formula).toBeFocused()
  await page.keyboard.type('x+1')
  await check(page).click()
  await expect(page.getByText('Right!')).toBeVisible()
  await page.reload()
  await expect(formula).toBeVisible()
  await expect(formula).not.toBeFocused()
  await context.close()
})

test('the keypad begins with the question’s letters and has only the symbols that the question needs', async ({
  browser,
}) => {
  const { page, context } = await atWork(browser, 'M1075', [
    { ...expression('y<3'), content: 'Solve the inequality $2y < 6$.' },
    { ...expression('7x+5'), content: 'Simplify $4x + 5 + 3x$.' },
  ])
  const keys = page.getByRole('group', { name: 'Expression keys' }).getByRole('button')
  const names = async () =>
    await keys.evaluateAll((all) => all.map((key) => key.ariaLabel ?? key.textContent))
  await expect.poll(async () => (await names())[0]).toBe('y')
  expect(await names()).toContain('Less than')
  await onward(page)
  await question(page, 2)
  await expect.poll(async () => (await names())[0]).toBe('x')
  for (const name of ['Less than', 'Root', 'Pi', 'Or', 'Degrees']) expect(await names()).not.toContain(name)
  await context.close()
})

test('an editor can enter right answers and try them in the formula field', async ({ page }) => {
  await letIn(page, 'editor')
  const { address, ids } = await sectionWith(page, 1)
  const sample = levelKeys.filter(
    (row, at) => at % 16 === 0 && row.part.kind === 'expression' && row.part.form === undefined,
  )
  expect(sample.length).toBeGreaterThanOrEqual(9)
  await page.goto(`${address}/${ids[0]}`)
  await form(page, 'Answer')
    .getByLabel(/^Kind of part/)
    .selectOption('expression')
  for (const { part, typed, sent } of sample) {
    await form(page, 'Answer').getByLabel('Right answer').fill(part.value)
    await expect(form(page, 'Answer').getByText('Read as')).toBeVisible()
    await childsView(page).getByRole('button', { name: /^Try/ }).click()
    await type(page, typed)
    await childsView(page).getByRole('button', { name: 'Check' }).click()
    await expect(
      childsView(page).getByRole('status').filter({ hasText: /./ }),
      `${part.value} by ${sent}`,
    ).toHaveText(/^Right/)
  }
})
