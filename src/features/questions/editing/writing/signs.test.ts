import { expect, test } from 'vitest'
import { asFormula, type Sign, signs, written } from './signs.ts'

const all: readonly Sign[] = Object.values(signs).flat()
const named = (name: string) => all.find((sign) => sign.name === name) as Sign

/** A text with its caret as `|`, or what is selected between two of them. */
const read = (marked: string) => {
  const [before = '', selected = '', after] = marked.split('|')
  const text = after === undefined ? before + selected : before + selected + after
  return { text, from: before.length, to: after === undefined ? before.length : before.length + selected.length }
}
const show = ({ text, from, to }: { text: string; from: number; to: number }) =>
  from === to ? `${text.slice(0, from)}|${text.slice(from)}` : `${text.slice(0, from)}|${text.slice(from, to)}|${text.slice(to)}`

test.each([
  ['outside of a formula it begins one', 'What is |?', 'Fraction', 'What is $\\frac{|}{}$?'],
  ['within a formula it stands there', '$3 |x$', 'Times', '$3 \\times |x$'],
  ['what is selected fills the first box, and one goes on in the second', '$|12|$', 'Fraction', '$\\frac{12}{|}$'],
  ['what is selected fills the only box', '$|12|$', 'Square root', '$\\sqrt{12}|$'],
  ['a dollar of a price opens no formula', 'It costs \\$5 |', 'Pi', 'It costs \\$5 $\\pi |$'],
  ['behind a closed formula a new one begins', '$x$ |', 'Not equal to', '$x$ $\\ne |$'],
])('%s', (_, before, name, after) => expect(show(written(read(before), named(name), { formula: false }))).toBe(after))

test('in a field that is a formula no dollar signs are written', () => {
  expect(show(written(read('2|'), named('Power'), { formula: true }))).toBe('2^{|}')
})

test('the first box of several is where one writes', () => {
  expect(show(written(read('|'), named('Mixed number'), { formula: true }))).toBe('|\\frac{}{}')
})

test('what is selected becomes a formula', () => {
  expect(show(asFormula(read('Add |1 + 1|.')))).toBe('Add $1 + 1|$.')
  expect(show(asFormula(read('|')))).toBe('$|$')
})

test('every sign has a name of its own', () => expect(new Set(all.map(({ name }) => name)).size).toBe(all.length))
