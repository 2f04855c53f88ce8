import type { GivenKind } from '../given.ts'

/** Returns the letter of a choice: A for the first. */
export const letterOf = (at: number) => String.fromCharCode(65 + at)

/**
 * Returns the index of the choice for a key, which is 1 to 9 or a to j in either case; -1 for any other key.
 */
export function choiceOfKey(key: string) {
  if (/^[1-9]$/.test(key)) return Number(key) - 1
  return /^[a-j]$/i.test(key) ? key.toLowerCase().charCodeAt(0) - 97 : -1
}

/**
 * Returns the picked choices, in order, after a tap on a choice. If several can be picked, the tap toggles
 * this choice; otherwise, it picks only this one.
 */
export function withPick(picked: readonly number[], at: number, pickMany: boolean) {
  if (!pickMany) return [at]
  return picked.includes(at)
    ? picked.filter((each) => each !== at)
    : [...picked, at].toSorted((a, b) => a - b)
}

export const mc: GivenKind<'mc'> = {
  empty: () => ({ kind: 'mc', picked: [] }),
  fits: ({ choices }, { picked }) => picked.every((at) => at < choices.length),
  isBlank: ({ picked }) => picked.length === 0,
  isComplete: (_, { picked }) => picked.length > 0,
  typed: () => '',
  hasOtherForms: true,
}
