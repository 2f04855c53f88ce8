import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse, validate } from 'uuid'
import type { Db } from './db.ts'
import { installationKey } from './session.ts'

/** The emails that a token unsubscribes from: emails from one center to one person. */
export type Subscription = { center: string; personId: string }

const [idBytes, signBytes] = [16, 16]

/**
 * Returns a token that unsubscribes a person from a center's emails without signing in. It contains the
 * person's id, and a signature over this id and the center. It never expires, so that the link in an old
 * message still works.
 */
export async function unsubscribeToken(db: Db, { center, personId }: Subscription) {
  const sign = createHmac('sha256', await installationKey(db, 'unsubscribe'))
    .update(`${personId} ${center}`)
    .digest()
    .subarray(0, signBytes)
  return Buffer.concat([parse(personId), sign]).toString('base64url')
}

/**
 * Returns the id of the person in a token, or null if the token is malformed. The signature still has to be
 * checked.
 */
export function personOfToken(token: string) {
  const given = Buffer.from(token, 'base64url')
  if (given.length !== idBytes + signBytes) return null
  const hex = given.toString('hex', 0, idBytes)
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return validate(id) ? id : null
}

/** True if we made the token for this center and person. */
export async function isUnsubscribeToken(db: Db, token: string, subscription: Subscription) {
  const [given, ours] = [token, await unsubscribeToken(db, subscription)].map((each) => Buffer.from(each))
  return (
    given !== undefined && ours !== undefined && given.length === ours.length && timingSafeEqual(given, ours)
  )
}
