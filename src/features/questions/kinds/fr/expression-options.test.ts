import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { cpuMs } from '#tests/time.ts'
import { expression } from './expression.ts'

type Key = z.infer<typeof expression.key>
const key = (value: string, more: Partial<Key> = {}): Key => ({ kind: 'expression', value, ...more })
const status = (of: Key, text: string) => expression.grade(of, text).status

/** A test case: its name, the right answer, and the student's answer. */
type Case = [reason: string, value: string, given: string]

describe('an antiderivative', () => {
  const integral = (value: string, more: Partial<Key> = {}) => key(value, { plusConstant: true, ...more })

  test.each<Case>([
    ['as in the key', 'x^2+C', 'x²+C'],
    ['another letter', 'x^2+C', 'x^2+K'],
    ['a lowercase letter', 'x^2+C', 'c+x^2'],
    ['a letter with an index', 'x^2+C', 'x^2+C_1'],
    ['twice the constant', 'x^2+C', 'x^2+2C'],
    ['the constant subtracted', 'x^2+C', 'x^2-C'],
    ['a third of the constant', 'x^2+C', 'x^2+C/3'],
    ['√2 times the constant', 'x^2+C', 'x^2+√2C'],
    ['π times the constant', 'x^2+C', 'x^2+πk'],
    ['a number next to the constant', '(x+1)^2/2+C', 'x^2/2+x+C'],
    ['a number added', 'x^2+C', 'x^2+5-C'],
    ['everything over one denominator', 'x^2/2+C', '(x^2+C)/2'],
    ['in TeX', 'x^3/3+C', '\\frac{x^{3}}{3}+C'],
    ['a decimal', 'x^2/2+C', '0.5x^2+C'],
    ['another factor inside the logarithm', 'ln|x|+C', 'ln|3x|+C'],
    ['the square inside the logarithm', '2ln|x|+C', 'ln(x^2)+C'],
    ['a trigonometric identity', '(sin x)^2/2+C', '-(cos x)^2/2+C'],
    ['another trigonometric identity', '(sin x)^2/2+C', '-cos(2x)/4+K'],
    ['an exponential', 'e^x+C', 'C+e^x'],
    ['a root', '2/3x^(3/2)+C', '2/3 x√x+C'],
    ['an inverse function', 'arctan x+C', 'tan^-1(x)+C'],
    ['a quotient of polynomials', '-1/(x+1)+C', 'x/(x+1)+C'],
    ['the constant in a canceled quotient', 'x+C', '(x^2+Cx)/x'],
    ['another letter in the question', 'ax^2/2+C', 'a x^2/2+K'],
    ['k in the question', 'kx^2/2+C', 'k x^2/2+C'],
    ['the letter of the key is not C', 'x^2+k', 'x^2+C'],
    ['nothing but the constant', 'C', 'K-3'],
  ])('with any constant is right: %s', (_, value, given) =>
    expect(status(integral(value), given)).toBe('correct'),
  )

  test.each<Case>([
    ['the constant is a factor', 'x^2+C', 'Cx^2'],
    ['the constant times x', 'x^2+C', 'x^2+Cx'],
    ['the constant squared', 'x^2+C', 'x^2+C^2'],
    ['the constant squared and negative', 'x^2+C', 'x^2-C^2'],
    ['the constant to the fourth power, with a lower one', 'x^2+C', 'x^2+C^4+C'],
    ['the constant in a factor', 'x^2+C', '(x+C)^2'],
    ['the constant in a factor, with x', 'x^2/2+C', '(x+C)^2/2'],
    ['the constant in an exponent', 'e^x+C', 'e^(x+C)'],
    ['the constant as a factor of an exponential', 'e^x+C', 'Ce^x'],
    ['the constant divided by x', 'x^2+C', 'x^2+C/x'],
    ['the constant cancels', 'x^2+C', 'x^2+C-C'],
    ['the constant times 0', 'x^2+C', 'x^2+0C'],
    ['the constant in the denominator', 'x^2+C', 'x^2/C'],
    ['another power', 'x^3/3+C', 'x^2+C'],
    ['another factor', 'x^3/3+C', 'x^3+C'],
    ['a factor that is almost right', 'x^3/3+C', '0.3333333333x^3+C'],
    ['the derivative', 'x^2+C', '2+C'],
    ['another sign', '-cos x+C', 'cos x+C'],
    ['x inside the sine', 'sin(x)/2+C', 'sin(2x)/2+C'],
    ['a missing factor', 'sin(2x)/2+C', 'sin(2x)+C'],
    ['x added', '(sin x)^2/2+C', '-(cos x)^2/2+x+C'],
    ['nothing but the constant', 'x+C', 'C'],
    ['a tiny slope', 'x^2+C', 'x^2+0.0000001x+C'],
  ])('is wrong: %s', (_, value, given) => expect(status(integral(value), given)).toBe('incorrect'))

  test.each<Case>([
    ['the constant inside the logarithm', 'ln|x|+C', 'ln|Cx|'],
    ['no absolute value', 'ln|x|+C', 'ln(x)+C'],
    ['a logarithm of the constant', 'ln|x|+C', 'ln|x|+ln|C|'],
    ['the third power of the constant', 'x^2+C', 'x^2+C^3'],
    ['an exponential of the constant', 'x^2+C', 'x^2+e^C'],
    ['another letter next to the constant', 'ax^2/2+C', 'ax^2/2+a+C'],
    ['another letter as a factor of the constant', 'ax^2/2+C', 'ax^2/2+aC'],
  ])('is never marked right or wrong: %s', (_, value, given) =>
    expect(['ungraded', 'invalid']).toContain(status(integral(value), given)),
  )

  test.each<[reason: string, given: string, says: string]>([
    ['a right answer without a constant', 'x^2', 'Don’t forget + C.'],
    ['a wrong answer without a constant', 'x^3', 'Don’t forget + C.'],
    ['a number instead of the constant', 'x^2+7', 'Don’t forget + C.'],
    ['the variable as the constant', 'x^2+x', 'Don’t forget + C.'],
    ['two constants', 'x^2+C+K', 'Use the letters in the question, plus one more for the constant.'],
    ['another variable', 't^2+C', 'Use the letters in the question, plus one more for the constant.'],
    [
      'the variable as a capital letter',
      'X^2',
      'The letter X doesn’t belong in this answer. Check the lowercase and capital letters.',
    ],
  ])('costs no try: %s', (_, given, says) =>
    expect(expression.grade(integral('x^2+C'), given)).toMatchObject({ status: 'invalid', reason: says }),
  )

  test('costs no try if an equation or a list is given instead', () => {
    expect(status(integral('x^2+C'), 'y=x^2+C')).toBe('invalid')
    expect(status(integral('x^2+C'), 'x^2+C, x^2')).toBe('invalid')
  })

  test('is compared with each accepted answer, with or without a constant', () => {
    const either = integral('ln|x|+C', { hasAlias: ['ln x + C', 'ln x'] })
    expect(status(either, 'ln x + K')).toBe('correct')
    expect(status(either, 'ln x')).toBe('correct')
    expect(status(either, 'ln(x^2) + K')).toBe('incorrect')
  })

  test.each([
    ['x^2', false],
    ['Cx^2', false],
    ['x^2+C^2', false],
    ['y=x^2+C', false],
    ['x^2+C', true],
    ['x^2-2k', true],
    ['ln|x|+c', true],
  ])('the key %s is finished: %s', (value, isFinished) =>
    expect(expression.check(integral(value)).length === 0).toBe(isFinished),
  )

  test('has a constant only if the key says so; otherwise, C is an ordinary letter', () => {
    expect(status(key('x^2+C'), 'x^2+K')).toBe('invalid')
    expect(status(key('x^2+C'), 'x^2+2C')).toBe('incorrect')
  })
})

describe('a tolerance', () => {
  const near = (value: string, amount: string) => key(value, { tolerance: { abs: amount } })
  const percent = (value: string, amount: string) => key(value, { tolerance: { percent: amount } })

  test.each<[...Case, amount: string]>([
    ['rounded coefficients', '8/3x+4/3', '2.67x+1.33', '0.005'],
    ['the exact key', '8/3x+4/3', '4(2x+1)/3', '0.005'],
    ['the terms in another order', '8/3x+4/3', '1.33+2.67x', '0.005'],
    ['multiplied out', '2/3(x-1)', '0.67x-0.67', '0.005'],
    ['a factor taken out', '8/3x+4/3', '1.333(2x+1)', '0.005'],
    ['exactly at the tolerance', '2x', '2.1x', '0.1'],
    ['an equation', 'y=8/3x+4/3', 'y=2.67x+1.33', '0.005'],
    ['an equation with its sides swapped', 'y=8/3x+4/3', '2.67x+1.33=y', '0.005'],
    ['an equation that isn’t solved', 'y=8/3x+4/3', '2.67x-y+1.33=0', '0.005'],
    ['an equation multiplied by 2', 'y=8/3x+4/3', '2y=5.34x+2.66', '0.005'],
    ['an equation in point-slope form', 'y=8/3x+4/3', 'y-4=2.67(x-1)', '0.005'],
    ['an inequality', 'y<8/3x+4/3', 'y<2.67x+1.33', '0.005'],
    ['an inequality read from the right', 'y<8/3x+4/3', '2.67x+1.33>y', '0.005'],
    ['an inequality that isn’t solved', 'y<8/3x+4/3', 'y-2.67x<1.33', '0.005'],
    ['an inequality multiplied by −1', 'y<8/3x+4/3', '-y>-2.67x-1.33', '0.005'],
    ['terms on both sides', '8/3x+4/3y=1', '2.67x+1.33y-1=0', '0.005'],
    ['terms on both sides, read from the right', '8/3x+4/3y=1', '1=1.33y+2.67x', '0.005'],
    ['π', 'πr^2', '3.14r^2', '0.01'],
    ['a root', '√2x+1', '1.41x+1', '0.01'],
    ['several letters and powers', '1/3x^2y-2/7xy', '0.33x^2y-0.29xy', '0.01'],
    ['divided by a letter', '8/(3x)', '2.67/x', '0.005'],
    ['a quotient', '(8/3x+1)/(x-3)', '(2.67x+1)/(x-3)', '0.005'],
    ['a quotient multiplied by 2/2', '(8/3x+1)/(x-3)', '(5.34x+2)/(2x-6)', '0.005'],
    ['an equation with a quotient', 'y=8/3/(x-1/3)', 'y=2.67/(x-0.33)', '0.005'],
    ['a point', '(8/3, 4/3)', '(2.67, 1.33)', '0.005'],
    ['a number', '8/3', '2.67', '0.005'],
  ])('accepts %s', (_, value, given, amount) => expect(status(near(value, amount), given)).toBe('correct'))

  test.each<[...Case, amount: string]>([
    ['a coefficient just outside the tolerance', '2x', '2.1000001x', '0.1'],
    ['one of two coefficients outside the tolerance', '8/3x+4/3', '2.67x+1.3', '0.005'],
    ['the coefficients swapped', '8/3x+4/3', '1.33x+2.67', '0.005'],
    ['another sign', '8/3x+4/3', '2.67x-1.33', '0.005'],
    ['an extra tiny term', '8/3x+4/3', '2.67x+1.33+0.001x^2', '0.005'],
    ['a missing tiny term', '2x+0.001', '2x', '0.005'],
    ['another power', '8/3x', '2.67x^2', '0.005'],
    ['a power that is nearly the same', 'x^2', 'x^3', '5'],
    ['an equation outside the tolerance', 'y=8/3x+4/3', 'y=2.7x+1.33', '0.005'],
    ['an equation with a scaled letter', 'y=8/3x+4/3', '1.01y=2.67x+1.33', '0.005'],
    ['an equation with letters swapped', 'y=8/3x+4/3', 'x=2.67y+1.33', '0.005'],
    ['an equation with another power', 'y=2x', 'y=2.01x^2', '0.1'],
    ['the other inequality', 'y<8/3x+4/3', 'y>2.67x+1.33', '0.005'],
    ['the other inequality multiplied by −1', 'y<8/3x+4/3', '-y<-2.67x-1.33', '0.005'],
    ['an inequality that includes its boundary', 'y<8/3x+4/3', 'y≤2.67x+1.33', '0.005'],
    ['an inequality instead of an equation', 'y=8/3x', 'y<2.67x', '0.005'],
    ['π rounded too roughly', 'πr^2', '3.1r^2', '0.01'],
    ['a quotient outside the tolerance', '(8/3x+1)/(x-3)', '(2.67x+1)/(x-3.1)', '0.005'],
    ['a quotient upside down', '(8/3x+1)/(x-3)', '(x-3)/(2.67x+1)', '0.005'],
    ['a point with its coordinates swapped', '(8/3, 4/3)', '(1.33, 2.67)', '0.005'],
    ['a point with three numbers', '(8/3, 4/3)', '(2.67, 1.33, 0)', '0.005'],
  ])('doesn’t accept %s', (_, value, given, amount) =>
    expect(status(near(value, amount), given)).toBe('incorrect'),
  )

  test.each<[...Case, amount: string]>([
    ['a quotient that can be reduced', '8/3x', '(2.67x^2+2.67x)/(x+1)', '0.005'],
    ['a term that cancels', '8/3x', '2.67x*((sin x)^2+(cos x)^2)', '0.005'],
    ['an equation of two letters, multiplied', '8/3x+4/3y=1', '8.01x+3.99y=3', '0.005'],
  ])('leaves %s for a person to grade', (_, value, given, amount) =>
    expect(status(near(value, amount), given)).toBe('ungraded'),
  )

  test('in percent applies to each coefficient of the key', () => {
    expect(status(percent('200x+2', '1'), '202x+2.02')).toBe('correct')
    expect(status(percent('200x+2', '1'), '202x+2.03')).toBe('incorrect')
    expect(status(percent('-200x', '1'), '-198x')).toBe('correct')
    expect(status(percent('y=200x+100', '1'), 'y=204x+102')).toBe('incorrect')
    // The tolerance doesn't apply to y. Otherwise, this answer multiplied by 0.99 would be close enough to
    // the key.
    expect(status(percent('y=8/3x+4/3', '1'), 'y=2.707x+1.3535')).toBe('incorrect')
  })

  test('applies to other accepted answers, and unknown letters are reported as usual', () => {
    const either = { ...near('8/3x', '0.01'), hasAlias: ['4/3x'] }
    expect(status(either, '1.33x')).toBe('correct')
    expect(status(either, '1.33y')).toBe('invalid')
    expect(status(near('8/3x', '0.01'), '2.67x=')).toBe('invalid')
  })

  test.each([
    [near('2x+4/3', '0.01'), 0],
    [near('y=2x+4/3', '0.01'), 0],
    [near('√2*x', '0.01'), 0],
    [near('2sin x', '0.01'), 1],
    [near('x=1 or x=2', '0.01'), 1],
    [near('2x', 'much'), 1],
    [near('2x', '-1'), 1],
    [{ ...near('2x', '1'), form: 'simplified' as const }, 1],
    [{ ...near('2x+C', '1'), plusConstant: true }, 1],
  ])('in the key %o causes this many faults: %i', (of, count) =>
    expect(expression.check(of)).toHaveLength(count),
  )
})

test('hostile answers to keys with a constant or a tolerance are graded within a second', () => {
  const long = Array.from({ length: 40 }, (_, at) => `x^${at}`).join('+')
  const texts = [
    long,
    '(x+1)^64/(x-1)^64',
    '((((x+C)^9)^9)^9)',
    '1/'.repeat(90) + 'x',
    'C^64^64',
    'ln(ln(ln(C/x)))',
    '(x+y+C)^40',
  ]
  const keys = [
    key('x^2+C', { plusConstant: true }),
    key('(x+1)^20+C', { plusConstant: true }),
    key('8/3x+4/3', { tolerance: { abs: '0.01' } }),
    key('y=(8/3x+1)/(x-3)', { tolerance: { percent: '1' } }),
  ]
  for (const text of texts)
    for (const each of keys)
      expect(cpuMs(() => expect(status(each, text)).not.toBe('correct'))).toBeLessThan(1000)
})
