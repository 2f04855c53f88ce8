import type { GivenKind } from '../given.ts'

export const sentence: GivenKind<'sentence'> = {
  empty: () => ({ kind: 'sentence', text: '' }),
  fits: () => true,
  isBlank: ({ text }) => text.trim() === '',
  isComplete: (_, { text }) => text.trim() !== '',
  typed: ({ text: words }) => words,
  hasOtherForms: true,
}
