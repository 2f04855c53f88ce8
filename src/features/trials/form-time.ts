import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db } from '#server/db.ts'
import { installationKey } from '#server/session.ts'
import { refused } from '#shared/problem.ts'

/** Minimum time in ms to fill in the form, and maximum time that an open form stays valid. */
const [minMs, maxMs] = [3000, 24 * 60 * 60 * 1000]

const tooFast = () => refused('too_fast', 'That was very fast. Please check the form and send it again.')
const formExpired = () => refused('form_expired', 'This form was open for too long. Please send it again.')

/**
 * Returns the instant at which a center's form was opened, with a signature of the instant and the center.
 */
export async function signTime(db: Db, center: string, at = Date.now()) {
  const sign = createHmac('sha256', await installationKey(db, 'trial-form')).update(`${at} ${center}`)
  return `${at}.${sign.digest('base64url')}`
}

/**
 * Throws 422 if the form was opened less than three seconds or more than a day ago. An invalid signature
 * counts as expired.
 */
export async function checkTime(db: Db, center: string, issued: string) {
  const at = Number(/^\d{1,15}(?=\.)/.exec(issued)?.[0])
  const [given, wanted] = [Buffer.from(issued), Buffer.from(await signTime(db, center, at))]
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw formExpired()
  const age = Date.now() - at
  if (age < minMs) throw tooFast()
  if (age > maxMs) throw formExpired()
}
