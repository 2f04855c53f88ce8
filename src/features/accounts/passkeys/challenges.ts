import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database } from '#server/db.ts'
import { installationKey, sha256 } from '#server/session.ts'
import { countTry } from '#server/throttle.ts'

/** Time limit for signing a challenge, in ms. */
export const challengeMs = 300_000

const [randomSize, timeSize, signSize] = [16, 6, 32]

/**
 * Signs a challenge. Challenges aren't stored: they consist of random bits, an expiration time, and our
 * signature over both and the purpose. Requesting many of them therefore uses no storage.
 */
async function sign({ write }: Database, purpose: string, bytes: Buffer) {
  const key = await write((db) => installationKey(db, 'passkeys'))
  return createHmac('sha256', key).update(bytes).update(purpose).digest()
}

/** Returns a new challenge in base64url that is valid only for `purpose`. */
export async function newChallenge(db: Database, purpose: string) {
  const time = Buffer.alloc(timeSize)
  time.writeUIntBE(Date.now() + challengeMs, 0, timeSize)
  const bytes = Buffer.concat([randomBytes(randomSize), time])
  return Buffer.concat([bytes, await sign(db, purpose, bytes)]).toString('base64url')
}

/** True if we made this challenge for this purpose and it is neither expired nor used. Marks it as used. */
export async function takeChallenge(db: Database, purpose: string, challenge: string) {
  const given = Buffer.from(challenge, 'base64url')
  if (given.length !== randomSize + timeSize + signSize) return false
  const bytes = given.subarray(0, randomSize + timeSize)
  const signature = await sign(db, purpose, bytes)
  if (!timingSafeEqual(given.subarray(randomSize + timeSize), signature)) return false
  if (bytes.readUIntBE(randomSize, timeSize) < Date.now()) return false
  const subject = `passkey ${sha256(challenge).toString('hex')}`
  return (await countTry(db.single, { subject, most: 1, seconds: challengeMs / 1000 })) === 0
}
