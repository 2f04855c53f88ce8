import { z } from 'zod'
import { get } from '#shared/contract.ts'
import { Id } from '#shared/ids.ts'
import { Counts } from '../rules.ts'

/** `material`: our own files, which hold everything; `qti`: a QTI 2.1 package for other systems, which loses what QTI doesn't know. */
export const ExportFormat = z.enum(['material', 'qti'])
export type ExportFormat = z.infer<typeof ExportFormat>

const which = { courseId: Id.optional(), levelId: Id.optional(), format: ExportFormat.default('material') }

/** Export of material (spec §7; product §6): all of it, or a course or a level. */
export const materialExport = {
  /** One zip that is made while it is read; it can be imported again. 422 `too_large_export` when it couldn't be. */
  file: get('/bl/export', {
    who: 'material.export',
    // What leaves the house is recorded.
    effect: 'own',
    media: 'application/zip',
    input: z.object(which),
    output: z.custom<AsyncIterable<Uint8Array>>(),
  }),
  /**
   * How much there would be in it, in `bytes` about, and why it can't be exported at once; `lost` is what the format can't hold, in words, and of how
   * many questions.
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
