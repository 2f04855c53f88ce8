import { codeAt, stepAt } from '#server/totp.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Decodes a key as an authenticator app does (RFC 4648 §6). */
const bytesOf = (key: string) =>
  Buffer.from(
    (
      [...key]
        .map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0'))
        .join('')
        .match(/.{8}/g) ?? []
    ).map((bits) => Number.parseInt(bits, 2)),
  )

/** Returns the code that an authenticator app shows now, or `later` steps from now. */
export const codeOf = (key: string, later = 0) => codeAt(bytesOf(key), stepAt(Date.now()) + later)
