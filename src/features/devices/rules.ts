import { z } from 'zod'
import { t, reader } from '#shared/language.ts'

/**
 * Devices: a classroom's shared tablets, activated with a key that is shown once (product §9). A key has
 * eight characters without vowels and look-alikes, so that it can be read out without mistakes and doesn't
 * form words.
 */
export const keyLetters = 'BCDFGHJKMNPQRSTVWXYZ23456789'

const keyLength = 8

/** Normalizes a typed key: no dashes or spaces, upper case. Null if it can't be a key. */
export function normalizeKey(text: string) {
  const key = text.toUpperCase().replace(/[\s-]/g, '')
  return key.length === keyLength && [...key].every((letter) => keyLetters.includes(letter)) ? key : null
}

/** Formats `ABCDEFGH` for people as `ABCD-EFGH`. */
export const spellKey = (key: string) => `${key.slice(0, 4)}-${key.slice(4)}`

/** Makes a key from random bytes. Skips bytes that would favor some letters. */
export function keyOf(random: () => number) {
  let key = ''
  while (key.length < keyLength) {
    const byte = random()
    if (byte < 256 - (256 % keyLetters.length)) key += keyLetters[byte % keyLetters.length]
  }
  return key
}

/**
 * Number of wrong PINs in a row that block a tablet. The block lasts `pinBlockMinutes` unless the office
 * lifts it.
 */
export const pinTries = 5

export const pinBlockMinutes = 10

/** State of a device: waiting for its key, in use, or revoked (product §9). */
export const DeviceState = z.enum(['pending', 'active', 'revoked'])

export type DeviceState = z.infer<typeof DeviceState>

const minuteMs = 60_000

/**
 * Returns the minutes until a key expires, rounded: at least 1 until it expires, then 0. `now` is in ms and
 * may be slightly off.
 */
export function minutesLeft(keyExpiresAt: string, now: number) {
  const minutes = (Date.parse(keyExpiresAt) - now) / minuteMs
  return minutes <= 0 ? 0 : Math.max(1, Math.round(minutes))
}

/**
 * Describes when a device was last seen. `now` is in ms. Sessions are marked as seen once a minute, so
 * anything under two minutes counts as now.
 */
export function seenWords(lastSeenAt: string | null, now: number) {
  if (!lastSeenAt) return t('Never used')
  const minutes = Math.floor((now - Date.parse(lastSeenAt)) / minuteMs)
  if (minutes < 2) return t('In use now')
  const ago = new Intl.RelativeTimeFormat(reader().tag, { numeric: 'always' })
  if (minutes < 60) return t('Last used {ago}', { ago: ago.format(-minutes, 'minute') })
  const hours = Math.floor(minutes / 60)
  return t('Last used {ago}', {
    ago: hours < 48 ? ago.format(-hours, 'hour') : ago.format(-Math.floor(hours / 24), 'day'),
  })
}
