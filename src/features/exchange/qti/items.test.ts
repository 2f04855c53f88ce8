import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ExportedQuestion } from './losses.ts'
import { exportableQuestion } from './losses.ts'
import { type AnswerKey, grade, solutionOf } from '#features/questions/rules.ts'
import { contentNodes, render } from '#server/markup.ts'
import type { ContentNode } from '#shared/content.ts'
import { cpuMs } from '#tests/time.ts'
import { readXml } from './xml.ts'
import { itemFile } from './write-items.ts'
import { readItem } from './items.ts'

const question = (answers: AnswerKey, more: Partial<ExportedQuestion> = {}): ExportedQuestion => ({
  instructions: '',
  content: 'What is it?',
  answers,
  hint: null,
  visual: null,
  variables: null,
  tests: [],
  ...more,
})
const there = (exported: ExportedQuestion, image: string | null = null) =>
  itemFile(exported, {
    identifier: 'I1',
    title: 'Sums 1',
    image,
    canvas: '../visuals/map.webp',
    content: contentNodes,
  })
const back = (xml: string) => {
  const read = readItem(readXml(Buffer.from(xml), 1e6))
  if ('skipped' in read) throw new Error(read.skipped)
  return read
}
const fr = (...parts: Extract<AnswerKey, { kind: 'fr' }>['parts']): AnswerKey => ({ kind: 'fr', parts })

/** Merges adjacent text nodes and collapses white space, because neither difference matters. */
const normalized = (nodes: readonly ContentNode[]): unknown[] => {
  const all = nodes.map((node) =>
    typeof node === 'string' ? node.replace(/\s+/g, ' ') : { ...node, children: normalized(node.children) },
  )
  return all.reduce<unknown[]>((list, node) => {
    const last = list.at(-1)
    if (typeof node === 'string' && typeof last === 'string') list[list.length - 1] = last + node
    else list.push(node)
    return list
  }, [])
}

// The name of the picture isn't known until its file is read.
const map = { image: '0'.repeat(64), width: 2000, height: 1000, alt: 'A map of "our" town' }
const areas: Extract<AnswerKey, { kind: 'hotspot' }>['areas'] = [
  { shape: { type: 'rectangle', x: 0, y: 10, width: 300, height: 990 }, name: 'park', isRight: true },
  { shape: { type: 'circle', x: 500, y: 501, radius: 99 }, name: 'school', isRight: true },
  {
    shape: {
      type: 'polygon',
      corners: [
        { x: 700, y: 0 },
        { x: 1000, y: 1000 },
        { x: 650, y: 999 },
        { x: 701, y: 500 },
      ],
    },
    name: 'lake',
    isRight: false,
  },
]

describe('a key stays the same when it is exported and imported again', () => {
  test.each<[string, AnswerKey]>([
    ['a number', fr({ kind: 'number', value: '12' })],
    [
      'a number with aliases that are fractions',
      fr({ kind: 'number', value: '1/2', hasAlias: ['0.5', '50%'] }),
    ],
    ['words that look like a number', fr({ kind: 'words', value: '12' })],
    ['words with aliases', fr({ kind: 'words', value: 'a < b & "c"', hasAlias: ['d'] })],
    ['case-sensitive words', fr({ kind: 'words', value: 'Rome', caseSensitive: true })],
    ['a letter', fr({ kind: 'letter', value: 'x' })],
    ['an expression in TeX', fr({ kind: 'expression', value: '\\frac{1}{2}x', hasAlias: ['x/2'] })],
    ['a segment', fr({ kind: 'line', figure: 'segment', value: 'AB' })],
    ['an angle', fr({ kind: 'angle', value: 'ABC', hasAlias: ['B'] })],
    ['a number with its unit', fr({ kind: 'number', value: '12', unit: 'cm', hasAlias: ['1 dm'] })],
    ['money', fr({ kind: 'number', value: '3.50', unit: '$' })],
    ['an interval', fr({ kind: 'interval', value: '(-∞, 3] ∪ [7, ∞)', hasAlias: ['x'] })],
    ['a select', fr({ kind: 'select', options: ['more', 'less', '$\\frac12$'], correct: 2 })],
    ['a long answer', fr({ kind: 'manual', prompt: 'Say *why*.' })],
    [
      'several parts with labels, one in superscript',
      fr(
        { kind: 'label', text: 'Cut it in' },
        { kind: 'number', value: '4' },
        { kind: 'label', text: 'pieces:' },
        { kind: 'label', text: '$x^2 =$' },
        { kind: 'words', value: 'nine' },
        { kind: 'number', value: '2', isSuper: true },
        { kind: 'select', options: ['cm', 'm'], correct: 1 },
        { kind: 'label', text: '- one\n- two' },
        { kind: 'manual' },
      ),
    ],
    ['one choice', { kind: 'mc', choices: ['three', '$4$', '**five**'], correct: [1] }],
    ['several choices', { kind: 'mc', choices: ['a', 'b', 'c'], correct: [2, 0] }],
    ['choices that each count', { kind: 'mc', choices: ['a', 'b', 'c'], correct: [0, 1], perChoice: true }],
    [
      'one choice that counts by itself',
      { kind: 'mc', choices: ['a', 'b', 'c'], correct: [1], perChoice: true },
    ],
    ['a choice in two paragraphs', { kind: 'mc', choices: ['one\n\ntwo', 'b'], correct: [0] }],
    [
      'a sentence',
      { kind: 'sentence', value: 'The dog barks.', hasAlias: ['A dog barks.'], caseSensitive: true },
    ],
    [
      'a sentence of words to put in order',
      { kind: 'sentence', value: 'The dog barks', words: ['barks', 'The', 'dog', 'cat'] },
    ],
    ['items to put in order', { kind: 'order', items: ['$\\frac{1}{4}$', '**one** half', 'two'] }],
    [
      'items to sort into groups, one of which stays empty',
      {
        kind: 'match',
        groups: ['even', '**odd**', 'neither'],
        items: [
          { text: '$4$', group: 0 },
          { text: 'seven', group: 1 },
          { text: '10', group: 0 },
        ],
      },
    ],
    ['single words to put in order', { kind: 'order', items: ['egg', 'chick', 'hen'] }],
    ['areas on a picture', { kind: 'hotspot', mode: 'areas', picture: map, areas }],
    ['one area on a picture', { kind: 'hotspot', mode: 'areas', picture: map, areas: areas.slice(1) }],
    [
      'points on a picture',
      {
        kind: 'hotspot',
        mode: 'points',
        picture: map,
        // The names of the areas are lost if students mark points.
        areas: areas.map((area, at) => ({ ...area, name: `Area ${'ABC'[at]}` })),
        most: 2,
      },
    ],
  ])('%s', (_, key) => {
    expect(exportableQuestion(question(key)).question).not.toBeNull()
    const read = back(there(question(key)))
    expect(read.question.answers).toEqual(key)
    expect(read.question.content).toBe('What is it?')
    expect(read.dropped).toEqual([])
    expect(grade(read.question.answers, solutionOf(key)).status).toBe(grade(key, solutionOf(key)).status)
  })
})

describe('content looks the same when it is exported and imported again', () => {
  test.each([
    'One line.',
    'Two\n\nparagraphs, with a\\\nbreak.',
    'Plain signs: 2 \\* 3 \\_ \\# \\$5 and \\$6, a < b & c > d, \\&amp; "quotes".',
    '*em*, **strong**, ***both***, `code` and `` a`b ``',
    'Math $\\frac{1}{2} < x$, and a price \\$5.',
    '$$\\sum_{i=1}^{n} i$$',
    'Before\n\n$$\nx^2\n$$\n\nafter',
    '- one\n- two\n  - deeper\n- three',
    '3. three\n4. four',
    '- loose\n\n- items\n\n  with two paragraphs',
    '> quoted\n>\n> twice',
    '| a | b |\n|:-:|--:|\n| $\\frac{1}{2}$ | *x* |\n| 1 |  |',
    '\\- no list\n\n1\\. no list\n\n\\# no heading\n\n\\+ 3',
    'A backslash \\\\( that is no math \\\\).',
    'Umlauts ä, 漢字, 🎈, and “quotes”.',
  ])('%j', (content) => {
    const read = back(there(question(fr({ kind: 'number', value: '1' }), { content, instructions: content })))
    expect(normalized(render(read.question.content))).toEqual(normalized(render(content)))
    expect(read.question.instructions).toBe(read.question.content)
    expect(read.dropped).toEqual([])
  })

  test('a paragraph preserves any text', () => {
    const text = fc.string({
      unit: fc.constantFrom(...'ab1 .,;:!?()[]{}<>&"\'#+-=*_`$|\\~^%@/'),
      minLength: 1,
      maxLength: 40,
    })
    fc.assert(
      fc.property(text, (plain) => {
        fc.pre(plain.trim() !== '')
        const content = plain.replace(/[\\`*_[\]$<~|&#+\-=>:.()]/g, '\\$&')
        const read = back(there(question(fr({ kind: 'number', value: '1' }), { content })))
        expect(normalized(render(read.question.content))).toEqual(normalized(render(content.trim())))
      }),
      { numRuns: 500 },
    )
  })

  test('unclosed TeX is read as text without delay and doesn’t affect the TeX after it', () => {
    const file = there(question(fr({ kind: 'number', value: '1' }), { content: 'Here' }))
    const contentOf = (text: string) => back(file.replace('Here', () => text)).question.content
    expect(contentOf('a \\[ b \\(x\\)1 \\(\\)\\) \\( \\) \\( c')).toBe(
      'a \\\\\\[ b $x$ 1 $\\)$ \\\\( \\\\) \\\\( c',
    )
    expect(cpuMs(() => contentOf(`\\[x\\] ${'\\('.repeat(60_000)}`))).toBeLessThan(1000)
  })

  test('a picture is kept', () => {
    const visual = { image: 'a'.repeat(64), alt: 'Twelve "dots"' }
    const read = back(there(question(fr({ kind: 'number', value: '1' }), { visual }), '../visuals/x.webp'))
    expect(read.question.picture).toEqual({ href: '../visuals/x.webp', alt: 'Twelve "dots"' })
    expect(read.question.content).toBe('What is it?')
  })
})
