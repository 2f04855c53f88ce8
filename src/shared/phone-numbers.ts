import { parsePhoneNumber } from 'awesome-phonenumber'

/**
 * Conversions between typed and stored (E.164) phone numbers. Contains the numbering plans of all countries,
 * so pages load it only when they need it.
 */

/** Error for a phone number that can't be parsed, worded to follow the field's name. */
export const notAPhone = 'must include an area code, as in 919-555-0172, or start with + and a country code'

/**
 * Checks only the length and the first digit, because American area codes are added faster than the numbering
 * plans are updated.
 */
const american = /^\+1[2-9]\d{9}$/

/**
 * Parses a phone number as people in a country write it. Returns it as E.164, `''` for empty text, or null if
 * it isn't a phone number or has an extension, which can't be stored.
 */
export function readPhone(text: string, country: string): string | null {
  if (text.trim() === '') return ''
  const { valid, number } = parsePhoneNumber(text, { regionCode: country })
  if (!number || number.rfc3966.includes(';')) return null
  return valid || american.test(number.e164) ? number.e164 : null
}

/** Formats a stored number with its country code: `+44 20 7946 0958`. Returns other text unchanged. */
export const phoneAbroad = (phone: string) => parsePhoneNumber(phone).number?.international ?? phone
