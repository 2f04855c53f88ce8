import { expect, test } from 'vitest'
import type { z } from 'zod'
import { expression } from '#features/questions/kinds/fr/expression/rules.ts'

type Form = NonNullable<z.infer<typeof expression.key>['form']>
const grade = (form: Form, value: string, given: string) => expression.grade({ kind: 'expression', value, form }, given)

test.each<[reason: string, form: Form, value: string, given: string]>([
  ['terms in another order', 'simplified', '2x+3', '3+2x'],
  ['a fraction in lowest terms', 'simplified', '1/2', '\\frac{1}{2}'],
  ['a decimal', 'simplified', '1/2', '0.5'],
  ['a mixed number', 'simplified', '3/2', '1 1/2'],
  ['a factor in front as a fraction', 'simplified', 'x/2', '\\frac12x'],
  ['a product of brackets', 'simplified', '2x+6', '2(x+3)'],
  ['a root without a square in it', 'simplified', '2√2', '2\\sqrt2'],
  ['a sum of unlike roots', 'simplified', '√2+√3', '√3+√2'],
  ['a fraction that can’t be reduced', 'simplified', '(x+1)/(x+2)', '\\frac{1+x}{2+x}'],
  ['a solved equation from the other side', 'simplified', 'x=3', '3=x'],
  ['a root below the line where the answer has one', 'simplified', '1/√2', '1/√2'],
  ['powers of unlike letters', 'simplified', '6x^2y', '6yx²'],
  ['e and π', 'simplified', '2π+e', 'e+2π'],
  ['terms in another order', 'expanded', 'x^2+3x+2', '2+3x+x²'],
  ['a single term', 'expanded', '6x', '6x'],
  ['over a number', 'expanded', 'x/2+1/2', '1/2+x/2'],
  ['factors in another order', 'factored', '(x+1)(x+2)', '(2+x)(x+1)'],
  ['a power of a bracket', 'factored', '(x+1)^2', '(x+1)(x+1)'],
  ['the number anywhere', 'factored', '2(x+1)(x+2)', '(x+1)·2·(x+2)'],
  ['both brackets with the other sign', 'factored', '(x-1)(x-2)', '(1-x)(2-x)'],
  ['a letter in front', 'factored', 'x(x+1)', '(x+1)x'],
  ['what has no factors', 'factored', 'x^2+1', '1+x²'],
  ['prime numbers', 'factored', '2^2·3', '3·2·2'],
  ['a difference of squares', 'factored', '(a-b)(a+b)', '(b+a)(a-b)'],
  ['another order', 'same', '2(x+1)', '(1+x)·2'],
  ['half of it as a factor', 'same', 'x/2', '½x'],
  ['TeX', 'same', '(x+1)/2', '\\frac{x+1}{2}'],
  ['the sides of an equation', 'same', 'y=2x+1', '1+2x=y'],
  ['an inequality from the right', 'same', 'x>3', '3<x'],
  ['a set in another order', 'same', '{1,2}', '2,1'],
  ['zeros behind a decimal', 'same', '2.5', '2.50'],
])('keeps to the form: %s (%s)', (_, form, value, given) =>
  expect(grade(form, value, given)).toEqual({ status: 'correct', score: 1, reason: 'Right.' }),
)

test.each<[form: Form, value: string, given: string, but: string]>([
  ['simplified', '3x', '2x+x', 'add up the terms that are alike'],
  ['simplified', '5', '2+3', 'add up the terms that are alike'],
  ['simplified', '5x+3', '3(x+1)+2x', 'add up the terms that are alike'],
  ['simplified', '3√2', '√2+2√2', 'add up the terms that are alike'],
  ['simplified', 'x', 'x+0', 'add up the terms that are alike'],
  ['simplified', '1/2', '2/4', 'reduce the fraction'],
  ['simplified', 'x/2', '2x/4', 'reduce the fraction'],
  ['simplified', 'x+2', '(2x+4)/2', 'reduce the fraction'],
  ['simplified', 'x+1', '(x^2-1)/(x-1)', 'reduce the fraction'],
  ['simplified', '(x+1)/(x+2)', '(x^2+3x+2)/(x^2+4x+4)', 'reduce the fraction'],
  ['simplified', '5/2', '2 2/4', 'reduce the fraction'],
  ['simplified', 'x', 'x/1', 'nothing needs to be divided by 1'],
  ['simplified', 'x', '1·x', 'nothing needs to be multiplied by 1'],
  ['simplified', '6x', '2·3x', 'multiply the numbers'],
  ['simplified', 'x^2', 'x·x', 'put equal factors together'],
  ['simplified', 'x^5', 'x²·x³', 'put equal factors together'],
  ['simplified', 'x^6', '(x^2)^3', 'make one power of it'],
  ['simplified', '4x^2', '(2x)^2', 'raise each factor to the power'],
  ['simplified', '8x', '2^3x', 'work out the power'],
  ['simplified', 'x', 'x^1', 'work out the power'],
  ['simplified', 'y/x', '1/(x/y)', 'write it with one fraction line'],
  ['simplified', '6', '-2·-3', 'two minus signs make a plus'],
  ['simplified', '2√2', '√8', 'take out of the root what can be taken out'],
  ['simplified', '4', '√16', 'take out of the root what can be taken out'],
  ['simplified', '2|x|', '√(4x²)', 'take out of the root what can be taken out'],
  ['simplified', '√6', '√2·√3', 'put the roots together'],
  ['simplified', '√2/2', '√(1/2)', 'write the root without a fraction in it'],
  ['simplified', '√2/2', '1/√2', 'write it without a root below the fraction line'],
  ['simplified', '1/2', 'sin 30°', 'work out what can be worked out'],
  ['simplified', 'x=3', '2x=6', 'get the letter that is asked for alone on one side'],
  ['simplified', 'y=2x', 'x=y/2', 'get the letter that is asked for alone on one side'],
  ['simplified', '(2,3)', '(4/2,3)', 'reduce the fraction'],
  ['expanded', 'x^2+3x+2', '(x+1)(x+2)', 'multiply out the brackets'],
  ['expanded', '2x+6', '2(x+3)', 'multiply out the brackets'],
  ['expanded', 'x^2+2x+1', '(x+1)^2', 'multiply out the brackets'],
  ['expanded', '-x-1', '-(x+1)', 'multiply out the brackets'],
  ['expanded', 'x^2+3x+2', 'x²+x+2x+2', 'add up the terms that are alike'],
  ['factored', '(x+1)(x+2)', 'x^2+3x+2', 'write it as a product of more factors'],
  ['factored', '2(x+1)(x+2)', '(2x+2)(x+2)', 'take out what all terms have in common'],
  ['factored', 'x(x+1)', 'x²+x', 'write it as a product of more factors'],
  ['factored', '(x-1)(x+1)(x+2)', '(x²-1)(x+2)', 'write it as a product of more factors'],
  ['factored', '3(x+2)', '3x+6', 'take out what all terms have in common'],
  ['factored', '2^2·3', '12', 'write it as a product of prime numbers'],
  ['factored', '2^2·3', '4·3', 'write it as a product of prime numbers'],
  ['same', '2(x+1)', '2x+2', 'write it in the form that is asked for'],
  ['same', 'x^2', 'x·x', 'write it in the form that is asked for'],
  ['same', '1/2', '2/4', 'write it in the form that is asked for'],
  ['same', '3/2', '1 1/2', 'write it in the form that is asked for'],
  ['same', 'y=2x+1', 'y-1=2x', 'write it in the form that is asked for'],
])('right value in another form, %s: %s is not %s', (form, value, given, but) =>
  expect(grade(form, value, given)).toEqual({ status: 'incorrect', score: 0, reason: `Right value, but ${but}.` }),
)

test('another value is wrong in any form, and no form is asked when the author asks none', () => {
  for (const form of ['simplified', 'expanded', 'factored', 'same'] as const) {
    expect(grade(form, '2x+6', '2x+7').reason).toBe('Have another look.')
  }
  expect(expression.grade({ kind: 'expression', value: '3x' }, '(6x²)/(2x)').status).toBe('correct')
})

test('a key that isn’t in the form it asks is no use', () => {
  const problems = (form: Form, value: string) => expression.check({ kind: 'expression', value, form })
  expect(problems('factored', 'x^2+2x')).toHaveLength(1)
  expect(problems('factored', 'x^2-1')).toEqual([
    'The answer “x^2-1” is not accepted by its own key. Right value, but one of the factors has factors itself.',
  ])
  expect(problems('simplified', '2/4')).toHaveLength(1)
  expect(problems('same', '2/4')).toEqual([])
})
