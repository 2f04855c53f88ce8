import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkKey } from '#features/questions/rules.ts'
import { typeset } from '#server/markup.ts'
import { readItem } from './items.ts'
import { BadXml, readXml, xmlLimits } from './xml.ts'

const read = (name: string) =>
  readItem(readXml(readFileSync(`tests/fixtures/qti/${name}.xml`), xmlLimits.item))

describe('items from other systems', () => {
  test.each<[string, string, object]>([
    [
      'one choice, with a picture and feedback',
      'choice',
      {
        title: 'Unattended Luggage',
        dropped: ['Feedback.'],
        question: {
          instructions: '',
          content: 'Look at the text in the picture.\n\nWhat does it *say*?',
          picture: { href: 'images/sign.png', alt: 'NEVER LEAVE LUGGAGE UNATTENDED' },
          answers: {
            kind: 'mc',
            choices: [
              'You must stay with your luggage at all times.',
              'Do not let someone else look after your luggage.',
              'Remember your luggage when you leave.',
            ],
            correct: [0],
          },
        },
      },
    ],
    [
      'several choices that each count, in a namespace with a prefix',
      'choice-multiple',
      {
        dropped: [],
        question: {
          content: 'Which of the following elements are used to form water?',
          answers: {
            kind: 'mc',
            choices: ['Hydrogen', 'Helium', 'Oxygen', 'Chlorine'],
            correct: [0, 2],
            perChoice: true,
          },
        },
      },
    ],
    [
      'a blank in a poem, with an answer that earns half the credit',
      'text-entry',
      {
        dropped: ['Answers that earn only part of the credit.'],
        question: {
          content: "Identify the missing word in this famous quote from Shakespeare's Richard III.",
          answers: {
            kind: 'fr',
            parts: [
              {
                kind: 'label',
                text: 'Now is the winter of our discontent\\\nMade glorious summer by this sun of',
              },
              { kind: 'words', value: 'York' },
              {
                kind: 'label',
                text: ";\\\nAnd all the clouds that lour'd upon our house\\\nIn the deep bosom of the ocean buried.",
              },
            ],
          },
        },
      },
    ],
    [
      'MathML, instructions, notes for scorers and a tolerance',
      'mathml-number',
      {
        dropped: [
          'A style sheet.',
          'Custom scoring rules (only the right answers are imported).',
          'Notes for scorers and tutors.',
          'A MathML formula (only its text is imported).',
        ],
        question: {
          instructions: 'Write a decimal.',
          content: 'Work out $\\frac{1}{2}+{\\left(\\frac{1}{2}\\right)}^{2}$.',
          answers: {
            kind: 'fr',
            parts: [
              { kind: 'label', text: 'It is' },
              { kind: 'number', value: '0.75' },
              { kind: 'label', text: 'm$^{2}$ & no less. The sign X is another.' },
            ],
          },
        },
      },
    ],
    [
      'choices within lines',
      'inline-choice',
      {
        dropped: [],
        question: {
          content: 'Which sign belongs between the numbers?',
          answers: {
            kind: 'fr',
            parts: [
              { kind: 'label', text: '3' },
              { kind: 'select', options: ['\\<', '\\>'], correct: 0 },
              { kind: 'label', text: '5' },
              { kind: 'label', text: '7' },
              { kind: 'select', options: ['\\<', '\\>'], correct: 1 },
              { kind: 'label', text: '2' },
            ],
          },
        },
      },
    ],
    [
      'a long text',
      'extended-text',
      {
        dropped: ['A link (only its text is imported).'],
        question: {
          content:
            'Read this postcard from your English pen-friend, Sam.\n\n> Here is a postcard of my town. Please send me a postcard from your town.',
          answers: { kind: 'fr', parts: [{ kind: 'manual', prompt: 'Write 25–35 words.' }] },
        },
      },
    ],
    [
      'an order',
      'order',
      {
        dropped: [],
        question: {
          content: 'The drivers finished on the podium. In which order?',
          answers: {
            kind: 'sentence',
            value: 'Michael Rubens Jenson',
            words: ['Rubens', 'Jenson', 'Michael'],
          },
        },
      },
    ],
    [
      'blanks in a table, TeX and CDATA',
      'table-cloze',
      {
        dropped: ['Custom scoring rules (only the right answers are imported).'],
        question: {
          content: 'Fill in $2 \\times n$.',
          answers: {
            kind: 'fr',
            parts: [
              { kind: 'label', text: '2 × 3 =' },
              { kind: 'number', value: '6' },
              { kind: 'label', text: '2 × 4 =' },
              { kind: 'words', value: 'eight', hasAlias: ['8'] },
              { kind: 'label', text: 'Mind the signs \\< & >.' },
            ],
          },
        },
      },
    ],
    [
      'case-sensitive words, in QTI 2.2',
      'capital',
      {
        dropped: [],
        question: {
          content: 'The capital of Switzerland is',
          answers: {
            kind: 'fr',
            parts: [
              { kind: 'words', value: 'Bern', hasAlias: ['Berne'], caseSensitive: true },
              { kind: 'label', text: '.' },
            ],
          },
        },
      },
    ],
    [
      'pairs to match',
      'match',
      {
        title: 'Characters and Plays',
        dropped: [],
        question: {
          content: 'Match the characters to the plays.',
          answers: {
            kind: 'match',
            groups: ['Romeo and Juliet', 'The Tempest'],
            items: [
              { text: 'Capulet', group: 0 },
              { text: 'Prospero', group: 1 },
              { text: 'Tybalt', group: 0 },
            ],
          },
        },
      },
    ],
    ['values filled in by templates', 'template', { skipped: 'Its values are filled in by templates.' }],
  ])('are read, or skipped with the reason: %s', (_, name, wanted) => {
    const item = read(name)
    expect(item).toMatchObject(wanted)
    if (!('question' in item)) return
    expect(checkKey(item.question.answers)).toEqual([])
    expect(typeset(item.question.content).faults).toEqual([])
  })
})

const item = (body: string, declared = '<correctResponse><value>A</value></correctResponse>') =>
  Buffer.from(
    `<assessmentItem identifier="i" title="T"><responseDeclaration identifier="R" cardinality="single" baseType="identifier">${declared}</responseDeclaration><itemBody>${body}</itemBody></assessmentItem>`,
  )
const choice = (choices: string) =>
  `<choiceInteraction responseIdentifier="R" maxChoices="1">${choices}</choiceInteraction>`
const two = '<simpleChoice identifier="A">a</simpleChoice><simpleChoice identifier="B">b</simpleChoice>'

describe('an item that can’t become a question is skipped with the reason', () => {
  test.each<[string, Buffer, RegExp]>([
    ['without anything to answer', item('<p>Just read.</p>'), /nothing to answer/],
    ['without a right answer', item(choice(two), ''), /doesn’t say which answer is right/],
    [
      'whose right answer doesn’t exist',
      item(choice(two), '<correctResponse><value>Z</value></correctResponse>'),
      /isn’t among its choices/,
    ],
    ['with an answer that isn’t declared', item(choice(two).replace('"R"', '"X"')), /isn’t declared/],
    [
      'with pictures for choices',
      item(choice(`${two}<simpleChoice identifier="C"><img src="a.png" alt="a"/></simpleChoice>`)),
      /choices are pictures/,
    ],
    ['with one choice', item(choice('<simpleChoice identifier="A">a</simpleChoice>')), /aren’t valid/],
    [
      'with sixty choices',
      item(
        choice(
          Array.from(
            { length: 60 },
            (_, at) => `<simpleChoice identifier="${at === 0 ? 'A' : at}">${at}</simpleChoice>`,
          ).join(''),
        ),
      ),
      /aren’t valid/,
    ],
    ['without a body', Buffer.from('<assessmentItem identifier="i"/>'), /no body/],
    [
      'that is adaptive',
      Buffer.from('<assessmentItem adaptive="true"><itemBody/></assessmentItem>'),
      /adaptive/,
    ],
    ['of another kind', Buffer.from('<assessmentTest/>'), /isn’t a QTI 2.1 item/],
  ])('%s', (_, bytes, why) => {
    expect(readItem(readXml(bytes, xmlLimits.item))).toMatchObject({ skipped: expect.stringMatching(why) })
  })
})

describe('untrusted XML', () => {
  const bomb = `<!DOCTYPE lolz [<!ENTITY lol "lol">${Array.from({ length: 9 }, (_, at) => `<!ENTITY lol${at + 1} "${`&lol${at || ''};`.repeat(10)}">`).join('')}]><a>&lol9;</a>`
  test.each<[string, string | Buffer, RegExp]>([
    [
      'that would read another file',
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
      /DOCTYPE declaration/,
    ],
    [
      'that would contact another server',
      '<!DOCTYPE a SYSTEM "http://example.com/a.dtd"><a/>',
      /DOCTYPE declaration/,
    ],
    ['that would grow a billionfold', bomb, /DOCTYPE declaration/],
    ['that defines entities without a document type', '<a><!ENTITY x "y">&x;</a>', /DOCTYPE declaration/],
    ['with an unknown entity', '<a>&nbsp;</a>', /“&nbsp;”/],
    ['with a stray ampersand', '<a>a & b</a>', /well-formed/],
    ['with a character that doesn’t exist', '<a>&#x110000;</a>', /isn’t recognized/],
    ['with NUL', '<a>\0</a>', /not allowed/],
    ['nested endlessly', `${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}`, /nested/],
    ['that isn’t closed', '<a><b></a>', /well-formed/],
    ['with a repeated attribute', '<a b="1" b="2"/>', /well-formed/],
    ['with two roots', '<a/><b/>', /well-formed/],
    ['with a prototype', '<__proto__ a="1"/>', /names that aren’t allowed/],
    ['that is too large', `<a>${'x'.repeat(xmlLimits.item)}</a>`, /larger than 128 KiB/],
    ['in another encoding', Buffer.from([0x3c, 0x61, 0x3e, 0xe4, 0x3c, 0x2f, 0x61, 0x3e]), /UTF-8/],
    ['that isn’t XML', 'hello', /well-formed/],
    ['that is empty', '', /well-formed/],
  ])('%s is refused with a reason', (_, text, why) => {
    const fails = () => readXml(Buffer.from(text as string), xmlLimits.item)
    expect(fails).toThrow(BadXml)
    expect(fails).toThrow(why)
  })

  test('built-in entities and character references are read, and CDATA is text', () => {
    const { attrs, children } = readXml(
      Buffer.from('<a b="&quot;&#x41;">&lt;&amp;&gt;&apos;&#10;<![CDATA[&amp;<b>]]></a>'),
      1000,
    )
    expect({ attrs, children }).toEqual({ attrs: { b: '"A' }, children: ["<&>'\n", '&amp;<b>'] })
  })
})
