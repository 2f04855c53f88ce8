import * as fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkKey } from '../rules.ts'
import { render } from '#server/markup.ts'
import type { ContentNode } from '#shared/content.ts'
import { badText } from '#shared/text.ts'
import { escapeMarkdown, parseLines, questionLines } from './lines.ts'

const line = (question: unknown, answer: unknown, more = {}) => JSON.stringify({ question, answer, ...more })

/** Returns the text of content as a reader sees it, with its paragraphs and line breaks. */
const textOf = (nodes: readonly ContentNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return node
      if (node.tag === 'br') return '\n'
      return node.tag === 'p'
        ? `${textOf(node.children)}\n\n`
        : `<${node.tag}>${textOf(node.children)}</${node.tag}>`
    })
    .join('')

test('the last line of an answer becomes the key, and the lines before it become hint steps without calculator annotations', () => {
  const { questions, errors } = parseLines(
    line('How many?', 'First 48/2 = <<48/2=24>>24.\n\n Then 24+48 = $<<24+48=72>>72.\n#### 72'),
  )
  expect(errors).toEqual([])
  expect(questions).toEqual([
    {
      line: 1,
      content: 'How many?',
      key: { kind: 'fr', parts: [{ kind: 'number', value: '72' }] },
      steps: ['First 48/2 = 24.', String.raw`Then 24+48 = \$72.`],
    },
  ])
})

test.each([
  ['#### 72', '72'],
  ['#### $1,234', '1234'],
  ['#### -$1,234,567.50', '-1234567.50'],
  ['####   -5  ', '-5'],
  ['#### 1/2', '1/2'],
  ['#### 1 1/2', '1 1/2'],
  ['#### 25%', '25%'],
])('%s becomes the key %s', (answer, value) => {
  expect(parseLines(line('?', answer)).questions[0]?.key).toEqual({
    kind: 'fr',
    parts: [{ kind: 'number', value }],
  })
})

test.each<[string, string, string]>([
  ['text that isn’t JSON', 'question: 1', 'The line is not valid JSON.'],
  ['truncated JSON', '{"question": "a', 'The line is not valid JSON.'],
  [
    'deeply nested JSON',
    '['.repeat(100_000),
    `The field “${Array(20).fill(0).join('/')}” is nested too deeply.`,
  ],
  ['a list', '[1]', 'The line is not an object with “question” and “answer”.'],
  ['null', 'null', 'The line is not an object with “question” and “answer”.'],
  ['a missing question', '{"answer": "#### 1"}', 'The field “question” is required and must be text.'],
  ['a missing answer', '{"question": "a"}', 'The field “answer” is required and must be text.'],
  ['a question that isn’t text', line(5, '#### 1'), 'The field “question” is required and must be text.'],
  [
    'an unknown field',
    line('a', '#### 1', { level: 3 }),
    'The field “level” is unknown. A line has “question” and “answer”.',
  ],
  ['an empty question', line(' \n ', '#### 1'), 'The question is empty.'],
  [
    'an answer without a result',
    line('a', 'It is 5.'),
    'The answer does not end with a line “#### ” and the result.',
  ],
  [
    'a result that isn’t last',
    line('a', '#### 5\nmore'),
    'The answer does not end with a line “#### ” and the result.',
  ],
  ['an empty result', line('a', 'x\n####'), 'The answer does not end with a line “#### ” and the result.'],
  [
    'a result in words',
    line('a', '#### five'),
    'The result “five” is not a number that can be graded. Write the number in digits, without words or units.',
  ],
  [
    'wrongly grouped commas',
    line('a', '#### 12,34'),
    'The result “12,34” is not a number that can be graded. Put a comma before each group of three digits, as in 12,500. Use a decimal point, as in 2.5.',
  ],
  [
    'a result beyond the limits of grading',
    line('a', '#### 1e99'),
    'The result “1e99” is not a number that can be graded. This is too long to check automatically, so a teacher will look at it.',
  ],
  [
    'a question that is too long',
    line('a'.repeat(4001), '#### 1'),
    'The question is longer than 4000 characters.',
  ],
  [
    'a step that is too long',
    line('a', `${'a'.repeat(4001)}\n#### 1`),
    'A step is longer than 4000 characters.',
  ],
  ['too many steps', line('a', `${'step\n'.repeat(41)}#### 1`), 'The answer has more than 40 steps.'],
  ['a NUL character', line('a\u0000b', '#### 1'), 'The text has characters that are not allowed.'],
  ['a lone surrogate', line('a\ud800b', '#### 1'), 'The text has characters that are not allowed.'],
  [
    'a right-to-left override',
    line('a', 'x\u202ey\n#### 1'),
    'The text has characters that are not allowed.',
  ],
])('%s is reported as an error in its line, and the other lines are parsed', (_, bad, message) => {
  const { questions, errors } = parseLines([line('a', '#### 1'), bad, line('b', '#### 2')].join('\n'))
  expect(errors).toEqual([{ line: 2, message }])
  expect(questions.map((question) => question.line)).toEqual([1, 3])
})

test('a byte order mark, Windows line endings and blank lines are accepted', () => {
  const { questions, errors } = parseLines(
    `\ufeff${line('a\r\nb', 'x\r\n#### 1')}\r\n\r\n  \r\n${line('c', '#### 2')}\r\n`,
  )
  expect(errors).toEqual([])
  expect(questions.map(({ line: at, content, steps }) => [at, content, steps])).toEqual([
    [1, 'a\\\nb', ['x']],
    [4, 'c', []],
  ])
})

test('exactly 4,000 characters and 40 steps are accepted', () => {
  expect(parseLines(line('a'.repeat(4000), `${'step\n'.repeat(40)}#### 1`)).questions[0]?.steps).toHaveLength(
    40,
  )
})

test('lines beyond the maximum aren’t read, and neither is text that is too long', () => {
  const many = parseLines(`${line('a', '#### 1')}\n`.repeat(questionLines.most + 2))
  expect(many.questions).toHaveLength(questionLines.most)
  expect(many.errors).toEqual([
    { line: questionLines.most + 1, message: 'At most 5000 questions can be imported at once.' },
  ])
  expect(parseLines('a'.repeat(questionLines.characters + 1))).toEqual({
    questions: [],
    errors: [{ line: 1, message: 'The text is longer than 2 MiB.' }],
  })
})

test('a file of questions yields valid keys and texts that are displayed unchanged', () => {
  const text = readFileSync('tests/fixtures/questions.jsonl', 'utf8')
  const { questions, errors } = parseLines(text)
  expect(errors).toEqual([])
  expect(questions).toHaveLength(12)
  for (const [index, source] of text.trim().split('\n').entries()) {
    const { question, answer } = JSON.parse(source) as { question: string; answer: string }
    const read = questions[index]
    if (!read) throw new Error('A question is missing.')
    expect(checkKey(read.key)).toEqual([])
    expect(textOf(render(read.content)).trim()).toBe(question)
    const steps = answer
      .replace(/<<.*?>>/g, '')
      .split('\n')
      .slice(0, -1)
    expect(read.steps.map((step) => textOf(render(step)).trim())).toEqual(steps)
  }
})

test.each([
  ['It costs $5 and $6.', String.raw`It costs \$5 and \$6.`],
  ['2 * 3 * 4', String.raw`2 \* 3 \* 4`],
  ['a_b and [c](d)', String.raw`a\_b and \[c\](d)`],
  ['# not a heading', String.raw`\# not a heading`],
  ['1. not a list', String.raw`1\. not a list`],
  ['- not a list', String.raw`\- not a list`],
  ['&amp; stays', String.raw`\&amp; stays`],
  ['salt & pepper', 'salt & pepper'],
  ['one\ntwo\n\n\n\nthree', 'one\\\ntwo\n\nthree'],
])('%j is escaped as %j', (text, markdown) => expect(escapeMarkdown(text)).toBe(markdown))

test('escaped plain text is rendered as it was written, apart from extra spaces and blank lines', () => {
  const signs = fc.string({
    unit: fc.constantFrom(...'\\`*_{}[]()<>#+-.!|~$&;:="\'/ \n1a\t?^%@,'),
    maxLength: 60,
  })
  const pieces = fc
    .array(
      fc.constantFrom(
        '\n',
        '\n\n',
        '$',
        '$$',
        '1. ',
        '- ',
        '> ',
        '```',
        '---',
        '===',
        '| a | b |',
        '|-|-|',
        '&amp;',
        '<b>',
        '![x](y)',
        '\\',
        '    a',
        'x',
        '**',
      ),
    )
    .map((all) => all.join(''))
  fc.assert(
    fc.property(fc.oneof(signs, pieces, fc.string({ unit: 'grapheme' })), (text) => {
      fc.pre(!badText(text.replaceAll('\r', '\n')))
      const tidied = text
        .split(/\r\n?|\n/)
        .map((each) => each.trim())
        .join('\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim()
      expect(textOf(render(escapeMarkdown(text))).trim()).toBe(tidied)
    }),
    { numRuns: 3000 },
  )
})

test('parsing never throws, whatever the lines contain', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.json(),
        fc
          .tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }))
          .map(([q, a]) => line(q, `${a}\n#### 1`)),
      ),
      (text) => {
        const { questions, errors } = parseLines(text)
        expect(questions.length + errors.length).toBeLessThanOrEqual(text.split('\n').length)
      },
    ),
    { numRuns: 1000 },
  )
})
