import { expect, test } from 'vitest'
import type { Excerpt } from './api.ts'
import { excerptOf, searchWords } from './excerpts.ts'

const written = (excerpt: Excerpt) => excerpt.map(({ text, found }) => (found ? `[${text}]` : text)).join('')
const long = `${'word '.repeat(60)}needle${' more'.repeat(60)}`

test.each([
  ['marks a word', 'Add the apples.', 'apples', 'Add the [apples].'],
  ['ignores case and accents', 'El Número más', 'numero MAS', 'El [Número] [más]'],
  ['ignores accents in the search words', 'A cafe', 'café', 'A [cafe]'],
  [
    'marks a word that begins with a search word',
    'Simplify the fractions.',
    'fract',
    'Simplify the [fractions].',
  ],
  [
    'doesn’t mark a word that only ends with a search word',
    'Simplify the fractions.',
    'actions',
    'Simplify the fractions.',
  ],
  ['marks whole numbers only', 'Is 12 less than 120?', '12', 'Is [12] less than 120?'],
  ['marks a decimal', 'Add 1.5 and 15.', '1.5', 'Add [1.5] and 15.'],
  ['marks the parts of a fraction', 'What is 3/4 + 1/2?', '3/4', 'What is [3]/[4] + 1/2?'],
  ['separates a number from the variable after it', 'Solve 2x = 8.', 'x', 'Solve 2[x] = 8.'],
  ['marks every word of the search', 'Two red and two blue', 'two blue', '[Two] red and [two] [blue]'],
  ['shows the start of a text that has none of the words', 'How many?', 'apples', 'How many?'],
  ['shows line breaks as spaces', 'One\n\n two', 'two', 'One [two]'],
])('an excerpt %s', (_, text, find, want) => expect(written(excerptOf(text, searchWords(find)))).toBe(want))

test('an excerpt of a long text starts shortly before the first word found and is short', () => {
  const found = written(excerptOf(long, searchWords('needle')))
  expect(found).toMatch(/^…word .*word \[needle\] more.*…$/)
  expect(found.length).toBeLessThan(200)
})

test('an excerpt of a long text that contains none of the search words shows the start of the text', () =>
  expect(written(excerptOf(long, searchWords('nothing')))).toMatch(/^(word )+…?/))

test('an excerpt cuts off a single very long word', () =>
  expect(written(excerptOf('x'.repeat(500), searchWords('y'))).length).toBeLessThan(200))
