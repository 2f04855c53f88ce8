import { describe, expect, test } from 'vitest'
import type { ContentNode } from '#shared/content.ts'
import { spoken } from '#shared/spoken.ts'
import { answerText, type Given, type Shown } from '../rules.ts'
import { linesOf, type ShownPart } from './fr/given.ts'
import { emptyGiven, fits, isBlank, isComplete, needsFields } from './given.ts'
import { choiceOfKey, letterOf } from './mc/given.ts'

const label: ShownPart = { kind: 'label', content: ['x ='] }
const number: ShownPart = { kind: 'number' }
const work: ShownPart = { kind: 'work', prompt: [], lines: 8 }
const fr = (...parts: ShownPart[]): Shown => ({ kind: 'fr', parts })
const said = (...parts: Extract<Given, { kind: 'fr' }>['parts']): Given => ({ kind: 'fr', parts })
const drawn = { text: '', strokes: [[1, 2, 3, 4]] }
const nothing = { text: '', strokes: [] }

const mc: Shown = { kind: 'mc', choices: [['one'], ['two']], pickMany: false }
const sentence: Shown = { kind: 'sentence', words: null }
const graph: Shown = {
  kind: 'graph',
  drawType: 'line',
  graphType: 'cartesian',
  labeled: false,
  settings: { xlabel: '', ylabel: '', graphName: '', xmin: 0, xmax: 1, xminor: 1, xmajor: 1, ymin: 0, ymax: 1, yminor: 1, ymajor: 1 },
}

describe('an answer says nothing', () => {
  test.each<[string, Given, boolean]>([
    ['as long as every part is empty', said('', ' ', nothing), true],
    ['and something with one part', said('', '4'), false],
    ['and something with scratch work', said('', drawn), false],
    ['without a choice', { kind: 'mc', picked: [] }, true],
    ['and something with the first choice', { kind: 'mc', picked: [0] }, false],
    ['without a word', { kind: 'sentence', text: ' \n' }, true],
    ['and something with a word', { kind: 'sentence', text: 'So' }, false],
    ['without a point', { kind: 'graph', points: [] }, true],
    ['and something with a point', { kind: 'graph', points: [{ x: 0, y: 0 }] }, false],
  ])('%s', (_, given, blank) => expect(isBlank(given)).toBe(blank))
})

describe('an answer before anything is entered', () => {
  test.each<[string, Shown, Given]>([
    ['labels have no entry, scratch work an empty drawing', fr(label, number, work), said('', nothing)],
    ['no choice', mc, { kind: 'mc', picked: [] }],
    ['no words', sentence, { kind: 'sentence', text: '' }],
    ['no points', graph, { kind: 'graph', points: [] }],
  ])('%s', (_, shown, given) => {
    expect(emptyGiven(shown)).toEqual(given)
    expect(fits(shown, given)).toBe(true)
    expect(isComplete(shown, given)).toBe(false)
  })
})

describe('whether there is something to check', () => {
  test.each<[string, Shown, Given | null, boolean]>([
    ['nothing is there', fr(number), null, false],
    ['every part says something', fr(label, number, number), said('1', '2'), true],
    ['one part is still empty', fr(number, number), said('1', ' '), false],
    ['scratch work may stay empty', fr(number, work), said('1', nothing), true],
    ['scratch work alone is no answer', fr(number, work), said('', drawn), false],
    ['where only work is asked, a stroke will do', fr(work), said(drawn), true],
    ['where only work is asked, so will words', fr(work), said({ text: 'so', strokes: [] }), true],
    ['where only work is asked, an empty paper won’t', fr(work), said(nothing), false],
    ['a choice', mc, { kind: 'mc', picked: [1] }, true],
    ['a choice that isn’t there any more', mc, { kind: 'mc', picked: [2] }, false],
    ['words', sentence, { kind: 'sentence', text: 'Hi' }, true],
    ['spaces alone', sentence, { kind: 'sentence', text: '  ' }, false],
    ['a point of a line: the verdict says that one more is missing', graph, { kind: 'graph', points: [{ x: 0, y: 0 }] }, true],
    ['an answer to another kind of question', graph, { kind: 'sentence', text: 'Hi' }, false],
    ['an answer to a question that had another number of parts', fr(number), said('1', '2'), false],
    ['a text where a drawing belongs now', fr(work), said('1'), false],
  ])('%s', (_, shown, given, filled) => {
    expect(isComplete(shown, given)).toBe(filled)
  })
})

describe('the lines in which parts stand', () => {
  const right: ShownPart = { kind: 'number', rightAlign: true }
  const shape = (parts: ShownPart[]) => {
    const { columns, lines } = linesOf(parts)
    return { columns, lines: lines.map((line) => line.map(({ mine, part }) => (part.kind === 'label' ? 'label' : mine))) }
  }
  test.each<[string, ShownPart[], { columns: boolean; lines: (number | 'label')[][] }]>([
    ['one after another', [label, number, label, number], { columns: false, lines: [['label', 0, 'label', 1]] }],
    ['one that is aligned to the right stays in its line', [label, right], { columns: false, lines: [['label', 0]] }],
    ['several end a line each', [label, right, right, label, right], { columns: true, lines: [['label', 0], [1], ['label', 2]] }],
    ['what comes after the last has a line of its own', [right, right, number], { columns: true, lines: [[0], [1], [2]] }],
  ])('%s', (_, parts, expected) => {
    expect(shape(parts)).toEqual(expected)
  })
})

test('math is said in one line, and what is only seen isn’t said', () => {
  const tag = (name: string, ...children: ContentNode[]): ContentNode => ({ tag: name, children })
  const half = tag('mfrac', tag('mn', '1'), tag('mn', '2'))
  const seen: ContentNode = { tag: 'span', attrs: { 'aria-hidden': 'true' }, children: ['12'] }
  expect(spoken([tag('p', 'about ', tag('math', half, tag('annotation', '\\frac12')), seen)])).toBe('about 1/2')
  expect(spoken([tag('msup', 'x', '2'), '+', tag('msqrt', 'a', 'b')])).toBe('x^2+√(ab)')
  expect(spoken([tag('mroot', '8', '3'), tag('msub', 'x', '1')])).toBe('3√(8)x_1')
})

test('choices have letters, and keys for them', () => {
  expect([0, 9].map(letterOf)).toEqual(['A', 'J'])
  expect(['1', '9', 'a', 'J', '0', 'k', 'Enter', ''].map(choiceOfKey)).toEqual([0, 8, 0, 9, -1, -1, -1, -1])
})

test('graphs, drawings and typed math are shown in their own fields', () => {
  const plain = { kind: 'fr' as const, parts: [{ kind: 'number' as const }] }
  expect(needsFields(plain as never, { kind: 'fr', parts: ['5'] })).toBe(false)
  expect(needsFields(plain as never, { kind: 'fr', parts: [{ text: 'so', strokes: [] }] })).toBe(true)
  expect(needsFields({ kind: 'fr', parts: [{ kind: 'expression' }] } as never, { kind: 'fr', parts: ['x'] })).toBe(true)
  expect(needsFields({ kind: 'graph' } as never, { kind: 'graph', points: [] })).toBe(true)
})

test('a chosen option is described by its text, not by its position', () => {
  const choices = { kind: 'mc' as const, choices: [['red'], ['blue'], ['green']], pickMany: true }
  expect(answerText(choices, { kind: 'mc', picked: [0, 2] })).toBe('A red, C green')
  const options = ['mm', 'cm'].map((text) => ({ text, content: [text] }))
  const parts = [{ kind: 'label', content: ['It is'] }, { kind: 'select', options }, { kind: 'number' }]
  expect(answerText({ kind: 'fr', parts } as never, { kind: 'fr', parts: ['1', '7'] })).toBe('cm, 7')
  expect(answerText({ kind: 'sentence' } as never, { kind: 'sentence', text: 'So it is. ' })).toBe('So it is.')
})
