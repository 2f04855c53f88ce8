import { describe, expect, test } from 'vitest'
import { checkKey, grade, gradeAtLast, type KeyOf, likeness, regraded, show } from '../../rules.ts'
import { fillKey } from '../../variants/filling.ts'
import { cpuMs } from '#tests/time.ts'
import { checkGiven } from '../../rules.ts'
import { fits, isBlank, isComplete } from '../given.ts'

type Key = KeyOf<'derivation'>
const solving: Key = { kind: 'derivation', start: '2x + 3 = 7', goal: 'solved', value: 'x = 2', most: 10 }
const quadratic: Key = { ...solving, start: 'x^2 - 5x + 6 = 0', value: 'x = 2 or x = 3' }
const inequality: Key = { ...solving, start: '-2x + 1 < 7', value: 'x > -3' }
const simplifying: Key = {
  ...solving,
  start: '2(x + 3) + x',
  goal: 'simplified',
  value: '3x + 6',
}
const expanding: Key = { ...solving, start: '(x + 1)(x + 2)', goal: 'expanded', value: 'x^2 + 3x + 2' }
const factoring: Key = { ...solving, start: '2x^2 + 6x', goal: 'factored', value: '2x(x + 3)' }
const given = (...lines: string[]) => ({ kind: 'derivation' as const, lines })

describe('a complete solution', () => {
  test.each([
    ['with every step written down', solving, ['2x + 3 - 3 = 7 - 3', '2x = 4', 'x = 4/2', 'x = 2']],
    ['in one step', solving, ['x = 2']],
    ['with the sides swapped', solving, ['4 = 2x', '2 = x']],
    ['with blank lines', solving, ['', '2x = 4', ' ', 'x = 2', '']],
    ['with a repeated line', solving, ['2x = 4', '2x = 4', 'x = 2']],
    ['in TeX', solving, ['2x=4', 'x=\\frac{4}{2}', 'x=2']],
    ['with two solutions', quadratic, ['(x-2)(x-3) = 0', 'x - 2 = 0 or x - 3 = 0', 'x = 2, x = 3']],
    ['with ±', quadratic, ['x = \\frac{5 \\pm 1}{2}', 'x = 3 or x = 2']],
    ['of an inequality', inequality, ['-2x < 6', 'x > -3']],
    ['of an inequality, with its sides swapped', inequality, ['-6 < 2x', '-3 < x']],
    ['of an expression', simplifying, ['2x + 6 + x', '3x + 6']],
    ['with equals signs in front', simplifying, ['= 2x + 6 + x', '= 6 + 3x']],
    ['that expands an expression', expanding, ['x^2 + 2x + x + 2', 'x^2 + 3x + 2']],
    ['that factors an expression', factoring, ['2(x^2 + 3x)', '2x(x + 3)']],
  ])('%s gets full credit', (_, key, lines) => {
    const { status, score, parts } = grade(key, given(...lines))
    expect({ status, score }).toEqual({ status: 'correct', score: 1 })
    expect(parts).toHaveLength(lines.length + 1)
    expect(gradeAtLast(key, given(...lines)).status).toBe('correct')
  })
})

describe('a solution that isn’t right', () => {
  test.each([
    [
      'stops early',
      solving,
      ['2x = 4'],
      0.5,
      'Every line follows from the one before, but get the right letter alone on one side.',
    ],
    ['has a wrong line', solving, ['2x = 10', 'x = 5'], 0.25, 'Line 2 doesn’t follow from line 1.'],
    [
      'has a wrong line after a right one',
      solving,
      ['2x = 4', 'x = 8'],
      0.25,
      'Line 3 doesn’t follow from line 2.',
    ],
    [
      'has a wrong line after a blank one',
      solving,
      ['2x = 4', '', 'x = 8'],
      0.25,
      'Line 4 doesn’t follow from line 2.',
    ],
    ['has only a wrong line', solving, ['x = 3'], 0, 'Line 2 doesn’t follow from line 1.'],
    [
      'has a wrong line before the right end',
      solving,
      ['2x = 10', 'x = 2'],
      0.5,
      'Line 2 doesn’t follow from line 1.',
    ],
    [
      'goes wrong and back before the right end',
      solving,
      ['2x = 4', '2x = 5', '2x = 4', 'x = 2'],
      0.5,
      'Line 3 doesn’t follow from line 2.',
    ],
    [
      'repeats the first line',
      solving,
      ['2x + 3 = 7'],
      0,
      'Every line follows from the one before, but get the right letter alone on one side.',
    ],
    [
      'repeats lines',
      solving,
      ['2x = 4', '2x = 4'],
      0.25,
      'Every line follows from the one before, but get the right letter alone on one side.',
    ],
    ['isn’t reduced', solving, ['x = 4/2'], 0.5, /^Every line follows from the one before, but .*fraction/],
    ['loses a solution', quadratic, ['(x-2)(x-3) = 0', 'x = 2'], 0.25, 'Line 3 doesn’t follow from line 2.'],
    ['adds a solution', quadratic, ['x = 2 or x = 3 or x = 4'], 0, 'Line 2 doesn’t follow from line 1.'],
    ['is solved for a square', quadratic, ['x^2 = 5x - 6'], 0.5, /letter alone/],
    [
      'doesn’t flip the inequality sign',
      inequality,
      ['-2x < 6', 'x < -3'],
      0.25,
      'Line 3 doesn’t follow from line 2.',
    ],
    ['includes the endpoint', inequality, ['x ≥ -3'], 0, 'Line 2 doesn’t follow from line 1.'],
    [
      'changes the value of the expression',
      simplifying,
      ['2x + 3 + x', '3x + 3'],
      0.25,
      'Line 2 doesn’t follow from line 1.',
    ],
    ['isn’t simplified', simplifying, ['2x + 6 + x'], 0.5, /but combine like terms/],
    ['isn’t expanded', expanding, ['(x + 2)(1 + x)'], 0, /^Every line follows/],
    ['isn’t fully factored', factoring, ['2(x^2 + 3x)'], 0.5, /^Every line follows/],
  ])('gets partial or no credit because it %s', (_, key, lines, score, reason) => {
    const graded = grade(key, given(...lines))
    expect(graded).toMatchObject({ status: score > 0 ? 'partial' : 'incorrect', score })
    expect(graded.parts[0]?.reason).toMatch(reason)
  })

  test('is graded line by line', () =>
    expect(
      grade(solving, given('2x = 4', '', 'x = 8', 'x + 1 = 9')).parts.map(({ status }) => status),
    ).toEqual(['partial', 'correct', 'ungraded', 'incorrect', 'correct']))
})

describe('an answer costs no try', () => {
  test.each([
    ['if it can’t be read', solving, ['2x = 4', 'x = '], /^Check line 3: Something is missing/],
    [
      'if it is an expression instead of an equation',
      solving,
      ['2x'],
      /^Check line 2: Write it with both sides/,
    ],
    [
      'if it is an equation instead of an expression',
      simplifying,
      ['3x + 6 = 0'],
      /^Check line 2: Write only an expression/,
    ],
    [
      'if it is several expressions',
      simplifying,
      ['3x, 6'],
      /^Check line 2: There is more than one expression/,
    ],
    ['if it has other letters', solving, ['2y = 4'], /^Check line 2: The letter y doesn’t belong/],
    [
      'if it is ambiguous',
      { ...simplifying, start: '1/(2x)', value: '1/(2x) + 0', most: 3 },
      ['1/2x'],
      /^Check line 2: .*two ways/,
    ],
    ['if it is empty', solving, ['', ' '], /^Write the next line first/],
    ['if it has no lines', solving, [], /^Write the next line first/],
  ])('%s', (_, key, lines, reason) => {
    const { status, score, parts } = grade(key, given(...lines))
    expect({ status, score }).toEqual({ status: 'invalid', score: 0 })
    expect(parts[0]?.reason).toMatch(reason)
    for (const part of parts) expect(['invalid', 'ungraded']).toContain(part.status)
  })

  test('but is graded in a test, where an unreadable line counts as wrong', () => {
    const { status, score, parts } = gradeAtLast(solving, given('2x = 4', 'x = ', 'x = 2'))
    expect({ status, score }).toEqual({ status: 'partial', score: 0.5 })
    expect(parts.map((part) => part.status)).toEqual(['partial', 'correct', 'incorrect', 'correct'])
    expect(gradeAtLast(solving, given('x = ', '= =')).status).toBe('invalid')
  })
})

describe('a person grades', () => {
  const root: Key = { ...solving, start: '\\sqrt{x} = x - 2', value: 'x = 4' }
  test.each([
    ['squaring, which adds a solution', root, ['x = (x - 2)^2', 'x = 4 or x = 1', 'x = 4']],
    ['a line that is too long', solving, ['2x = 4', `x = ${'0 + '.repeat(60)}2`, 'x = 2']],
  ])('%s', (_, key, lines) => {
    const graded = grade(key, given(...lines))
    expect(graded).toMatchObject({ status: 'ungraded', score: 0 })
    expect(regraded(key, graded, 0.75)).toMatchObject({ status: 'partial', score: 0.75 })
    expect(regraded(key, graded, 1)).toMatchObject({ status: 'correct', score: 1 })
  })
})

test('a person can overrule the verdict, and the verdicts on the lines stay unchanged', () => {
  const graded = grade(solving, given('2x = 10', 'x = 2'))
  const { status, score, parts } = regraded(solving, graded, 1)
  expect({ status, score }).toEqual({ status: 'correct', score: 1 })
  expect(parts.slice(1)).toEqual(graded.parts.slice(1))
})

describe('a key', () => {
  test.each([
    ['its first line can’t be read', { start: '2x + = 7' }, /^The first line “2x \+ = 7” can’t be read\. /],
    ['its last line can’t be read', { value: 'x = ' }, /^The last line “x = ” can’t be read\. /],
    ['an expression is to be solved', { start: '2x + 3', value: '2x + 3' }, /must be equations/],
    ['an equation is to be expanded', { goal: 'expanded' as const }, /must be expressions/],
    ['its letters differ', { value: 'y = 2' }, /letters/],
    ['there is nothing to do', { start: 'x = 2' }, /already the same as the last line/],
    ['its last line is wrong', { value: 'x = 3' }, /doesn’t follow/],
    [
      'its last line isn’t solved',
      { value: '2x = 4' },
      /^The last line, “2x = 4”, doesn’t reach the goal yet: /,
    ],
    ['it can’t be checked automatically', { start: '2^x = 8', value: 'x = 3' }, /can’t check automatically/],
  ])('is unfinished if %s', (_, part, fault) =>
    expect(checkKey({ ...solving, ...part })).toEqual([expect.stringMatching(fault)]),
  )
  test.each([solving, quadratic, inequality, simplifying, expanding, factoring])(
    'that starts with $start is finished',
    (key) => expect(checkKey(key)).toEqual([]),
  )
})

test('a student sees the first line but not the last one, and starts with an empty line', () => {
  const shown = show(quadratic, (text) => [text])
  expect(shown).toEqual({
    kind: 'derivation',
    start: ['$x^{2}-5x+6=0$'],
    goal: 'solved',
    most: 10,
    symbols: ['x'],
  })
  expect([isBlank(given('', ' ')), isBlank(given('', 'x'))]).toEqual([true, false])
  expect([isComplete(shown, given('')), isComplete(shown, given('x = 2'))]).toEqual([false, true])
})

test('a student can write as many lines as the key allows', () => {
  const [enough, more] = [given(...Array<string>(10).fill('x')), given(...Array<string>(11).fill('x'))]
  const shown = show(solving, (text) => [text])
  expect([checkGiven(solving, enough), checkGiven(solving, more)]).toEqual([
    null,
    'This question has room for 10 lines.',
  ])
  expect([fits(shown, enough), fits(shown, more)]).toEqual([true, false])
})

test('answers with the same lines are graded together, regardless of spaces and blank lines', () => {
  const like = (...lines: string[]) => likeness(solving, given(...lines))
  expect(like('2x = 4', '', 'x  = 2')).toBe(like('2x = 4', 'x = 2 '))
  expect(like('x = 2', '2x = 4')).not.toBe(like('2x = 4', 'x = 2'))
})

test('random values are filled into the lines of a key, with negative ones in parentheses', () => {
  const key: Key = { ...solving, start: '{{a}}x + {{b}} = 7', value: 'x = {{c}}' }
  const whole = (value: bigint) => ({ top: value, bottom: 1n })
  const { key: filled } = fillKey(
    key,
    new Map([
      ['a', whole(-2n)],
      ['b', whole(3n)],
      ['c', whole(-2n)],
    ]),
  )
  expect(filled).toMatchObject({ start: '(-2)x + 3 = 7', value: 'x = (-2)' })
  expect(filled && checkKey(filled)).toEqual([])
})

test('twenty long lines are graded within 100 ms', () => {
  const key: Key = { ...solving, most: 20 }
  const hard = [
    '(x + 1)^{9} = (x - 3)^{8} + 1',
    'x^{64} = 1',
    '(123456789x - 987654321)^{11} = 3',
    '\\frac{1}{x-1} + \\frac{1}{x-2} + \\frac{1}{x-3} + \\frac{1}{x-4} = 5',
    '|x| + |x - 1| + |x - 2| = 9',
    '\\sin{x} + \\sqrt{x} = 2^x',
  ]
  const lines = Array.from({ length: 20 }, (_, at) => hard[at % hard.length] ?? '')
  const took = [1, 2, 3, 4, 5].map(() =>
    cpuMs(() => expect(grade(key, given(...lines)).status).not.toBe('correct')),
  )
  expect(Math.min(...took)).toBeLessThan(100)
})
