import type { Catalog } from '#shared/language.ts'

/** What the pages and messages of this feature say to families, in Spanish. */
export const es: Catalog = {
  sections: 'sección|secciones',
  chapters: 'capítulo|capítulos',
}
