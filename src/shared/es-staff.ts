import type { Catalog } from '#shared/language.ts'

/** Spanish texts of staff pages that several features or the engine show. */
export const esStaff: Catalog = {}
