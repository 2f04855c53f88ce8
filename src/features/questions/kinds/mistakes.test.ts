import { expect, test } from 'vitest'
import {
  type AnswerKey,
  AnswerKey as Key,
  checkKey,
  type Given,
  grade,
  gradeAtLast,
  mistakeFaults,
  show,
} from '../rules.ts'

const number = (value: string) => ({ kind: 'number' as const, value })
const fr = (...parts: string[]): Given => ({ kind: 'fr', parts })
const mc = (...picked: number[]): Given => ({ kind: 'mc', picked })
const sentence = (text: string): Given => ({ kind: 'sentence', text })
const graph = (...points: [number, number][]): Given => ({
  kind: 'graph',
  points: points.map(([x, y]) => ({ x, y })),
})

/** Returns a key with mistakes whose messages contain their positions. */
const key = (answers: object, ...mistakes: Given[]) =>
  Key.parse({ ...answers, mistakes: mistakes.map((given, at) => ({ given, message: `Mistake ${at + 1}` })) })

const one = { kind: 'fr', parts: [number('3/4')] }
const two = { kind: 'fr', parts: [number('12'), number('5')] }
const choices = { kind: 'mc', choices: ['a', 'b', 'c'], correct: [0, 1] }
const words = { kind: 'sentence', value: 'The dog runs.' }
const settings = {
  xmin: -5,
  xmax: 5,
  xmajor: 1,
  xminor: 1,
  ymin: -5,
  ymax: 5,
  ymajor: 1,
  yminor: 1,
  xlabel: 'x',
  ylabel: 'y',
  graphName: '',
}
const segment = {
  kind: 'graph',
  drawType: 'segment',
  graphType: 'cartesian',
  labeled: false,
  settings,
  answer: [
    { x: 0, y: 0 },
    { x: 2, y: 2 },
  ],
}

test.each<[string, AnswerKey, Given, string | undefined]>([
  ['an equal text', key(one, fr('1/4')), fr('1/4'), 'Mistake 1'],
  ['an equal number in another notation', key(one, fr('1/4')), fr(' 0.25 '), 'Mistake 1'],
  ['another wrong answer', key(one, fr('1/4')), fr('1/3'), undefined],
  ['a right answer', key(one, fr('1/4')), fr('0.75'), undefined],
  ['an answer that two mistakes fit', key(one, fr('0.5'), fr('1/2')), fr('1/2'), 'Mistake 1'],
  ['one wrong part of two', key(two, fr('21', '')), fr('21', '5'), 'Mistake 1'],
  ['two wrong parts if one is a listed mistake', key(two, fr('21', '')), fr('21', '9'), 'Mistake 1'],
  ['an answer with only some parts of a mistake', key(two, fr('21', '9')), fr('21', '5'), undefined],
  ['any answer if the mistake is empty', key(two, fr('', '')), fr('1', '1'), undefined],
  ['the same choices in any order', key(choices, mc(2, 0)), mc(0, 2), 'Mistake 1'],
  ['fewer choices than the mistake has', key(choices, mc(0, 2)), mc(0), undefined],
  [
    'a sentence with other punctuation',
    key(words, sentence('Runs the dog')),
    sentence('runs the dog!'),
    'Mistake 1',
  ],
  ['a shape drawn in reverse', key(segment, graph([0, 0], [1, 2])), graph([1, 2], [0, 0]), 'Mistake 1'],
  ['another shape', key(segment, graph([0, 0], [1, 2])), graph([0, 0], [1, 3]), undefined],
])('the message for %s is $3', (_, answers, given, message) => {
  expect(grade(answers, given).mistake).toBe(message)
  expect(gradeAtLast(answers, given).mistake).toBe(message)
})

test.each<[string, AnswerKey, RegExp | null]>([
  ['wrong answers', key(two, fr('21', ''), fr('12', '6')), null],
  ['a right answer', key(one, fr('0.75')), /“0.75” is a right answer/],
  ['a part that is right', key(two, fr('12', '')), /is a right answer/],
  ['an answer without content', key(one, fr('')), /can’t be read/],
  ['an answer that isn’t a number', key(one, fr('?!')), /can’t be read/],
  ['an answer to fewer parts', key(two, fr('1')), /doesn’t fit the question/],
  ['a choice that doesn’t exist', key(choices, mc(7)), /doesn’t fit the question/],
])('checking a list of mistakes with %s reports its faults', (_, answers, fault) => {
  const found = mistakeFaults(answers)
  if (fault === null) expect(found).toEqual([])
  else expect(found).toEqual([expect.stringMatching(fault)])
})

test.each([one, choices, words, segment])(
  'students never get the mistakes of a question: $kind',
  (answers) => {
    const given = {
      one: fr('1/4'),
      mc: mc(2),
      sentence: sentence('No dog.'),
      graph: graph([1, 1], [2, 2]),
      fr: fr('9'),
    }
    const full = key(answers, given[answers.kind as 'mc'])
    expect(checkKey(full)).toEqual(checkKey(key(answers)))
    expect(JSON.stringify(show(full, (text) => [text]))).not.toMatch(/mistake/i)
  },
)
