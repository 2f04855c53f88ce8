import { describe, expect, test } from 'vitest'
import { Email, RequiredText, Text, Token } from './fields.ts'
import { badText, factLine, listed, plain } from './text.ts'

/** Returns the message of a refusal, or null if the text is accepted. */
const refusal = (schema: typeof Email | ReturnType<typeof Text>, text: string) =>
  schema.safeParse(text).error?.issues[0]?.message ?? null

describe('an email address (reliability B7)', () => {
  test.each([
    ['ann@example.com', 'ann@example.com'],
    ['  ann@example.com\n', 'ann@example.com'],
    ["Ann.O'Neil+list@sub.Example.co", "Ann.O'Neil+list@sub.Example.co"],
    ['_@a-b.c', '_@a-b.c'],
    ['ann@xn--exmple-cua.com', 'ann@xn--exmple-cua.com'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ])('%j is valid', (text, want) => expect(Email.parse(text)).toBe(want))

  test.each([
    '',
    'a@',
    '@b.c',
    'a b@c.d',
    'a@b',
    'a@b..c',
    'a@.b.c',
    'a@b.c.',
    'a@@b.c',
    'a@-b.c',
    'a@b-.c',
    'a@b.c\r\nBcc: x@y.z',
    'a\u0000@b.c',
    'a@b.c, d@e.f',
    'a@b.c;d@e.f',
    '<a@b.c>',
    'Ann <a@b.c>',
    '"a b"@c.d',
    'änn@example.com',
    'ann@exämple.com',
    `${'a'.repeat(65)}@example.com`,
  ])('%j is invalid', (text) =>
    expect(refusal(Email, text)).toBe('must be an email address such as ann@example.com'),
  )

  test('may have at most 254 characters', () => {
    const address = (last: number) => `${'a'.repeat(60)}@${`${'b'.repeat(62)}.`.repeat(3)}${'c'.repeat(last)}`
    expect([address(4).length, refusal(Email, address(4))]).toEqual([254, null])
    expect(refusal(Email, address(5))).toBe('must have at most 254 characters')
  })
})

describe('text (reliability B9)', () => {
  const optional = Text(100)
  test.each([
    ['outer spaces are removed', '  Ann\t\n', 'Ann'],
    ['inner spaces stay', "Ann  O'Neil", "Ann  O'Neil"],
    ['angle brackets are escaped', '<b>a</b> & 2 > 1', '&lt;b&gt;a&lt;/b&gt; & 2 &gt; 1'],
    ['escaped text stays escaped', '&lt;b&gt; &amp; &', '&lt;b&gt; &amp; &'],
    ['letters and combining accents are composed', 'Zoe\u0308', 'Zo\u00eb'],
    ['empty text is empty', '', ''],
    ['only spaces count as empty', ' \t\n\u00a0\u3000', ''],
    ['only zero-width characters count as empty', '\u200b\u200c\u200d\u2060\ufeff', ''],
    ['other invisible characters count as empty', '\u00ad \u034f\u115f\u3164\u200e\ufe0f', ''],
    ['zero-width characters inside words stay', 'a\u200db', 'a\u200db'],
    ['emoji stay', '\u{1f468}\u200d\u{1f469}', '\u{1f468}\u200d\u{1f469}'],
  ])('%s', (_, text, want) => {
    expect(optional.parse(text)).toBe(want)
    expect(optional.parse(want)).toBe(want)
  })

  test('is shown as typed', () => expect(plain(optional.parse('<b> & "c"'))).toBe('<b> & "c"'))

  test.each(['', ' \n\t', '\u200b\ufeff', '\u2060 \u200d', '\u3164'])(
    '%j is refused where text is required',
    (text) => {
      expect(refusal(RequiredText(100), text)).toBe('must not be empty')
    },
  )

  test('is limited by its length as typed', () => {
    expect(refusal(optional, 'x'.repeat(100))).toBeNull()
    expect(refusal(optional, '<'.repeat(100))).toBeNull()
    expect(refusal(optional, 'x'.repeat(101))).toBe('must have at most 100 characters')
    expect(refusal(RequiredText(100), 'x'.repeat(101))).toBe('must have at most 100 characters')
  })

  const code = (text: string) =>
    [...text].map((each) => `U+${each.codePointAt(0)?.toString(16).padStart(4, '0')}`).join(' ')
  const bad = '\u0000\u0007\u0008\u000b\u000c\r\u001b\u001f\u202a\u202e\u2066\u2069\udfff\ud800'
  test.each([...bad].map((each) => [code(each), each]))('%s is never accepted', (_, each) =>
    expect(badText(`a${each}b`)).toBe(true),
  )
  test.each([...'\t\n &<>\u00e9\u200b\u200d\u200e\u{1f600}'].map((each) => [code(each), each]))(
    '%s may be typed',
    (_, each) => expect(badText(`a${each}b`)).toBe(false),
  )
})

test.each([
  ['a-b_c=.9', true],
  ['..', true],
  ['x'.repeat(128), true],
  ['', false],
  ['x'.repeat(129), false],
  ['a b', false],
  ['a/b', false],
  ['é', false],
  ['a\n', false],
])('%j is valid as a token, key or name of a list of defaults: %s (reliability B8)', (text, want) =>
  expect(Token.safeParse(text).success).toBe(want),
)

test.each([
  [[], ''],
  [['Ana'], 'Ana'],
  [['Ana', 'Ben'], 'Ana and Ben'],
  [['Ana', 'Ben', 'Cy'], 'Ana, Ben, and Cy'],
])('%j are listed as “%s”', (words, want) => {
  expect(listed(words)).toBe(want)
})

test('a line of facts keeps short facts whole and omits missing ones', () => {
  const long = 'A section with a name of many words'
  expect(factLine(['Grade 4', null, '', false, undefined, long])).toBe(`Grade\u00a04\u00a0· ${long}`)
})
