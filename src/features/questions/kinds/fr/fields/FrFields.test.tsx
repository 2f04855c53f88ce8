import { expect, test, vi } from 'vitest'
import { render } from '#server/markup.ts'
import type { Shown } from '../../../rules.ts'
import { contentText } from '#shared/content-text.ts'

vi.stubGlobal('addEventListener', () => {})
vi.stubGlobal('document', { cookie: '', addEventListener: () => {} })
vi.stubGlobal('location', { pathname: '/' })
const { followWords, leadPlace, nameOf } = await import('./FrFields.tsx')

const number: Shown = { kind: 'fr', parts: [{ kind: 'number' }] }
const right: Shown = { kind: 'fr', parts: [{ kind: 'number', rightAlign: true }] }
const work: Shown = { kind: 'fr', parts: [{ kind: 'work', lines: 3, prompt: [] }, { kind: 'number' }] }
const choices: Shown = { kind: 'mc', choices: [], pickMany: false }
const sum = '$$\\begin{array}{r} 12 \\\\ +\\,34 \\\\ \\hline \\end{array}$$'

test.each<[string, Shown, string, ReturnType<typeof leadPlace>]>([
  ['next to a formula that ends with an equals sign', number, '$54 + 75 =$', 'behind'],
  ['next to an equals sign that is typed as text', number, '54 + 75 =', 'behind'],
  ['below a sum in columns, aligned with its digits', right, sum, 'below'],
  ['after a sum in columns if they aren’t aligned with it', number, sum, null],
  ['after a question in words', number, 'What is half of $8$?', null],
  ['after an equation', number, '$2x + 3 = 7$', null],
  ['after several paragraphs', number, 'Add.\n\n$1 + 1 =$', null],
  ['after a formula if there is room for work to draw', work, '$1 + 1 =$', null],
  ['after the text of choices', choices, '$1 + 1 =$', null],
])('the fields are placed %s', (_, shown, text, want) => {
  expect(leadPlace(shown, render(text))).toBe(want)
})

test('the text of a question includes the signs in its formulas', () => {
  expect(contentText(render('Simplify $x \\le 2\\pi$.'))).toMatch(/Simplify .*≤.*π/)
})

test.each<[string, Parameters<typeof nameOf>, string]>([
  ['a student’s own answer', [[{ kind: 'number' }], 0], 'Your answer'],
  ['an answer in review', [[{ kind: 'number' }], 0, 'Answer'], 'Answer'],
  ['the solution', [[{ kind: 'number' }], 0, 'Right answer'], 'Right answer'],
  ['a part', [[{ kind: 'number' }, { kind: 'words' }], 1], 'Answer, part 2'],
  [
    'a part of the solution',
    [[{ kind: 'number' }, { kind: 'words' }], 1, 'Right answer'],
    'Right answer, part 2',
  ],
  ['a part after scratch paper', [[{ kind: 'work' }, { kind: 'number' }], 1], 'Your answer'],
  ['a student’s own scratch paper', [[{ kind: 'work' }], 0], 'Your work'],
  ['scratch paper in review', [[{ kind: 'work' }], 0, 'Answer'], 'Work'],
])('the field for %s is named $2', (_, given, want) => {
  expect(nameOf(...given)).toBe(want)
})

test.each<[string, number[], boolean, string]>([
  [
    'that it must change along with the earlier answer',
    [1],
    true,
    'Right, based on your answer to part 1. If you change that answer, change this one too.',
  ],
  ['what it follows from if there are several', [1, 3], true, 'Follows from the answers.'],
  ['what it follows from if nothing can be changed', [1], false, 'Follows from the answers.'],
])('a part that follows from others says %s', (_, follows, canChange, want) => {
  const partVerdict = { status: 'correct' as const, score: 1, reason: 'Follows from the answers.', follows }
  expect(followWords(partVerdict, canChange)).toBe(want)
})
