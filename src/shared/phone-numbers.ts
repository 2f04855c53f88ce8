import { parsePhoneNumber } from 'awesome-phonenumber'

/**
 * Phone numbers as typed and as stored (E.164). Holds the numbering plans of all countries, so pages load it
 * only when they need it.
 */

/** Error of a phone number that can't be read, as a sentence after the field's name. */
export const notAPhone = 'must include its area code, as in 919-555-0172, or start with + and a country code'

/** American area codes are added faster than the numbering plans are updated, so only the length counts. */
const american = /^\+1[2-9]\d{9}$/

/**
 * Reads a phone number as people of a country write it. Returns it as E.164, `''` for an empty text, or null
 * if it isn't a number. An extension can't be stored, so a number with one isn't read.
 */
export function readPhone(text: string, country: string): string | null {
  if (text.trim() === '') return ''
  const { valid, number } = parsePhoneNumber(text, { regionCode: country })
  if (!number || number.rfc3966.includes(';')) return null
  return valid || american.test(number.e164) ? number.e164 : null
}

/** Formats a stored number of another country: `+44 20 7946 0958`. */
export const phoneAbroad = (phone: string) => parsePhoneNumber(phone).number?.international ?? phone
