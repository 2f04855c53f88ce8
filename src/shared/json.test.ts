import { describe, expect, test } from 'vitest'
import { cpuMs } from '#tests/time.ts'
import { jsonLimits, readJson } from './json.ts'

const nested = (deep: number) => '['.repeat(deep) + ']'.repeat(deep)

describe('JSON from outside', () => {
  test.each([
    '{"a":{"b":[1,2,{"c":null}]},"b":{"a":1}}',
    '[{"a":1},{"a":2}]',
    '{"a":"{\\"a\\":1,\\"a\\":2}","b":"\\\\","c":"[[[,,,"}',
    ' {"":1,"a":[],"b":{}} ',
    nested(jsonLimits.depth),
    `[${'1,'.repeat(jsonLimits.values - 1)}1]`,
    'null',
    '-1.5e3',
  ])('%j is read unchanged', (text) => {
    expect(readJson(text)).toEqual({ ok: true, value: JSON.parse(text) })
  })

  test.each<[string, string, string, string]>([
    ['a field twice', '{"a":1,"a":2}', '/a', 'appears twice'],
    ['a duplicate field in another spelling', '{"a":1,"\\u0061":2}', '/a', 'appears twice'],
    ['a duplicate field within a list', '{"x":[0,{"b":1,"c":[],"b":2}]}', '/x/1/b', 'appears twice'],
    [
      'lists within lists',
      `{"a":${nested(jsonLimits.depth)}}`,
      `/a${'/0'.repeat(jsonLimits.depth - 1)}`,
      'is nested too deeply',
    ],
    [
      'objects within objects',
      `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
      '/a'.repeat(jsonLimits.depth),
      'is nested too deeply',
    ],
    [
      'a list that is too long',
      `{"a":[${'1,'.repeat(jsonLimits.values)}1]}`,
      '/a',
      `has more than ${jsonLimits.values} values`,
    ],
    [
      'an object that is too long',
      `{${Array.from({ length: jsonLimits.values + 1 }, (_, at) => `"${at}":1`).join(',')}}`,
      '',
      `has more than ${jsonLimits.values} values`,
    ],
    ['an empty text', '', '', 'is not valid JSON'],
    ['a truncated object', '{"a":', '', 'is not valid JSON'],
    ['an unclosed string', '{"a', '', 'is not valid JSON'],
    ['a broken name', '{"\\x":1}', '', 'is not valid JSON'],
    ['brackets that were never opened', '}]1', '', 'is not valid JSON'],
  ])('%s is refused with its path', (_, text, path, message) => {
    expect(readJson(text)).toEqual({ ok: false, fault: { path, message } })
  })

  test('is read in linear time', () => {
    for (const text of [
      `"${'\\"'.repeat(1_000_000)}"`,
      '"'.repeat(1_000_000),
      '[,'.repeat(500_000),
      `"${'\\'.repeat(200_000)}`,
    ])
      expect(cpuMs(() => readJson(text))).toBeLessThan(1000)
  })
})
