import { spoken } from '#shared/spoken.ts'
import type { GivenKind } from '../given.ts'

/** Formats places with the letters of the items as shown: `B, A, C`. */
export const placesInWords = (places: readonly number[]) =>
  places.map((place) => String.fromCharCode(65 + place)).join(', ')

export const order: GivenKind<'order'> = {
  empty: () => ({ kind: 'order', places: [] }),
  fits: ({ items }, { places }) =>
    places.every((place) => place < items.length) && new Set(places).size === places.length,
  isBlank: ({ places }) => places.length === 0,
  isComplete: ({ items }, { places }) => places.length === items.length,
  likeness: ({ places }) => JSON.stringify(places),
  text: ({ items }, { places }) => places.map((place) => spoken(items[place] ?? [])).join(', '),
  typed: () => '',
  drawings: () => [],
  hasOtherForms: false,
  needsFields: () => false,
}
