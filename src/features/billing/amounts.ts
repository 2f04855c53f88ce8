/** Amounts of money: integers in the currency's smallest unit, such as cents. */

/** Currencies that a center can choose. All have two decimals. */
export const currencies = [
  'AED',
  'AUD',
  'BRL',
  'CAD',
  'CHF',
  'CNY',
  'CZK',
  'DKK',
  'EUR',
  'GBP',
  'HKD',
  'ILS',
  'INR',
  'MXN',
  'MYR',
  'NOK',
  'NZD',
  'PHP',
  'PLN',
  'SAR',
  'SEK',
  'SGD',
  'THB',
  'TRY',
  'USD',
  'ZAR',
] as const

/** Largest amount, in cents, that can be entered for a rate, a payment or an adjustment: 100,000.00. */
export const maxCents = 10_000_000

const formats = new Map<string, Intl.NumberFormat>()

/** Formats an amount with its currency: `$1,234.50`, `-$20.00`. */
export function money(cents: number, currency: string) {
  const format = formats.get(currency) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency })
  formats.set(currency, format)
  return format.format(cents / 100)
}

/** Formats an amount for a file or a text field: `1234.50`. */
export const decimal = (cents: number) =>
  `${cents < 0 ? '-' : ''}${Math.trunc(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`

/**
 * Reads an amount as people type it: `120`, `$120.5`, `1,234.50`. Returns it in cents, or null for anything
 * else, such as a negative amount, more than two decimals, commas in the wrong place, or more than
 * `maxCents`.
 */
export function readCents(text: string) {
  const typed = text.trim().replace(/^\$\s*/, '')
  if (!/^(\d{1,3}(,\d{3})+|\d{1,9})(\.\d{1,2})?$/.test(typed)) return null
  const [whole = '', part = ''] = typed.replaceAll(',', '').split('.')
  const cents = Number(whole) * 100 + Number(part.padEnd(2, '0'))
  return cents <= maxCents ? cents : null
}

/**
 * Reads a percentage as basis points: `8.25` is 825. Returns null for anything but a percentage from 0 to
 * `most` with at most two decimals.
 */
export function readBasisPoints(text: string, most: number) {
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text.trim())) return null
  const points = Math.round(Number(text) * 100)
  return points <= most * 100 ? points : null
}

/** Formats basis points as a percentage: 825 is `8.25`. */
export const percentOf = (points: number) => String(points / 100)

/**
 * Returns `amount × share / of`, rounded to whole cents, half away from zero. Exact for every amount that the
 * product accepts, because every step stays within the safe integers.
 */
export function proportionOf(amount: number, share: number, of: number) {
  const doubled = 2 * Math.abs(amount) * share
  return Math.sign(amount) * Math.floor((doubled + of) / (2 * of)) || 0
}
