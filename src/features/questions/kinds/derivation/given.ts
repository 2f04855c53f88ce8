import type { GivenKind } from '../given.ts'

const isWritten = (line: string) => line.trim() !== ''

export const derivation: GivenKind<'derivation'> = {
  empty: () => ({ kind: 'derivation', lines: [''] }),
  fits: ({ most }, { lines }) => lines.length <= most,
  isBlank: ({ lines }) => !lines.some(isWritten),
  isComplete: (_, { lines }) => lines.some(isWritten),
  typed: () => '',
  hasOtherForms: true,
}
