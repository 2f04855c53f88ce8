import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const asSecret = (bytes: Buffer) => new Secret({ buffer: Uint8Array.from(bytes).buffer })

/**
 * Returns a generator of time-based codes (RFC 6238) with the library's defaults, which every authenticator
 * app supports.
 */
const codesOf = (secret: Buffer, account = '') =>
  new TOTP({ issuer: 'Blended Learning', label: account, secret: asSecret(secret) })

/** Returns a 160-bit secret, as long as the HMAC's output (RFC 4226 §4). */
export const newSecret = () => randomBytes(20)

/** Returns bytes in base32 without padding, as authenticator apps expect (RFC 4648 §6). */
export const base32 = (bytes: Buffer) => asSecret(bytes).base32

/** Returns the number of the 30-second step that contains a time in ms since 1970. */
export const stepAt = (ms: number) => TOTP.counter({ timestamp: ms })

export const codeAt = (secret: Buffer, step: number) =>
  codesOf(secret).generate({ timestamp: step * TOTP.defaults.period * 1000 })

/**
 * Returns the step that a code belongs to: the current, previous or next one, because clocks differ. Returns
 * null for a wrong code. Also returns null if the step isn't later than `last`, because a code can be used
 * only once.
 */
export function stepOf(secret: Buffer, code: string, { now, last }: { now: number; last: number }) {
  // The library throws on multibyte characters, so refuse them first.
  if (!/^\d+$/.test(code)) return null
  const away = codesOf(secret).validate({ token: code, timestamp: now, window: 1 })
  return away !== null && stepAt(now) + away > last ? stepAt(now) + away : null
}

/** Returns the URL in a secret's QR code. Authenticator apps show `account` next to the codes. */
export const authenticatorAddress = (secret: Buffer, account: string) => codesOf(secret, account).toString()

const keyOf = (text: string) => createHash('sha256').update(`second factor ${text}`).digest()
const [asItIs, encrypted] = [0, 1]

/**
 * Returns a secret in its stored form, encrypted (AES-256-GCM) if there is a key. The first byte shows
 * whether it is encrypted.
 */
export function seal(secret: Buffer, key: string | null) {
  if (!key) return Buffer.concat([Buffer.of(asItIs), secret])
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(key), nonce)
  const text = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([Buffer.of(encrypted), nonce, cipher.getAuthTag(), text])
}

/** Returns the original secret. Throws if it was encrypted and the key is missing or a different one. */
export function unseal(sealed: Buffer, key: string | null) {
  if (sealed[0] === asItIs) return sealed.subarray(1)
  if (!key) throw new Error('A second factor was encrypted with SECRETS_KEY, which is no longer set.')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(key), sealed.subarray(1, 13)).setAuthTag(
    sealed.subarray(13, 29),
  )
  const secret = decipher.update(sealed.subarray(29))
  try {
    return Buffer.concat([secret, decipher.final()])
  } catch {
    throw new Error('A second factor was encrypted with a different SECRETS_KEY.')
  }
}

/**
 * Returns ten codes for people who have lost their phone, in groups of four characters. Each has 120 bits, so
 * their SHA-256 hashes can't be reversed (docs/asvs, 6.5.2).
 */
export const newRecoveryCodes = () =>
  Array.from({ length: 10 }, () => (base32(randomBytes(15)).toLowerCase().match(/.{4}/g) ?? []).join('-'))

/** Returns a typed recovery code in lower case without separators, the form in which codes are compared. */
export const normalizeRecovery = (typed: string) => typed.toLowerCase().replace(/[^a-z2-7]/g, '')
