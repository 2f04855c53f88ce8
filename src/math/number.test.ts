import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readNumber } from './number.ts'

/** Returns the value in lowest terms, as `top/bottom`, or the status of text that isn't a number. */
function valueOf(text: string) {
  const read = readNumber(text)
  if (!read.ok) return read.status
  const { top, bottom } = read.number
  const shared = gcd(top < 0n ? -top : top, bottom)
  return `${top / shared}/${bottom / shared}`
}
const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))

test.each([
  ['a whole number', '7', '7/1'],
  ['zero', '0', '0/1'],
  ['minus zero', '-0', '0/1'],
  ['leading zeros', '007', '7/1'],
  ['a plus sign in front', '+7', '7/1'],
  ['a minus sign in front', '-7', '-7/1'],
  ['a minus sign with a space after it', '- 7', '-7/1'],
  ['the Unicode minus sign', '−7', '-7/1'],
  ['an en dash as a minus sign', '–7', '-7/1'],
  ['a full-width minus sign', '－7', '-7/1'],
  ['spaces around the number', '  7 ', '7/1'],
  ['a non-breaking space', '\u00a07\u202f', '7/1'],
  ['a zero-width space', '\u200b7', '7/1'],
  ['a mark for text direction', '\u200e7\u202c', '7/1'],
  ['full-width digits', '４２', '42/1'],
  ['a decimal', '2.5', '5/2'],
  ['a decimal without its leading zero', '.5', '1/2'],
  ['a negative decimal without its leading zero', '-.5', '-1/2'],
  ['a period at the end, as in a sentence', '5.', '5/1'],
  ['trailing zeros', '2.500', '5/2'],
  ['a value that floating point can’t represent', '0.1', '1/10'],
  ['more digits than a floating point number has', '12345678901234567890.1', '123456789012345678901/10'],
  ['thousands', '1,234', '1234/1'],
  ['millions', '12,345,678', '12345678/1'],
  ['thousands with decimals', '1,234.5', '2469/2'],
  ['a fraction', '3/4', '3/4'],
  ['a fraction that is not reduced', '6/8', '3/4'],
  ['an improper fraction', '9/4', '9/4'],
  ['a negative fraction', '-3/4', '-3/4'],
  ['spaces around the fraction bar', '3 / 4', '3/4'],
  ['the fraction slash', '3⁄4', '3/4'],
  ['the division slash', '3∕4', '3/4'],
  ['thousands in a fraction', '1,000/3', '1000/3'],
  ['a numerator of 0', '0/5', '0/1'],
  ['a half in one character', '½', '1/2'],
  ['a third in one character', '⅓', '1/3'],
  ['seven eighths in one character', '⅞', '7/8'],
  ['superscript and subscript digits', '¹⁄₂', '1/2'],
  ['several superscript and subscript digits', '¹²⁄₃₅', '12/35'],
  ['a mixed number', '1 1/2', '3/2'],
  ['a negative mixed number', '-1 1/2', '-3/2'],
  ['a mixed number with extra spaces', '2   3 / 4', '11/4'],
  ['a mixed number with an improper fraction', '1 3/2', '5/2'],
  ['a mixed number with its fraction in one character', '1½', '3/2'],
  ['a mixed number with a space and its fraction in one character', '2 ¾', '11/4'],
  ['a mixed number with superscript and subscript digits', '1¹⁄₂', '3/2'],
  ['percent', '50%', '1/2'],
  ['percent after a space', '50 %', '1/2'],
  ['a decimal percent', '12.5%', '1/8'],
  ['a negative percent', '-5%', '-1/20'],
  ['a mixed percent', '12 1/2%', '1/8'],
  ['half a percent', '½%', '1/200'],
  ['the full-width percent sign', '50％', '1/2'],
  ['scientific notation with e', '3e4', '30000/1'],
  ['scientific notation with E', '2.5E3', '2500/1'],
  ['scientific notation with a minus sign', '3e-2', '3/100'],
  ['scientific notation with a plus sign', '3e+2', '300/1'],
  ['scientific notation with the times sign', '3×10^4', '30000/1'],
  ['scientific notation with an asterisk', '3*10^4', '30000/1'],
  ['scientific notation with the letter x', '3 x 10^4', '30000/1'],
  ['scientific notation with a dot', '3·10^4', '30000/1'],
  ['scientific notation with parentheses', '3×10^(-4)', '3/10000'],
  ['scientific notation with braces', '3×10^{4}', '30000/1'],
  ['scientific notation with a superscript exponent', '3×10⁴', '30000/1'],
  ['scientific notation with a superscript minus sign', '3 × 10⁻²', '3/100'],
  ['the highest exponent', '1e64', `1${'0'.repeat(64)}/1`],
  ['a hundred digits', '9'.repeat(100), `${'9'.repeat(100)}/1`],
])('%s is read exactly: %s', (_, text, value) => expect(valueOf(text)).toBe(value))

test.each([
  ['a hundred and one digits', '9'.repeat(101)],
  ['an exponent above 64', '1e65'],
  ['an exponent below -64', '1e-65'],
  ['an exponent too large for any number type', `1e${'9'.repeat(90)}`],
  ['a huge power of ten', '9×10^999999999'],
  ['more than 200 characters', ' '.repeat(201)],
  ['a very long text', '1/'.repeat(25_000)],
])('%s is left for a person to grade and is never wrong', (_, text) =>
  expect(readNumber(text)).toMatchObject({ ok: false, status: 'ungraded' }),
)

test.each([
  ['nothing', '', 'Write a number first.'],
  ['only spaces', '   ', 'Write a number first.'],
  ['money', '$5', 'Leave out the currency sign and write only the number.'],
  ['money after the number', '5 €', 'Leave out the currency sign and write only the number.'],
  ['a unit', '5 cm', 'Leave out words, letters and units, and write only the number.'],
  [
    'an apostrophe for minutes or feet',
    "5'",
    'Leave out words, letters and units, and write only the number.',
  ],
  ['a word', 'seven', 'Write the number in digits, without words or units.'],
  ['an equation', 'x = 7', 'Leave out words, letters and units, and write only the number.'],
  ['a choice', '3 or 4', 'Leave out words, letters and units, and write only the number.'],
  [
    'a word that programs read as a number',
    'Infinity',
    'Write the number in digits, without words or units.',
  ],
  ['a hexadecimal number', '0x1f', 'Leave out words, letters and units, and write only the number.'],
  ['no denominator', '3/', 'The fraction isn’t finished: write the number below the bar.'],
  [
    'no denominator in a mixed number',
    '1 2/',
    'The fraction isn’t finished: write the number below the bar.',
  ],
  ['no numerator', '/4', 'The fraction isn’t finished: write the number above the bar.'],
  ['a denominator of 0', '3/0', 'The number below the fraction bar can’t be 0.'],
  ['a numerator and denominator of 0', '0/0', 'The number below the fraction bar can’t be 0.'],
  ['two fraction bars', '1/2/3', 'There are two fraction bars. One is enough.'],
  ['a minus sign in the denominator', '1/-2', 'Write the minus sign in front of the whole fraction.'],
  ['a decimal in the numerator', '1.5/2', 'Use whole numbers above and below the fraction bar.'],
  ['a decimal in the denominator', '1/2.5', 'Use whole numbers above and below the fraction bar.'],
  ['a percent sign in front', '%50', 'Write the % sign once, at the end.'],
  ['two percent signs', '50%%', 'Write the % sign once, at the end.'],
  ['only a percent sign', '%', 'The number isn’t finished.'],
  ['only a sign', '-', 'The number isn’t finished.'],
  ['only a decimal point', '.', 'The number isn’t finished.'],
  ['only a sign and a decimal point', '-.', 'The number isn’t finished.'],
  ['two signs', '--5', 'There are two signs in front. One is enough.'],
  ['a sign after the number', '5-', 'Write the sign in front of the number.'],
  ['two decimal points', '1.2.3', 'There are two decimal points. One is enough.'],
  ['spaces between thousands', '1 000 000', 'Leave out the spaces between the digits.'],
  ['two numbers with a space', '3 4', 'There are two numbers here. Write just one.'],
  ['two numbers with a comma', '3, 4', 'There are two numbers here. Write just one.'],
  ['a number after a mixed number', '1 1/2 3', 'There are two numbers here. Write just one.'],
  ['an unfinished power of ten', '3×10^', 'The power of ten isn’t finished.'],
  ['an e without an exponent', '3e', 'The power of ten isn’t finished.'],
  ['parentheses', '(5)', 'Leave out the parentheses.'],
  ['a sum', '2+3', 'Work it out first, then write just one number.'],
  ['a product', '2*3', 'Work it out first, then write just one number.'],
  ['a power', '10^4', 'Work it out first, then write just one number.'],
  ['a ratio', '3:4', 'Work it out first, then write just one number.'],
  ['a difference that could be a mixed number', '1-1/2', 'Work it out first, then write just one number.'],
  ['something else', '5!', 'Write just one number, such as 12, 3.5 or 1/2.'],
])('%s (%s) causes a message that says what to fix', (_, text, reason) =>
  expect(readNumber(text)).toEqual({ ok: false, status: 'invalid', reason }),
)

test.each(['1,5', '12,34', '1,2345', '1,234,5', ',5', '0,123', '1234,567', '1,23.4'])(
  'wrongly grouped commas (%s) are invalid, never another number',
  (text) =>
    expect(readNumber(text)).toMatchObject({
      ok: false,
      status: 'invalid',
      reason: expect.stringMatching(/comma|isn’t finished/) as string,
    }),
)

const signs = fc.string({
  unit: fc.constantFrom(...'0123456789.,/-+ %e^*x×½⅓¹₂⁄−$()ab\u00a0'),
  maxLength: 40,
})

test('reading any text as a number never throws, and returns either a number or the reason why it isn’t one', () => {
  fc.assert(
    fc.property(fc.oneof(signs, fc.string({ unit: 'binary', maxLength: 300 })), (text) => {
      const read = readNumber(text)
      expect(read.ok ? read.number.bottom > 0n : read.reason.length > 10).toBe(true)
    }),
    { numRuns: 3000 },
  )
})

test('a number has the same value in every notation', () => {
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 9n), 10n ** 9n), fc.integer({ min: 0, max: 8 }), (digits, places) => {
      const sign = digits < 0n ? '-' : ''
      const all = (digits < 0n ? -digits : digits).toString().padStart(places + 1, '0')
      const [before, after] = [all.slice(0, all.length - places), all.slice(all.length - places)]
      const decimal = `${sign}${before}.${after}`
      const grouped = `${sign}${before.replace(/\B(?=(\d{3})+$)/g, ',')}.${after}`
      const ways = [
        grouped,
        `${sign}${all}e-${places}`,
        `${sign}${all}/1${'0'.repeat(places)}`,
        `${sign}${all} × 10^(−${places})`,
      ]
      for (const way of ways) expect(valueOf(way)).toBe(valueOf(decimal))
      const percent =
        places >= 2
          ? `${sign}${all.slice(0, all.length - places + 2)}.${all.slice(all.length - places + 2)}%`
          : decimal
      expect(valueOf(percent)).toBe(valueOf(decimal))
    }),
  )
})
