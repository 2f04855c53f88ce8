import { expect, test } from 'vitest'
import { nameOfAnswer } from '#math/shapes.ts'
import { read, readPrinted } from '#math/parse.ts'
import { grade } from '../../rules.ts'
import { latexOf } from '#math/latex.ts'

/** Keys from school math as authors type them; `a` to `d` in braces are placeholders for numbers. */
const templates = String.raw`
{a}/x^{b};({a}y-{b})/(y-{c})^2;t={a}/{b}.{c}^2;{a}/sqrt({b});sin(x)/cos(x)+{a};sin({a}x)/{b};ln({a})/ln({b});{a}/sin x;{a}+-{b};cbrt({a})x
{a}x+{b};-{a}x^2+{b}x-{c};({a}x+{b})({c}x-{d});({a}x-{b})^2;x^{a}y^{b};{a}x/({b}y);{a}/(x+{b})-{c}/(x-{d});(x+{a})/(x^2-{b});x^(-{a}/{b});({a}/{b})^x
{a}/{b};{a} 1/{b};-{a}/{b};0.{a}{b};{a}%;{a}°;{a}.{b}*10^{c};{a}pi;{a}pi/{b};πr^2+{a}πrh
sqrt({a}x+{b});{a}sqrt({b});√{a}+√{b};sqrt(x^2+{a})/{b};\sqrt[{a}]{x+{b}};abs(x-{a});{a}|x+{b}|-{c};log_{a}(x+{b});log({a}x)/{b};e^({a}x)-{b}
sin^2({a}x)+cos^2({b}x);arcsin({a}/{b});tan(x/{a});sec(x)^{a};{a}sin(pi x/{b})+{c};2^({a}x-{b});(1+{a}/{b})^({c}t);{a}*{b};x_1+{a}x_2-{b};a-(b-{a})
y={a}x-{b};x={a}/{b};x=±{a};x={a}±√{b};x=(-{a}±sqrt({b}))/(2*{c});x<{a};x≥-{a};{a}<x≤{b}{c};x<-{a} or x>{b};x>{a} and x≤{b}{c};x≠{a}
({a},-{b});({a},{b}),({c},-{d});{{a},{b},-{c}};x={a} or x=-{b};{a},-{b};y-{a}=({b}/{c})(x+{d});A=P(1+r/{a})^({a}t);sin(A)/{a}=sin(B)/b;{a}/x+{b}/y=1/{c};x^2+y^2={a}
`
const numbers = [2, 3, 4, 5, 6, 7, 8, 9, 11, 12]

/** Templates filled with numbers that differ from line to line but are the same in every run. */
const keys = [
  ...new Set(
    templates
      .trim()
      .split(/[\n;]/)
      .flatMap((template, at) =>
        Array.from({ length: 40 }, (_, turn) => {
          let seed = 1 + at * 40 + turn
          const next = () => (seed = (seed * 48_271) % 2_147_483_647)
          next()
          return template.replace(/\{[a-d]\}/g, () => String(numbers[(next() >> 8) % numbers.length]))
        }),
      ),
  ),
]

const meaning = (text: string, reader: typeof read) => {
  const found = reader(text)
  return found.ok
    ? `${found.answer.is === 'list' ? found.answer.joined : ''} ${nameOfAnswer(found.answer)}`
    : found.reason
}

test('the LaTeX of each of 1,900 school keys is parsed as the same formula', () => {
  expect(keys.length).toBeGreaterThan(1900)
  const changed = keys.filter((key) => {
    const latex = latexOf(key)
    return latex === null || meaning(latex, readPrinted) !== meaning(key, read)
  })
  expect(changed).toEqual([])
})

test('the LaTeX of a key is graded right by that key', () => {
  const wrong = keys.filter((value) => {
    const { status } = grade(
      { kind: 'fr', parts: [{ kind: 'expression', value }] },
      { kind: 'fr', parts: [latexOf(value) ?? ''] },
    )
    return status !== 'correct'
  })
  expect(wrong).toEqual([])
})

test.each([
  ['5/x^2', String.raw`\frac{5}{x^{2}}`],
  ['(9y-8)/(y-4)^2', String.raw`\frac{9y-8}{\left(y-4\right)^{2}}`],
  ['1/sqrt(8)', String.raw`\frac{1}{\sqrt{8}}`],
  ['sin(x)/2', String.raw`\frac{\sin\left(x\right)}{2}`],
  ['1/sin x', String.raw`\frac{1}{\sin\left(x\right)}`],
  ['cbrt(8)', String.raw`\sqrt[3]{8}`],
  ['x=2±√3', String.raw`x=2\pm \sqrt{3}`],
  ['{1, 2}', String.raw`\left\lbrace 1, 2\right\rbrace `],
  ['1<x<5', '1<x<5'],
  ['x<1 or x>5', String.raw`x<1\text{ or }x>5`],
  ['3.67*10^2', String.raw`3.67\times 10^{2}`],
  ['2x*y', '2xy'],
  ['s*i*n', String.raw`s\cdot i\cdot n`],
])('%s is printed as %s', (text, latex) => expect(latexOf(text)).toBe(latex))

test.each(['', 'x^', '1/sqrt(', 'x = = 2', 'x_', '{1,'])('“%s” can’t be parsed, so it has no LaTeX', (text) =>
  expect(latexOf(text)).toBeNull(),
)
