import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  AnswerKey,
  checkGiven,
  checkKey,
  Given,
  grade,
  gradeAtLast,
  regraded,
  renderedBy,
  show,
} from '../../rules.ts'
import { fillKey } from '../../variants/filling.ts'
import type { KeyOf } from '../../rules.ts'
import { cpuMs } from '#tests/time.ts'
import { inOneLine, resized } from './size.ts'

type Key = KeyOf<'matrix'>

/** Reads `1, 2; 3, 4` as rows. */
const rowsOf = (text: string) => text.split(';').map((row) => row.split(',').map((entry) => entry.trim()))
const key = (text: string, more: Partial<Key> = {}): Key => ({
  kind: 'matrix',
  entries: { kind: 'number', rows: rowsOf(text) },
  ...more,
})
const formulas = (text: string, more: Partial<Key> = {}): Key => ({
  kind: 'matrix',
  entries: { kind: 'expression', rows: rowsOf(text) },
  ...more,
})
const given = (text: string): Given => ({ kind: 'matrix', rows: rowsOf(text) })
const free = { sizeByStudent: true }

test.each<[reason: string, key: Key, given: string]>([
  ['the entries themselves', key('1, 2; 3, 4'), '1, 2; 3, 4'],
  ['decimals for fractions', key('1/2, 0; 0, 1/4'), '0.5, 0; 0, .25'],
  ['a different minus sign', key('-1; 2'), '−1; 2'],
  ['a row vector', key('1, 2, 3'), '1, 2, 3'],
  ['a single entry', key('7'), '7'],
  ['expressions', formulas('x+1, 2x; 0, x^2'), '1+x, x*2; 0, x·x'],
  ['TeX', formulas('1/2, √2'), '\\frac12, \\sqrt2'],
  ['the size chosen by the student', key('1, 2; 3, 4', free), '1, 2; 3, 4'],
])('a matrix with equal entries is right: %s', (_, of, text) => {
  expect(grade(of, given(text))).toMatchObject({ status: 'correct', score: 1 })
})

test.each<[reason: string, key: Key, given: string, score: number]>([
  ['one entry of four is wrong', key('1, 2; 3, 4'), '1, 2; 3, 5', 0.75],
  ['transposed', key('1, 2; 3, 4'), '1, 3; 2, 4', 0.5],
  ['rows swapped', key('1, 2; 3, 4'), '3, 4; 1, 2', 0],
  ['columns swapped', key('1, 2; 3, 4'), '2, 1; 4, 3', 0],
  ['the signs are swapped', key('1; -2'), '-1; 2', 0],
  ['every entry is negated', key('1, 2; 3, 4'), '-1, -2; -3, -4', 0],
  ['every entry is one too large', key('1, 2; 3, 4'), '2, 3; 4, 5', 0],
  ['the decimals are only close', key('1/3; 2/3'), '0.333; 0.667', 0],
  ['another expression', formulas('x+1, 2x; 0, x^2'), 'x+1, 2x; 0, 2x', 0.75],
  ['transposed, with the size chosen', key('1, 2, 3', free), '1; 2; 3', 0],
  ['one row too many', key('1, 2; 3, 4', free), '1, 2; 3, 4; 0, 0', 0],
  ['one column too many', key('1, 2; 3, 4', free), '1, 2, 0; 3, 4, 0', 0],
  ['one row too few', key('1, 2; 3, 4', free), '1, 2', 0],
  ['only the first entry', key('1, 2; 3, 4', free), '1', 0],
  ['the same entries in one row', key('1, 2; 3, 4', free), '1, 2, 3, 4', 0],
  ['the size is right, but an entry is wrong', key('1, 2; 3, 4', free), '1, 2; 3, 5', 0.75],
])('a different matrix is wrong or partly right: %s', (_, of, text, score) => {
  const verdict = grade(of, given(text))
  expect(verdict.status).toBe(score > 0 ? 'partial' : 'incorrect')
  expect(verdict.score).toBe(score)
})

test('an answer of another size doesn’t fit a matrix whose size is given', () => {
  expect(checkGiven(key('1, 2; 3, 4'), given('1, 2'))).toBe(
    'The matrix of this question has 2 rows and 2 columns.',
  )
  expect(checkGiven(key('1, 2; 3, 4', free), given('1, 2'))).toBeNull()
  expect(grade(key('1, 2; 3, 4'), given('1, 2')).status).toBe('incorrect')
})

describe('an entry that can’t be read', () => {
  const reason = (of: Key, text: string) =>
    grade(of, given(text)).parts.find(({ status }) => status === 'invalid')?.reason

  test('makes the answer invalid and is identified by row and column, whatever the other entries are', () => {
    expect(grade(key('1, 2; 3, 4'), given('1, 2; 3, 4/')).status).toBe('invalid')
    expect(reason(key('1, 2; 3, 4'), '1, 2; 3, 4/')).toMatch(/^Row 2, column 2: /)
    expect(reason(key('1, 2; 3, 4', free), '1, ; 3, 4')).toMatch(/^Row 1, column 2: /)
    expect(reason(key('1, 2; 3, 4', free), '1; two; 3')).toMatch(/^Row 2, column 1: /)
    expect(grade(key('1, 2; 3, 4'), given('1, 2; 9, 4/')).parts.map(({ status }) => status)).toEqual([
      'ungraded',
      'ungraded',
      'ungraded',
      'invalid',
    ])
  })

  test('counts as wrong in a final answer', () => {
    expect(gradeAtLast(key('1, 2; 3, 4'), given('1, 2; 3, 4/'))).toMatchObject({
      status: 'partial',
      score: 0.75,
    })
    expect(gradeAtLast(key('1, 2; 3, 4'), given(', ; , ')).status).toBe('invalid')
    expect(gradeAtLast(key('1, 2', free), given('1; 2; ')).status).toBe('incorrect')
    expect(gradeAtLast(key('1, 2', free), given('; ')).status).toBe('invalid')
  })

  test('doesn’t reveal which entries have a letter', () => {
    expect(grade(formulas('x, 0; 0, 1'), given('x, x; 0, 1'))).toMatchObject({
      status: 'partial',
      score: 0.75,
    })
    expect(grade(formulas('x, 0; 0, 1'), given('x, y; 0, 1')).status).toBe('invalid')
  })
})

test('neither the question nor a verdict reveals the size that students have to find', () => {
  const of = key('1, 2; 3, 4', free)
  expect(show(of, renderedBy({}))).toEqual({ kind: 'matrix', entry: 'number' })
  expect(show(key('1, 2; 3, 4'), renderedBy({}))).toEqual({
    kind: 'matrix',
    entry: 'number',
    rows: 2,
    columns: 2,
  })
  for (const text of ['1', '1, 2; 3, 4', '1, 2; 3, 5', '1, 2; 3, x', '1, 2, 3'])
    expect(grade(of, given(text)).parts).toHaveLength(1)
})

test('a person can regrade a matrix, whether or not its size is given', () => {
  const of = key('1, 2; 3, 4')
  expect(regraded(of, grade(of, given('0, 0; 0, 0')), 1)).toMatchObject({ status: 'correct', score: 1 })
  const open = key('1, 2', free)
  expect(regraded(open, grade(open, given('1; 2')), 0.5)).toMatchObject({ status: 'partial', score: 0.5 })
})

test('a listed mistake is recognized by equal entries, and its empty entries match anything', () => {
  const mistake = (text: string) => [{ given: given(text) as never, message: 'Rows times columns.' }]
  const of = key('1, 2; 3, 4', { mistakes: mistake('1, 3; 2, 4') })
  expect(grade(of, given('1.0, 3; 4/2, 4')).mistake).toBe('Rows times columns.')
  expect(grade(of, given('1, 3; 2, 5')).mistake).toBeUndefined()
  const some = key('1, 2; 3, 4', { mistakes: mistake(', 3; , ') })
  expect(grade(some, given('9, 3; 9, 9')).mistake).toBe('Rows times columns.')
  const size = key('1, 2, 3', { ...free, mistakes: mistake('1; 2; 3') })
  expect(grade(size, given('1; 2; 3')).mistake).toBe('Rows times columns.')
  expect(grade(size, given('1; 2')).mistake).toBeUndefined()
})

test.each([
  ['numbers', key('1, 2; 3, 4'), 0],
  ['an entry that isn’t a number', key('1, x; 3, 4'), 1],
  ['an expression that can’t be read', formulas('x, 2+; 3, 4'), 1],
])('a key has a fault only if an entry is invalid: %s', (_, of, count) => {
  expect(checkKey(of).length > 0 ? 1 : 0).toBe(count)
})

test('keys and answers are rectangles of at most 5 × 5 entries', () => {
  const isKey = (rows: string[][]) =>
    AnswerKey.safeParse({ kind: 'matrix', entries: { kind: 'number', rows } }).success
  const isGiven = (rows: string[][]) => Given.safeParse({ kind: 'matrix', rows }).success
  const square = (size: number) => Array.from({ length: size }, () => Array<string>(size).fill('1'))
  for (const accepts of [isKey, isGiven]) {
    expect(accepts(square(5))).toBe(true)
    expect(accepts(square(6))).toBe(false)
    expect(accepts([])).toBe(false)
    expect(accepts([[]])).toBe(false)
    expect(accepts([['1', '2'], ['3']])).toBe(false)
    expect(accepts([['1'.repeat(201)]])).toBe(false)
  }
  expect(isKey([['']])).toBe(false)
  expect(isGiven([['']])).toBe(true)
})

test('random values are filled in, with parentheses in expressions', () => {
  const values = new Map([['a', { top: -3n, bottom: 1n }]])
  expect(fillKey(key('{{a}}, {{2a}}'), values).key).toMatchObject({ entries: { rows: [['-3', '-6']] } })
  expect(fillKey(formulas('x^2+{{a}}'), values).key).toMatchObject({ entries: { rows: [['x^2+(-3)']] } })
})

test('grading never throws, and only equal entries are right', () => {
  const of = formulas('735x, 86; 1/2, 8642')
  fc.assert(
    fc.property(
      fc.array(
        fc.array(
          fc.oneof(
            fc.string({ maxLength: 200, unit: 'binary' }),
            fc.stringMatching(/^[\\{}()x^/0-9+-]{0,60}$/),
          ),
          { minLength: 2, maxLength: 2 },
        ),
        {
          minLength: 1,
          maxLength: 3,
        },
      ),
      (rows) => {
        expect(['incorrect', 'invalid', 'ungraded', 'partial']).toContain(
          grade(of, { kind: 'matrix', rows }).status,
        )
        expect(['incorrect', 'invalid', 'ungraded', 'partial']).toContain(
          gradeAtLast({ ...of, sizeByStudent: true }, { kind: 'matrix', rows }).status,
        )
      },
    ),
    { numRuns: 500 },
  )
})

test('25 hostile entries are graded within a second', () => {
  const of = formulas(Array.from({ length: 5 }, () => Array(5).fill('(x+1)^20').join(', ')).join('; '))
  const rows = Array.from({ length: 5 }, () => Array<string>(5).fill('((((x+1)^9)^7)-sin(x)^64)/(x-√(x-1))'))
  expect(cpuMs(() => expect(grade(of, { kind: 'matrix', rows }).status).not.toBe('correct'))).toBeLessThan(
    1000,
  )
})

test('entries of a removed row come back when it is added again', () => {
  const full = rowsOf('1, 2; 3, 4')
  expect(resized(full, { rows: 1, columns: 3 })).toEqual([['1', '2', '']])
  expect(resized([['1', '2']], { rows: 2, columns: 2 }, full)).toEqual(full)
  expect(inOneLine(full)).toBe('[1, 2; 3, 4]')
})
