import { z } from 'zod'
import { get, post } from '#shared/contract.ts'
import { csvLimits } from '#shared/csv.ts'
import { Instant } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { record } from '#shared/record.ts'
import { ImportKind } from './columns.ts'

/** An import; `added` is the number of items that it added. It can be undone within a day. */
const Import = record('TableImport', {
  _id: Id,
  kind: ImportKind,
  by: z.string(),
  added: z.int(),
  createdAt: Instant,
  undoneAt: Instant.nullable(),
  undoable: z.boolean(),
})
export type Import = z.infer<typeof Import>

/**
 * A checked file. If a row's `does` is `skip`, the row's data already exists; if it is `error`, `note` says
 * what to correct. If there are `errors`, which concern the whole file, there are no rows.
 */
const CheckedTable = record('CheckedTable', {
  columns: z.array(z.object({ header: z.string(), field: z.string().nullable() })),
  errors: z.array(z.object({ line: z.int(), column: z.int().nullable(), message: z.string() })),
  rows: z.array(
    z.object({
      line: z.int(),
      title: z.string(),
      facts: z.string(),
      note: z.string(),
      does: z.enum(['add', 'skip', 'error']),
    }),
  ),
})
export type CheckedTable = z.infer<typeof CheckedTable>

const inCenter = z.object({ centerId: CenterName, kind: ImportKind })

/**
 * Imports of a center's staff, classes and enrollments from CSV (product §12). Students have an import of
 * their own.
 */
export const tableImports = {
  /**
   * A dry run stores nothing and reports what every row would do. Otherwise, all rows are imported or none: a
   * 422 names the first wrong line. `columns` maps each column to a field, or null to skip it; without
   * `columns`, the header names decide. Importing staff requires the right to invite staff: 403 otherwise.
   */
  start: post('/centers/:centerId/imports', {
    who: 'classes.change',
    input: inCenter.extend({
      csv: z.string().max(csvLimits.characters / 4, 'must be at most 256 KiB'),
      columns: z.array(z.string().max(20).nullable()).max(csvLimits.columns).optional(),
      dryRun: z.boolean(),
    }),
    output: z.object({ import: Import.nullable(), checked: CheckedTable }),
    once: true,
    limit: 1024 * 1024,
    rate: { perSecond: 0.5, burst: 10 },
  }),
  /** Latest imports of a kind, newest first. */
  list: get('/centers/:centerId/imports', {
    who: 'classes.change',
    input: inCenter,
    output: z.array(Import),
  }),
  /**
   * Removes what an import added. 409 `in_use` or `begun` if any of it has been used since, `undone` if it
   * was already undone, or `too_late` after a day.
   */
  undo: post('/centers/:centerId/imports/:id/undo', {
    who: 'classes.change',
    input: inCenter.extend({ id: Id }),
    output: Import,
  }),
}
