import { expect, test } from 'vitest'
import { tilesOf } from './losses.ts'

test.each<[string, string, string[], number[] | null]>([
  ['is built from single words', 'The dog barks', ['barks', 'The', 'dog', 'cat'], [1, 2, 0]],
  [
    'is built from the longest words possible',
    'Ice cream melts',
    ['ice', 'cream', 'melts', 'ice cream'],
    [3, 2],
  ],
  [
    'is built from shorter words if a longer one leads nowhere',
    'The big dog',
    ['the big', 'the', 'big dog'],
    [1, 2],
  ],
  ['is built from equal words, each used once', 'had had', ['had', 'Had'], [0, 1]],
  ['isn’t built if it needs a word more often than it is given', 'had had had', ['had', 'Had'], null],
  ['isn’t built if one of its words is missing', 'The dog barks', ['The', 'dog'], null],
])('a sentence %s', (_, value, words, at) => expect(tilesOf({ value, words })).toEqual(at))

test('the attempt to build a sentence stops after a moment if its words fit together in too many ways', () => {
  const words = Array.from({ length: 22 }, (_, n) =>
    Array<string>(n + 2)
      .fill('a')
      .join(' '),
  )
  const started = performance.now()
  expect(tilesOf({ value: `${'a '.repeat(200)}b`, words })).toBeNull()
  expect(performance.now() - started).toBeLessThan(2000)
})
