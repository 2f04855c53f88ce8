import type { GivenKind } from '../given.ts'

export const numberLine: GivenKind<'numberLine'> = {
  empty: () => ({ kind: 'numberLine', text: '' }),
  fits: () => true,
  isBlank: ({ text }) => text.trim() === '',
  isComplete: (_, { text }) => text !== '',
  typed: () => '',
  hasOtherForms: false,
}
