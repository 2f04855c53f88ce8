import { randomUUID } from 'node:crypto'
import { expect, type Browser, type Page } from '@playwright/test'
import { shapesPicture } from '../db/demo-picture.ts'
import { anotherPage, familyOf, letIn, post, signIn } from './journey.ts'

/** Question as an author enters it. Tests find it by its `content`. */
export type Draft = { content: string; answers: object }

const fr = (...parts: object[]) => ({ kind: 'fr', parts })
const label = (text: string) => ({ kind: 'label', text })
const settings = (more: object) => ({
  xlabel: 'x',
  ylabel: 'y',
  graphName: '',
  xmin: -5,
  xmax: 5,
  xminor: 1,
  xmajor: 5,
  ymin: -5,
  ymax: 5,
  yminor: 1,
  ymajor: 5,
  ...more,
})
const graph = (drawType: string, answer: object[], more: object = {}) => ({
  kind: 'graph',
  drawType,
  graphType: 'cartesian',
  labeled: false,
  settings: settings({}),
  answer,
  ...more,
})

/** Figures in the demo's picture, as the areas that students can choose. */
const figures = [
  { name: 'orange figure', shape: { type: 'rectangle', x: 75, y: 120, width: 225, height: 280 } },
  { name: 'blue figure', shape: { type: 'circle', x: 500, y: 260, radius: 100 } },
  { name: 'red figure', shape: { type: 'rectangle', x: 712, y: 580, width: 188, height: 300 } },
]

/** Questions with every kind of answer and part. */
export const questions = {
  number: {
    content: 'Half of nine.',
    answers: fr({ kind: 'number', value: '4.5', tooltip: 'A fraction will do.' }),
  },
  length: {
    content: 'How long is the side?',
    answers: fr({ kind: 'number', value: '12', unit: 'cm', convertUnits: true }),
  },
  table: {
    content: 'Fill in the table.',
    answers: {
      ...fr(
        label('$x$'),
        label('1'),
        label('$\\frac12$'),
        label('double'),
        { kind: 'number', value: '2' },
        { kind: 'number', value: '1' },
        label('sign'),
        { kind: 'select', options: ['even', 'odd'], correct: 0 },
        { kind: 'words', value: 'odd' },
      ),
      columns: 3,
    },
  },
  parts: {
    content: 'Fill in both.',
    answers: fr(
      label('3 ×'),
      { kind: 'number', value: '5' },
      label('= 15, and 2'),
      { kind: 'number', value: '3', isSuper: true },
      label('= 8'),
    ),
  },
  column: {
    content: 'Multiply in columns.',
    answers: fr(
      label('12 × 3 ='),
      { kind: 'number', value: '36', rightAlign: true },
      label('12 × 20 ='),
      { kind: 'number', value: '240', rightAlign: true },
      label('together'),
      { kind: 'number', value: '276', rightAlign: true },
    ),
  },
  twoSteps: {
    content: 'Solve $2x + 3 = 13$. Then find $3x + 1$.',
    answers: fr(label('$x =$'), { kind: 'number', value: '5' }, label('$3x + 1 =$'), {
      kind: 'number',
      value: '16',
      follows: '3a + 1',
    }),
  },
  letter: { content: 'Which letter comes after b?', answers: fr({ kind: 'letter', value: 'c' }) },
  line: {
    content: 'Name the segment from P to Q.',
    answers: fr({ kind: 'line', figure: 'segment', value: 'PQ' }),
  },
  angle: { content: 'Name the angle at Q.', answers: fr({ kind: 'angle', value: 'PQR' }) },
  interval: {
    content: 'Where is $x^2 \\ge 4$?',
    answers: fr({ kind: 'interval', value: '(-∞, -2] ∪ [2, ∞)' }),
  },
  words: { content: 'The opposite of cold.', answers: fr({ kind: 'words', value: 'hot' }) },
  select: {
    content: 'Compare.',
    answers: fr(
      label('$\\frac12$'),
      { kind: 'select', options: ['$<$', '$=$', '$>$'], correct: 2 },
      label('$\\frac13$'),
    ),
  },
  expression: {
    content: 'Expand $x(x+3)$.',
    answers: fr({ kind: 'expression', value: 'x^2+3x', form: 'expanded' }),
  },
  matrix: {
    content:
      'Add $\\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix} + \\begin{bmatrix} 1 & 0 \\\\ 0 & 1 \\end{bmatrix}$.',
    answers: {
      kind: 'matrix',
      entries: {
        kind: 'number',
        rows: [
          ['2', '2'],
          ['3', '5'],
        ],
      },
    },
  },
  vector: {
    content: 'Write the column vector from (1, x) to (4, 3x).',
    answers: {
      kind: 'matrix',
      entries: { kind: 'expression', rows: [['3'], ['2x']] },
      sizeByStudent: true,
    },
  },
  antiderivative: {
    content: 'Find $\\int 2x\\,dx$.',
    answers: fr({ kind: 'expression', value: 'x^2+C', plusConstant: true, variables: ['x'] }),
  },
  rounded: {
    content: 'Find the line through (0, 4/3) with slope 8/3.',
    answers: fr({
      kind: 'expression',
      value: 'y=(8/3)x+4/3',
      variables: ['x', 'y'],
      tolerance: { abs: '0.005' },
    }),
  },
  equation: {
    content: 'Solve $x-2=3$.',
    answers: fr({ kind: 'expression', value: 'x=5', variables: ['x'] }),
  },
  manual: { content: 'Say why.', answers: fr({ kind: 'manual', prompt: 'Write a sentence or two.' }) },
  work: {
    content: 'Work it out: 17 + 25.',
    answers: fr({ kind: 'work', lines: 6 }, { kind: 'number', value: '42' }),
  },
  choice: {
    content: 'Which is even?',
    answers: { kind: 'mc', choices: ['3', '$\\frac12$', '8', '11'], correct: [2] },
  },
  choices: {
    content: 'Which are even?',
    answers: { kind: 'mc', choices: ['2', '5', '8'], correct: [0, 2], perChoice: true },
  },
  sentence: {
    content: 'Write it as a sentence: cats / sleep',
    answers: { kind: 'sentence', value: 'Cats sleep.' },
  },
  tiles: {
    content: 'Put the words in order.',
    answers: {
      kind: 'sentence',
      value: 'the cat is not here',
      words: ['the', 'cat', 'is', 'not', 'here', 'are'],
    },
  },
  order: {
    content: 'Order from least to greatest.',
    answers: { kind: 'order', items: ['$\\frac14$', '$\\frac13$', '$\\frac12$'] },
  },
  match: {
    content: 'Sort the numbers.',
    answers: {
      kind: 'match',
      groups: ['less than $\\frac12$', 'more than $\\frac12$', 'equal to $\\frac12$'],
      items: [
        { text: '$\\frac13$', group: 0 },
        { text: '$\\frac34$', group: 1 },
        { text: '$\\frac24$', group: 2 },
        { text: '0.6', group: 1 },
      ],
    },
  },
  point: { content: 'Mark (2, 3).', answers: graph('point', [{ x: 2, y: 3 }]) },
  named: {
    content: 'Mark A at (-2, 1).',
    answers: graph('point', [{ x: -2, y: 1, label: 'A' }], { labeled: true }),
  },
  graphLine: {
    content: 'Draw $y = x$.',
    answers: graph('line', [
      { x: 0, y: 0 },
      { x: 3, y: 3 },
    ]),
  },
  polygon: {
    content: 'Draw the triangle.',
    answers: graph('polygon', [
      { x: 0, y: 0 },
      { x: 4, y: 0 },
      { x: 0, y: 3 },
    ]),
  },
  derivation: {
    content: 'Solve the equation.',
    answers: { kind: 'derivation', start: '2x + 3 = 7', goal: 'solved', value: 'x = 2', most: 5 },
  },
  circle: {
    content: 'Draw the circle with center (1, 1) and radius 2.',
    answers: graph('circle', [
      { x: 1, y: 1 },
      { x: 3, y: 1 },
    ]),
  },
  parabola: {
    content: 'Draw $y = (x - 1)^2 - 2$.',
    answers: graph('parabola', [
      { x: 1, y: -2 },
      { x: 2, y: -1 },
    ]),
  },
  absoluteValue: {
    content: 'Draw $y = |x|$.',
    answers: graph('absolute', [
      { x: 0, y: 0 },
      { x: 1, y: 1 },
    ]),
  },
  sine: {
    content: 'Draw a sine wave with amplitude 2 and period 4 from (0, 1).',
    answers: graph('sine', [
      { x: 0, y: 1 },
      { x: 1, y: 3 },
    ]),
  },
  exponential: {
    content: 'Draw $y = 2^x - 3$ and its asymptote.',
    answers: graph('shiftedExponential', [
      { x: 0, y: -2 },
      { x: 1, y: -1 },
      { x: 0, y: -3 },
    ]),
  },
  halfPlane: {
    content: 'Shade where $y < x + 1$.',
    answers: graph(
      'halfPlane',
      [
        { x: 0, y: 1 },
        { x: 1, y: 2 },
        { x: 3, y: 0 },
      ],
      { dashed: true },
    ),
  },
  areas: {
    content: 'Which are quadrilaterals?',
    answers: {
      kind: 'hotspot',
      mode: 'areas',
      picture: shapesPicture,
      areas: figures.map(({ shape, name }, at) => ({ shape, name, isRight: at !== 1 })),
    },
  },
  points: {
    content: 'Tap the rectangle and the square.',
    answers: {
      kind: 'hotspot',
      mode: 'points',
      picture: shapesPicture,
      areas: figures.map(({ shape, name }, at) => ({ shape, name, isRight: at !== 1 })),
      most: 3,
    },
  },
  intervals: {
    content: 'Show where $x^2 > 4$ or $x = 0$.',
    answers: {
      kind: 'numberLine',
      settings: settings({ xmajor: 1 }),
      value: '(-∞, -2) ∪ {0} ∪ (2, ∞)',
    },
  },
  numberLine: {
    content: 'Mark the numbers from -2 to 3.',
    answers: graph(
      'segment',
      [
        { x: -2, y: 0 },
        { x: 3, y: 0 },
      ],
      { graphType: 'line', settings: settings({ xmajor: 1 }) },
    ),
  },
} satisfies Record<string, Draft>

type QuestionName = keyof typeof questions

/** Name of a question in `questions`, or a custom question. */
type Wanted = QuestionName | Draft

/**
 * Creates a new level with a section of these questions. With `steps`, each question gets a hint with these
 * steps.
 */
export async function makeSection(
  browser: Browser,
  name: string,
  names: readonly Wanted[],
  steps: readonly string[] = [],
) {
  const editor = await anotherPage(browser)
  await letIn(editor, 'editor')
  const course = await post(editor, '/bl/courses', { name, subject: 'Math' })
  const level = await post(editor, '/bl/levels', { courseId: course._id, name, chapterCount: 1 })
  await post(editor, `/bl/levels/${level._id}/chapters`, { num: 1, name })
  const section = await post(editor, `/bl/levels/${level._id}/chapters/1/sections`, { name })
  const hint = steps.length > 0 ? (await post(editor, '/bl/hints', { name, steps }))._id : null
  for (const each of names) {
    const draft = {
      instructions: '',
      hint,
      visual: null,
      variables: null,
      tests: [],
      ...(typeof each === 'string' ? questions[each] : each),
    }
    await post(editor, '/bl/questions', { level: level._id, chapter: 1, section: 1, ...draft })
  }
  await editor.context().close()
  return section
}

/**
 * Creates a section with these questions and assigns it to a student as homework. Returns the student's email
 * address and the name of the homework.
 */
async function giveQuestions(
  browser: Browser,
  studentNum: string,
  names: readonly Wanted[],
  steps: readonly string[],
) {
  // Make the name unique, because tests with the same student run in parallel.
  const name = `Answers of ${studentNum} ${randomUUID().slice(0, 4)}`
  const section = await makeSection(browser, name, names, steps)
  const office = await anotherPage(browser)
  await letIn(office, 'operator')
  const { id } = await familyOf(office, studentNum)
  await post(office, `/students/${id}/homework`, { sections: [section._id], name })
  await office.context().close()
  return { email: `${studentNum.toLowerCase()}@family.example`, name }
}

/** Opens the homework with this name and starts it, which shows its first question. */
export async function startQuestions(page: Page, name: string) {
  await page.getByRole('link', { name: new RegExp(name) }).click()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
}

/**
 * Assigns homework with these questions to a student, signs in as the student, and opens the first question.
 * With `steps`, each question has a hint.
 */
export async function atWork(
  browser: Browser,
  studentNum: string,
  names: readonly Wanted[],
  { touch = false, phone = false, steps = [] as readonly string[] } = {},
) {
  const { email, name } = await giveQuestions(browser, studentNum, names, steps)
  const viewport = phone ? { width: 360, height: 740 } : { width: 1024, height: 900 }
  const context = await browser.newContext({ hasTouch: touch, viewport })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on(
    'console',
    (message) =>
      message.type() === 'error' &&
      /content security|refused/i.test(message.text()) &&
      errors.push(message.text()),
  )
  await signIn(page, email)
  await startQuestions(page, name)
  await question(page, 1)
  return { page, errors, context }
}

export const question = (page: Page, num: number) =>
  expect(page.getByRole('article', { name: new RegExp(`Question ${num} of`) })).toBeVisible()
export const check = (page: Page) => page.getByRole('button', { name: 'Check' })
const verdicts = { right: 'Right!', wrong: 'Not yet.', partly: 'Partly right.', invalid: 'Not counted.' }

/** Checks the answer and waits for its verdict, even if the verdict of the previous answer was the same. */
export async function checked(page: Page, verdict: keyof typeof verdicts, message?: string | RegExp) {
  const answered = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().includes('/homework/'),
  )
  await check(page).click()
  await answered
  await expect(page.getByText(verdicts[verdict])).toBeVisible()
  if (message) await expect(page.getByText(message).filter({ visible: true }).first()).toBeVisible()
}

export const onward = (page: Page) => page.getByRole('button', { name: 'Next question' }).click()
export const field = (page: Page, name = 'Your answer') => page.getByRole('textbox', { name, exact: true })

/** Returns the screen position of a point on the graph paper, whose axes go from -5 to 5. */
export async function onPaper(page: Page, x: number, y: number) {
  const box = await page.locator('svg[data-open]').boundingBox()
  if (!box) throw new Error('There is no graph paper.')
  const margin = 26
  const unit = (box.width - 2 * margin) / 10
  const isLine = box.height < 150
  return {
    x: box.x + margin + (x + 5) * unit,
    y: isLine ? box.y + box.height / 2 : box.y + margin + (5 - y) * unit,
  }
}
