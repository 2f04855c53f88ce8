import { describe, expect, test } from 'vitest'
import { type AnswerKey, grade, show } from '../rules.ts'
import { digitsOf, givenIn, hasBubbles } from './bubbles.ts'

const shownOf = (key: AnswerKey) => show(key, (text) => [text])
const mc = (correct: number[]): AnswerKey => ({ kind: 'mc', choices: ['3', '8', '11'], correct })
const hotspot = (right: number): Extract<AnswerKey, { kind: 'hotspot'; mode: 'areas' }> => ({
  kind: 'hotspot',
  mode: 'areas',
  picture: { image: 'a'.repeat(64), width: 400, height: 300, alt: '' },
  areas: [100, 500].map((x, at) => ({
    shape: { type: 'circle', x, y: 500, radius: 50 },
    name: `Area ${at}`,
    isRight: at === right,
  })),
})
const select = { kind: 'select' as const, options: ['<', '=', '>'], correct: 2 }
const number = (value: string) => ({ kind: 'number' as const, value })
const label = { kind: 'label' as const, text: 'is' }
const fr = (...parts: Extract<AnswerKey, { kind: 'fr' }>['parts']): AnswerKey => ({ kind: 'fr', parts })

describe('on paper', () => {
  test.each<[string, AnswerKey, boolean]>([
    ['choices', mc([1]), true],
    ['drop-down lists between labels', fr(label, select, label), true],
    ['whole numbers', fr(number('42'), select), true],
    ['fractions', fr(number('1/2')), false],
    ['negative numbers', fr(number('-3')), false],
    ['numbers of five digits', fr(number('12345')), false],
    ['a list and a sentence', fr(select, { kind: 'manual', prompt: 'Why?' }), false],
    ['labels alone', fr(label), false],
    ['a number with its unit', fr({ ...number('12'), unit: 'cm' }), false],
    ['a sentence', { kind: 'sentence', value: 'Cats sleep.' }, false],
    ['areas on a picture', hotspot(0), true],
    ['points on a picture', { ...hotspot(0), mode: 'points', most: 1 }, false],
  ])('questions have bubbles only if they can be answered with bubbles alone: %s', (_, key, want) =>
    expect(hasBubbles(shownOf(key), digitsOf(key))).toBe(want),
  )

  test.each<[string, AnswerKey, string[], object]>([
    ['one choice', mc([1]), ['1'], { given: { picked: [1] }, isClear: true }],
    ['no choice', mc([1]), [], { given: { picked: [] }, isClear: true }],
    ['two choices where one is right', mc([1]), ['0', '1'], { given: { picked: [] }, isClear: false }],
    [
      'two choices where both are right',
      mc([0, 1]),
      ['0', '1'],
      { given: { picked: [0, 1] }, isClear: true },
    ],
    ['an area', hotspot(1), ['1'], { given: { picked: [1] }, isClear: true }],
    ['two areas where one is right', hotspot(1), ['0', '1'], { given: { picked: [] }, isClear: false }],
    ['an option', fr(label, select), ['0.2'], { given: { parts: ['2'] }, isClear: true }],
    ['two options', fr(select), ['0.0', '0.2'], { given: { parts: [''] }, isClear: false }],
    [
      'all four digits',
      fr(number('42')),
      ['0.0.1', '0.1.0', '0.2.4', '0.3.2'],
      { given: { parts: ['1042'] }, isClear: true },
    ],
    [
      'the last digits',
      fr(label, number('42')),
      ['0.2.4', '0.3.2'],
      { given: { parts: ['42'] }, isClear: true },
    ],
    ['the first digits', fr(number('42')), ['0.0.4', '0.1.2'], { given: { parts: ['42'] }, isClear: true }],
    [
      'a gap between two digits',
      fr(number('42')),
      ['0.1.4', '0.3.2'],
      { given: { parts: [''] }, isClear: false },
    ],
    [
      'two digits in one place',
      fr(number('42')),
      ['0.3.4', '0.3.2'],
      { given: { parts: [''] }, isClear: false },
    ],
    ['no digits', fr(number('42')), [], { given: { parts: [''] }, isClear: true }],
    [
      'a number after an option',
      fr(select, number('7')),
      ['0.1', '1.3.7'],
      { given: { parts: ['1', '7'] }, isClear: true },
    ],
  ])('filled bubbles are read as an answer, or as unclear: %s', (_, key, filled, want) =>
    expect(givenIn(shownOf(key), filled)).toMatchObject(want),
  )

  test.each<[string, AnswerKey, string[]]>([
    ['a choice', mc([1]), ['1']],
    ['all choices', mc([0, 1]), ['0', '1']],
    ['an option', fr(label, select), ['0.2']],
    ['a number', fr(number('42')), ['0.2.4', '0.3.2']],
  ])('the filled bubbles of the right answer are graded as right: %s', (_, key, filled) =>
    expect(grade(key, givenIn(shownOf(key), filled)!.given).status).toBe('correct'),
  )
})
