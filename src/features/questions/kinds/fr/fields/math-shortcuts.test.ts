import { expect, test } from 'vitest'
import { type Caret, caretAt, sent, shortcutsFor, stepOf, taken, unwrapped } from './math-shortcuts.ts'

const caret = (around: string[], items: string[], more: Partial<Caret> = {}): Caret => ({
  around,
  span: [0, 1],
  box: 0,
  items,
  isEnd: true,
  ...more,
})
const leave = { does: 'leave', typed: true }

test.each<[string, string, Caret, object | null]>([
  [
    'a space between a number and a fraction is entered',
    ' ',
    caret([], ['1']),
    { does: 'write', text: '\\:' },
  ],
  [
    'a space within parentheses is entered',
    ' ',
    caret(['\\left(1,\\right)'], ['1', ',']),
    { does: 'write', text: '\\:' },
  ],
  ['a space leaves a fraction', ' ', caret(['\\frac12'], ['2'], { box: 1 }), { does: 'leave' }],
  [
    'a space in an empty root does nothing',
    ' ',
    caret(['\\sqrt{\\placeholder{}}'], []),
    { does: 'write', text: '' },
  ],
  ['plus leaves an exponent', '+', caret(['^2'], ['2']), leave],
  ['minus in an empty exponent is its sign', '-', caret(['^{}'], []), null],
  ['a digit stays in an exponent of digits', '3', caret(['^2'], ['2']), null],
  ['a letter leaves an exponent of digits', 'x', caret(['^2'], ['2']), leave],
  ['a letter stays in an exponent with a letter', 't', caret(['^{k}'], ['k']), null],
  ['a parenthesis leaves the base of a logarithm', '(', caret(['\\log_2'], ['2']), leave],
  ['a power sign leaves an index', '^', caret(['_1'], ['1']), leave],
  ['no key leaves an exponent from its middle', '+', caret(['^{23}'], ['2'], { isEnd: false }), null],
  [
    'a digit leaves a root that holds only parentheses',
    '2',
    caret(['\\sqrt{\\left(3\\right)}'], ['\\left(3\\right)']),
    leave,
  ],
  [
    'plus leaves a denominator that ends with parentheses',
    '+',
    caret(['\\frac1{\\left(x\\right)}'], ['\\left(x\\right)'], { box: 1 }),
    leave,
  ],
  ['plus stays in any other denominator', '+', caret(['\\frac{1}{x}'], ['x'], { box: 1 }), null],
  [
    'an equals sign leaves every structure around it',
    '=',
    caret(['^2', '\\frac{y^2}{9}'], ['2']),
    { does: 'leave', typed: true, all: true },
  ],
  [
    'a closing parenthesis leaves a structure within its parenthesis',
    ')',
    caret(['\\frac12', '\\left(\\frac12\\right)'], ['2'], { box: 1 }),
    { does: 'leave', typed: true, all: true },
  ],
  [
    'a closing parenthesis without an opening one leaves the bars',
    ')',
    caret(['\\left|x\\right|'], ['x']),
    { does: 'leave' },
  ],
  ['a brace in an empty exponent is a parenthesis', '{', caret(['^{}'], []), { does: 'type', text: '(' }],
  [
    'the matching closing brace is a closing parenthesis',
    '}',
    caret(['\\left(n\\right)', '^{\\left(n\\right)}'], ['n']),
    { does: 'type', text: ')' },
  ],
  [
    'a square bracket after a root opens its index',
    '[',
    caret(['\\sqrt{\\placeholder{}}'], []),
    { does: 'replace', text: '\\sqrt[#?]{#?}' },
  ],
  [
    'the closing square bracket moves to the next box',
    ']',
    caret(['\\sqrt[3]{\\placeholder{}}'], ['3']),
    { does: 'next' },
  ],
  ['arrow keys are left to the field', 'ArrowLeft', caret(['^2'], ['2']), null],
])('%s', (_, key, at, step) => expect(stepOf(key, at)).toEqual(step))

test('the caret’s position is derived from the field’s elements', () => {
  // The elements of 1/(x² + 3) in MathLive, with an empty element at the beginning of each box.
  const elements = [
    '0:',
    '1:',
    '1:1',
    '1:',
    '1:x',
    '2:',
    '2:2',
    '1:^2',
    '1:+',
    '1:3',
    '0:\\frac{1}{x^2+3}',
  ].map((each) => {
    const [depth, latex] = each.split(':')
    return { depth: Number(depth), latex }
  })
  const at = (position: number) => caretAt(position, elements.length - 1, (offset) => elements[offset])
  expect(at(6)).toEqual({
    around: ['^2', '\\frac{1}{x^2+3}'],
    span: [4, 7],
    box: 0,
    items: ['2'],
    isEnd: true,
  })
  expect(at(9)).toEqual({
    around: ['\\frac{1}{x^2+3}'],
    span: [0, 10],
    box: 1,
    items: ['x', '^2', '+', '3'],
    isEnd: true,
  })
  expect(at(2)).toEqual({ around: ['\\frac{1}{x^2+3}'], span: [0, 10], box: 0, items: ['1'], isEnd: true })
  expect(at(10)).toEqual({ around: [], span: [-1, 10], box: 0, items: ['\\frac{1}{x^2+3}'], isEnd: true })
})

test.each([
  [String.raw`x<1\:\or\:x>5`, String.raw`x<1\text{ or }x>5`],
  [String.raw`x>1\and x<5`, String.raw`x>1\text{ and }x<5`],
  ['x^23', 'x^{2}3'],
  ['x_12', 'x_{1}2'],
  ['x^2+1', 'x^2+1'],
  ['\u{1d465}+\u{1d7d9}', 'x+1'],
])('%s is sent as %s', (field, text) => expect(sent(field)).toBe(text))

test('words between answers don’t change when they are put into the field and read back', () =>
  expect(sent(taken(String.raw`x=1\text{ or }x=2`))).toBe(String.raw`x=1\text{ or }x=2`))

test.each([
  '$x^2$',
  '$$x^2$$',
  String.raw`\(x^2\)`,
  String.raw`\[x^2\]`,
  String.raw`\begin{equation*}x^2\end{equation*}`,
  ' x^2 ',
])('%s is pasted without its delimiters', (text) => expect(unwrapped(text)).toBe('x^2'))

test('a word made up of the question’s variables is not a shortcut', () => {
  expect(shortcutsFor(['x'])).toHaveProperty('or')
  expect(shortcutsFor(['o', 'r'])).not.toHaveProperty('or')
  expect(shortcutsFor(['o', 'r'])).toHaveProperty('sin')
})
