import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkKey } from '#features/questions/rules.ts'
import { typeset } from '#server/markup.ts'
import { readItem } from './items.ts'
import { banksIn } from './version-one.ts'
import { BadXml, readHtml, readXml, xmlLimits } from './xml.ts'

const quiz = readXml(readFileSync('tests/fixtures/qti-1/quiz.xml'), xmlLimits.bank)
const [bank] = banksIn(quiz)
const itemNamed = (ident: string) => {
  const item = bank?.items.find(({ attrs }) => attrs['ident'] === ident)
  if (!item) throw new Error(`The quiz has no ${ident}.`)
  return readItem(item)
}
/** Reads an item with this presentation and scoring. */
const itemOf = (presentation: string, scoring = '') =>
  readItem(
    readXml(
      Buffer.from(
        `<item ident="i" title="An item"><presentation>${presentation}</presentation><resprocessing>${scoring}</resprocessing></item>`,
      ),
      xmlLimits.item,
    ),
  )
const blank = '<response_str ident="r"><render_fib><response_label ident="a"/></render_fib></response_str>'
const scores = (values: string, score: number) =>
  `<respcondition><conditionvar>${values}</conditionvar><setvar>${score}</setvar></respcondition>`

describe('a QTI 1.2 quiz from another system', () => {
  test('is read as one bank with the quiz’s title and all its items', () => {
    expect(banksIn(quiz).map(({ name, items }) => [name, items.length])).toEqual([['Fractions and more', 8]])
  })

  test.each<[string, string, object]>([
    [
      'one choice, with HTML and a formula stored as a picture',
      'one',
      {
        dropped: ['Feedback.'],
        question: {
          content: 'Which is the **largest**?\\\nLook at $\\frac{1}{2}$ first.',
          answers: { kind: 'mc', choices: ['1/3 \\< 1', '*1/2*', '1/4'], correct: [1] },
        },
      },
    ],
    ['several choices', 'several', { dropped: [], question: { answers: { kind: 'mc', correct: [0, 2] } } }],
    [
      'a number, without its range',
      'number',
      {
        dropped: ['A range of accepted numbers.'],
        question: { content: 'What is 6 × 7?', answers: { parts: [{ kind: 'number', value: '42' }] } },
      },
    ],
    [
      'words with another form',
      'words',
      { question: { answers: { parts: [{ kind: 'words', value: 'triangle', hasAlias: ['a triangle'] }] } } },
    ],
    ['an essay', 'essay', { question: { answers: { parts: [{ kind: 'manual' }] } } }],
    [
      'pairs, as choices next to their labels',
      'pairs',
      {
        question: {
          content: 'How many sides?',
          answers: {
            parts: [
              { kind: 'label', text: 'Square' },
              { kind: 'select', options: ['4', '5'], correct: 0 },
              { kind: 'label', text: 'Pentagon' },
              { kind: 'select', options: ['4', '5'], correct: 1 },
            ],
          },
        },
      },
    ],
    [
      'things to put in order, within flows',
      'order',
      { question: { answers: { kind: 'order', items: ['one third', 'one half'] } } },
    ],
    ['a formula with values', 'formula', { skipped: 'Its values are filled in by templates.' }],
  ])('is read with %s', (_, ident, want) => expect(itemNamed(ident)).toMatchObject(want))

  test('has keys that accept their own answers, and text that can be rendered', () => {
    for (const item of bank?.items ?? []) {
      const read = readItem(item)
      if ('skipped' in read) continue
      expect(checkKey(read.question.answers)).toEqual([])
      expect(() => typeset(read.question.content)).not.toThrow()
    }
  })
})

describe('the right answer', () => {
  test.each<[string, string, object]>([
    [
      'is the one with the highest score',
      `${scores('<varequal respident="r">1</varequal>', 50)}${scores('<varequal respident="r">2</varequal>', 100)}`,
      {
        dropped: ['Answers that earn only part of the credit.'],
        question: { answers: { parts: [{ value: '2' }] } },
      },
    ],
    [
      'is not a negated one',
      scores('<not><varequal respident="r">1</varequal></not><varequal respident="r">2</varequal>', 1),
      { question: { answers: { parts: [{ value: '2' }] } } },
    ],
    [
      'is not one without a score',
      `${scores('<varequal respident="r">1</varequal>', 0)}${scores('<varequal respident="r">2</varequal>', 1)}`,
      { question: { answers: { parts: [{ value: '2' }] } } },
    ],
    [
      'is case-sensitive if the scoring says so',
      scores('<varequal respident="r" case="Yes">Rome</varequal>', 1),
      { question: { answers: { parts: [{ kind: 'words', caseSensitive: true }] } } },
    ],
    [
      'for another field doesn’t count',
      scores('<varequal respident="s">1</varequal>', 1),
      { question: { answers: { parts: [{ kind: 'manual' }] } } },
    ],
  ])('%s', (_, scoring, want) =>
    expect(itemOf(`<material><mattext>How many?</mattext></material>${blank}`, scoring)).toMatchObject(want),
  )
})

test.each<[string, string, string]>([
  ['without a presentation', '', 'It has nothing to answer.'],
  [
    'with pairs to connect',
    '<response_grp ident="r"/>',
    'It asks students to match pairs. This type isn’t supported.',
  ],
  [
    'with places on a picture',
    '<response_xy ident="r"/>',
    'It asks students to mark places on a picture. This type isn’t supported.',
  ],
  [
    'with a choice that has no options',
    '<response_lid ident="r"><render_choice/></response_lid>',
    'It asks students to choose but has no choices.',
  ],
])('an item %s is skipped with the reason', (_, presentation, skipped) =>
  expect(itemOf(presentation)).toMatchObject({ skipped }),
)

describe('HTML in an item', () => {
  test.each<[string, string, unknown]>([
    ['that is never closed', '<p>one<p>two', expect.anything()],
    ['with entities', '&eacute;&nbsp;&lt;b&gt;', [{ tag: 'div', children: ['é\u00a0<b>'] }]],
    ['with a comment that never ends', 'a<!-- b', [{ tag: 'div', children: ['a'] }]],
    ['with definitions of entities', '<!DOCTYPE a [<!ENTITY x "y">]>&x;', expect.anything()],
    ['with TeX and a backslash at its end', '\\(x\\) \\* \\', [{ tag: 'div', children: ['\\(x\\) \\* \\'] }]],
    ['that is empty', '', [{ tag: 'div', children: [] }]],
  ])('%s is read', (_, html, want) => expect(readHtml(html)).toMatchObject(want as object))

  test('is read without its scripts', () => {
    const read = itemOf(
      `<material><mattext texttype="text/html">${'Two <script>alert(1)</script><b onclick="x">words</b>'.replaceAll('<', '&lt;')}</mattext></material>${blank}`,
    )
    expect(read).toMatchObject({ question: { content: 'Two **words**' } })
  })

  test('that is nested too deeply is refused', () => {
    expect(() => readHtml('<b>'.repeat(200))).toThrow(BadXml)
  })
})
