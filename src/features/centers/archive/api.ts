import { z } from 'zod'
import { get, Nothing, post } from '#shared/contract.ts'
import { Day, Instant } from '#shared/days.ts'
import { CenterName } from '#shared/ids.ts'
import { record } from '#shared/record.ts'
import { Center } from '../api.ts'

const inCenter = z.object({ centerId: CenterName })

/** Preview of deleting an archived center. */
const Deletion = record('Deletion', {
  /** Earliest day on which the center can be deleted. */
  from: Day,
  /** Instant of the last complete export since the center was archived; null if there was none. */
  exportedAt: Instant.nullable(),
  /** Sentence that explains why the center can't be deleted yet; null if it can. */
  waitsFor: z.string().nullable(),
  /** State of the job that deletes the center, or null if none was queued. A failed job deleted nothing. */
  job: z.enum(['queued', 'failed']).nullable(),
  loses: z.array(z.string()),
  keeps: z.array(z.string()),
})
export type Deletion = z.infer<typeof Deletion>

/**
 * The archive (product §12). An archived center is hidden from everyone but its managers and admins, who can
 * read and restore it. Devices, students and families have no access, emails to families stop, and calendars
 * are empty. After 30 days and an export, an admin can delete the center.
 */
export const archive = {
  /** Archives or restores a center. 409 `import_running` or `being_deleted`. */
  set: post('/centers/:centerId/archive', {
    who: 'centers.archive',
    inArchive: true,
    input: inCenter.extend({ archived: z.boolean() }),
    output: Center,
  }),
  /** Preview of deleting the center. 409 `not_archived`. */
  deletion: get('/centers/:centerId/deletion', {
    who: 'centers.delete',
    input: inCenter,
    output: Deletion,
  }),
  /** Everything stored about an archived center except secrets, as a zip of JSON lines files. */
  file: get('/centers/:centerId/archive/export', {
    who: 'centers.delete',
    effect: 'own',
    media: 'application/zip',
    isLong: true,
    input: inCenter,
    output: z.custom<AsyncIterable<Uint8Array>>(),
  }),
  /**
   * Permanently deletes an archived center in the background. `name` must match the center's name. Can be
   * called again if the deletion failed. 409 `not_archived`, `not_exported`, `too_early` or `being_deleted`,
   * 422 `other_name`, 403 `reauth`.
   */
  remove: post('/centers/:centerId/deletion', {
    who: 'centers.delete',
    inArchive: true,
    input: inCenter.extend({ name: z.string().max(60) }),
    output: Nothing,
  }),
}
