import { z } from 'zod'
import { get } from '#shared/contract.ts'
import { Id } from '#shared/ids.ts'
import { Counts } from '../rules.ts'

/**
 * Format of the export. `material` is our own format, which includes everything. `qti` is a QTI 2.1 package
 * for other systems, without anything QTI doesn't support.
 */
export const ExportFormat = z.enum(['material', 'qti'])
export type ExportFormat = z.infer<typeof ExportFormat>

const which = { courseId: Id.optional(), levelId: Id.optional(), format: ExportFormat.default('material') }

/** Export of all material, a course, or a level (spec §7; product §6). */
export const materialExport = {
  /**
   * Streams one zip file that can be imported again. 422 `too_large_export` if it would be too large to
   * import.
   */
  file: get('/bl/export', {
    who: 'material.export',
    // Opens its own transactions, because exports are recorded in the audit log.
    effect: 'own',
    media: 'application/zip',
    isLong: true,
    input: z.object(which),
    output: z.custom<AsyncIterable<Uint8Array>>(),
  }),
  /**
   * Returns the size of the export: counts and approximate `bytes`. `refusal` is the reason why the export
   * doesn't fit in one file, or null if it does. `lost` describes what the format can't represent, with the
   * number of questions affected.
   */
  size: get('/bl/export/size', {
    who: 'material.export',
    input: z.object(which),
    output: z.object({
      counts: Counts,
      bytes: z.int(),
      refusal: z.string().nullable(),
      lost: z.array(z.object({ what: z.string(), questions: z.int() })),
    }),
  }),
}
