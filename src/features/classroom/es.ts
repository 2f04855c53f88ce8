import type { Catalog } from '#shared/language.ts'

/** Spanish text for this feature's family pages and messages. */
export const es: Catalog = {
  'Lower hand': 'Bajar la mano',
  'Raise hand': 'Levantar la mano',
  '{seenBy} is on the way.': 'Ya viene {seenBy}.',
  Someone: 'alguien',
  'Your hand is up.': 'Tu mano está levantada.',
}
