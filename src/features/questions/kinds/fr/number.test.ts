import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { NumberForm } from '#math/number-forms.ts'
import { number } from './number.ts'

type Key = z.infer<typeof number.key>
const key = (value: string, more: Partial<Key> = {}): Key => ({ kind: 'number', value, ...more })

const status = (of: Key, text: string) => number.grade(of, text).status

test.each([
  ['the number itself', '12', '12'],
  ['a decimal for a fraction', '1/2', '0.5'],
  ['a fraction for a decimal', '0.75', '3/4'],
  ['a mixed number for a fraction', '3/2', '1 1/2'],
  ['a fraction for percent', '25%', '1/4'],
  ['scientific for a whole number', '30000', '3×10⁴'],
  ['thousands for a whole number', '12000', '12,000'],
  ['a fraction that is not reduced', '1/2', '50/100'],
  ['a fraction in one character', '1/2', '½'],
  ['a different minus sign', '-3', '−3'],
  ['a period at the end', '5', '5.'],
  ['trailing zeros', '2.5', '2.500'],
])('an answer is right if it equals the key as an exact fraction: %s', (_, value, given) => {
  expect(number.grade(key(value), given)).toEqual({ status: 'correct', score: 1, reason: 'Right.' })
})

test.each([
  ['a third doesn’t equal many of its decimals', '1/3', '0.333333333333333333'],
  ['a number that is equal in floating point', '0.3', '0.30000000000000000000001'],
  ['the other sign', '5', '-5'],
  ['a percentage doesn’t equal its number without the sign', '50%', '50'],
  ['upside down', '2/3', '3/2'],
])('a different value is wrong: %s', (_, value, given) => {
  expect(number.grade(key(value), given)).toEqual({
    status: 'incorrect',
    score: 0,
    reason: 'Take another look.',
  })
})

test.each(['', '3/', '3 4', 'five', '$5', '2+3'])('an answer that isn’t a number (%s) is invalid', (given) =>
  expect(number.grade(key('5'), given)).toMatchObject({ status: 'invalid', score: 0 }),
)

test('an answer beyond the limits is ungraded, even if it would be right', () => {
  expect(status(key('1'), `1.${'0'.repeat(100)}`)).toBe('ungraded')
  expect(status(key('1'), '1e65')).toBe('ungraded')
  expect(status(key('1', { hasAlias: ['one'] }), 'one'.repeat(20_000))).toBe('ungraded')
})

test.each<[NonNullable<Key['form']>, string, string[], string[]]>([
  ['integer', '4', ['4', '+4', '4.', '04'], ['4.0', '8/2', '400%', '4e0']],
  ['decimal', '0.5', ['0.5', '.50'], ['1/2', '50%', '5e-1', '½']],
  ['decimal', '3', ['3', '3.0'], ['6/2', '3e0']],
  ['fraction', '1/2', ['1/2', '2/4', '½'], ['0.5', '50%']],
  ['fraction', '3/2', ['3/2', '6/4'], ['1 1/2', '1.5']],
  ['reduced', '1/2', ['1/2', '½'], ['2/4', '0.5', '50%']],
  ['reduced', '3/2', ['3/2', '1 1/2'], ['6/4', '1 2/4', '0 3/2']],
  ['reduced', '2', ['2'], ['2/1', '4/2']],
  ['mixed', '3/2', ['1 1/2', '1½'], ['3/2', '1.5', '0 3/2', '150%', '1 2/4']],
  ['mixed', '2', ['2'], ['2.0', '4/2', '1 2/2']],
  ['mixed', '2/3', ['2/3'], ['4/6', '0 4/6']],
  ['improper', '3/2', ['3/2', '6/4', '3 / 2'], ['1 1/2', '1.5', '150%', '15e-1']],
  ['improper', '4', ['4/1', '8/2'], ['4', '4.0']],
  ['proper', '2/3', ['2/3', '⅔'], ['4/6', '0 2/3']],
  ['proper', '-1/2', ['-1/2'], ['-0.5', '-2/4', '-50%']],
  [
    'scientific',
    '3670',
    ['3.67×10³', '3.67x10^3', '3.67E3', '3.670*10^3'],
    ['3670', '36.7×10²', '0.367×10⁴', '367000%'],
  ],
  ['scientific', '0.0012', ['1.2e-3', '1.2×10⁻³'], ['12e-4', '0.0012', '3/2500']],
  ['percent', '25%', ['25%', '25.0 %', '25/1%'], ['0.25', '1/4']],
])('the required form %s of the key %s accepts %j but not %j', (form, value, rights, wrongs) => {
  for (const given of rights) expect([given, status(key(value, { form }), given)]).toEqual([given, 'correct'])
  for (const given of wrongs)
    expect([given, status(key(value, { form }), given)]).toEqual([given, 'incorrect'])
})

test('a percentage is right only if the key is one or the author allows it', () => {
  const verdict = { status: 'incorrect', score: 0, reason: 'Right value, but write it without the % sign.' }
  expect(number.grade(key('21/4'), '525%')).toEqual(verdict)
  expect(number.grade(key('0.5', { tolerance: { abs: '0.1' } }), '50%')).toEqual(verdict)
  expect(status(key('21/4', { allowPercent: true }), '525%')).toBe('correct')
  expect(status(key('525%'), '525 %')).toBe('correct')
  expect(status(key('21/4', { hasAlias: ['525%'] }), '525.0%')).toBe('correct')
  expect(status(key('21/4', { form: 'percent', hasAlias: [] }), '525%')).toBe('correct')
  expect(status(key('21/4', { allowPercent: true }), '52%')).toBe('incorrect')
  expect(number.samples(key('1/2')).filter((each) => each.includes('%'))).toEqual(['50%'])
  expect(number.samples(key('1/2', { allowPercent: true })).filter((each) => each.includes('%'))).toEqual([
    '50%',
    '50 %',
  ])
})

test('the right value in the wrong form is incorrect, and the reason says how to write it instead', () => {
  const reason = (form: Key['form'], value: string, given: string) =>
    number.grade(key(value, { form }), given)
  expect(reason('integer', '4', '8/2')).toEqual({
    status: 'incorrect',
    score: 0,
    reason: 'Right value, but write it as a whole number.',
  })
  expect(reason('reduced', '1/2', '2/4').reason).toBe(
    'Right value, but write it as a fraction in lowest terms.',
  )
  expect(reason('percent', '1/2', '0.5').reason).toBe(
    'Right value, but write it as a percent, with the % sign.',
  )
  expect(reason('mixed', '3/2', '5/2').reason).toBe('Take another look.')
})

test.each<[string, Partial<Key>, string, string[], string[]]>([
  ['± an amount', { tolerance: { abs: '0.05' } }, '2', ['2', '2.05', '1.95', '39/20'], ['2.0500001', '1.9']],
  ['± zero', { tolerance: { abs: '0' } }, '2', ['2'], ['2.0000001']],
  [
    '± a percentage',
    { tolerance: { percent: '10' } },
    '-50',
    ['-50', '-45', '-55'],
    ['-44.9', '-55.1', '50'],
  ],
  ['± a percentage of zero', { tolerance: { percent: '10' } }, '0', ['0'], ['0.1']],
  [
    'decimal places',
    { tolerance: { decimalPlaces: 2 } },
    '3.14',
    ['3.14', '+3.14', '03.14'],
    ['3.1', '3.15', '3.1416', '3.140', '314/100'],
  ],
  [
    'decimal places with zeros',
    { tolerance: { decimalPlaces: 2 } },
    '2.50',
    ['2.50'],
    ['2.5', '2.500', '2.51'],
  ],
  [
    'decimal places, rounded half away from zero',
    { tolerance: { decimalPlaces: 1 } },
    '-0.25',
    ['-0.3'],
    ['-0.2', '-0.25'],
  ],
  [
    'decimal places in percent',
    { tolerance: { decimalPlaces: 1 } },
    '12.34%',
    ['12.3%'],
    ['12.34%', '12%', '0.1', '0.123'],
  ],
  [
    'decimal places, in percent only if required',
    { tolerance: { decimalPlaces: 1 } },
    '12.3',
    ['12.3'],
    ['1230.0%'],
  ],
  [
    'no decimal places',
    { tolerance: { decimalPlaces: 0 } },
    '99.5',
    ['100', '100.'],
    ['99', '99.5', '100.0'],
  ],
  [
    'significant figures',
    { tolerance: { significantFigures: 3 } },
    '3.14159',
    ['3.14', '314e-2'],
    ['3.1', '3.142', '3.140'],
  ],
  [
    'significant figures of a whole number',
    { tolerance: { significantFigures: 2 } },
    '1234',
    ['1200', '1.2e3'],
    ['1230', '1234', '1200.0'],
  ],
  [
    'significant figures across a power of ten',
    { tolerance: { significantFigures: 2 } },
    '9.96',
    ['10', '1.0e1'],
    ['9.9', '9.96', '10.0'],
  ],
  [
    'significant figures of a small number',
    { tolerance: { significantFigures: 2 } },
    '0.01204',
    ['0.012', '.012'],
    ['0.01', '0.0120'],
  ],
  [
    'significant figures of zero',
    { tolerance: { significantFigures: 1 } },
    '0',
    ['0', '0.0'],
    ['0.1', '1', '0.00'],
  ],
  [
    'significant figures of zero, written',
    { tolerance: { significantFigures: 2 } },
    '0.00',
    ['0.00', '0.0'],
    ['0', '0.0000'],
  ],
  [
    'a form and an amount',
    { form: 'fraction', tolerance: { abs: '0.1' } },
    '1/2',
    ['1/2', '6/10'],
    ['0.5', '7/10'],
  ],
])('answers are right only within the tolerance: %s', (_, more, value, rights, wrongs) => {
  for (const given of rights) expect([given, status(key(value, more), given)]).toEqual([given, 'correct'])
  for (const given of wrongs) expect([given, status(key(value, more), given)]).toEqual([given, 'incorrect'])
})

test('the reason says how many digits the answer needs', () => {
  const places = key('3.14', { tolerance: { decimalPlaces: 2 } })
  expect(number.grade(places, '3.1416').reason).toBe('Right value, but write it with 2 decimal places.')
  expect(number.grade(key('7', { tolerance: { decimalPlaces: 0 } }), '7.1').reason).toBe(
    'Right value, but round it to a whole number.',
  )
  expect(number.grade(key('7', { tolerance: { significantFigures: 1 } }), '7.0').reason).toBe(
    'Right value, but write it with 1 significant figure.',
  )
})

test.each([
  ['matches as text', 'no solution', 'No  Solution ', 'correct'],
  ['matches as a number with the same value', '0.5', '1/2', 'correct'],
  ['is never a pattern', '.*', '7', 'incorrect'],
  ['is never a pattern that hangs', '(a+)+$', 'a'.repeat(199), 'invalid'],
  ['never matches an empty answer', '\u200b', '', 'invalid'],
])('an alias %s', (_, alias, given, want) =>
  expect(status(key('3', { hasAlias: [alias] }), given)).toBe(want),
)

test('an alias typed exactly is right in any form; an equal number must have the required form', () => {
  const half = key('1/2', { form: 'reduced', hasAlias: ['0.5'] })
  expect(status(half, '0.5')).toBe('correct')
  expect(status(half, '0.50')).toBe('incorrect')
})

test.each<[string, Key, string[]]>([
  ['is valid', key('1/2'), []],
  [
    'isn’t a number',
    key('abc'),
    ['The answer “abc” is not a number. Write the number in digits, without words or units.'],
  ],
  [
    'is not in its own form',
    key('2/4', { form: 'reduced' }),
    [
      'The answer “2/4” wouldn’t be accepted as right. Right value, but write it as a fraction in lowest terms.',
    ],
  ],
  [
    'isn’t rounded as required',
    key('3.14159', { tolerance: { decimalPlaces: 2 } }),
    ['The answer “3.14159” wouldn’t be accepted as right. Right value, but write it with 2 decimal places.'],
  ],
  [
    'has a negative tolerance',
    key('3', { tolerance: { abs: '-1' } }),
    ['The tolerance “-1” must be a plain number, 0 or more.'],
  ],
  [
    'has a tolerance with a percent sign',
    key('3', { tolerance: { percent: '5%' } }),
    ['The tolerance “5%” must be a plain number, 0 or more.'],
  ],
])('the check lists the faults of a key that %s', (_, of, problems) =>
  expect(number.check(of)).toEqual(problems),
)

test('a key without a usable answer never marks an answer wrong', () =>
  expect(status(key('abc'), '5')).toBe('ungraded'))

const anyNumber = fc.oneof(
  fc.integer().map(String),
  fc
    .tuple(fc.integer({ min: -9999, max: 9999 }), fc.integer({ min: 0, max: 999 }))
    .map(([a, b]) => `${a}.${b}`),
  fc.tuple(fc.integer({ min: -99, max: 99 }), fc.integer({ min: 1, max: 99 })).map(([a, b]) => `${a}/${b}`),
  fc
    .tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 99 }))
    .map(([a, b, c]) => `${a} ${b}/${c}`),
  fc.tuple(fc.integer({ min: -99, max: 99 }), fc.integer({ min: -64, max: 64 })).map(([a, b]) => `${a}e${b}`),
  fc.integer({ min: -999, max: 999 }).map((a) => `${a}%`),
)
const anyKey = fc.record(
  {
    kind: fc.constant('number' as const),
    value: fc.oneof(anyNumber, fc.string({ minLength: 1 })),
    hasAlias: fc.array(fc.string({ minLength: 1 }), { maxLength: 3 }),
    form: fc.constantFrom(...NumberForm.options),
    allowPercent: fc.boolean(),
    tolerance: fc.oneof(
      fc.record({ abs: fc.oneof(anyNumber, fc.string()) }),
      fc.record({ percent: anyNumber }),
      fc.record({ decimalPlaces: fc.integer({ min: 0, max: 20 }) }),
      fc.record({ significantFigures: fc.integer({ min: 1, max: 20 }) }),
    ),
  },
  { requiredKeys: ['kind', 'value'] },
) as fc.Arbitrary<Key>

test('grading never throws and scores 0 or 1', () => {
  fc.assert(
    fc.property(anyKey, fc.oneof(anyNumber, fc.string({ unit: 'binary', maxLength: 250 })), (of, given) => {
      const { status: word, score, reason } = number.grade(of, given)
      expect(score).toBe(word === 'correct' ? 1 : 0)
      expect(reason).not.toBe('')
      number.check(of)
    }),
    { numRuns: 2000 },
  )
})

test('every notation of a number matches all of its other notations, and the number plus one never does', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 6 }), fc.integer({ min: 1, max: 500 }), (top, bottom) => {
      const ways = [
        `${top}/${bottom}`,
        `${top * 3} / ${bottom * 3}`,
        `${Math.trunc(top / bottom)} ${top % bottom}/${bottom}`,
        `${top * 100}/${bottom}%`,
      ]
      for (const value of ways) {
        for (const given of ways) expect(status(key(value, { allowPercent: true }), given)).toBe('correct')
        expect(status(key(value), `${top + 1}/${bottom}`)).toBe('incorrect')
        expect(status(key(value), `${top * 1000 + 1}/${bottom * 1000}`)).toBe('incorrect')
      }
    }),
  )
})

test('fields that contain answers aren’t sent to students', () => {
  const secret = key('canary', {
    hasAlias: ['canary'],
    form: 'mixed',
    tolerance: { abs: '77' },
    tooltip: 'in meters',
    rightAlign: true,
    weight: 3,
  })
  expect(JSON.parse(JSON.stringify(number.show(secret)))).toEqual({
    kind: 'number',
    tooltip: 'in meters',
    rightAlign: true,
  })
})

test.each(['cm', 'kg', 'm', 'meters'])('the samples of a number in %s include a wrong unit', (unit) => {
  const length = key('12', { unit })
  const verdicts = number.samples(length).map((each) => number.grade(length, each).reason)
  expect(verdicts).toContain('Check the unit.')
})

describe('a number with its unit', () => {
  const cm: Key = { kind: 'number', value: '12', unit: 'cm' }
  const any: Key = { ...cm, convertUnits: true }
  const price: Key = { kind: 'number', value: '3.50', unit: '$', convertUnits: true }
  const time: Key = { kind: 'number', value: '90', unit: 'min', convertUnits: true }
  const warm: Key = { kind: 'number', value: '20', unit: '°C' }
  test.each<[string, Key, string, string, string]>([
    ['is right', cm, '12 cm', 'correct', 'Right.'],
    ['is right without a space', cm, '12cm', 'correct', 'Right.'],
    ['is right with the unit in words', cm, '12 centimeters', 'correct', 'Right.'],
    ['may be another number with the same value', cm, '24/2 cm', 'correct', 'Right.'],
    ['is wrong if its number is wrong', cm, '13 cm', 'incorrect', 'Take another look.'],
    ['needs its unit', cm, '12', 'invalid', 'Write the unit as well.'],
    ['needs its unit, even if the number is wrong', cm, '13', 'invalid', 'Write the unit as well.'],
    ['is wrong with a wrong unit', cm, '12 cm²', 'incorrect', 'Check the unit.'],
    ['is wrong with a wrong unit and number', cm, '13 kg', 'incorrect', 'Check the unit.'],
    ['is wrong in another unit that isn’t allowed', cm, '1.2 dm', 'incorrect', 'Check the unit.'],
    ['is right in another unit that is allowed', any, '1.2 dm', 'correct', 'Right.'],
    ['is right if it is exact after conversion', any, '0.12 m', 'correct', 'Right.'],
    ['must convert exactly', any, '0.1200000000000000001 m', 'incorrect', 'Take another look.'],
    ['is wrong in a unit that measures something else', any, '12 s', 'incorrect', 'Check the unit.'],
    ['can’t be read if its number is in words', any, 'twelve cm', 'invalid', 'Write a number first.'],
    ['can’t be empty', any, '', 'invalid', 'Write a number first.'],
    ['may be money with a sign', price, '$3.50', 'correct', 'Right.'],
    ['may be money with a word', price, '3.5 dollars', 'correct', 'Right.'],
    ['may be money in a smaller unit', price, '350¢', 'correct', 'Right.'],
    ['may be a wage', { ...price, unit: '$/h' }, '$3.50/hour', 'correct', 'Right.'],
    ['may be in hours and minutes', time, '1 h 30 min', 'correct', 'Right.'],
    ['may be in hours and minutes in words', time, '1 hour and 30 minutes', 'correct', 'Right.'],
    ['may be in hours and minutes in Spanish', time, '1 hora y 30 minutos', 'correct', 'Right.'],
    ['is wrong if it is a minute off', time, '1 h 31 min', 'incorrect', 'Take another look.'],
    ['may be in feet and inches', { ...time, value: '63', unit: 'in' }, '5′3″', 'correct', 'Right.'],
    ['is wrong in two units of different kinds', time, '1 h 30 cm', 'incorrect', 'Check the unit.'],
    ['is wrong if it begins with the smaller unit', time, '30 min 1 h', 'incorrect', 'Check the unit.'],
    ['is wrong with a decimal in the larger unit', time, '1.5 h 0 min', 'incorrect', 'Check the unit.'],
    ['is wrong with a minus sign in its second part', time, '2 h -30 min', 'incorrect', 'Check the unit.'],
    [
      'is wrong in two units if only one is allowed',
      { ...time, convertUnits: false },
      '1 h 30 min',
      'incorrect',
      'Check the unit.',
    ],
    ['may have C for °C', warm, '20 C', 'correct', 'Right.'],
    ['is wrong with F for °C', warm, '20 F', 'incorrect', 'Check the unit.'],
    ['may have the ordinal sign of a Spanish keyboard for °', warm, '20 ºC', 'correct', 'Right.'],
    ['is wrong in another currency', price, '€3.50', 'incorrect', 'Check the unit.'],
    [
      'is right if it equals an alias with a unit',
      { ...cm, hasAlias: ['1 dm'], convertUnits: true },
      '10 cm',
      'correct',
      'Right.',
    ],
    ['may be a unitless alias', { ...cm, hasAlias: ['13'] }, '13 cm', 'correct', 'Right.'],
    ['may be within the tolerance', { ...any, tolerance: { abs: '0.5' } }, '0.124 m', 'correct', 'Right.'],
    [
      'must have the required form',
      { ...cm, form: 'decimal' },
      '24/2 cm',
      'incorrect',
      'Right value, but write it as a decimal.',
    ],
    [
      'may have a word as its unit',
      { kind: 'number', value: '7', unit: 'apples' },
      '7 apples',
      'correct',
      'Right.',
    ],
  ])('%s', (_, of, text, want, reason) =>
    expect(number.grade(of, text)).toMatchObject({ status: want, reason }),
  )

  test('is shown to students without its unit, but the model answer includes the unit', () => {
    expect(JSON.stringify(number.show(cm))).toBe('{"kind":"number","hasUnit":true}')
    expect([number.solution(cm), number.solution(price)]).toEqual(['12 cm', '$3.50'])
    expect(number.show({ kind: 'number', value: '1' }).hasUnit).toBeUndefined()
  })
})
