import type { Catalog } from '#shared/language.ts'

/** Spanish text for this feature's family pages and messages. */
export const es: Catalog = {
  sections: 'sección|secciones',
  chapters: 'capítulo|capítulos',
}
