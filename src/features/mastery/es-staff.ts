import type { Catalog } from '#shared/language.ts'

/** Spanish texts of this feature's staff pages. */
export const esStaff: Catalog = {}
