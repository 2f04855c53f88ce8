import { notFound, refused } from '#shared/problem.ts'
import { notAPhone, readPhone } from '#shared/phone-numbers.ts'
import { one, type Db } from '#server/db.ts'
import type { CenterId } from '#server/gate.ts'
import { countryOf } from './queries.ts'

type TypedPhone = {
  phone: string
  /** JSON pointer to the field, for errors. */
  path?: string
  /** The number currently stored. May be sent unchanged, even if it is an old one that is no longer valid. */
  stored?: string
}

/**
 * Converts a phone number, as typed in a country, to E.164. Empty text stays empty. Throws 422 for the field
 * if the number isn't valid.
 */
export function phoneIn(country: string, { phone, path = '/phone', stored }: TypedPhone) {
  if (phone === stored) return phone
  const number = readPhone(phone, country)
  if (number === null) throw refused('not_a_phone', `The phone number ${notAPhone}.`, path)
  return number
}

/**
 * Converts a phone number, as typed in a center's country, to E.164. Empty text stays empty. Throws 422 for
 * the field if the number isn't valid.
 */
export async function phoneAt(db: Db, center: CenterId, typed: TypedPhone) {
  if (typed.phone === '' || typed.phone === typed.stored) return typed.phone
  const { country } = one(await countryOf(db, center), notFound)
  return phoneIn(country, typed)
}
