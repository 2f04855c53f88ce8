import type { Catalog } from '#shared/language.ts'

/** Spanish text for this feature's family pages and messages. */
export const es: Catalog = {
  'is awarded to': 'se otorga a',
  'For the center': 'Por el centro',
  'Remove {name}?': '¿Quitar a {name}?',
  Keep: 'Conservar',
  '{name} will no longer be allowed to pick up the child.': '{name} ya no podrá recoger al niño.',
  'Add a person': 'Agregar una persona',
  'Who may pick up': 'Personas autorizadas para recoger al niño',
  Add: 'Agregar',
  Relationship: 'Parentesco',
  'For example, grandmother or neighbor.': 'Por ejemplo, abuela o vecino.',
  Phone: 'Teléfono',
  'Ch. {chapter}': 'Cap. {chapter}',
  'No score yet': 'Aún sin resultado',
  '{score1}, corrected {score2}': '{score1}, corregido {score2}',
  Medal: 'Medalla',
  'Small Trophy': 'Trofeo pequeño',
  'Medium Trophy': 'Trofeo mediano',
  'Large Trophy': 'Trofeo grande',
  'Extra Large Trophy': 'Trofeo extragrande',
  Certificate: 'Certificado',
  Levels: 'Niveles',
  Notes: 'Notas',
}
