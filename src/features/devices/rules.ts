import { z } from 'zod'

/**
 * Devices: a classroom's shared tablets, activated with a key that is shown once (product §9). A key has eight characters without vowels and
 * look-alikes, so that it is read out without mistakes and spells nothing.
 */
export const keyLetters = 'BCDFGHJKMNPQRSTVWXYZ23456789'

const keyLength = 8

/** A key as typed, without dashes, spaces and case; null when it can't be one. */
export function normalizeKey(text: string) {
  const key = text.toUpperCase().replace(/[\s-]/g, '')
  return key.length === keyLength && [...key].every((letter) => keyLetters.includes(letter)) ? key : null
}

/** `ABCDEFGH` as people read it: `ABCD-EFGH`. */
export const spellKey = (key: string) => `${key.slice(0, 4)}-${key.slice(4)}`

/** Makes a key of random bytes; those that would favour some letters are passed over. */
export function keyOf(random: () => number) {
  let key = ''
  while (key.length < keyLength) {
    const byte = random()
    if (byte < 256 - (256 % keyLetters.length)) key += keyLetters[byte % keyLetters.length]
  }
  return key
}

/** Number of wrong PINs in a row that block a tablet, and minutes of the block unless the office lifts it. */
export const pinTries = 5

export const pinBlockMinutes = 10

/** Waits for its key, is used, or never again (product §9). */
export const DeviceState = z.enum(['pending', 'active', 'revoked'])

export type DeviceState = z.infer<typeof DeviceState>

/** Most browsers name their forebears too, so that the first that fits is the one. */
const browsers = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const

const systems = [
  ['iPad', /\biPad\b/],
  ['iPhone', /\biPhone\b/],
  ['Android', /\bAndroid\b/],
  ['Chromebook', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const

/** A User-Agent header in words: `Chrome on Android`, as far as it can be told. An iPad that asks for desktop pages says that it is a Mac. */
export function browserIn(userAgent: string) {
  const [browser = 'Unknown browser'] = browsers.find(([, sign]) => sign.test(userAgent)) ?? []
  const [system] = systems.find(([, sign]) => sign.test(userAgent)) ?? []
  return system ? `${browser} on ${system}` : browser
}

const minuteMs = 60_000

/** Minutes that a key still works, to the nearest; the last one until it has expired, then 0. `now` in ms, which may lag or be a bit off. */
export function minutesLeft(keyExpiresAt: string, now: number) {
  const minutes = (Date.parse(keyExpiresAt) - now) / minuteMs
  return minutes <= 0 ? 0 : Math.max(1, Math.round(minutes))
}

const ago = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' })

/** When a device was seen last, in words. `now` in ms; sessions are marked as seen once a minute, so that less is now. */
export function seenWords(lastSeenAt: string | null, now: number) {
  if (!lastSeenAt) return 'Never seen'
  const minutes = Math.floor((now - Date.parse(lastSeenAt)) / minuteMs)
  if (minutes < 2) return 'In use now'
  if (minutes < 60) return `Seen ${ago.format(-minutes, 'minute')}`
  const hours = Math.floor(minutes / 60)
  return `Seen ${hours < 48 ? ago.format(-hours, 'hour') : ago.format(-Math.floor(hours / 24), 'day')}`
}
