import { expect, test } from 'vitest'
import { tilesOf } from './losses.ts'

test.each<[string, string, string[], number[] | null]>([
  ['from single words', 'The dog barks', ['barks', 'The', 'dog', 'cat'], [1, 2, 0]],
  ['preferring longer words', 'Ice cream melts', ['ice', 'cream', 'melts', 'ice cream'], [3, 2]],
  ['from shorter words if a longer one leads nowhere', 'The big dog', ['the big', 'the', 'big dog'], [1, 2]],
  ['from equal words, each used once', 'had had', ['had', 'Had'], [0, 1]],
  ['not from too few equal words', 'had had had', ['had', 'Had'], null],
  ['not without one of its words', 'The dog barks', ['The', 'dog'], null],
])('a sentence is built %s', (_, value, words, at) => expect(tilesOf({ value, words })).toEqual(at))

test('building a sentence is given up after a moment if its words fit in too many ways', () => {
  const words = Array.from({ length: 22 }, (_, n) =>
    Array<string>(n + 2)
      .fill('a')
      .join(' '),
  )
  const started = performance.now()
  expect(tilesOf({ value: `${'a '.repeat(200)}b`, words })).toBeNull()
  expect(performance.now() - started).toBeLessThan(2000)
})
