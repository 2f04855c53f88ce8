import { invisible } from '#shared/invisible.ts'

/**
 * Reads numbers as people write them: whole, decimal, fraction, mixed, percent and scientific, with correctly
 * placed thousands commas, Unicode minus signs and fractions (product §7). Nothing is rounded; all values are
 * fractions of integers.
 */

/** Exact fraction of integers, not necessarily in lowest terms. */
export type Rational = { top: bigint; bottom: bigint }

type Shape = 'integer' | 'decimal' | 'fraction' | 'mixed' | 'scientific'

/**
 * A number and the way it was written. The value is `top / bottom`, not reduced, with a positive `bottom`.
 */
export type WrittenNumber = Rational & {
  shape: Shape
  percent: boolean
  /** The typed fraction, or the fraction part of a mixed number. */
  fraction: Rational | null
  /**
   * The digits of the number (in scientific notation, of its factor), and how many of them are decimal
   * places. Empty and 0 for fractions and mixed numbers.
   */
  digits: string
  decimals: number
}

type Read =
  | { ok: true; number: WrittenNumber }
  | { ok: false; status: 'invalid' | 'ungraded'; reason: string }

/**
 * Limits of typed text, and of the digits and the exponent of a number. Beyond them, a person grades the
 * answer; it is never marked wrong (product §7).
 */
export const longest = { text: 200, digits: 100, exponent: 64 } as const

const tooMuch = 'This is too long to check automatically, so a teacher will look at it.'

const whole = String.raw`(?:[1-9]\d{0,2}(?:,\d{3})+|\d+)`
const number = new RegExp(
  String.raw`^(?<sign>[+-]?) ?(?:(?:(?<mixed>${whole}) )?(?<top>${whole}) ?/ ?(?<bottom>${whole})|` +
    String.raw`(?<digits>${whole}(?:\.\d*)?|\.\d+)(?: ?(?:e|[*x] ?10 ?\^) ?(?<exponent>[+-]?\d+))?) ?(?<percent>%?)$`,
)

/**
 * Normalizes different notations of the same thing: `−` and `-`, `½` and `1/2`, `×10⁴` and `*10^4`, all kinds
 * of spaces.
 */
export function fold(text: string) {
  const plain = /^[ -~]*$/.test(text) ? text : foldUnicode(text)
  return plain.replace(/\s+/g, ' ').trim().toLowerCase()
}

const ordinary = (text: string) => text.normalize('NFKC')

const invisibles = new RegExp(`[${invisible}]`, 'g')
const foldUnicode = (text: string) =>
  text
    .replace(invisibles, '')
    .replace(/[\uff01-\uff5e\u{1d400}-\u{1d7ff}]+/gu, ordinary)
    .replace(
      /([⁰¹²³⁴-⁹]+)[⁄/∕]([₀-₉]+)/g,
      (_, top: string, bottom: string) => ` ${ordinary(top)}/${ordinary(bottom)} `,
    )
    .replace(/[¼-¾⅐-⅞↉]/g, (sign) => ` ${ordinary(sign)} `)
    .replace(/(?<=10)[⁻⁺]?[⁰¹²³⁴-⁹]+/g, (power) => `^${ordinary(power)}`)
    .replace(/[⁄∕]/g, '/')
    .replace(/[−‐‑‒–—﹣]/g, '-')
    .replace(/[×✕✖⨯·⋅∙]/g, '*')

/**
 * Reads one number. Other text is `invalid`, with advice worded for a child; a number beyond the limits is
 * `ungraded`.
 */
export function readNumber(text: string): Read {
  if (text.length > longest.text) return { ok: false, status: 'ungraded', reason: tooMuch }
  const folded = fold(text).replace(/\^ ?[({] ?([+-]?\d+) ?[)}]/, '^$1')
  const written = number.exec(folded)?.groups
  if (!written) return { ok: false, status: 'invalid', reason: whatToMend(folded) }
  if (folded.replace(/\D/g, '').length > longest.digits || tooHigh(written['exponent']))
    return { ok: false, status: 'ungraded', reason: tooMuch }
  const parsed = written['bottom'] ? parseFraction(written) : parseDecimal(written)
  if (parsed.bottom === 0n)
    return { ok: false, status: 'invalid', reason: 'The number below the fraction bar can’t be 0.' }
  const percent = written['percent'] === '%'
  const top = written['sign'] === '-' ? -parsed.top : parsed.top
  return {
    ok: true,
    number: { ...parsed, top, bottom: percent ? parsed.bottom * 100n : parsed.bottom, percent },
  }
}

type Groups = Record<string, string | undefined>
type UnsignedNumber = Omit<WrittenNumber, 'percent'>

const tooHigh = (exponent: string | undefined) =>
  exponent !== undefined && Math.abs(Number(exponent)) > longest.exponent

const big = (digits: string | undefined) => BigInt((digits ?? '').replaceAll(',', ''))

function parseFraction(written: Groups): UnsignedNumber {
  const fraction = { top: big(written['top']), bottom: big(written['bottom']) }
  const top = big(written['mixed']) * fraction.bottom + fraction.top
  return {
    top,
    bottom: fraction.bottom,
    shape: written['mixed'] ? 'mixed' : 'fraction',
    fraction,
    digits: '',
    decimals: 0,
  }
}

function parseDecimal(written: Groups): UnsignedNumber {
  const [before = '', after = ''] = (written['digits'] ?? '').replaceAll(',', '').split('.')
  const digits = before + after
  const power = Number(written['exponent'] ?? 0) - after.length
  // A decimal point with no digits after it, as at the end of a sentence, is ignored: `5.` is a whole number.
  const shape = written['exponent'] !== undefined ? 'scientific' : after === '' ? 'integer' : 'decimal'
  const value = { top: big(digits) * tenTo(power), bottom: tenTo(-power) }
  return { ...value, shape, fraction: null, digits, decimals: after.length }
}

/** Returns 10 to a power, or 1 for negative powers, which belong in the denominator. */
export const tenTo = (power: number) => (power > 0 ? 10n ** BigInt(power) : 1n)

/** Advice for folded text that isn't a number, by pattern; the first match wins. */
const mends: [RegExp, string][] = [
  [/^$/, 'Write a number first.'],
  [/[$€£¥₹¢]/, 'Leave out the currency sign and write only the number.'],
  [/^[+-]? ?[\d.,]+ ?(?:e|[*x] ?10 ?\^) ?[+-]?$/, 'The power of ten isn’t finished.'],
  [/^\D*\p{L}\D*$/u, 'Write the number in digits, without words or units.'],
  [/\p{L}|°|'|"/u, 'Leave out words, letters and units, and write only the number.'],
  [/\/.*\//, 'There are two fraction bars. One is enough.'],
  [/\/ ?%?$/, 'The fraction isn’t finished: write the number below the bar.'],
  [/^[+-]? ?\//, 'The fraction isn’t finished: write the number above the bar.'],
  [/\/ ?[+-]/, 'Write the minus sign in front of the whole fraction.'],
  [/\d ?\. ?\/|\.\d+ ?\/|\/ ?\d*\./, 'Use whole numbers above and below the fraction bar.'],
  [/%./, 'Write the % sign once, at the end.'],
  [/^[+-]? ?[.,]?$|^%$/, 'The number isn’t finished.'],
  [/^[+-] ?[+-]/, 'There are two signs in front. One is enough.'],
  [/^[^ ]*\.[^ ]*\.[^ ]*$/, 'There are two decimal points. One is enough.'],
  [/^[+-]? ?\d{1,3}(?: \d{3})+(?:\.\d*)?$/, 'Leave out the spaces between the digits.'],
  [
    /^[+-]? ?[\d.]*,[\d,.]*%?$/,
    'Put a comma before each group of three digits, as in 12,500. Use a decimal point, as in 2.5.',
  ],
  [/\d[.%]?[ ,;&|]+[+-]?\.?\d/, 'There are two numbers here. Write just one.'],
  [/\d ?[-+]$/, 'Write the sign in front of the number.'],
  [/^[([{].*[)\]}]$/, 'Leave out the parentheses.'],
  [/[-+*:÷^=<>()[\]{}]/, 'Work it out first, then write just one number.'],
]

const whatToMend = (folded: string) =>
  mends.find(([pattern]) => pattern.test(folded))?.[1] ?? 'Write just one number, such as 12, 3.5 or 1/2.'
