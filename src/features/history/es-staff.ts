import type { Catalog } from '#shared/language.ts'

/** Spanish texts of this feature's staff pages. */
export const esStaff: Catalog = {
  History: 'Historial',
  'History of {name}': 'Historial de {name}',
  'the history': 'el historial',
  'No changes yet.': 'Aún no hay cambios.',
}
