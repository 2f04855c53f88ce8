import { z } from 'zod'
import { get, Nothing, post, put } from '#shared/contract.ts'
import { Instant } from '#shared/days.ts'
import { RequiredText } from '#shared/fields.ts'
import { Id } from '#shared/ids.ts'
import { Clash, Found, largestFile, mostParts, partSize } from './material-file.ts'

/** `uploading` → `checked` → `waiting` → `running` → `done`, or `failed` with a sentence in `error` and nothing stored. */
const MaterialImport = z.object({
  _id: Id,
  name: z.string(),
  size: z.int(),
  state: z.enum(['uploading', 'checked', 'waiting', 'running', 'done', 'failed']),
  found: Found.nullable(),
  /** Questions that are stored, and how many there are to be. */
  done: z.int(),
  total: z.int(),
  error: z.string().nullable(),
  /** The first level with something new in it. */
  levelId: Id.nullable(),
  createdAt: Instant,
})
export type MaterialImport = z.infer<typeof MaterialImport>

const which = z.object({ id: Id })

/**
 * Import of a file with material (product §6): a zip as it was exported, a QTI 2.1 package, or one item of QTI 2.1 as XML. It comes in parts of 256 KiB, so that a slow connection can bring a large one; it is looked at as a whole
 * and nothing is stored then; a job stores all of it or nothing.
 */
export const materialImports = {
  /** What the caller has brought before and not begun to import is forgotten. 413 `storage_quota` when the file doesn’t fit into the storage of the caller’s center. */
  begin: post('/bl/material-imports', {
    who: 'questions.import',
    once: true,
    input: z.object({ name: RequiredText(200), size: z.int().min(1).max(largestFile) }),
    output: MaterialImport,
  }),
  /** One part, all of 256 KiB but the last; the same number again takes the place of the one before. */
  part: put('/bl/material-imports/:id/parts/:num', {
    who: 'questions.import',
    effect: 'own',
    bytes: 'application/zip',
    limit: partSize,
    // Each part keeps the process busy for some 3 ms on its way to the database.
    rate: { perSecond: 4, burst: 1 },
    input: z.object({ id: Id, num: z.int().min(1).max(mostParts) }),
    output: Nothing,
  }),
  /** The dry run: 422 for a file that is damaged, could do harm or isn't what it says, and it is forgotten then. */
  check: post('/bl/material-imports/:id/check', { who: 'questions.import', effect: 'own', input: which, output: MaterialImport }),
  /** Imports what was checked. 409 while another import runs. */
  start: post('/bl/material-imports/:id/start', { who: 'questions.import', input: which.extend({ clash: Clash }), output: MaterialImport }),
  /** The last imports, newest first. */
  list: get('/bl/material-imports', { who: 'questions.import', input: z.object({}), output: z.array(MaterialImport) }),
}
