import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accept, type AnswerKey, checkKey, type Given, grade, gradeAtLast, samplesOf } from '../../rules.ts'
import { fillKey } from '../../variants/filling.ts'
import { cpuMs } from '#tests/time.ts'
import type { PartGiven } from '../verdict.ts'
import type { Part } from './fr.ts'

type NumberPart = Extract<Part, { kind: 'number' }>
const number = (value: string, more: Partial<NumberPart> = {}): NumberPart => ({
  kind: 'number',
  value,
  ...more,
})
const keyOf = (...parts: Part[]): AnswerKey => ({ kind: 'fr', parts })
const answer = (...parts: PartGiven[]): Given => ({ kind: 'fr', parts })

/**
 * Describes the verdicts with one letter per part: the first letter of the status, x if unreadable, or f if
 * right by follow-through.
 */
const judged = (key: AnswerKey, parts: readonly PartGiven[]) =>
  gradeAtLast(key, answer(...parts))
    .parts.map(({ status, follows }) => (follows ? 'f' : status === 'invalid' ? 'x' : status[0]))
    .join('')

// Part 1 is 12, and part 2 is 2 · 12 + 5.
const twice = keyOf(number('12'), number('29', { follows: '2a + 5' }))
const area = keyOf(number('4'), number('6'), number('24', { follows: 'a*b' }))
const chain = keyOf(number('3'), number('10', { follows: '3a + 1' }), number('23', { follows: '2b + 3' }))
const meters = keyOf(
  number('150', { unit: 'cm', convertUnits: true }),
  number('6', { unit: 'm', convertUnits: true, follows: '4a/100' }),
)
// Amounts whose units differ: 150 cm is 1.5 m.
const lengths = (...[first, second]: [Partial<NumberPart>, Partial<NumberPart>]) =>
  keyOf(number('150', { unit: 'cm', ...first }), number('1.5', { follows: 'a/100', unit: 'm', ...second }))
const converted = lengths({ convertUnits: true }, { convertUnits: true })
const inMeters = lengths({}, {})
const money = keyOf(
  number('250', { unit: '¢', convertUnits: true }),
  number('2.50', { unit: '$', convertUnits: true, follows: 'a/100' }),
)
const hours = keyOf(
  number('120', { unit: 'min', convertUnits: true }),
  number('2', { unit: 'h', convertUnits: true, follows: 'a/60' }),
)
const roundedLengths = keyOf(
  number('150', { unit: 'cm', convertUnits: true }),
  number('1.50', { unit: 'm', convertUnits: true, tolerance: { decimalPlaces: 2 }, follows: 'a/100' }),
)
const withoutUnit = keyOf(
  number('1.5', { unit: 'm', convertUnits: true }),
  number('150', { tolerance: { abs: '1' }, follows: '100a' }),
)
const bareFirst = keyOf(number('150'), number('1.5', { unit: 'm', convertUnits: true, follows: 'a/100' }))
const share = keyOf(number('40'), number('40%', { follows: 'a/100' }))
const hundredth = keyOf(number('40%'), number('40', { follows: '100a' }))
const copyFault = (formula: string) =>
  `With “${formula}”, a copied answer would count as right. Write what has to be calculated, such as 2a + 5.`
const cents = keyOf(number('2.5', { unit: '$' }), number('7.5', { unit: '$', follows: '3a' }))
const rounded = keyOf(number('10'), number('3.33', { tolerance: { decimalPlaces: 2 }, follows: 'a/3' }))
const within = keyOf(number('10'), number('30', { tolerance: { abs: '1' }, follows: '3a' }))
const reduced = keyOf(number('3'), number('3/4', { form: 'reduced', follows: 'a/4' }))
const percent = keyOf(number('40'), number('20%', { follows: 'a/200' }))
const mixed = keyOf(
  { kind: 'label', text: 'x =' },
  { kind: 'work' },
  number('7'),
  { kind: 'words', value: 'odd' },
  number('49', { follows: 'a^2' }),
)
const power = keyOf(number('3'), number('2'), number('13', { follows: 'a^b + 4' }))
const ratio = keyOf(number('8'), number('2'), number('4', { follows: 'a/b' }))
const less = keyOf(number('9'), number('2'), number('7', { follows: 'a - b' }))
const root = keyOf(number('9'), number('5', { follows: 'sqrt(a) + 2' }))
const drawn = { text: '', strokes: [] }

describe('a part counts as right if it follows from a wrong answer to an earlier part', () => {
  test.each<[string, AnswerKey, PartGiven[], string]>([
    ['calculated from the wrong answer', twice, ['13', '31'], 'if'],
    ['written in another way', twice, ['1/2', '6.0'], 'if'],
    ['negative', twice, ['-7', '−9'], 'if'],
    ['with one of two earlier parts wrong', area, ['5', '6', '30'], 'icf'],
    ['with both earlier parts wrong', area, ['5', '7', '35'], 'iif'],
    ['in a chain', chain, ['4', '13', '29'], 'iff'],
    [
      'in a chain, from a wrong part that doesn’t follow from the part before it',
      chain,
      ['3', '11', '25'],
      'cif',
    ],
    ['in its unit', meters, ['140 cm', '5.6 m'], 'if'],
    ['in other units, if they are accepted', meters, ['1.4 m', '560 cm'], 'if'],
    ['in money', cents, ['$2.25', '$6.75'], 'if'],
    ['rounded as the key asks', rounded, ['11', '3.67'], 'if'],
    ['within the tolerance', within, ['11', '33.5'], 'if'],
    ['in the form that the key asks for', reduced, ['2', '1/2'], 'if'],
    ['in percent if the key is', percent, ['50', '25%'], 'if'],
    ['numbered without labels and scratch work', mixed, [drawn, '6', 'odd', '36'], 'uicf'],
    ['converted to the only unit that is accepted', inMeters, ['140 cm', '1.4 m'], 'if'],
    ['converted from an answer without a unit', bareFirst, ['140', '1.4 m'], 'if'],
    ['converted to an answer without a unit', withoutUnit, ['1.4 m', '140'], 'if'],
    ['with an exact root', root, ['16', '6'], 'if'],
  ])('%s', (_, key, given, want) => expect([checkKey(key), judged(key, given)]).toEqual([[], want]))
})

describe('a part doesn’t follow through', () => {
  test.each<[string, AnswerKey, PartGiven[], string]>([
    ['if no earlier part is wrong', twice, ['12', '31'], 'ci'],
    ['if it is right itself', twice, ['13', '29'], 'ic'],
    ['if it is calculated wrong', twice, ['13', '30'], 'ii'],
    ['if the earlier part is empty', twice, ['', '5'], 'xi'],
    ['if the earlier part can’t be read', twice, ['thirteen', '31'], 'xi'],
    ['if the earlier part is too long', twice, ['9'.repeat(120), '31'], 'ui'],
    ['if the earlier part exceeds the limits', twice, ['1e31', '2e31'], 'ii'],
    ['if one of two earlier parts is empty', area, ['5', '', '30'], 'ixi'],
    ['if it is empty', twice, ['13', ''], 'ix'],
    ['if every part has the same answer', twice, ['29', '29'], 'ic'],
    ['if every part has the same wrong number', twice, ['7', '7'], 'ii'],
    ['if the same number happens to fit, since it could be copied', twice, ['-5', '-5'], 'ii'],
    ['if an answer of 0 leaves only the formula’s constant', twice, ['0', '5'], 'ii'],
    ['if an answer of 1 leaves only another answer', area, ['1', '6', '6'], 'ici'],
    ['if an answer of 1 leaves only another wrong answer', area, ['1', '7', '7'], 'iii'],
    ['if an answer of 0 makes the result 0', area, ['0', '99', '0'], 'iii'],
    ['if an answer of 0 leaves only a sum', power, ['0', '2', '4'], 'ici'],
    ['if an exponent of 0 makes the other part meaningless', power, ['99', '0', '5'], 'iii'],
    ['if equal answers cancel out to 1', ratio, ['5', '5', '1'], 'iii'],
    ['if equal answers cancel out to 0', less, ['5', '5', '0'], 'iii'],
    ['if it divides by zero', ratio, ['5', '0', '0'], 'iii'],
    ['if the root isn’t a fraction', root, ['2', '3.414'], 'ii'],
    ['if the root is of a negative number', root, ['-16', '6'], 'ii'],
    ['if the unit is missing', meters, ['140 cm', '5.6'], 'ix'],
    ['if the unit is wrong', meters, ['140 cm', '5.6 kg'], 'ii'],
    ['if the unit of the earlier part is wrong', meters, ['140 kg', '5.6 m'], 'ii'],
    ['if every part has the same amount', meters, ['7 cm', '7 cm'], 'ii'],
    ['if it isn’t rounded as the key asks', rounded, ['11', '3.7'], 'ii'],
    ['if a rounded 0 would do', rounded, ['0.006', '0.00'], 'ii'],
    ['if it is beyond the tolerance', within, ['11', '34.5'], 'ii'],
    ['if a copied answer is within the tolerance', within, ['0.4', '0.4'], 'ii'],
    ['if it isn’t in the form that the key asks for', reduced, ['2', '2/4'], 'ii'],
    ['if a percentage isn’t accepted', reduced, ['2', '50%'], 'ii'],
    ['if the part isn’t a number but text', mixed, [drawn, '6', '36', '36'], 'uiif'],
  ])('%s', (_, key, given, want) => expect([checkKey(key), judged(key, given)]).toEqual([[], want]))
})

describe('a copied amount doesn’t follow through, even in another notation or unit', () => {
  test.each<[AnswerKey, string, string]>([
    [converted, '7 cm', '7.0 cm'],
    [converted, '140 cm', '140cm'],
    [converted, '140 cm', '1400 mm'],
    [converted, '140 cm', '1.4 m'],
    [converted, '1.4 m', '1.40 m'],
    [converted, '1.4 m', '140 centimeters'],
    [converted, '140 cm', '140 m'],
    [lengths({ convertUnits: true }, {}), '1.4 m', '1.40 m'],
    [inMeters, '140 cm', '140 m'],
    [money, '300 cents', '300¢'],
    [money, '300 cents', '$3.00'],
    [hours, '90 min', '90 minutes'],
    [hours, '90 min', '1.5 h'],
    [roundedLengths, '140 cm', '1.40 m'],
    [roundedLengths, '1.4 m', '1.40 m'],
    [withoutUnit, '140 cm', '140'],
    [withoutUnit, '140 cm', '140.5'],
    [bareFirst, '140', '140 cm'],
    [bareFirst, '140', '140.0 cm'],
    [share, '30', '30%'],
    [share, '30', '30.0%'],
    [hundredth, '30%', '30'],
    [hundredth, '30%', '30.0'],
  ])('%#: $1 and then $2', (key, first, second) => expect(judged(key, [first, second])).toBe('ii'))

  test.each<[AnswerKey, string[]]>([
    [converted, [copyFault('a/100')]],
    [money, [copyFault('a/100')]],
    [hours, [copyFault('a/60')]],
    [share, [copyFault('a/100')]],
    [hundredth, []],
    [inMeters, []],
    [bareFirst, []],
    [withoutUnit, []],
  ])(
    '%#: a formula is refused if a copied answer would always count as right, and accepted otherwise',
    (key, faults) => expect(checkKey(key)).toEqual(faults),
  )
})

test('the reason names the wrong parts, and the question is only partly right', () => {
  expect(grade(area, answer('5', '7', '35'))).toEqual({
    status: 'partial',
    score: 1 / 3,
    parts: [
      { status: 'incorrect', score: 0, reason: 'Take another look.' },
      { status: 'incorrect', score: 0, reason: 'Take another look.' },
      {
        status: 'correct',
        score: 1,
        reason: 'Follows from the answers to parts 1 and 2.',
        follows: [1, 2],
      },
    ],
  })
  expect(grade(chain, answer('3', '11', '25')).parts[2]?.reason).toBe('Follows from the answer to part 2.')
})

test('an unreadable part still makes the whole answer invalid, and the other parts stay ungraded', () =>
  expect(grade(chain, answer('4', '13', 'x'))).toMatchObject({
    status: 'invalid',
    parts: [{ status: 'ungraded' }, { status: 'ungraded' }, { status: 'invalid' }],
  }))

test('a listed mistake isn’t explained to a student whose answer follows from an earlier one', () => {
  const mistakes = [{ given: answer('', '31') as never, message: 'Add 5, not 7.' }]
  const key = { ...twice, mistakes } as AnswerKey
  expect(grade(key, answer('12', '31')).mistake).toBe('Add 5, not 7.')
  expect(grade(key, answer('13', '31')).mistake).toBeUndefined()
})

test('a listed mistake is explained if one of its parts is wrong and another one follows from it', () => {
  const mistakes = (...parts: string[]) => [{ given: answer(...parts) as never, message: 'Check.' }]
  const explains = (key: AnswerKey, listed: string[], given: string[]) =>
    grade({ ...key, mistakes: mistakes(...listed) }, answer(...given)).mistake === 'Check.'
  expect(explains(twice, ['13', '31'], ['13', '31'])).toBe(true)
  expect(explains(twice, ['13', ''], ['13', '31'])).toBe(true)
  expect(explains(chain, ['4', '13', '29'], ['4', '13', '29'])).toBe(true)
  expect(explains(chain, ['', '13', '29'], ['4', '13', '29'])).toBe(false)
  expect(explains(area, ['', '6', '30'], ['5', '6', '30'])).toBe(false)
})

test('a listed mistake doesn’t cause the parts to be graded again', () => {
  let reads = 0
  const first = {
    ...number('12'),
    get tolerance() {
      reads += 1
      return { abs: '0' }
    },
  }
  const readsWith = (count: number) => {
    reads = 0
    const mistakes = Array.from({ length: count }, (_, at) => ({
      given: answer('', String(100 + at)) as never,
      message: 'No.',
    }))
    const { parts } = grade({ ...keyOf(first, number('29')), mistakes }, answer('13', '31'))
    return { reads, graded: parts.length }
  }
  expect(readsWith(0).reads).toBeGreaterThan(0)
  expect(readsWith(20)).toEqual(readsWith(0))
})

describe('accepting an answer that follows through', () => {
  test('adds aliases only to the wrong parts, and the other parts still follow from them', () => {
    const next = accept(twice, answer('13', '31')) as AnswerKey
    expect(next).toEqual(keyOf(number('12', { hasAlias: ['13'] }), number('29', { follows: '2a + 5' })))
    expect(grade(next, answer('13', '31')).status).toBe('correct')
    expect(judged(next, ['12', '31'])).toBe('ci')
  })
  test('adds an alias only to the first wrong part of a chain', () => {
    const next = accept(chain, answer('4', '13', '29')) as AnswerKey
    expect(judged(next, ['4', '13', '29'])).toBe('cff')
    expect(judged(next, ['3', '13', '29'])).toBe('cif')
  })
})

describe('an answer follows from another accepted answer to an earlier part', () => {
  const either = keyOf(number('3', { hasAlias: ['-3'] }), number('10', { follows: '3a + 1' }))
  const near = keyOf(number('10', { tolerance: { abs: '1' } }), number('30', { follows: '3a' }))
  const other = keyOf(number('3', { unit: 'cm', hasAlias: ['4 in'] }), number('9', { follows: '3a' }))
  const both = keyOf(number('3', { hasAlias: ['-3'] }), number('2'), number('6', { follows: 'a*b' }))
  test.each<[string, AnswerKey, string[], string]>([
    ['with another value', either, ['-3', '-8'], 'cf'],
    ['written in another way', either, ['-6/2', '-8'], 'cf'],
    ['but not if the student gave the key’s own answer', either, ['3', '-8'], 'ci'],
    ['but not if it is calculated wrong', either, ['-3', '-7'], 'ci'],
    ['but not if it is copied', either, ['-3', '-3'], 'ci'],
    ['but not from a value within the tolerance', near, ['10.5', '31.5'], 'ci'],
    ['but not from one that can’t be read in its unit', other, ['4 in', '12'], 'ci'],
    ['together with a wrong one', both, ['-3', '5', '-15'], 'cif'],
  ])('%s', (_, key, given, want) => expect(judged(key, given)).toBe(want))
  test('while the key’s own answer stays right', () => expect(judged(either, ['-3', '10'])).toBe('cc'))
})

test('the samples include an answer that follows through', () =>
  expect(samplesOf(twice)).toContainEqual(answer('14', '33')))

describe('a formula is refused', () => {
  const with2 = (follows: string, value = '29') => keyOf(number('12'), number(value, { follows }))
  test.each<[string, AnswerKey, string]>([
    ['if it gives another answer', with2('2a + 6'), 'With the right answers, “2a + 6” is 30 instead of 29.'],
    ['if it divides by zero', with2('1/(a - 12)'), '“1/(a - 12)” has no exact value with the right answers.'],
    ['if it isn’t exact', with2('sqrt(a)'), '“sqrt(a)” has no exact value with the right answers.'],
    ['if it uses π', with2('π*a'), '“π*a” has no exact value with the right answers.'],
    [
      'if it names its own part',
      with2('2b'),
      '“2b” uses the letter b, which doesn’t stand for an earlier number. Letters you can use: a.',
    ],
    ['if it names no part', with2('29'), '“29” doesn’t refer to an earlier part. Letters you can use: a.'],
    ['if it is a relation', with2('a = 12'), '“a = 12” isn’t a single number.'],
    [
      'if it only copies an answer',
      keyOf(number('12'), number('12', { follows: 'a' })),
      'With “a”, a copied answer would count as right. Write what has to be calculated, such as 2a + 5.',
    ],
    [
      'if it only seems to calculate',
      keyOf(number('12'), number('12', { follows: 'a + 0' })),
      'With “a + 0”, a copied answer would count as right. Write what has to be calculated, such as 2a + 5.',
    ],
    [
      'if the tolerance is so wide that a copied answer fits',
      keyOf(number('12'), number('12.1', { follows: 'a + 0.1', tolerance: { abs: '1' } })),
      'With “a + 0.1”, a copied answer would count as right. Write what has to be calculated, such as 2a + 5.',
    ],
    [
      'if it can be read in two ways',
      with2('348/2a'),
      '“348/2a” can be read in two ways. Add parentheses, and write numbers without commas.',
    ],
    [
      'if it is too long',
      with2('a+a+a+a+a+a+a+a+a+a+a+a+a'),
      '“a+a+a+a+a+a+a+a+a+a+a+a+a” is too long. Use at most 12 numbers and letters.',
    ],
    [
      'if the earlier part isn’t a number',
      keyOf({ kind: 'words', value: 'odd' }, number('29', { follows: '2a + 5' })),
      '“2a + 5” can’t be used, because no earlier part is a number.',
    ],
    [
      'if its letter stands for a part that isn’t a number',
      keyOf({ kind: 'words', value: 'odd' }, number('12'), number('29', { follows: '2a + 5' })),
      '“2a + 5” uses the letter a, which doesn’t stand for an earlier number. Letters you can use: b.',
    ],
  ])('%s', (_, key, fault) => expect(checkKey(key)).toEqual([fault]))

  test('unless the answer is rounded as the key asks', () => expect(checkKey(rounded)).toEqual([]))
  test('if it can’t be read, with the reason', () =>
    expect(checkKey(with2('2a +'))[0]).toMatch(/^“2a \+” can’t be read\. ./))
  test('unless only an earlier part has a fault', () =>
    expect(checkKey(keyOf(number('x'), number('29', { follows: '2a + 5' })))).toHaveLength(1))
})

test('a formula may contain random values, with negative ones and fractions in parentheses', () => {
  const key = keyOf(number('{{n}}'), number('{{5 - k*n}}', { follows: '5 - {{k}}a' }))
  for (const [n, k] of [
    [3, -2],
    [4, 7],
  ] as const) {
    const { key: filled } = fillKey(
      key,
      new Map([
        ['n', { top: BigInt(n), bottom: 1n }],
        ['k', { top: BigInt(k), bottom: 2n }],
      ]),
    )
    expect(filled && checkKey(filled)).toEqual([])
    expect(filled && judged(filled, ['8', String(5 - (k / 2) * 8)])).toBe('if')
  }
})

describe('properties', () => {
  const small = fc.integer({ min: -60, max: 60 })
  const factor = fc.integer({ min: 2, max: 9 })
  const linear = fc.tuple(factor, fc.integer({ min: 1, max: 30 }), small, small, small)

  test('only the exact result of the formula follows through', () =>
    fc.assert(
      fc.property(linear, ([times, more, right, wrong, given]) => {
        fc.pre(wrong !== right && given !== times * right + more)
        const follows = `${times}a + ${more}`
        const key = keyOf(number(String(right)), number(String(times * right + more), { follows }))
        const isFollowed = judged(key, [String(wrong), String(given)]) === 'if'
        if (given !== times * wrong + more) return !isFollowed
        const copied = [0, 1, wrong, times, more, times * wrong]
        return isFollowed === !copied.includes(given)
      }),
      { numRuns: 3000 },
    ))

  test('the same answer in every part never follows through', () =>
    fc.assert(
      fc.property(fc.constantFrom(twice, area, chain, power, ratio, less, within), small, (key, same) => {
        const count = key.kind === 'fr' ? key.parts.length : 0
        return !judged(
          key,
          Array.from({ length: count }, () => String(same)),
        ).includes('f')
      }),
    ))

  const hostile = fc.oneof(
    fc.string({ maxLength: 200, unit: 'binary' }),
    fc.constantFrom(
      '',
      ' ',
      '0',
      '-0',
      '0/5',
      '1/0',
      '1e64',
      '1e-64',
      '9'.repeat(100),
      '½',
      '∞',
      'NaN',
      '1,000',
    ),
    fc.stringMatching(/^[-+]?\d{1,40}([./]\d{1,40})?%?$/),
  )

  test('hostile answers and formulas never throw, and a question never becomes right by follow-through', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.stringMatching(/^[ab0-9+*/^() -]{1,60}$/),
          fc.string({ minLength: 1, maxLength: 100, unit: 'binary' }),
          fc.constantFrom('2a', 'a^64', 'a^b', 'b^(-a)', 'a/(a-b)', 'sqrt(a)', '1/(1/a)', 'a^a^a'),
        ),
        hostile,
        hostile,
        hostile,
        (follows, ...given) => {
          const key = keyOf(number('7'), number('1/3'), number('5', { follows }))
          checkKey(key)
          const { status, parts } = gradeAtLast(key, answer(...given))
          return status !== 'correct' || parts.every((each) => each.follows === undefined)
        },
      ),
      { numRuns: 2000 },
    ))

  test('the longest formulas with the longest answers are graded within 100 ms', () => {
    const follows = 'a*b*c*d*e*f + a/b + c/d + e/f'
    const key = keyOf(
      ...['2', '3', '5', '7', '11', '13'].map((each) => number(each)),
      number('1', { follows }),
    )
    const long = [3, 7, 9, 11, 13, 17].map((n) => `${'9'.repeat(28)}${n % 10}/${'7'.repeat(27)}${n}`)
    expect(cpuMs(() => judged(key, [...long, '12']))).toBeLessThan(100)
  })
})
