import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checkKey,
  grade,
  gradeAtLast,
  samplesOf,
  solutionOf,
  type AnswerKey,
  type Given,
} from '../../rules.ts'
import type { PartGiven, VerdictStatus } from '../verdict.ts'
import type { Part } from './fr.ts'

const one = (part: Part): AnswerKey => ({ kind: 'fr', parts: [part] })
const answer = (...parts: PartGiven[]): Given => ({ kind: 'fr', parts })
const judged = (part: Part, text: string) => grade(one(part), answer(text)).parts[0]

type Case = [reason: string, part: Part, text: string, VerdictStatus]
const cases = (list: Case[]) =>
  test.each(list)('%s', (_, part, text, status) => expect(judged(part, text)?.status).toBe(status))

test.each<[string, Part, string]>([
  ['a number', { kind: 'number', value: '4', caseSensitive: true }, '4'],
  ['an expression', { kind: 'expression', value: 'x + 1', caseSensitive: true }, '1 + x'],
])('%s ignores the flag caseSensitive', (_, part, text) => expect(judged(part, text)?.status).toBe('correct'))

test('a label ignores all flags', () => {
  const label: Part = { kind: 'label', text: 'x =', hasAlias: ['y'], caseSensitive: true, isSuper: true }
  const key: AnswerKey = { kind: 'fr', parts: [label, { kind: 'number', value: '4' }] }
  expect([checkKey(key), grade(key, answer('4')).status]).toEqual([[], 'correct'])
})

describe('letter', () => {
  const b: Part = { kind: 'letter', value: 'b' }
  const big: Part = { kind: 'letter', value: 'B', caseSensitive: true }
  cases([
    ['the letter is right', b, 'b', 'correct'],
    ['a capital is the same letter', b, 'B', 'correct'],
    ['spaces don’t matter', b, '  b ', 'correct'],
    ['parentheses around the letter, as in a list of choices, don’t matter', b, '(b)', 'correct'],
    ['a parenthesis after the letter doesn’t matter', b, 'b)', 'correct'],
    ['a period after the letter doesn’t matter', b, 'B.', 'correct'],
    ['a full-width letter is the same letter', b, 'ｂ', 'correct'],
    ['another letter is wrong', b, 'd', 'incorrect'],
    [
      'a look-alike letter of another script is another letter',
      { kind: 'letter', value: 'a' },
      'а',
      'incorrect',
    ],
    ['a letter with an accent is another letter', { kind: 'letter', value: 'e' }, 'é', 'incorrect'],
    [
      'an accented letter typed as two characters is one letter',
      { kind: 'letter', value: 'é' },
      'e\u0301',
      'correct',
    ],
    ['an empty answer can’t be read', b, ' ', 'invalid'],
    ['two letters can’t be read as one', b, 'bc', 'invalid'],
    ['two answers can’t be read as one', b, 'a, b', 'invalid'],
    ['a digit isn’t a letter', b, '2', 'invalid'],
    ['a symbol isn’t a letter', b, '?', 'invalid'],
    ['the capital is right if it is required', big, 'B', 'correct'],
    ['the lowercase letter is wrong if the capital is required', big, 'b', 'incorrect'],
    ['an alias is right', { ...b, hasAlias: ['d'] }, 'D', 'correct'],
    ['the German sharp s is one letter', { kind: 'letter', value: 'ß' }, 'ß', 'correct'],
    ['a letter of another script is a letter', { kind: 'letter', value: 'π' }, 'π', 'correct'],
  ])
  test('the reason says that only the capitalization of the letter is wrong', () =>
    expect(judged(big, 'b')?.reason).toBe('Right letter, but check whether it should be a capital.'))
})

describe('words', () => {
  const fox: Part = { kind: 'words', value: 'red fox' }
  const paris: Part = { kind: 'words', value: 'Paris', caseSensitive: true }
  const dont: Part = { kind: 'words', value: "don't" }
  const big: Part = { kind: 'words', value: 'big', patterns: ['[very] (large|huge)*'] }
  cases([
    ['the words are right', fox, 'red fox', 'correct'],
    ['words in capitals are the same words', fox, 'Red FOX', 'correct'],
    ['extra spaces don’t matter', fox, '  red   fox ', 'correct'],
    ['a non-breaking space is a space', fox, 'red\u00a0fox', 'correct'],
    ['invisible characters don’t matter', fox, 'red\u200b fox', 'correct'],
    ['pasted marks of the writing direction don’t matter', fox, '\u200ered fox\u202c', 'correct'],
    [
      'the ordinal sign of a Spanish keyboard is a degree sign',
      { kind: 'words', value: '45°' },
      '45º',
      'correct',
    ],
    ['full-width letters are the same letters', fox, 'ｒｅｄ ｆｏｘ', 'correct'],
    ['a curly apostrophe is an apostrophe', dont, 'don’t', 'correct'],
    ['a grave accent is an apostrophe', dont, 'don`t', 'correct'],
    ['a synonym fits a pattern', big, 'huge', 'correct'],
    ['an optional word may be written', big, 'Very large.', 'correct'],
    ['an ending fits a pattern', big, 'large one', 'correct'],
    ['a word that matches no pattern is wrong', big, 'small', 'incorrect'],
    ['a special character of a pattern is not an answer', big, '*', 'incorrect'],
    [
      'capital letters count in a pattern if they are required',
      { ...big, caseSensitive: true },
      'Huge',
      'incorrect',
    ],
    ['a long dash is a dash', { kind: 'words', value: 'well-known' }, 'well–known', 'correct'],
    ['a period at the end doesn’t matter', fox, 'Red fox.', 'correct'],
    ['quotation marks around the words don’t matter', fox, '“red fox”', 'correct'],
    ['a required period counts', { kind: 'words', value: 'Mr.' }, 'Mr', 'incorrect'],
    ['the required period is right', { kind: 'words', value: 'Mr.' }, 'mr.', 'correct'],
    ['another mark at the end counts', fox, 'red fox?', 'incorrect'],
    ['a punctuation mark may be the answer', { kind: 'words', value: '.' }, '.', 'correct'],
    ['a missing space before a unit doesn’t matter', { kind: 'words', value: '3 cm' }, '3cm', 'correct'],
    ['a fraction in one character is the same fraction', { kind: 'words', value: '1/2' }, '½', 'correct'],
    [
      'a mixed number with its fraction in one character is the same number',
      { kind: 'words', value: '1 1/2 cups' },
      '1½ cups',
      'correct',
    ],
    ['a mixed number isn’t eleven halves', { kind: 'words', value: '11/2' }, '1½', 'incorrect'],
    ['words without spaces are different words', fox, 'redfox', 'incorrect'],
    ['an extra word is wrong', fox, 'a red fox', 'incorrect'],
    ['a missing word is wrong', fox, 'fox', 'incorrect'],
    ['another order is wrong', fox, 'fox red', 'incorrect'],
    ['a missing letter is wrong', fox, 'red fo', 'incorrect'],
    ['a plural is another word', fox, 'red foxes', 'incorrect'],
    ['an empty answer can’t be read', fox, '', 'invalid'],
    ['an answer of only invisible characters can’t be read', fox, '\u200b ', 'invalid'],
    ['an alias is right', { ...fox, hasAlias: ['vulpes'] }, 'Vulpes', 'correct'],
    ['an alias isn’t a pattern', { ...fox, hasAlias: ['.*'] }, 'wolf', 'incorrect'],
    ['an alias with symbols is taken literally', { ...fox, hasAlias: ['.*'] }, '.*', 'correct'],
    ['the capital is right if it is required', paris, 'Paris', 'correct'],
    ['lowercase letters are wrong if the capital is required', paris, 'paris', 'incorrect'],
    ['an accent counts', { kind: 'words', value: 'café' }, 'cafe', 'incorrect'],
    [
      'an accented letter typed as two characters is the same letter',
      { kind: 'words', value: 'café' },
      'cafe\u0301',
      'correct',
    ],
    [
      'words of another script are compared without regard to capitals',
      { kind: 'words', value: 'мама' },
      'Мама',
      'correct',
    ],
  ])
  test('the reason says that only the capitalization of the words is wrong', () =>
    expect(judged(paris, 'PARIS')?.reason).toBe('Right, but check the capital letters.'))
})

describe('select', () => {
  const unit: Part = { kind: 'select', options: ['cm', 'm', 'km'], correct: 1 }
  cases([
    ['the option is right', unit, '1', 'correct'],
    ['another option is wrong', unit, '0', 'incorrect'],
    ['an answer without a choice can’t be read', unit, '', 'invalid'],
    ['an unknown option can’t be read', unit, '3', 'invalid'],
    ['a negative number can’t be read', unit, '-1', 'invalid'],
    ['the option’s text isn’t its index', unit, 'm', 'invalid'],
  ])
})

describe('line', () => {
  const ab: Part = { kind: 'line', figure: 'line', value: 'AB' }
  const segment: Part = { kind: 'line', figure: 'segment', value: 'PQ' }
  const ray: Part = { kind: 'line', figure: 'ray', value: 'AB' }
  cases([
    ['the name is right', ab, 'AB', 'correct'],
    ['a line has no direction', ab, 'BA', 'correct'],
    ['a segment has no direction', segment, 'QP', 'correct'],
    ['a ray has a direction', ray, 'BA', 'incorrect'],
    ['a ray from its end point is right', ray, 'AB', 'correct'],
    ['a ray with an arrow to the left starts at its second point', ray, '\\overleftarrow{BA}', 'correct'],
    [
      'a ray with an arrow to the left isn’t the one with an arrow to the right',
      ray,
      '\\overleftarrow{AB}',
      'incorrect',
    ],
    ['spaces between the points don’t matter', ab, ' A B ', 'correct'],
    ['a comma between the points doesn’t matter', ab, 'A, B', 'correct'],
    ['lowercase letters name the same points', ab, 'ab', 'correct'],
    ['the symbol of a line is allowed', ab, '\\overleftrightarrow{AB}', 'correct'],
    ['the word “line” is allowed', ab, 'line AB', 'correct'],
    ['the bar of a segment is allowed', segment, '\\overline{PQ}', 'correct'],
    ['the symbol of another figure is wrong', segment, '\\overrightarrow{PQ}', 'incorrect'],
    ['another point is wrong', ab, 'AC', 'incorrect'],
    ['the same point twice is wrong', ab, 'AA', 'incorrect'],
    ['one point doesn’t name a line', ab, 'A', 'invalid'],
    ['three points don’t name a line', ab, 'ABC', 'invalid'],
    ['a number doesn’t name a line', ab, '12', 'invalid'],
    ['an empty answer can’t be read', ab, '', 'invalid'],
    ['a prime is part of a point’s name', { ...ab, value: "A'B'" }, 'A′B′', 'correct'],
    ['a name without its prime is another point', { ...ab, value: "A'B'" }, 'AB', 'incorrect'],
    ['a subscript is part of a point’s name', { ...ab, value: 'P1P2' }, 'P_1P_{2}', 'correct'],
    ['a line may be named with one letter if the key allows it', { ...ab, hasAlias: ['m'] }, 'm', 'correct'],
    ['capitals count if they are required', { ...ab, caseSensitive: true }, 'ab', 'incorrect'],
  ])
})

describe('angle', () => {
  const abc: Part = { kind: 'angle', value: 'ABC' }
  cases([
    ['the name is right', abc, 'ABC', 'correct'],
    ['the name from the other arm is right', abc, 'CBA', 'correct'],
    ['the angle sign is allowed', abc, '∠ABC', 'correct'],
    ['a typed angle sign is allowed', abc, '<ABC', 'correct'],
    ['the word “angle” is allowed', abc, 'angle ABC', 'correct'],
    ['TeX is allowed', abc, '\\angle ABC', 'correct'],
    ['an m for the measure of the angle is allowed', abc, 'm∠ABC', 'correct'],
    ['another vertex is wrong', abc, 'BAC', 'incorrect'],
    ['another arm is wrong', abc, 'ABD', 'incorrect'],
    ['the vertex alone is not enough if three points are required', abc, 'B', 'invalid'],
    ['the vertex alone is enough if it is an alias', { ...abc, hasAlias: ['B'] }, '∠B', 'correct'],
    ['two points don’t name an angle', abc, 'AB', 'invalid'],
    ['a numbered angle is named with its number', { kind: 'angle', value: '1' }, '∠1', 'correct'],
    ['an empty answer can’t be read', abc, '∠', 'invalid'],
  ])
})

describe('scratch work and manual parts', () => {
  const drawing = { text: '', strokes: [[0, 0, 10, 10]] }
  const both: AnswerKey = { kind: 'fr', parts: [{ kind: 'number', value: '4' }, { kind: 'work' }] }
  test('scratch work doesn’t delay the verdict', () =>
    expect(grade(both, answer('4', drawing))).toMatchObject({ status: 'correct', score: 1 }))
  test('a wrong answer stays wrong regardless of the scratch work next to it', () =>
    expect(grade(both, answer('5', drawing))).toMatchObject({ status: 'incorrect', score: 0 }))
  test('a manual part is left for a person to grade', () => {
    const key: AnswerKey = { kind: 'fr', parts: [{ kind: 'number', value: '4' }, { kind: 'manual' }] }
    expect(grade(key, answer('4', 'Because.'))).toMatchObject({ status: 'ungraded' })
    expect(grade(key, answer('4', ' '))).toMatchObject({ status: 'invalid' })
  })
})

test.each<Part>([
  { kind: 'letter', value: 'b' },
  { kind: 'words', value: 'red fox' },
  { kind: 'select', options: ['cm', 'm'], correct: 1 },
  { kind: 'line', figure: 'ray', value: 'AB' },
  { kind: 'angle', value: 'ABC' },
  { kind: 'number', value: '-3/4' },
  { kind: 'interval', value: '(-∞, 3] ∪ [7, ∞)' },
  { kind: 'number', value: '3.50', unit: '$' },
  { kind: 'words', value: 'red fox', patterns: ['[the] (red|ruddy) fox*'] },
])(
  '$kind: the model answer is right, samples include right and wrong ones, and the key has no faults',
  (part) => {
    const key = one(part)
    expect(checkKey(key)).toEqual([])
    expect(grade(key, solutionOf(key)).status).toBe('correct')
    const verdicts = samplesOf(key).map((given) => grade(key, given).status)
    expect(verdicts).toContain('correct')
    expect(verdicts).toContain('incorrect')
    expect(new Set(samplesOf(key).map((given) => JSON.stringify(given))).size).toBe(verdicts.length)
  },
)

test.each<[string, Part]>([
  ['two letters as a letter', { kind: 'letter', value: 'bc' }],
  ['an unknown option', { kind: 'select', options: ['a', 'b'], correct: 2 }],
  ['two equal options', { kind: 'select', options: ['a', ' A '.toLowerCase()], correct: 0 }],
  ['a number as a segment’s name', { kind: 'line', figure: 'segment', value: '12' }],
  ['two points as an angle', { kind: 'angle', value: 'AB' }],
  ['a pattern that isn’t closed', { kind: 'words', value: 'a', patterns: ['(a|b'] }],
  ['a pattern that accepts anything', { kind: 'words', value: 'a', patterns: ['*'] }],
  ['a unit that can’t be read', { kind: 'number', value: '1', unit: '?' }],
  ['an interval with one end', { kind: 'interval', value: '[1)' }],
  ['invisible words', { kind: 'words', value: '\u200b' }],
])('a key with %s is unfinished', (_, part) => expect(checkKey(one(part))).not.toEqual([]))

test('grading never throws, no matter what is typed into a part', () => {
  const parts: Part[] = [
    { kind: 'letter', value: 'b' },
    { kind: 'words', value: 'red fox', caseSensitive: true },
    { kind: 'select', options: ['cm', 'm'], correct: 1 },
    { kind: 'line', figure: 'segment', value: 'AB' },
    { kind: 'angle', value: 'ABC' },
    { kind: 'interval', value: '[1, 2)' },
    { kind: 'manual' },
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...parts),
      fc.oneof(
        fc.string({ maxLength: 500, unit: 'binary' }),
        fc.stringMatching(/^[\\{}<∠ABC_'12 [\](),∪∞-]{0,60}$/),
      ),
      (part, text) => {
        expect(['correct', 'incorrect', 'invalid', 'ungraded']).toContain(judged(part, text)?.status)
      },
    ),
    { numRuns: 500 },
  )
})

test('samples vary every part and don’t repeat', () => {
  const parts = ['2', '3/4', '5', '0.1'].map((value) => ({ kind: 'number' as const, value }))
  const all = samplesOf({ kind: 'fr', parts }).map((given) => (given.kind === 'fr' ? given.parts : []))
  expect(all).toHaveLength(20)
  expect(new Set(all.map((given) => JSON.stringify(given))).size).toBe(20)
  for (const at of parts.keys()) expect(all.some((given) => given[at] !== parts[at]?.value)).toBe(true)
})

describe('a final answer', () => {
  const number = (value: string) => ({ kind: 'number' as const, value })
  const key: AnswerKey = { kind: 'fr', parts: [number('1'), number('2'), { kind: 'manual' }] }
  const two: AnswerKey = { kind: 'fr', parts: [number('1'), number('2')] }
  test.each<[string, AnswerKey, string[], string, number]>([
    ['a part without an answer is not right, and the other part counts', two, ['1', ''], 'partial', 0.5],
    ['a part that can’t be read is not right, and the other part counts', two, ['1/', '2'], 'partial', 0.5],
    ['an answer without a right part is wrong', two, ['', '5'], 'incorrect', 0],
    ['an answer can’t be read if none of its parts can', two, ['', '1/'], 'invalid', 0],
    ['an answer with all parts right is right', two, ['1', '2'], 'correct', 1],
    [
      'a part that a person grades stays ungraded, whatever the other parts are',
      key,
      ['', '2', 'Because.'],
      'ungraded',
      0.5,
    ],
  ])('%s', (_, answerKey, parts, status, score) =>
    expect(gradeAtLast(answerKey, { kind: 'fr', parts })).toMatchObject({ status, score }),
  )

  test('scratch work alone is left for a person to grade', () => {
    const work: AnswerKey = { kind: 'fr', parts: [{ kind: 'work' }] }
    expect(gradeAtLast(work, { kind: 'fr', parts: [{ text: '', strokes: [] }] }).status).toBe('ungraded')
  })

  const kinds: Part[] = [
    { kind: 'number', value: '7' },
    { kind: 'expression', value: '2x' },
    { kind: 'letter', value: 'b' },
    { kind: 'words', value: 'a prime' },
    { kind: 'select', options: [{ text: '<' }, { text: '>' }], correct: 1 },
    { kind: 'line', value: 'AB' },
    { kind: 'angle', value: 'ABC' },
    { kind: 'interval', value: '[1, 2)' },
  ] as Part[]
  test.each(kinds.map((part) => [part.kind, part] as const))(
    'an empty part of kind %s loses only its own score',
    (_, part) => {
      const both: AnswerKey = { kind: 'fr', parts: [number('1'), part] }
      const [, right = ''] = (solutionOf(both) as Extract<Given, { kind: 'fr' }>).parts
      expect(gradeAtLast(both, answer('1', right))).toMatchObject({ status: 'correct', score: 1 })
      expect(gradeAtLast(both, answer('1', ' '))).toMatchObject({ status: 'partial', score: 0.5 })
      expect(gradeAtLast(both, answer('', right))).toMatchObject({ status: 'partial', score: 0.5 })
      expect(gradeAtLast(both, answer('', ''))).toMatchObject({ status: 'invalid', score: 0 })
    },
  )

  test('an empty manual part isn’t left for a person to grade', () => {
    expect(gradeAtLast(key, answer('1', '2', ''))).toMatchObject({ status: 'partial', score: 2 / 3 })
  })

  test('scratch work next to an empty part changes nothing', () => {
    const beside: AnswerKey = { kind: 'fr', parts: [number('1'), { kind: 'work' }] }
    const drawn = { text: '', strokes: [[1, 2, 3, 4]] }
    expect(gradeAtLast(beside, answer('', drawn))).toMatchObject({ status: 'invalid', score: 0 })
    expect(gradeAtLast(beside, answer('1', { text: '', strokes: [] }))).toMatchObject({
      status: 'correct',
      score: 1,
    })
  })
})
