import { z } from 'zod'
import { get, Nothing, post, put } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { Instant } from '#shared/days.ts'
import { RequiredText } from '#shared/fields.ts'
import { Id } from '#shared/ids.ts'
import { Clash, FileSummary, maxFileSize, maxParts, partSize } from './material-file.ts'

/**
 * An import. Its state goes from `uploading` through `checked`, `waiting` and `running` to `done`. If it is
 * `failed`, nothing was stored and `error` is a sentence that gives the reason.
 */
const MaterialImport = record('MaterialImport', {
  _id: Id,
  name: z.string(),
  size: z.int(),
  state: z.enum(['uploading', 'checked', 'waiting', 'running', 'done', 'failed']),
  found: FileSummary.nullable(),
  /** Number of questions stored or skipped so far, of `total`. */
  done: z.int(),
  total: z.int(),
  error: z.string().nullable(),
  /** First level that received new content. */
  levelId: Id.nullable(),
  createdAt: Instant,
})
export type MaterialImport = z.infer<typeof MaterialImport>

const which = z.object({ id: Id })

/**
 * Import of material from a file (product §6): an exported zip, a QTI package (2.1 or 1.2), or XML with one
 * QTI 2.1 item or with QTI 1.2 items. The file is uploaded in parts of 256 KiB, so that large files work over
 * slow connections. The whole file is checked without importing anything. Then a job imports everything that
 * the check found, or nothing.
 */
export const materialImports = {
  /**
   * Announces the upload of a file. Deletes the caller's earlier uploads that were never imported. 413
   * `storage_quota` if the file doesn't fit into the storage of the caller's center.
   */
  begin: post('/bl/material-imports', {
    who: 'questions.import',
    once: true,
    input: z.object({ name: RequiredText(200), size: z.int().min(1).max(maxFileSize) }),
    output: MaterialImport,
  }),
  /** Uploads one part: 256 KiB, except for the last one. Sending the same number again replaces the part. */
  part: put('/bl/material-imports/:id/parts/:num', {
    who: 'questions.import',
    effect: 'own',
    bytes: 'application/zip',
    limit: partSize,
    // Writing a part to the database blocks the process for about 3 ms.
    rate: { perSecond: 4, burst: 1 },
    input: z.object({ id: Id, num: z.int().min(1).max(maxParts) }),
    output: Nothing,
  }),
  /**
   * Checks the file without importing anything. 422 if it is damaged, harmful or of the wrong type; the file
   * is then deleted.
   */
  check: post('/bl/material-imports/:id/check', {
    who: 'questions.import',
    effect: 'own',
    input: which,
    output: MaterialImport,
  }),
  /** Imports a checked file. 409 while another import is running. */
  start: post('/bl/material-imports/:id/start', {
    who: 'questions.import',
    input: which.extend({ clash: Clash }),
    output: MaterialImport,
  }),
  /** Lists the ten most recent imports by any editor or admin, newest first. */
  list: get('/bl/material-imports', {
    who: 'questions.import',
    input: z.object({}),
    output: z.array(MaterialImport),
  }),
}
