import { expect, test } from 'vitest'
import type { z } from 'zod'
import { expression } from './rules.ts'

type Key = z.infer<typeof expression.key>
const key = (value: string, more: Partial<Key> = {}): Key => ({ kind: 'expression', value, ...more })
const status = (of: Key, text: string) => expression.grade(of, text).status

type Case = [reason: string, value: string, given: string]

test.each<Case>([
  ['the sides changed about', 'x=3', '3=x'],
  ['both sides doubled', 'x=3', '2x=6'],
  ['everything on one side', 'y=2x+1', '2x-y+1=0'],
  ['a term moved', 'y=2x+1', 'y-2x=1'],
  ['from a point and a slope', 'y=2x+1', 'y-3=2(x-1)'],
  ['solved for another letter', 'V=IR', 'R=V/I'],
  ['divided by a letter', 'V=IR', 'V/I=R'],
  ['one over both', '1/f=1/u+1/v', 'f=uv/(u+v)'],
  ['solved by the inverse function', 'y=e^x', 'x=ln y'],
  ['a circle multiplied out', '(x-1)^2+y^2=9', 'x²+y²-2x=8'],
  ['a root on one side', 'y=√x', '√x-y=0'],
  ['a number sentence', '3+4=7', '7=4+3'],
  ['not equal', 'x≠2', '2 \\ne x'],
  ['an identity as it is', '(x+1)^2=x^2+2x+1', 'x^2+2x+1=(x+1)^2'],
])('an equation, right: %s', (_, value, given) => expect(status(key(value), given)).toBe('correct'))

test.each<Case>([
  ['another number', 'x=3', 'x=4'],
  ['another sign', 'y=2x+1', 'y=2x-1'],
  ['the letters exchanged', 'y=2x+1', 'x=2y+1'],
  ['squared, which has more solutions', 'x=3', 'x^2=9'],
  ['only the positive half', 'x=y^2', 'y=√x'],
  ['another number sentence', '3+4=7', '1=1'],
  ['another identity', '(x+1)^2=x^2+2x+1', 'x=x'],
  ['an inequality', 'x=3', 'x≥3'],
  ['not equal for equal', 'x=2', 'x≠2'],
  ['divided by the wrong letter', 'V=IR', 'R=I/V'],
])('an equation, wrong: %s', (_, value, given) => expect(status(key(value), given)).toBe('incorrect'))

test.each<Case>([
  ['read from the right', 'x>3', '3<x'],
  ['doubled', 'x>3', '2x>6'],
  ['the sign turns by a negative factor', 'x>-3', '-2x<6'],
  ['typed as two signs', 'x≤3', 'x<=3'],
  ['TeX', 'x≥3', 'x\\ge3'],
  ['TeX with a slant', 'x≤3', 'x\\leqslant 3'],
  ['a half plane', 'y<2x+1', '2x-y>-1'],
  ['stored with its escape', 'x<3', 'x&lt;3'],
  ['a chain read from the right', '1<x<5', '5>x>1'],
  ['a chain as two', '1<x<5', 'x<5 and x>1'],
  ['a chain with all terms moved', '1<x<5', '3<x+2<7'],
  ['one or the other', 'x<-2 or x>2', 'x>2 or x<-2'],
  ['one or the other, in TeX', 'x<-2 or x>2', 'x>2\\text{ or }x<-2'],
])('an inequality, right: %s', (_, value, given) => expect(status(key(value), given)).toBe('correct'))

test.each<Case>([
  ['another number', 'x>3', 'x>4'],
  ['almost the same number', 'x>3', 'x>3.001'],
  ['the sign turned', 'x>3', 'x<3'],
  ['the sign not turned by a negative factor', 'x>-3', '-2x>6'],
  ['with the bound', 'x>3', 'x≥3'],
  ['one bound of a chain moved', '1<x<5', '1<x<6'],
  ['the bounds of a chain belong to it', '1<x<5', '1≤x≤5'],
  ['one bound of a chain belongs to it', '1<x<5', '1≤x<5'],
  ['half of a chain', '1<x<5', 'x>1'],
  ['and for or', 'x<-2 or x>2', 'x<-2 and x>2'],
  ['a square with its bound', 'x^2<4', 'x^2≤4'],
  ['another plane', 'y<2x+1', 'y<2x+2'],
  ['a smaller distance', '-3<x<3', '|x|<2'],
])('an inequality, wrong: %s', (_, value, given) => expect(status(key(value), given)).toBe('incorrect'))

test('inequalities that hold at the same points but are no rearrangement are for a person to judge', () => {
  expect(status(key('-3<x<3'), '|x|<3')).toBe('ungraded')
  expect(status(key('-2<x<2'), 'x^2<4')).toBe('ungraded')
})

test.each<Case>([
  ['spaces in a pair', '(3,4)', '( 3 , 4 )'],
  ['a pair in TeX', '(3,4)', '\\left(3,4\\right)'],
  ['fractions in a pair', '(1/2,4)', '(0.5, 8/2)'],
  ['a pair of large numbers', '(1,234)', '(1, 234)'],
  ['three numbers', '(1,2,3)', '(1, 2, 3)'],
  ['letters in a pair', '(a,2a)', '(a, a+a)'],
  ['a set in another order', '{1,2,3}', '{3,1,2}'],
  ['a set without braces', '{1,2}', '2, 1'],
  ['a set in TeX', '{1,2}', '\\left\\{1,2\\right\\}'],
  ['a number twice in a set', '{1,2}', '1, 2, 2'],
  ['commas that group nothing', '{1,234}', '234, 1'],
  ['solutions in another order', 'x=1, x=2', 'x=2, x=1'],
  ['solutions joined by or', 'x=1, x=2', 'x=1 or x=2'],
  ['solutions joined by and', 'x=1, x=2', 'x=1 and x=2'],
  ['the letter once', 'x=1, x=2', 'x=1, 2'],
  ['plus or minus', 'x=2 or x=-2', 'x=±2'],
  ['plus or minus typed as three signs', 'x=±2', 'x=+/-2'],
  ['plus or minus in a formula', 'x=(1+√5)/2, x=(1-√5)/2', 'x=\\frac{1\\pm\\sqrt5}{2}'],
  ['two letters solved', 'x=1, y=2', 'y=2, x=1'],
  ['pairs in another order', '(1,2),(3,4)', '(3,4),(1,2)'],
  ['a number in brackets with a comma', '1234', '(1,234)'],
])('several, right: %s', (_, value, given) => expect(status(key(value), given)).toBe('correct'))

test.each<Case>([
  ['a pair the other way round', '(3,4)', '(4,3)'],
  ['one more in a pair', '(3,4)', '(3,4,5)'],
  ['one less in a set', '{1,2}', '1'],
  ['one more in a set', '{1,2}', '{1,2,3}'],
  ['another number in a set', '{1,2}', '{1,3}'],
  ['one solution of two', 'x=1, x=2', 'x=1'],
  ['one solution too many', 'x=1', 'x=1 or x=2'],
  ['the letters exchanged', 'x=1, y=2', 'x=2, y=1'],
])('several, wrong: %s', (_, value, given) => expect(status(key(value), given)).toBe('incorrect'))

test.each<[reason: string, value: string, given: string, says: string]>([
  ['nothing', '2x', '', 'Write an answer first.'],
  ['only spaces', '2x', ' \u200b ', 'Write an answer first.'],
  ['a sign at the end', '2x+3', '2x+', 'Something is missing at the end.'],
  ['a sign at the beginning', '2x', '*2x', 'Something is missing before the times sign.'],
  ['an open bracket', '2(x+3)', '2(x+3', 'A bracket isn’t closed.'],
  ['a bracket too many', '2(x+3)', '2(x+3))', 'A closing bracket has no opening one.'],
  ['another bracket', '2(x+3)', '2(x+3]', 'A bracket isn’t closed.'],
  ['empty brackets', '2x', '2()', 'There is nothing between the brackets.'],
  ['an open bar', '|x|', '|x', 'The bar | isn’t closed.'],
  ['nothing below the line', '\\frac{x}{2}', '\\frac{x}{}', 'Something is empty: fill it in, above and below the line or under the root.'],
  ['nothing after the line', 'x/2', 'x/', 'Something is missing at the end.'],
  ['an empty box', '\\frac{x}{2}', '\\frac{x}{\\placeholder{}}', 'There is an empty box: fill it in.'],
  ['a power without its number', 'x^2', 'x^', 'The power isn’t finished: write the number behind ^.'],
  ['a root of nothing', '√x', '√', 'The root isn’t finished: write what is under it.'],
  ['a function of nothing', 'sin x', 'sin', 'What stands behind sin is missing.'],
  ['divided by 0', 'x', '5/0', 'The number below the fraction line can’t be 0.'],
  ['three signs', 'x', 'x+--1', 'There are too many plus or minus signs in a row.'],
  ['half an equation', 'x=3', 'x=', 'There is nothing on one side of the sign in the middle.'],
  ['another letter', '2x+3', '2y+3', 'The letter y doesn’t belong in this answer.'],
  ['other letters', '2x+3', 'two', 'The letters t, w and o don’t belong in this answer.'],
  ['a unit', '5', '5 cm', 'The letters c and m don’t belong in this answer.'],
  ['a capital letter', '2x+3', '2X+3', 'The letter X doesn’t belong in this answer. Mind small and capital letters.'],
  ['e where there is none', '5a', '5e', 'The letter e doesn’t belong in this answer.'],
  [
    'two numbers',
    '7',
    '3 4',
    'A number stands right behind another number, a letter or a bracket. Write the sign between them, or ^ for a power.',
  ],
  [
    'a number behind a letter',
    'x^2',
    'x2',
    'A number stands right behind another number, a letter or a bracket. Write the sign between them, or ^ for a power.',
  ],
  ['two answers', '5', '5 or 6', 'There is more than one answer here. Write just one; a decimal has a point, as in 2.5.'],
  ['a decimal comma', '2.5', '2,5', 'There is more than one answer here. Write just one; a decimal has a point, as in 2.5.'],
  ['a pair without brackets', '(3,4)', '3,4', 'Write it in brackets with a comma between the numbers, as in (2, 5).'],
  ['an equation for an expression', '2x+3', '2x+3=0', 'Write only the answer, without signs such as =, < or >.'],
  ['an expression for an equation', 'x=3', '3', 'Write it with both sides and a sign between them, such as =, < or >.'],
  ['a sign that means nothing', '120', '5!', 'The sign ! can’t be used here.'],
  ['a command that means nothing', '5', '\\sum_1^5', '“\\sum” can’t be used here.'],
  ['and with or', 'x=1 or x=2', 'x=1 or x=2 and x=3', 'Write either “and” or “or”, not both.'],
  ['a bracket around a pair', '(3,4)', '[3,4]', 'Write round brackets around it.'],
  ['a base run together', '\\log_2 8', 'log2(8)', 'Write a small line before the base of a logarithm, as in log_2(8).'],
  ['below the line or not', '1/(2x)', '1/2x', 'This can be read in two ways. Put brackets around what stands below the fraction line.'],
  ['under the root or not', '√(2x)', '√2x', 'This can be read in two ways. Put brackets around what the root or function is taken of.'],
  [
    'in the function or not',
    'sin(x/2)',
    'sin x/2',
    'This can be read in two ways. Put brackets around what the root or function is taken of.',
  ],
  [
    'one sign or two',
    'x=±2',
    'x=+-2',
    'This can be read in two ways. Write ± as one sign, or brackets around the number with the minus sign.',
  ],
  ['raised or not', '√x', 'x^1/2', 'This can be read in two ways. Put brackets around the power.'],
  ['two digits raised or one', '3x^2', 'x^23', 'This can be read in two ways. Put a sign behind the power, or brackets around it.'],
])('what can’t be read costs nothing and says what to mend: %s', (_, value, given, says) => {
  expect(expression.grade(key(value), given)).toEqual({ status: 'invalid', score: 0, reason: says })
})

test('letters that an author allows may be used, and e may be one', () => {
  expect(status(key('2x', { variables: ['x', 'y'] }), '2y')).toBe('incorrect')
  expect(status(key('5e', { variables: ['e'] }), '13.5914')).toBe('incorrect')
  expect(status(key('5e', { variables: ['e'] }), 'e+4e')).toBe('correct')
  expect(expression.key.safeParse(key('x', { variables: ['xy'] })).success).toBe(false)
})

test.each([
  ['as it stands', '3', 'DNE', 'dne', 'correct'],
  ['by its value', '2x', '3x+1', '1+3x', 'correct'],
  ['with its own letters', '2k+1', '2n-1', '2n+3', 'incorrect'],
  ['never as a pattern', '3', '.*', '7', 'incorrect'],
  ['never for nothing', '3', '4', '', 'invalid'],
])('an alias is one more right answer, %s', (_, value, alias, given, want) =>
  expect(status(key(value, { hasAlias: [alias] }), given)).toBe(want),
)

test.each<[string, Key, string[]]>([
  ['is ready', key('2x+3'), []],
  ['is ready in its form', key('(x+1)(x+2)', { form: 'factored' }), []],
  ['can’t be read', key('2x+'), ['The answer “2x+” can’t be read. Something is missing at the end.']],
  [
    'has an alias that can’t be read',
    key('2x', { hasAlias: ['2*'] }),
    ['The other right answer “2*” can’t be read. Something is missing at the end.'],
  ],
  [
    'is not in its own form',
    key('2(x+3)', { form: 'expanded' }),
    ['The answer “2(x+3)” is not accepted by its own key. Right value, but multiply out the brackets.'],
  ],
  [
    'can’t be checked',
    key('x^100'),
    ['The answer “x^100” is not accepted by its own key. This can’t be checked here, so a person will look at it.'],
  ],
  [
    'can be read in two ways',
    key('1/2x'),
    ['The answer “1/2x” is not clear. This can be read in two ways. Put brackets around what stands below the fraction line.'],
  ],
])('checking a key that %s', (_, of, problems) => expect(expression.check(of)).toEqual(problems))

test('a plus sign before a minus sign means in a key what it says', () => {
  expect(expression.check(key('3x+-2'))).toEqual([])
  expect(status(key('3x+-2'), '3x-2')).toBe('correct')
  expect(status(key('3x-2'), '3x+-2')).toBe('correct')
})

test('a key without a usable answer never calls an answer wrong', () => expect(status(key('2x+'), '5')).toBe('ungraded'))

test('a student sees no field that holds an answer, and only letters that the author named', () => {
  const secret = key('canary', { hasAlias: ['canary'], form: 'same', tooltip: 'in metres', weight: 3, variables: ['x'] })
  expect(JSON.parse(JSON.stringify(expression.show(secret)))).toEqual({ kind: 'expression', tooltip: 'in metres', symbols: ['x'] })
  expect(expression.show(key('2x')).symbols).toBeUndefined()
})

test.each([
  '2x+3',
  '1/2',
  '(x+1)(x-2)',
  'y=2x+1',
  '(3,4)',
  'x=1 or x=2',
  '√x/2',
  'x>3',
  '1<x<5',
  '\\frac{1}{2}x',
  'sin(2x)',
  '|x-1|',
  '25%',
  '{1,2}',
])('samples of %s are the answer in other notations, which are right, and near misses, which are not', (value) => {
  const samples = expression.samples(key(value))
  expect(samples[0]).toBe(value)
  expect(new Set(samples).size).toBe(samples.length)
  expect(samples.length).toBeGreaterThan(4)
  expect(samples.length).toBeLessThanOrEqual(20)
  const verdicts = samples.map((sample) => status(key(value), sample))
  expect(verdicts.slice(0, 2)).toEqual(['correct', 'correct'])
  expect(verdicts.filter((each) => each === 'invalid')).toEqual([])
  expect(verdicts).toContain('incorrect')
})

test('samples of what can’t be read are what was written', () => expect(expression.samples(key('2x+'))).toEqual(['2x+']))
