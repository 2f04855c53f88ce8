import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { Form } from '#math/forms.ts'
import { expression } from './expression.ts'

type Key = z.infer<typeof expression.key>
const key = (value: string, more: Partial<Key> = {}): Key => ({ kind: 'expression', value, ...more })
const status = (of: Key, text: string) => expression.grade(of, text).status

const letters = { variables: ['a', 'b', 'c', 'd', 'f', 'n', 'x'] }

test.each<[reason: string, given: string, want: string]>([
  ['a tower of powers', '9^9^9^9^9', 'ungraded'],
  ['a tower in braces', '9^{9^{9^{9}}}', 'ungraded'],
  ['five letters to the fortieth', '(a+b+c+d+f)^40', 'incorrect'],
  ['an exponent over 64', '(x+1)^65', 'ungraded'],
  ['a power of 100,000', '(x+1)^100000', 'ungraded'],
  ['an exponent far below 0', 'x^{-100}', 'ungraded'],
  ['powers of powers', '((((x^64)^64)^64)^64)', 'ungraded'],
  ['a number of many digits to a high power', `${'9'.repeat(100)}^64`, 'ungraded'],
  ['a factorial', '100000!', 'invalid'],
  ['a huge sum', '\\sum_{n=1}^{1000000000}n', 'invalid'],
  ['two hundred digits', '9'.repeat(200), 'incorrect'],
  ['201 characters', 'x'.repeat(201), 'ungraded'],
  ['a million characters', '('.repeat(1_000_000), 'ungraded'],
  ['nested roots', `${'√('.repeat(60)}x${')'.repeat(60)}`, 'ungraded'],
  ['roots without parentheses', `${'√'.repeat(199)}x`, 'ungraded'],
  ['truncated roots in TeX', '\\sqrt{'.repeat(32), 'ungraded'],
  ['fractions in fractions', '\\frac{1}{'.repeat(20), 'invalid'],
  ['functions of functions', `${'sin'.repeat(60)}x`, 'ungraded'],
  ['opening parentheses', '('.repeat(200), 'ungraded'],
  ['closing parentheses', ')'.repeat(200), 'invalid'],
  ['alternating parentheses', '()'.repeat(100), 'invalid'],
  ['bars', '|'.repeat(200), 'ungraded'],
  ['minus signs', `${'-'.repeat(199)}x`, 'invalid'],
  ['a chain of powers', `x${'^x'.repeat(99)}`, 'ungraded'],
  ['a product of 200 letters', 'x'.repeat(200), 'incorrect'],
  ['a product of parentheses', '(a+b)'.repeat(40), 'incorrect'],
  ['many functions added', `${'sin(x)+'.repeat(28)}x`, 'incorrect'],
  ['a list of a hundred numbers', '1,'.repeat(99) + '1', 'ungraded'],
  ['a chain of inequalities', `${'x<'.repeat(90)}x`, 'invalid'],
  ['mixed numbers in mixed numbers', `${'2\\frac{'.repeat(24)}x`, 'invalid'],
  ['a division by an expression that is always 0', '1/(sin(x)^2+cos(x)^2-1)', 'incorrect'],
  ['a division by 0', 'x/(x-x)', 'incorrect'],
  ['a power too large for floating point', '2^(2^(2^(2^(x^2+9))))', 'ungraded'],
  ['a number that equals the answer in floating point', 'x·1.4142135623730951/√2', 'ungraded'],
  ['a lone surrogate', '\ud835x', 'invalid'],
  ['invisible characters', '\u0000\u202e', 'invalid'],
])('a hostile answer is handled without being marked right: %s', (_, given, want) => {
  expect(status(key('x', letters), given)).toBe(want)
})

/** Returns a seeded generator of whole numbers below a bound. */
function dice(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0
    return Math.floor(((state >>> 8) / 2 ** 24) * below)
  }
}

const pieces =
  `0 1 2 9 64 65 99999 0.5 1,000 1,00 x y a n e pi π ½ + - * / ^ ^2 ^-1 ^{ _ _2 ( ) [ ] { } | , ; = < > ≤ ≥ ≠ ± % ° ! . √ ∛ ² ⁻¹ ₂ sin cos tan ln log exp sqrt( abs( ` +
  `\\frac{ }{ \\sqrt{ \\sqrt[3]{ \\left( \\right) \\left| \\right| \\cdot \\times \\div \\pi \\le \\ne \\pm \\{ \\} \\frac12 \\placeholder{} \\x \\ and or (x+1) x^2 (x+y)^9 sin(x) \\text{ } (x<1) E-3 e5 x10^2 root( sqrt[3]{ \\log_10 1/2 ** ÷ 𝑥 a_{n+1} sinh ∞ ∪ \\{x|`
const soup = [...pieces.split(' '), ' ', ' ', '']

/**
 * Generates an answer that can usually be parsed, with deeper nesting and higher powers than children write.
 */
function written(roll: (below: number) => number, deep: number): string {
  const inner = () => written(roll, deep - 1)
  const shapes = [
    () => `${inner()}+${inner()}`,
    () => `(${inner()})(${inner()})`,
    () => `\\frac{${inner()}}{${inner()}}`,
    () => `(${inner()})^${roll(70)}`,
    () => `(${inner()})^(${inner()})`,
    () => `√(${inner()})`,
    () => `${['sin', 'ln', 'tan', 'abs', 'exp', 'log_2'][roll(6)]}(${inner()})`,
    () => `${inner()}${['=', '<', '≥', ','][roll(4)]}${inner()}`,
    () => `-${inner()}`,
  ]
  const shape = deep > 0 ? shapes[roll(shapes.length + 3)] : undefined
  return shape ? shape() : (['x', 'y', '2x', '3', '1/2', '0.25', 'π', '9', '√2/2', '2x+1'][roll(10)] ?? 'x')
}

const keys: Key[] = [
  key('2x+3'),
  key('(x+1)(x+2)', { form: 'factored' }),
  key('sin(2x)', { variables: ['y'] }),
  key('y=2x+1', { form: 'simplified' }),
  key('1<x<5'),
  key('{1,2}'),
  key('(3,4)'),
  key('√2/2', { form: 'simplified', variables: ['x', 'y', 'a', 'n'] }),
  key('x^2+2xy+y^2', { form: 'expanded' }),
  key('(x+1)^2+3', { form: 'completedSquare' }),
  key('1/(x-1)-1/(x+1)', { form: 'partialFractions' }),
  key('(x+1)/(x+2)', { form: 'singleFraction', variables: ['y'] }),
  key('x<0 or 1<x<5', { form: 'reduced' }),
  key('√(x²+1)', { hasAlias: ['|x|', 'x=1', '2^x'], form: 'same', variables: ['y'] }),
]

/**
 * Returns the shortest time of up to `tries` runs, in ms, because a single run can be slow on a busy machine.
 * Stops once a run takes at most `enough` ms.
 */
function quickest(run: () => void, tries: number, enough: number) {
  let least = Infinity
  for (let turn = 0; turn < tries && least > enough; turn += 1) {
    const start = performance.now()
    run()
    least = Math.min(least, performance.now() - start)
  }
  return least
}

test('20,000 hostile answers take at most 5 ms on average and 50 ms each, and none throws', () => {
  const roll = dice(20_000)
  let total = 0
  const slow: string[] = []
  const seen = new Set<string>()
  for (let turn = 0; turn < 20_000; turn += 1) {
    const text =
      turn % 2 === 0
        ? Array.from({ length: 1 + roll(turn % 40) }, () => soup[roll(soup.length)] ?? '').join('')
        : written(roll, 4)
    const of = keys[turn % keys.length] ?? key('x')
    const took = quickest(() => seen.add(expression.grade(of, text).status), 5, 50)
    total += took
    if (took > 50) slow.push(text)
  }
  expect(slow).toEqual([])
  expect(total / 20_000).toBeLessThan(5)
  expect([...seen].sort()).toEqual(['correct', 'incorrect', 'invalid', 'ungraded'])
})

test('grading a root with an enormous index never throws', () => {
  for (const text of ['(x+y)^(9^(-10))', '5^(9^-10)', '(2x)^(1/9^20)', '\\sqrt[99999999999999999999]{x+y}'])
    for (const form of Form.options) {
      expect(() => status(key(text, { form }), text)).not.toThrow()
      expect(() => status(key('x+y', { form }), text)).not.toThrow()
    }
})

test('grading, checking and sampling never throw, whatever the text', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 250 }),
    fc.array(fc.constantFrom(...soup), { maxLength: 30 }).map((all) => all.join('')),
  )
  const form = fc.constantFrom<Key['form']>(undefined, ...Form.options)
  fc.assert(
    fc.property(anyText, anyText, form, (value, given, asked) => {
      const { status: word, score, reason } = expression.grade(key(value, { form: asked }), given)
      expect(score).toBe(word === 'correct' ? 1 : 0)
      expect(reason).not.toBe('')
      expression.check(key(value, { form: asked, hasAlias: [given] }))
      for (const sample of expression.samples(key(value))) expression.grade(key(value), sample)
    }),
    { numRuns: 1500 },
  )
})

const names = ['x', 'y', 'z']
type Term = { factor: number; powers: number[] }

const term = ({ factor, powers }: Term) =>
  [`${factor}`, ...powers.flatMap((power, at) => (power > 0 ? [`${names[at]}^${power}`] : []))].join('*')
const sum = (terms: Term[]) => terms.map((each) => `(${term(each)})`).join('+')
const product = (a: Term[], b: Term[]) =>
  a.flatMap((left) =>
    b.map((right) => ({
      factor: left.factor * right.factor,
      powers: left.powers.map((power, at) => power + (right.powers[at] ?? 0)),
    })),
  )

function polynomial(roll: (below: number) => number): Term[] {
  return Array.from({ length: 1 + roll(3) }, () => ({
    factor: 1 + roll(9) - 2 * roll(2) * 5 || 3,
    powers: names.map(() => roll(3)),
  }))
}

test('each of 600 products of polynomials equals its expanded terms in any order, but not with an extra term', () => {
  const roll = dice(600)
  for (let done = 0; done < 600;) {
    const [a, b] = [polynomial(roll), polynomial(roll)]
    const value = `(${sum(a)})*(${sum(b)})`
    const out = sum(product(a, b).sort(() => roll(2) - 0.5))
    const more = `${out}+${names[roll(3)]}`
    if (value.length > 200 || more.length > 200) continue
    const of = key(value, { variables: names })
    expect([value, out, status(of, out)]).toEqual([value, out, 'correct'])
    expect([value, more, status(of, more)]).toEqual([value, more, 'incorrect'])
    done += 1
  }
})

/**
 * A generated expression, and an upper bound for its absolute value within the tested range of its variables.
 */
type Tree = { text: string; most: number }
const leaf = fc
  .constantFrom('x', 'y', '2', '3', '5', '1/2', '0.5', 'π')
  .map((text): Tree => ({ text, most: 10 }))
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc
      .tuple(tie('tree'), tie('tree'))
      .map(([a, b]) => ({ text: `(${a.text})+(${b.text})`, most: a.most + b.most })),
    fc
      .tuple(tie('tree'), tie('tree'))
      .map(([a, b]) => ({ text: `(${a.text})*(${b.text})`, most: a.most * b.most })),
    tie('tree').map(({ text, most }) => ({ text: `(${text})^2`, most: most ** 2 })),
    tie('tree').map(({ text, most }) => ({ text: `|${text}|`, most })),
    tie('tree').map(({ text }) => ({ text: `sin(${text})`, most: 1 })),
  ),
}))
/** Value above which rounding errors in floating-point numbers can hide a difference of one. */
const huge = 1e12

test('the order of terms and factors doesn’t matter, and the right answer plus one is never right', () => {
  fc.assert(
    fc.property(tree, tree, (one, other) => {
      const [a, b] = [one.text, other.text]
      fc.pre(a.length + b.length < 80)
      const variables = ['x', 'y']
      for (const [sign, most] of [
        ['+', one.most + other.most],
        ['*', one.most * other.most],
      ] as const) {
        const of = key(`(${a})${sign}(${b})`, { variables })
        expect(status(of, `(${b})${sign}(${a})`)).toBe('correct')
        expect(status({ ...of, form: 'same' }, `(${b})${sign}(${a})`)).toBe('correct')
        if (most < huge) expect(status(of, `(${b})${sign}(${a})+1`)).not.toBe('correct')
      }
    }),
    { numRuns: 500 },
  )
})
