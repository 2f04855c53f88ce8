import { expect, test } from 'vitest'
import type { z } from 'zod'
import { expression } from './expression.ts'

type Key = z.infer<typeof expression.key>
const key = (value: string, more: Partial<Key> = {}): Key => ({ kind: 'expression', value, ...more })
const status = (of: Key, text: string) => expression.grade(of, text).status

type Case = [reason: string, value: string, given: string]

test.each<Case>([
  ['the sides swapped', 'x=3', '3=x'],
  ['both sides doubled', 'x=3', '2x=6'],
  ['everything on one side', 'y=2x+1', '2x-y+1=0'],
  ['a term moved', 'y=2x+1', 'y-2x=1'],
  ['point-slope form', 'y=2x+1', 'y-3=2(x-1)'],
  ['solved for another letter', 'V=IR', 'R=V/I'],
  ['divided by a letter', 'V=IR', 'V/I=R'],
  ['reciprocals', '1/f=1/u+1/v', 'f=uv/(u+v)'],
  ['solved by the inverse function', 'y=e^x', 'x=ln y'],
  ['an expanded circle', '(x-1)^2+y^2=9', 'x²+y²-2x=8'],
  ['a root moved to the other side', 'y=√x', '√x-y=0'],
  ['a number sentence', '3+4=7', '7=4+3'],
  ['≠ with its sides swapped', 'x≠2', '2 \\ne x'],
  ['an identity with its sides swapped', '(x+1)^2=x^2+2x+1', 'x^2+2x+1=(x+1)^2'],
])('an equivalent equation is right: %s', (_, value, given) =>
  expect(status(key(value), given)).toBe('correct'),
)

test.each<Case>([
  ['another number', 'x=3', 'x=4'],
  ['another sign', 'y=2x+1', 'y=2x-1'],
  ['the letters swapped', 'y=2x+1', 'x=2y+1'],
  ['squared, with more solutions', 'x=3', 'x^2=9'],
  ['only the positive half', 'x=y^2', 'y=√x'],
  ['another number sentence', '3+4=7', '1=1'],
  ['another identity', '(x+1)^2=x^2+2x+1', 'x=x'],
  ['an inequality', 'x=3', 'x≥3'],
  ['≠ instead of =', 'x=2', 'x≠2'],
  ['divided by the wrong letter', 'V=IR', 'R=I/V'],
])('a different equation is wrong: %s', (_, value, given) =>
  expect(status(key(value), given)).toBe('incorrect'),
)

test.each<Case>([
  ['read from the right', 'x>3', '3<x'],
  ['doubled', 'x>3', '2x>6'],
  ['the sign flipped by a negative factor', 'x>-3', '-2x<6'],
  ['typed as two signs', 'x≤3', 'x<=3'],
  ['in TeX', 'x≥3', 'x\\ge3'],
  ['in TeX with a slanted sign', 'x≤3', 'x\\leqslant 3'],
  ['a half plane', 'y<2x+1', '2x-y>-1'],
  ['a key stored with an HTML escape', 'x<3', 'x&lt;3'],
  ['a chain read from the right', '1<x<5', '5>x>1'],
  ['a chain as two inequalities', '1<x<5', 'x<5 and x>1'],
  ['a chain with all terms moved', '1<x<5', '3<x+2<7'],
  ['inequalities joined with “or” in another order', 'x<-2 or x>2', 'x>2 or x<-2'],
  ['inequalities joined with “or” in another order, in TeX', 'x<-2 or x>2', 'x>2\\text{ or }x<-2'],
])('an equivalent inequality is right: %s', (_, value, given) =>
  expect(status(key(value), given)).toBe('correct'),
)

test.each<Case>([
  ['another number', 'x>3', 'x>4'],
  ['almost the same number', 'x>3', 'x>3.001'],
  ['the sign flipped', 'x>3', 'x<3'],
  ['the sign not flipped by a negative factor', 'x>-3', '-2x>6'],
  ['including the bound', 'x>3', 'x≥3'],
  ['one bound of a chain moved', '1<x<5', '1<x<6'],
  ['a chain including its bounds', '1<x<5', '1≤x≤5'],
  ['a chain including one bound', '1<x<5', '1≤x<5'],
  ['half of a chain', '1<x<5', 'x>1'],
  ['“and” instead of “or”', 'x<-2 or x>2', 'x<-2 and x>2'],
  ['a square including its bound', 'x^2<4', 'x^2≤4'],
  ['another half plane', 'y<2x+1', 'y<2x+2'],
  ['a smaller distance', '-3<x<3', '|x|<2'],
])('a different inequality is wrong: %s', (_, value, given) =>
  expect(status(key(value), given)).toBe('incorrect'),
)

test.each<Case>([
  ['parentheses around each side of “or”', 'x<1 or x>5', '(x<1) or (x>5)'],
  ['parentheses around a chain', '1<x<5', '(1<x<5)'],
  ['parentheses around one inequality', 'x>2', '((x>2))'],
  ['square brackets', 'x>2', '[x>2]'],
  ['in TeX', 'x=3', '\\left(x=3\\right)'],
  ['parentheses around a group', 'x<0 or 1≤x≤3', '(x≥1 and x≤3) or x<0'],
  ['no parentheses, because “and” binds before “or”', 'x<0 or 1≤x≤3', 'x<0 or x≥1 and x≤3'],
  ['parentheses around “or”', 'x<0 and y>1 or x>5 and y>1', '(x<0 or x>5) and y>1'],
  ['a chain next to “or”', 'x<0 or 1≤x≤3', '3≥x≥1 or x<0'],
  ['points joined with “or”', 'x=1 and y=2 or x=3 and y=4', '(x=3 and y=4) or (y=2 and x=1)'],
  ['parentheses around a list', 'x=1, y=2', '(x=1, y=2)'],
  ['no spaces, from the formula field', 'x<1 or x>5', 'x<1orx>5'],
  ['an ampersand for “and”', '1<x<5', 'x>1 & x<5'],
  ['a doubled equals sign', 'x=3', 'x==3'],
  ['symbols for “and” and “or”', 'x<0 or 1≤x≤3', '(x\\ge1\\land x\\le3)\\lor x<0'],
])('an equivalent combination of relations is right: %s', (_, value, given) =>
  expect(status(key(value), given)).toBe('correct'),
)

test.each<Case>([
  ['one bound excluded', 'x<0 or 1≤x≤3', 'x<0 or x≥1 and x<3'],
  ['“and” and “or” swapped', 'x<0 or 1≤x≤3', 'x<0 and x≥1 or x≤3'],
  ['half of a chain', 'x<0 or 1≤x≤3', 'x<0 or x>1'],
  ['an extra bound', 'x<0 or x>5', 'x<0 or 5<x<7'],
  ['a chain joined with “or”', 'x<0 or 1<x<5', 'x<0 or x>1 or x<5'],
  ['another point', 'x=1 and y=2 or x=3 and y=4', 'x=1 and y=2 or x=3 and y=5'],
])('a different combination of relations is wrong: %s', (_, value, given) =>
  expect(status(key(value), given)).toBe('incorrect'),
)

test('relations that are joined differently but may be equivalent are left for a person to grade', () => {
  expect(status(key('x<0 or 1<x<5'), 'x<0, 1<x<5')).toBe('ungraded')
  expect(status(key('x<0 or 1<x<5'), '(x<0 or x>1) and (x<0 or x<5)')).toBe('ungraded')
  expect(status(key('x=1 or x=2'), 'x=1 or x=2 and x=3')).toBe('ungraded')
})

test('“and” and “or” aren’t interchangeable between relations of two letters, and a comma can mean either', () => {
  expect(status(key('x=1 and y=2'), 'x=1 or y=2')).toBe('incorrect')
  expect(status(key('x=0 or y=0'), 'x=0 and y=0')).toBe('incorrect')
  expect(status(key('x=1, y=2'), 'x=1 or y=2')).toBe('ungraded')
  expect(status(key('x=1, y=2'), 'y=2 and x=1')).toBe('correct')
  expect(status(key('x=±y'), 'x=y, x=-y')).toBe('correct')
})

test('inequalities that hold for the same values but aren’t rearrangements are left for a person to grade', () => {
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
  ['a repeated number in a set', '{1,2}', '1, 2, 2'],
  ['a comma that isn’t a thousands separator', '{1,234}', '234, 1'],
  ['solutions in another order', 'x=1, x=2', 'x=2, x=1'],
  ['solutions joined by or', 'x=1, x=2', 'x=1 or x=2'],
  ['solutions joined by and', 'x=1, x=2', 'x=1 and x=2'],
  ['the letter written once', 'x=1, x=2', 'x=1, 2'],
  ['plus or minus', 'x=2 or x=-2', 'x=±2'],
  ['plus or minus typed as three characters', 'x=±2', 'x=+/-2'],
  ['plus or minus in a formula', 'x=(1+√5)/2, x=(1-√5)/2', 'x=\\frac{1\\pm\\sqrt5}{2}'],
  ['two letters solved', 'x=1, y=2', 'y=2, x=1'],
  ['pairs in another order', '(1,2),(3,4)', '(3,4),(1,2)'],
  ['a number in parentheses with a comma', '1234', '(1,234)'],
])('an equivalent list, pair or set is right: %s', (_, value, given) =>
  expect(status(key(value), given)).toBe('correct'),
)

test.each<Case>([
  ['a reversed pair', '(3,4)', '(4,3)'],
  ['an extra number in a pair', '(3,4)', '(3,4,5)'],
  ['a number missing from a set', '{1,2}', '1'],
  ['an extra number in a set', '{1,2}', '{1,2,3}'],
  ['another number in a set', '{1,2}', '{1,3}'],
  ['one solution of two', 'x=1, x=2', 'x=1'],
  ['an extra solution', 'x=1', 'x=1 or x=2'],
  ['the letters swapped', 'x=1, y=2', 'x=2, y=1'],
])('a different list, pair or set is wrong: %s', (_, value, given) =>
  expect(status(key(value), given)).toBe('incorrect'),
)

test('students may use letters that the author allows, even e', () => {
  expect(status(key('2x', { variables: ['x', 'y'] }), '2y')).toBe('incorrect')
  expect(status(key('5e', { variables: ['e'] }), '13.5914')).toBe('incorrect')
  expect(status(key('5e', { variables: ['e'] }), 'e+4e')).toBe('correct')
  expect(expression.key.safeParse(key('x', { variables: ['xy'] })).success).toBe(false)
})

test.each([
  ['matches as text', '3', 'DNE', 'dne', 'correct'],
  ['matches by its value', '2x', '3x+1', '1+3x', 'correct'],
  ['allows its own letters', '2k+1', '2n-1', '2n+3', 'incorrect'],
  ['is never a pattern', '3', '.*', '7', 'incorrect'],
  ['never matches an empty answer', '3', '4', '', 'invalid'],
])('an alias %s', (_, value, alias, given, want) =>
  expect(status(key(value, { hasAlias: [alias] }), given)).toBe(want),
)

test.each<[string, Key, string[]]>([
  ['is valid', key('2x+3'), []],
  ['has the letter i, allowed by its author', key('3i', { variables: ['i'] }), []],
  ['has a cube root of a negative number', key('\\sqrt[3]{-8}'), []],
  ['has a root that is real for some letters', key('√(-x)'), []],
  [
    'has an i',
    key('3+2i'),
    [
      'In “3+2i”, i is read as a variable, like x, because complex numbers aren’t graded. If i is meant as a variable, add it to “Additional letters”.',
    ],
  ],
  [
    'has a root of a negative number',
    key('√(4-9)'),
    [
      'Part of “√(4-9)” has no real value, such as the square root of a negative number. Complex numbers are not graded.',
    ],
  ],
  [
    'has an unknown function',
    key('sinh(x)'),
    ['The answer “sinh(x)” can’t be read. The function sinh can’t be used here. Check its spelling.'],
  ],
  ['is valid in its form', key('(x+1)(x+2)', { form: 'factored' }), []],
  ['can’t be read', key('2x+'), ['The answer “2x+” can’t be read. Something is missing at the end.']],
  [
    'has an alias that can’t be read',
    key('2x', { hasAlias: ['2*'] }),
    ['The accepted answer “2*” can’t be read. Something is missing at the end.'],
  ],
  [
    'is not in its own form',
    key('2(x+3)', { form: 'expanded' }),
    ['The answer “2(x+3)” wouldn’t be accepted as right. Right value, but multiply out the parentheses.'],
  ],
  [
    'can’t be checked',
    key('x^100'),
    [
      'The answer “x^100” wouldn’t be accepted as right. This can’t be checked automatically, so a teacher will look at it.',
    ],
  ],
  [
    'is ambiguous',
    key('1/2x'),
    [
      'The answer “1/2x” is not clear. This can be read in two ways. Put parentheses around everything below the fraction bar.',
    ],
  ],
])('the check lists the faults of a key that %s', (_, of, problems) =>
  expect(expression.check(of)).toEqual(problems),
)

test.each(['x^2/9+y^2/4=1', '(x-1)^2/9+(y+2)^2/16=1', 'x^2/4-y^2/9=1', 'y=-x^2/8', 'x^3/3+x^2/2+x'])(
  'a power above a fraction bar is unambiguous: %s',
  (value) => expect(expression.check(key(value))).toEqual([]),
)

test.each(['x^1/2', 'x^2/3', 'x^3/2'])('an exponent that may be a fraction is ambiguous: %s', (value) =>
  expect(expression.check(key(value))).toEqual([
    `The answer “${value}” is not clear. This can be read in two ways. Put parentheses around the power.`,
  ]),
)

test('a student who writes a fraction as an exponent without parentheses is asked to add them', () =>
  expect(status(key('x^(2/9)'), 'x^2/9')).toBe('invalid'))

test('in a key, a plus sign before a minus sign is taken literally', () => {
  expect(expression.check(key('3x+-2'))).toEqual([])
  expect(status(key('3x+-2'), '3x-2')).toBe('correct')
  expect(status(key('3x-2'), '3x+-2')).toBe('correct')
})

test('a key without a usable answer never marks an answer wrong', () =>
  expect(status(key('2x+'), '5')).toBe('ungraded'))

test('a student gets fields without answers, and only the letters that the author allows', () => {
  const secret = key('canary', {
    hasAlias: ['canary'],
    form: 'same',
    tooltip: 'in meters',
    weight: 3,
    variables: ['x'],
  })
  expect(JSON.parse(JSON.stringify(expression.show(secret)))).toEqual({
    kind: 'expression',
    tooltip: 'in meters',
    symbols: ['x'],
  })
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
])('samples of %s include right answers in other notations and wrong near misses', (value) => {
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

test('the only sample for an unreadable key is its text', () =>
  expect(expression.samples(key('2x+'))).toEqual(['2x+']))
