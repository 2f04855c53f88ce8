import { expect, test } from 'vitest'
import type { z } from 'zod'
import { expression } from './expression.ts'

type Key = z.infer<typeof expression.key>
const key = (value: string, more: Partial<Key> = {}): Key => ({ kind: 'expression', value, ...more })
const status = (of: Key, text: string) => expression.grade(of, text).status

/** A test case: its name, the right answer, and the student's answer. */
type Case = [reason: string, value: string, given: string]

test.each<Case>([
  ['the number itself', '12', '12'],
  ['a decimal for a fraction', '1/2', '0.5'],
  ['a fraction that is not reduced', '3/4', '6/8'],
  ['a mixed number adds up', '3/2', '1 1/2'],
  ['a mixed number in TeX adds up', '7/3', '2\\frac{1}{3}'],
  ['TeX without braces', '3/2', '1\\frac12'],
  ['TeX without braces around a decimal', '1/4', '\\frac.5 2'],
  ['a fraction in one character', '3/2', '1½'],
  ['a fraction in one character after a space', '2.5', '2 ½'],
  ['a negative mixed number', '-5/2', '-2 1/2'],
  ['superscript and subscript digits around a slash', '1/2', '¹⁄₂'],
  ['a fraction for percent', '25%', '1/4'],
  ['percent in TeX', '25\\%', '0.25'],
  ['thousands separators', '12000', '12,000'],
  ['thousands in TeX', '1234567', '1{,}234{,}567'],
  ['a different minus sign', '-3', '−3'],
  ['the minus in the numerator', '-1/2', '\\frac{-1}{2}'],
  ['the minus in the denominator', '-1/2', '1/(-2)'],
  ['no zero before the decimal point', '0.75', '.75'],
  ['a period at the end', '5', '5.'],
  ['an unevaluated sum', '7', '3+4'],
  ['a leading equals sign', '5', '= 5'],
  ['a power of ten', '30000', '3×10⁴'],
  ['a negative exponent', '1/8', '2^-3'],
  ['dots that multiply', '24', '2·3·4'],
  ['parentheses that multiply', '6', '2(3)'],
  ['two minus signs', '5', '2--3'],
  ['exact where floating point is not', '0.3', '0.1+0.2'],
  ['a division sign', '3/4', '3 ÷ 4'],
])('an equal number is right: %s', (_, value, given) =>
  expect(expression.grade(key(value), given)).toMatchObject({ status: 'correct', score: 1 }),
)

test('a percentage is right only if the key has one or the author allows it', () => {
  const said = { status: 'incorrect', score: 0, reason: 'Right value, but write it without the % sign.' }
  expect(expression.grade(key('21/4'), '525%')).toEqual(said)
  expect(expression.grade(key('x/2'), '50%x')).toEqual(said)
  expect(expression.grade(key('x=1/2'), 'x=50%')).toEqual(said)
  expect(status(key('x/2', { allowPercent: true }), '50%x')).toBe('correct')
  expect(status(key('50%x'), '50\\%x')).toBe('correct')
  expect(status(key('21/4', { hasAlias: ['525%'] }), '525.0%')).toBe('correct')
})

test.each<Case>([
  ['E after a number', '0.0012', '1.2E-3'],
  ['e after a number', '0.0012', '1.2e-3'],
  ['E without a sign', '100', '1E2'],
  ['E followed by a letter', '100x', '1E2x'],
  ['the letter x as a times sign', '367', '3.67x10^2'],
  ['a superscript power', '367', '3.67×10²'],
  ['a power with two stars', '367', '3.67*10**2'],
  ['E in a denominator', '1/2', '1E3/2E3'],
  ['E as a letter instead of a power of ten', 'E=mc^2', 'mc²=E'],
  ['E as a letter after a number', '2E-3', '2·E-3'],
  ['e as the constant instead of a power of ten', '2e-3', '2·e-3'],
  ['letters from a word processor', '𝑥+2𝐀', 'x+2A'],
  ['constants from a word processor', '2ℼ+ℯ', '2π+e'],
  ['digits from a word processor', '12', '𝟏𝟐'],
  ['a constant that cancels', '3', 'ln(e³)'],
  ['the root’s index without its backslash', '\\sqrt[3]{x}', 'sqrt[3]{x}'],
  ['the root’s index after the sign', '\\sqrt[3]{x}', '√[3](x)'],
  ['the root’s index before a number', '2', '√[3]8'],
  ['square brackets under a root', '√x', 'sqrt[x]'],
  ['a root written as a word', '2', 'root(3)(8)'],
  ['a square root written as a word', '3', 'root(9)'],
  ['all digits are the base', '\\log_{10}(x)', '\\log_10(x)'],
  ['only the first digit is the base if no argument would remain otherwise', '3', '\\log_28'],
  ['an index that is a term', 'a_{n+1}=2a_n', 'a_(n + 1)=2a_n'],
  ['an index without its underscore', 'x_1+1', 'x1+1'],
  ['arcsin as some keyboards enter it', 'arcsin x', 'arc\\sin x'],
  ['arcsec', 'arccos(1/x)', 'arcsec x'],
  ['arccsc', '30°', 'arccsc(2)'],
  ['arccot', 'arccot x', '\\cot^{-1}x'],
  ['a number divided by a mixed one', '6/5', '3 ÷ 2 1/2'],
])('an answer in another notation is right: %s', (reason, value, given) =>
  expect(
    status(key(value, reason === 'E as a letter after a number' ? { variables: ['E'] } : {}), given),
  ).toBe('correct'),
)

test.each<Case>([
  ['a third doesn’t equal a few of its decimals', '1/3', '0.333'],
  ['a third doesn’t equal many of its decimals', '1/3', '0.333333333333333333333'],
  ['the other sign', '5', '-5'],
  ['a percentage doesn’t equal its number without the sign', '50%', '50'],
  ['upside down', '2/3', '3/2'],
  ['a tiny difference', '0.3', '0.3000000000000000000001'],
  ['times instead of plus', '3/2', '1·1/2'],
  ['a root doesn’t equal a few of its decimals', '√2', '1.414'],
  ['a root doesn’t equal what a calculator shows', '√2', '1.41421356237'],
  ['a root doesn’t equal a fraction near it', '√2', '114243/80782'],
  ['π is not 3.14', '2π', '6.28'],
  ['π is not 22/7', 'π', '22/7'],
])('a different number is wrong: %s', (_, value, given) =>
  expect(expression.grade(key(value), given)).toEqual({
    status: 'incorrect',
    score: 0,
    reason: 'Take another look.',
  }),
)

test.each<Case>([
  ['the value of a square root', '√16', '4'],
  ['an extracted factor', '√8', '2√2'],
  ['a root in TeX', '\\sqrt{2}', '√2'],
  ['a root in TeX without braces', '2\\sqrt3', '2√(3)'],
  ['a root as a word', '√5', 'sqrt(5)'],
  ['a root as a word without parentheses', '√5', 'sqrt 5'],
  ['a cube root', '\\sqrt[3]{27}', '3'],
  ['a cube root with its own sign', '\\sqrt[3]{x}', '∛x'],
  ['a cube root as a word', '\\sqrt[3]{x}', 'cbrt(x)'],
  ['a root as a power', '\\sqrt{x}', 'x^(1/2)'],
  ['a cube root of a negative number', '-2', '\\sqrt[3]{-8}'],
  ['no root in the denominator', '1/√2', '√2/2'],
  ['multiplied roots', '√6', '√2·√3'],
  ['nested roots', '√2+√3', '√(5+2√6)'],
  ['the root of a square is the distance from 0', '√(x^2)', '|x|'],
  ['a root of a decimal', '√0.25', '0.5'],
  ['a square of a root', '(√x)^2', 'x'],
  ['roots of letters multiplied', '√(xy)', '√x·√y'],
])('an equal root is right: %s', (_, value, given) => expect(status(key(value), given)).toBe('correct'))

test.each<Case>([
  ['the root of a square doesn’t equal the letter', '√(x^2)', 'x'],
  ['the root of a sum is not the sum of roots', '√(x+y)', '√x+√y'],
  ['another number under the root', '√8', '√6'],
  ['the minus under the root', '√x', '√-x'],
  ['a cube root for a square root', '√x', '∛x'],
  ['the fourth root', '∛x', '∜x'],
])('a different root is wrong: %s', (_, value, given) => expect(status(key(value), given)).toBe('incorrect'))

test.each<Case>([
  ['in another order', '2x+3', '3 + 2x'],
  ['with a dot', '2x+3', '2·x+3'],
  ['with a star', '2x+3', '2*x+3'],
  ['TeX', '2x+3', '2\\cdot x+3'],
  ['a cross', '2x', '2\\times x'],
  ['letters in another order', 'ab', 'ba'],
  ['a superscript 2', '3x^2', '3x²'],
  ['two superscript digits', 'x^12', 'x¹²'],
  ['a superscript minus', 'x^-2', 'x⁻²'],
  ['one over a power', 'x^-2', '1/x^2'],
  ['braces around the exponent', 'x^2', 'x^{2}'],
  ['equal factors', 'x^2', 'x·x'],
  ['a factor of one half', '\\frac{1}{2}x', '½x'],
  ['a factor of one half, typed', '\\frac{1}{2}x', '1/2x'],
  ['a half as a division', '\\frac{1}{2}x', 'x/2'],
  ['a decimal factor', '\\frac{1}{2}x', '0.5x'],
  ['multiplied out', '(x+1)^2', 'x²+2x+1'],
  ['factored', 'x^2-5x+6', '(x-2)(x-3)'],
  ['factors in another order', '(x-2)(x-3)', '(x-3)(x-2)'],
  ['both factors negative', '(x-2)(x-3)', '(2-x)(3-x)'],
  ['a common factor', '2x+6', '2(x+3)'],
  ['a canceled factor', '(x^2-1)/(x-1)', 'x+1'],
  ['one fraction bar', '1/x+1/y', '(x+y)/(xy)'],
  ['TeX parentheses', '2(x+3)', '2\\left(x+3\\right)'],
  ['terms added up', '3x', 'x+x+x'],
  ['a square of a difference', 'a^2-2ab+b^2', '(b-a)^2'],
  ['high powers', '(x+1)^30', '((x+1)^15)^2'],
  ['Greek letters', '\\alpha+\\beta', 'β+α'],
  ['letters with indexes', 'x_1+x_2', 'x_{2}+x_{1}'],
  ['subscript digits', 'x_1+x_2', 'x₁+x₂'],
  ['π as a letter', '2\\pi r', '2πr'],
  ['π as a word', 'πr^2', 'pi*r^2'],
  ['spaces anywhere', '2x+3', '  2 x  +   3 '],
  ['spaces in TeX', '2x+3', '2\\,x+\\;3'],
  ['dollar signs', '2x+3', '$2x+3$'],
  ['full-width signs', '2x+3', '２ｘ＋３'],
  ['a minus in front', '-x+1', '1-x'],
  ['a minus before parentheses', '-(x-1)', '1-x'],
  ['percent of a letter', '20%x', '0.2x'],
  ['a letter that cancels', 'x', 'x+y-y'],
  ['an exponent worked out', 'x^(2+1)', 'x^3'],
])('an equivalent algebraic expression is right: %s', (reason, value, given) =>
  expect(status(key(value, reason === 'a letter that cancels' ? { variables: ['y'] } : {}), given)).toBe(
    'correct',
  ),
)

test.each<Case>([
  ['another sign', '2x+3', '2x-3'],
  ['another factor', '2x+3', '3x+3'],
  ['a term left out', 'x^2+2x+1', 'x^2+1'],
  ['another exponent', 'x^2', 'x^3'],
  ['twice is not squared', 'x^2', '2x'],
  ['a square of a sum', '(x+y)^2', 'x^2+y^2'],
  ['one over a sum', '1/(x+y)', '1/x+1/y'],
  ['no letter', '2x+3', '7'],
  ['upside down', 'x/y', 'y/x'],
  ['parentheses left out', '2(x+3)', '2x+3'],
  ['a minus before parentheses', '-(x-1)', '-x-1'],
  ['a tiny difference', 'x^2', 'x^2+0.000000001'],
  ['a power of −x', '-x^2', '(-x)^2'],
  ['divided by 0', 'x', 'x/(1-1)'],
  ['0 instead of 1', '1', 'x^0·0'],
])('a different algebraic expression is wrong: %s', (reason, value, given) =>
  expect(status(key(value, { variables: ['x', 'y'] }), given), reason).toBe('incorrect'),
)

test.each<Case>([
  ['powers multiplied', '2^x·2^3', '2^{x+3}'],
  ['a power of a power', '(e^x)^2', 'e^(2x)'],
  ['exp is a power of e', 'e^{2x}', 'exp(2x)'],
  ['another base', '4^x', '2^(2x)'],
  ['alternating signs', '(-1)^n', '(-1)^(n+2)'],
  ['a logarithm of a product', 'ln(6)', 'ln 2+ln 3'],
  ['a logarithm of a power', 'ln(x^3)', '3ln x'],
  ['an explicit base', 'log(x)', '\\log_{10}x'],
  ['a base of two', '\\log_2 8', '3'],
  ['a base changed', '\\log_2(x)', 'ln(x)/ln(2)'],
  ['log has base 10', 'log(1000)', '3'],
  ['ln has base e', 'ln(e^2)', '2'],
  ['bars as a word', '|x-3|', 'abs(3-x)'],
  ['bars in TeX', '|x-3|', '\\left|x-3\\right|'],
  ['adjacent bars', '|xy|', '|x||y|'],
  ['nested bars', '||x|-1|', '|1-|x||'],
  ['bars around a difference far from 0', '|x-100|', '|100-x|'],
  ['squares and roots', '|x|', '√(x²)'],
])('an equivalent expression with functions is right: %s', (_, value, given) =>
  expect(status(key(value), given)).toBe('correct'),
)

test.each<Case>([
  ['bars left out', '|x-3|', 'x-3'],
  ['bars around a difference far from 0 left out', '|x-100|', '100-x'],
  ['a logarithm of a sum', 'ln(x+y)', 'ln x+ln y'],
  ['another base', 'log(x)', 'ln(x)'],
  ['another exponent', 'e^(2x)', 'e^(x^2)'],
  ['a power of a sum', '2^(x+3)', '2^x+2^3'],
])('a different expression with functions is wrong: %s', (_, value, given) =>
  expect(status(key(value), given)).toBe('incorrect'),
)

test.each<Case>([
  ['without parentheses', 'sin(x)', 'sin x'],
  ['TeX', 'sin(x)', '\\sin\\left(x\\right)'],
  ['a factor in front of the letter', 'sin(2x)', 'sin 2x'],
  ['a double angle', 'sin(2x)', '2 sin x cos x'],
  ['a power after the name', '(sin x)^2', 'sin^2 x'],
  ['a superscript 2 after the name', '(sin x)^2', 'sin² x'],
  ['a power in TeX', '(sin x)^2', '\\sin^{2}x'],
  ['squares add up to 1', 'sin^2 x + cos^2 x', '1'],
  ['tangent', 'tan x', 'sin(x)/cos(x)'],
  ['secant', '1/cos x', 'sec x'],
  ['degrees', 'sin(30°)', '1/2'],
  ['degrees in TeX', '\\sin(60^{\\circ})', '√3/2'],
  ['degrees and π', '90°', '\\frac{\\pi}{2}'],
  ['the inverse with −1', 'arcsin x', '\\sin^{-1}x'],
  ['the inverse by a short name', 'arctan x', 'atan(x)'],
  ['a shifted sine', 'cos x', 'sin(x+π/2)'],
  ['without spaces', 'sin x cos x', 'sinxcosx'],
])('an equivalent trigonometric expression is right: %s', (_, value, given) =>
  expect(status(key(value), given)).toBe('correct'),
)

test.each<Case>([
  ['cosine for sine', 'sin x', 'cos x'],
  ['the factor outside', 'sin(2x)', '2 sin x'],
  ['another sign', 'cos(2x)', 'sin^2 x-cos^2 x'],
  ['the reciprocal is not the inverse', 'arcsin x', '1/sin x'],
])('a different trigonometric expression is wrong: %s', (_, value, given) =>
  expect(status(key(value), given)).toBe('incorrect'),
)

test('a missing degree sign is pointed out', () => {
  expect(expression.grade(key('sin(40°)'), 'sin 40')).toEqual({
    status: 'incorrect',
    score: 0,
    reason: 'Check the degree sign.',
  })
  expect(expression.grade(key('40°'), '41').reason).toBe('Take another look.')
})
