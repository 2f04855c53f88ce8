import type { Catalog } from '#shared/language.ts'

/** What the pages and messages of this feature say to families, in Spanish. */
export const es: Catalog = {
  'Lower hand': 'Bajar la mano',
  'Raise hand': 'Levantar la mano',
  '{seenBy} is on the way.': 'Ya viene {seenBy}.',
  Someone: 'alguien',
  'Your hand is up.': 'Tu mano está levantada.',
}
