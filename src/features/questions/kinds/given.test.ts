import { describe, expect, test } from 'vitest'
import type { ContentNode } from '#shared/content.ts'
import { spoken } from '#shared/spoken.ts'
import { answerText, type Given, type Shown, needsFields } from '../rules.ts'
import { linesOf, type ShownPart } from './fr/given.ts'
import { emptyGiven, fits, isBlank, isComplete } from './given.ts'
import { choiceOfKey, letterOf } from './mc/given.ts'

const label: ShownPart = { kind: 'label', content: ['x ='] }
const number: ShownPart = { kind: 'number' }
const work: ShownPart = { kind: 'work', prompt: [], lines: 8 }
const fr = (...parts: ShownPart[]): Shown => ({ kind: 'fr', parts })
const givenOf = (...parts: Extract<Given, { kind: 'fr' }>['parts']): Given => ({ kind: 'fr', parts })
const drawn = { text: '', strokes: [[1, 2, 3, 4]] }
const nothing = { text: '', strokes: [] }

const mc: Shown = { kind: 'mc', choices: [['one'], ['two']], pickMany: false }
const sentence: Shown = { kind: 'sentence', words: null }
const graph: Shown = {
  kind: 'graph',
  drawType: 'line',
  graphType: 'cartesian',
  labeled: false,
  settings: {
    xlabel: '',
    ylabel: '',
    graphName: '',
    xmin: 0,
    xmax: 1,
    xminor: 1,
    xmajor: 1,
    ymin: 0,
    ymax: 1,
    yminor: 1,
    ymajor: 1,
  },
}

describe('an answer', () => {
  test.each<[string, Given, boolean]>([
    ['is blank while every part is empty', givenOf('', ' ', nothing), true],
    ['isn’t blank with one part filled in', givenOf('', '4'), false],
    ['isn’t blank with scratch work', givenOf('', drawn), false],
    ['is blank without a choice', { kind: 'mc', picked: [] }, true],
    ['isn’t blank with the first choice', { kind: 'mc', picked: [0] }, false],
    ['is blank without a word', { kind: 'sentence', text: ' \n' }, true],
    ['isn’t blank with a word', { kind: 'sentence', text: 'So' }, false],
    ['is blank without a point', { kind: 'graph', points: [] }, true],
    ['isn’t blank with a point', { kind: 'graph', points: [{ x: 0, y: 0 }] }, false],
  ])('%s', (_, given, blank) => expect(isBlank(given)).toBe(blank))
})

describe('the initial answer', () => {
  test.each<[string, Shown, Given]>([
    [
      'has no entry for labels, and an empty drawing for scratch work',
      fr(label, number, work),
      givenOf('', nothing),
    ],
    ['has no choice', mc, { kind: 'mc', picked: [] }],
    ['has no words', sentence, { kind: 'sentence', text: '' }],
    ['has no points', graph, { kind: 'graph', points: [] }],
  ])('%s', (_, shown, given) => {
    expect(emptyGiven(shown)).toEqual(given)
    expect(fits(shown, given)).toBe(true)
    expect(isComplete(shown, given)).toBe(false)
  })
})

describe('checking an answer', () => {
  test.each<[string, Shown, Given | null, boolean]>([
    ['is impossible without an answer', fr(number), null, false],
    ['is possible once every part is filled', fr(label, number, number), givenOf('1', '2'), true],
    ['is impossible while a part is empty', fr(number, number), givenOf('1', ' '), false],
    ['is possible with empty scratch work', fr(number, work), givenOf('1', nothing), true],
    ['is impossible with scratch work alone', fr(number, work), givenOf('', drawn), false],
    ['is possible with one stroke if only work is requested', fr(work), givenOf(drawn), true],
    [
      'is possible with words if only work is requested',
      fr(work),
      givenOf({ text: 'so', strokes: [] }),
      true,
    ],
    ['is impossible with an empty paper if only work is requested', fr(work), givenOf(nothing), false],
    ['is possible with a choice', mc, { kind: 'mc', picked: [1] }, true],
    ['is impossible with a choice that no longer exists', mc, { kind: 'mc', picked: [2] }, false],
    ['is possible with words', sentence, { kind: 'sentence', text: 'Hi' }, true],
    ['is impossible with only spaces', sentence, { kind: 'sentence', text: '  ' }, false],
    [
      'is possible with one point of a line, because the verdict asks for the other one',
      graph,
      { kind: 'graph', points: [{ x: 0, y: 0 }] },
      true,
    ],
    [
      'is impossible for an answer to another kind of question',
      graph,
      { kind: 'sentence', text: 'Hi' },
      false,
    ],
    [
      'is impossible for an answer to a question that had another number of parts',
      fr(number),
      givenOf('1', '2'),
      false,
    ],
    ['is impossible with text for a part that is now a drawing', fr(work), givenOf('1'), false],
  ])('%s', (_, shown, given, filled) => {
    expect(isComplete(shown, given)).toBe(filled)
  })
})

describe('arranging parts in lines', () => {
  const right: ShownPart = { kind: 'number', rightAlign: true }
  const shape = (parts: ShownPart[]) => {
    const { columns, lines } = linesOf(parts)
    return {
      columns,
      lines: lines.map((line) => line.map(({ mine, part }) => (part.kind === 'label' ? 'label' : mine))),
    }
  }
  test.each<[string, ShownPart[], { columns: boolean; lines: (number | 'label')[][] }]>([
    [
      'parts follow each other in one line',
      [label, number, label, number],
      { columns: false, lines: [['label', 0, 'label', 1]] },
    ],
    [
      'a single right-aligned part stays in its line',
      [label, right],
      { columns: false, lines: [['label', 0]] },
    ],
    [
      'several right-aligned parts end a line each',
      [label, right, right, label, right],
      { columns: true, lines: [['label', 0], [1], ['label', 2]] },
    ],
    [
      'parts after the last right-aligned one have their own line',
      [right, right, number],
      { columns: true, lines: [[0], [1], [2]] },
    ],
  ])('%s', (_, parts, expected) => {
    expect(shape(parts)).toEqual(expected)
  })
})

test('math is read aloud as one line, without its purely visual parts', () => {
  const tag = (name: string, ...children: ContentNode[]): ContentNode => ({ tag: name, children })
  const half = tag('mfrac', tag('mn', '1'), tag('mn', '2'))
  const visible: ContentNode = { tag: 'span', attrs: { 'aria-hidden': 'true' }, children: ['12'] }
  expect(spoken([tag('p', 'about ', tag('math', half, tag('annotation', '\\frac12')), visible)])).toBe(
    'about 1/2',
  )
  expect(spoken([tag('msup', 'x', '2'), '+', tag('msqrt', 'a', 'b')])).toBe('x^2+√(ab)')
  expect(spoken([tag('mroot', '8', '3'), tag('msub', 'x', '1')])).toBe('3√(8)x_1')
})

test('each choice has a letter and can be selected with its letter or number', () => {
  expect([0, 9].map(letterOf)).toEqual(['A', 'J'])
  expect(['1', '9', 'a', 'J', '0', 'k', 'Enter', ''].map(choiceOfKey)).toEqual([0, 8, 0, 9, -1, -1, -1, -1])
})

test('graphs, drawings and typed math are shown in their own fields', () => {
  const plain = { kind: 'fr' as const, parts: [{ kind: 'number' as const }] }
  expect(needsFields(plain as never, { kind: 'fr', parts: ['5'] })).toBe(false)
  expect(needsFields(plain as never, { kind: 'fr', parts: [{ text: 'so', strokes: [] }] })).toBe(true)
  expect(
    needsFields({ kind: 'fr', parts: [{ kind: 'expression' }] } as never, { kind: 'fr', parts: ['x'] }),
  ).toBe(true)
  expect(needsFields({ kind: 'graph' } as never, { kind: 'graph', points: [] })).toBe(true)
})

test('a chosen option is described by its text, not by its position', () => {
  const choices = { kind: 'mc' as const, choices: [['red'], ['blue'], ['green']], pickMany: true }
  expect(answerText(choices, { kind: 'mc', picked: [0, 2] })).toBe('A red, C green')
  const greater = { text: '$>$', content: [{ tag: 'math', children: ['>'] }] }
  const options = [...['mm', 'cm'].map((text) => ({ text, content: [text] })), greater]
  const parts = [{ kind: 'label', content: ['It is'] }, { kind: 'select', options }, { kind: 'number' }]
  expect(answerText({ kind: 'fr', parts } as never, { kind: 'fr', parts: ['1', '7'] })).toBe('cm, 7')
  expect(answerText({ kind: 'fr', parts } as never, { kind: 'fr', parts: ['2', '7'] })).toBe('>, 7')
  expect(answerText({ kind: 'sentence' } as never, { kind: 'sentence', text: 'So it is. ' })).toBe(
    'So it is.',
  )
})
