import type { GivenKind } from '../given.ts'

export const order: GivenKind<'order'> = {
  empty: () => ({ kind: 'order', places: [] }),
  fits: ({ items }, { places }) =>
    places.every((place) => place < items.length) && new Set(places).size === places.length,
  isBlank: ({ places }) => places.length === 0,
  isComplete: ({ items }, { places }) => places.length === items.length,
  typed: () => '',
  hasOtherForms: false,
}
