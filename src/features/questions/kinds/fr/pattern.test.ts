import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cpuMs } from '#tests/time.ts'
import { examplesOf, fitsPattern, hasTooMany, isPattern, maxOpen } from './pattern.ts'

test.each([
  ['dog*', 'dog', true],
  ['dog*', 'dogs', true],
  ['dog*', 'a dog', false],
  ['*dog*', 'a big dog barks', true],
  ['(big|large) dog', 'big dog', true],
  ['(big|large) dog', 'large dog', true],
  ['(big|large) dog', 'small dog', false],
  ['dog[s]', 'dog', true],
  ['dog[s]', 'dogs', true],
  ['dog[s]', 'dogss', false],
  ['[the] dog', 'dog', true],
  ['[the] dog', 'the dog', true],
  ['a [very] big dog', 'a big dog', true],
  ['a [very] big dog', 'a very big dog', true],
  ['a [very] big dog', 'abig dog', false],
  ['dog [barks]', 'dog', true],
  ['(the|a) [(big|large)] dog', 'a large dog', true],
  ['(the|a) [(big|large)] dog', 'the dog', true],
  ['(|un)happy', 'happy', true],
  ['', '', true],
  ['a|b', 'a|b', true],
  ['a|b', 'a', false],
  ['a.c', 'abc', false],
  ['a+', 'aa', false],
  ['\\w', 'a', false],
  ['日*', '日本', true],
])('the pattern %s matches %s: %s', (pattern, text, fits) => expect(fitsPattern(pattern, text)).toBe(fits))

test.each(['(a', 'a)', '[a', 'a]', '(a]', '[(a])', '(a|b'])(
  '%s is not a valid pattern and matches nothing',
  (pattern) => {
    expect(isPattern(pattern)).toBe(false)
    expect(fitsPattern(pattern, pattern)).toBe(false)
    expect(fitsPattern(pattern, 'a')).toBe(false)
  },
)

test('examples made from a pattern match it', () => {
  for (const pattern of ['[the] (big|large) dog*', 'a[b[c]]', '(x|yy)*']) {
    expect(examplesOf(pattern)).toHaveLength(2)
    for (const text of examplesOf(pattern)) expect(fitsPattern(pattern, text), text).toBe(true)
  }
  expect(examplesOf('[the] (big|large) dog*')).toEqual(['the big dog', 'large dog'])
})

describe('matching a pattern', () => {
  test.each([
    ['*a'.repeat(100), 'a'.repeat(500)],
    [`${'[a]'.repeat(66)}b`, 'a'.repeat(500)],
    [`${'(a|a)'.repeat(39)}b`, 'a'.repeat(500)],
    [`${'('.repeat(60)}a${'|a)'.repeat(40)}`, 'a'.repeat(500)],
    [`${'[*'.repeat(60)}${']'.repeat(60)}b`, 'a'.repeat(500)],
    ['(((a|)|)|)'.repeat(20), 'a'.repeat(500)],
  ])('takes little time for %s', (pattern, text) => {
    expect(cpuMs(() => fitsPattern(pattern, text))).toBeLessThan(100)
  })

  test('never fails, whatever the pattern consists of', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[ab*()[\]| ]{0,60}$/),
        fc.stringMatching(/^[ab ]{0,40}$/),
        (pattern, text) => {
          expect([true, false]).toContain(fitsPattern(pattern, text))
          if (isPattern(pattern)) for (const each of examplesOf(pattern)) expect(each).toMatch(/^[ab| ]*$/)
        },
      ),
      { numRuns: 1000 },
    )
  })
})

test('a pattern with too many special characters matches nothing, and no pattern matches a text that is too long', () => {
  const [most, more] = ['*a'.repeat(maxOpen), '*a'.repeat(maxOpen + 1)]
  expect([hasTooMany(most), fitsPattern(most, 'a'.repeat(maxOpen))]).toEqual([false, true])
  expect([hasTooMany(more), fitsPattern(more, 'a'.repeat(maxOpen + 1))]).toEqual([true, false])
  expect([fitsPattern('*', 'a'.repeat(200)), fitsPattern('*', 'a'.repeat(201))]).toEqual([true, false])
})
