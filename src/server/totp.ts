import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Codes by time (RFC 6238): six digits, thirty seconds, HMAC-SHA1, as every authenticator app makes them. */
const stepSeconds = 30
const digits = 6
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A secret of 160 bits, as long as the HMAC's own result (RFC 4226 §4). */
export const newSecret = () => randomBytes(20)

/** Bytes in base32 without padding, as authenticator apps take them (RFC 4648 §6). */
export function base32(bytes: Buffer) {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => letters[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** The step that a moment lies in. */
export const stepAt = (ms: number) => Math.floor(ms / 1000 / stepSeconds)

/** The code of a step. */
export function codeAt(secret: Buffer, step: number) {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0')
}

const same = (one: Buffer, other: Buffer) => one.length === other.length && timingSafeEqual(one, other)

/**
 * The step that a code is of: this one, the one before or the one after, because clocks differ; null when it is wrong or of a step that is not behind
 * `last`, since a code counts once.
 */
export function stepOf(secret: Buffer, code: string, { now, last }: { now: number; last: number }) {
  const around = [-1, 0, 1].map((off) => stepAt(now) + off)
  const fitting = around.filter((step) => same(Buffer.from(codeAt(secret, step)), Buffer.from(code)))
  return fitting.find((step) => step > last) ?? null
}

/** What the QR code of a secret says: authenticator apps read it, and show `account` beside the codes. */
export const authenticatorAddress = (secret: Buffer, account: string) =>
  `otpauth://totp/${encodeURIComponent(`Blended Learning:${account}`)}?secret=${base32(secret)}&issuer=${encodeURIComponent('Blended Learning')}`

const keyOf = (text: string) => createHash('sha256').update(`second factor ${text}`).digest()
const [asItIs, encrypted] = [0, 1]

/** A secret as the database keeps it: encrypted when there is a key (AES-256-GCM), else as it is; the first byte says which. */
export function seal(secret: Buffer, key: string | null) {
  if (!key) return Buffer.concat([Buffer.of(asItIs), secret])
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(key), nonce)
  const text = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([Buffer.of(encrypted), nonce, cipher.getAuthTag(), text])
}

/** The secret again; throws when it was sealed by another key. */
export function unseal(sealed: Buffer, key: string | null) {
  if (sealed[0] === asItIs) return sealed.subarray(1)
  if (!key) throw new Error('A second factor was encrypted with SECRETS_KEY, which is not set any more.')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(key), sealed.subarray(1, 13)).setAuthTag(sealed.subarray(13, 29))
  const secret = decipher.update(sealed.subarray(29))
  try {
    return Buffer.concat([secret, decipher.final()])
  } catch {
    throw new Error('A second factor was encrypted with another SECRETS_KEY than this one.')
  }
}

/** Ten codes for who has lost the telephone, in fours: 120 bits each, so that their SHA-256 tells nobody what they are (docs/asvs, 6.5.2). */
export const newRecoveryCodes = () =>
  Array.from({ length: 10 }, () => (base32(randomBytes(15)).toLowerCase().match(/.{4}/g) ?? []).join('-'))

/** A recovery code as it is compared, whatever was typed between its letters. */
export const normalizeRecovery = (typed: string) => typed.toLowerCase().replace(/[^a-z2-7]/g, '')
