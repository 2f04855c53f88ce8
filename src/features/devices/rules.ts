/**
 * Devices: a classroom's shared tablets, activated with a key that is shown once (product §9). A key has eight characters without vowels and
 * look-alikes, so that it is read out without mistakes and spells nothing.
 */
export const keyLetters = 'BCDFGHJKMNPQRSTVWXYZ23456789'
const keyLength = 8

/** A key as typed, without dashes, spaces and case; null when it can't be one. */
export function normaliseKey(text: string) {
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
