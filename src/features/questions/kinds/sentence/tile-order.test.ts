import { expect, test } from 'vitest'
import { moved } from '../moved.ts'
import { placesOf, sentenceOf } from './tile-order.ts'

const words = ['are', 'cats', 'cats are', 'not', 'the', 'the', '.']

test.each<[string, string, number[] | null]>([
  ['an empty sentence', '', []],
  ['words in order', 'cats are not', [1, 0, 3]],
  ['a tile with two words', 'cats are are', [2, 0]],
  ['the same word twice', 'the the cats', [4, 5, 1]],
  ['punctuation marks as words', 'the cats .', [4, 1, 6]],
  ['an unknown word', 'the dogs', null],
  ['a word used too often', 'not not', null],
  ['a word that only starts with a tile', 'catsare', null],
])('a typed sentence is put together from the tiles if possible: %s', (_, text, places) => {
  expect(placesOf(words, text)).toEqual(places)
  if (places) expect(sentenceOf(words, places)).toBe(text)
})

test('the search terminates even if words overlap', () => {
  const many = Array.from({ length: 40 }, (_, at) =>
    Array.from({ length: (at % 12) + 1 }, () => 'a').join(' '),
  )
  expect(placesOf(many, `${'a '.repeat(200)}b`)).toBeNull()
})

test('a word moves only within the sentence', () => {
  expect(moved([4, 1, 6], 0, 1)).toEqual([1, 4, 6])
  expect(moved([4, 1, 6], 2, -1)).toEqual([4, 6, 1])
  expect(moved([4, 1, 6], 0, -1)).toEqual([4, 1, 6])
  expect(moved([4, 1, 6], 2, 1)).toEqual([4, 1, 6])
  expect(moved([4], 3, 1)).toEqual([4])
})
