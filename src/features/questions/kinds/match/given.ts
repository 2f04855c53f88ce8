import type { GivenKind } from '../given.ts'

export const match: GivenKind<'match'> = {
  empty: ({ items }) => ({ kind: 'match', groups: items.map(() => null) }),
  fits: (shown, { groups }) =>
    groups.length === shown.items.length && groups.every((at) => at === null || at < shown.groups.length),
  isBlank: ({ groups }) => groups.every((at) => at === null),
  isComplete: (_, { groups }) => !groups.includes(null),
  typed: () => '',
  hasOtherForms: false,
}
