import { expect, test } from 'vitest'
import { asFormula, type Sign, signs, written } from './symbols.ts'

const all: readonly Sign[] = Object.values(signs).flat()
const named = (name: string) => all.find((sign) => sign.name === name) as Sign

/** Parses text with its selection: one `|` marks the caret, and two of them enclose the selected text. */
const read = (marked: string) => {
  const [before = '', selected = '', after] = marked.split('|')
  const text = after === undefined ? before + selected : before + selected + after
  return {
    text,
    from: before.length,
    to: after === undefined ? before.length : before.length + selected.length,
  }
}
const show = ({ text, from, to }: { text: string; from: number; to: number }) =>
  from === to
    ? `${text.slice(0, from)}|${text.slice(from)}`
    : `${text.slice(0, from)}|${text.slice(from, to)}|${text.slice(to)}`

test.each([
  ['a symbol outside a formula starts one', 'What is |?', 'Fraction', 'What is $\\frac{|}{}$?'],
  ['a symbol within a formula is inserted there', '$3 |x$', 'Times', '$3 \\times |x$'],
  [
    'the selection fills the first box, and the caret moves to the second',
    '$|12|$',
    'Fraction',
    '$\\frac{12}{|}$',
  ],
  ['the selection fills the only box', '$|12|$', 'Square root', '$\\sqrt{12}|$'],
  ['the dollar sign in a price doesn’t start a formula', 'It costs \\$5 |', 'Pi', 'It costs \\$5 $\\pi |$'],
  ['a symbol after a closed formula starts a new one', '$x$ |', 'Not equal to', '$x$ $\\ne |$'],
])('%s', (_, before, name, after) =>
  expect(show(written(read(before), named(name), { formula: false }))).toBe(after),
)

test('no dollar signs are inserted into a formula field', () => {
  expect(show(written(read('2|'), named('Power'), { formula: true }))).toBe('2^{|}')
})

test('the caret moves to the first of several boxes', () => {
  expect(show(written(read('|'), named('Mixed number'), { formula: true }))).toBe('|\\frac{}{}')
})

test('the selection becomes a formula', () => {
  expect(show(asFormula(read('Add |1 + 1|.')))).toBe('Add $1 + 1|$.')
  expect(show(asFormula(read('|')))).toBe('$|$')
})

test('every symbol has a unique name', () =>
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length))
