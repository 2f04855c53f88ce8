import { describe, expect, test } from 'vitest'
import { parseAnswer } from './unescape.ts'

const parsed = (value: unknown) => parseAnswer(JSON.stringify(value))

describe('a response from the server', () => {
  test.each([
    [{ name: 'A &lt; B' }, { name: 'A < B' }],
    [
      { students: [{ info: { firstName: '&lt;b&gt;' }, version: 3 }] },
      { students: [{ info: { firstName: '<b>' }, version: 3 }] },
    ],
    [
      { message: 'Ann &lt;3 is inactive.', current: null },
      { message: 'Ann <3 is inactive.', current: null },
    ],
    [{ answers: [{ comment: 'x &gt; 0!' }] }, { answers: [{ comment: 'x > 0!' }] }],
    [
      ['&lt;', 1, true, null],
      ['<', 1, true, null],
    ],
  ])('returns the text as people typed it: %j', (sent, shown) => expect(parsed(sent)).toEqual(shown))

  test.each([
    { content: 'Write `&lt;`.' },
    { steps: [{ source: 'Type &lt;' }] },
    { given: { kind: 'wr', text: '&lt;' } },
    { answers: { kind: 'wr', key: '&gt;' } },
  ])('leaves fields that are stored as written unchanged: %j', (sent) => expect(parsed(sent)).toEqual(sent))

  test('keeps a key called __proto__ as data', () =>
    expect(Object.keys(parseAnswer('{"__proto__":{"a":"&lt;"}}') as object)).toEqual(['__proto__']))
})
