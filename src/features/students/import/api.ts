import { z } from 'zod'
import { Match, MatchReason } from '../check/matching.ts'
import { del, get, Nothing, post } from '#shared/contract.ts'
import { record } from '#shared/record.ts'
import { csvLimits } from '#shared/csv.ts'
import { Instant } from '#shared/days.ts'
import { Text } from '#shared/fields.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { Field, StudentCells } from './columns.ts'
import { Action } from './plan.ts'

/**
 * State of an import: `waiting`, then `running`, then `done` or `failed`. After a failure, nothing is stored,
 * and `error` says why. An import that is being undone is `undoing`. Afterward it is `done` again, with
 * `undoneAt` if it was undone, otherwise with the reason in `error`.
 */
const ImportState = z.enum(['waiting', 'running', 'done', 'failed', 'undoing'])

/**
 * An import. `done` of `total` rows are stored; for a large file, `total` is an upper bound at first. A dry
 * run counts steps instead. `created` and `changed` count students, `parents` counts new accounts. `undoable`
 * is true while it can be undone.
 */
const Import = record('StudentImport', {
  _id: Id,
  dryRun: z.boolean(),
  state: ImportState,
  done: z.int(),
  total: z.int(),
  error: z.string().nullable(),
  by: z.string(),
  created: z.int(),
  changed: z.int(),
  parents: z.int(),
  createdAt: Instant,
  undoneAt: Instant.nullable(),
  undoable: z.boolean(),
})
export type Import = z.infer<typeof Import>

const CellError = record('CellError', { column: Field.nullable(), message: z.string() })

/**
 * A row of a dry run. `row` is the line on which it starts. `do` is its action unless a person decides
 * otherwise, or null if a person must decide. `candidates` are students of the center with their current
 * data, best match first; `sameAs` are lines of earlier rows for the same student.
 */
const CheckedRow = record('CheckedRow', {
  row: z.int(),
  student: StudentCells,
  parents: z.array(z.object({ name: z.string(), email: z.string(), phone: z.string() })),
  errors: z.array(CellError),
  match: Match,
  candidates: z.array(
    z.object({
      studentId: Id,
      now: StudentCells.extend({ renamable: z.boolean() }),
      match: Match,
      why: z.array(MatchReason),
    }),
  ),
  sameAs: z.array(z.object({ row: z.int(), match: Match })),
  family: z.object({ names: z.array(z.string()), rows: z.array(z.int()) }).nullable(),
  existsElsewhere: z.boolean(),
  do: Action.nullable(),
  studentId: Id.nullable(),
})
export type CheckedRow = z.infer<typeof CheckedRow>

/** Result of checking a file. If there are `errors`, which concern the whole file, there are no rows. */
const CheckedFile = record('CheckedFile', {
  columns: z.array(z.object({ header: z.string(), field: Field.nullable() })),
  errors: z.array(z.object({ line: z.int(), column: z.int().nullable(), message: z.string() })),
  rows: z.array(CheckedRow),
})
export type CheckedFile = z.infer<typeof CheckedFile>

const Choice = z.strictObject({ row: z.int().min(1), do: Action, studentId: Id.optional() })
const inCenter = z.object({ centerId: CenterName })

/** Import of students and parents from CSV (product §5). */
export const studentImports = {
  /**
   * Starts a dry run or an import. A dry run stores no students and reports a result for every row. Up to 200
   * rows are checked immediately, in `checked`; a larger file is checked in the background, and `one` returns
   * the result. A dry run replaces the caller's previous one at the center, and is stored with its file until
   * it is imported, discarded or a day old. 429 while another person's file is being checked at the center.
   *
   * An import stores all rows or none. Up to 200 rows are imported during the call, which reports errors as
   * 422, by row and column. Larger imports run in the background; if one fails, `error` says why. 409 while
   * another import of the center runs. `columns` maps each column to a field, or null to skip it; without
   * `columns`, the header names decide, and all must be known. `name` is the caller's name for the file.
   */
  start: post('/centers/:centerId/students/imports', {
    who: 'students.change',
    input: inCenter.extend({
      csv: z.string().max(csvLimits.characters, 'must be at most 1 MiB'),
      columns: z.array(Field.nullable()).max(csvLimits.columns).optional(),
      name: Text(200).default(''),
      dryRun: z.boolean(),
      choices: z.array(Choice).max(csvLimits.rows).default([]),
    }),
    output: z.object({ import: Import, checked: CheckedFile.nullable() }),
    limit: 4 * 1024 * 1024,
    rate: { perSecond: 0.5, burst: 4 },
  }),
  /** Latest imports of the center, newest first, including the caller's own dry run. */
  list: get('/centers/:centerId/students/imports', {
    who: 'students.read',
    input: inCenter,
    output: z.array(Import),
  }),
  /**
   * One import. The caller's own dry run includes its result once it is done, and its file on request. 404
   * for anyone else's dry run.
   */
  one: get('/centers/:centerId/students/imports/:id', {
    who: 'students.change',
    input: inCenter.extend({ id: Id, withFile: z.boolean().default(false) }),
    output: z.object({
      import: Import,
      checked: CheckedFile.nullable(),
      file: z
        .object({
          csv: z.string(),
          columns: z.array(Field.nullable()).nullable(),
          choices: z.array(Choice),
          name: z.string(),
        })
        .nullable(),
    }),
  }),
  /** Discards the caller's dry run at the center, if any, with its file and result. */
  discard: del('/centers/:centerId/students/imports/dry-run', {
    who: 'students.change',
    input: inCenter,
    output: Nothing,
  }),
  /**
   * Undoes an import within 24 hours: removes added people, and reverts changes and links unless they were
   * changed again. 409 naming the students who have since received attendance, work, places, notes, programs,
   * parents or an account. More than 200 students are removed in the background; the import is `undoing`
   * until that ends.
   */
  undo: post('/centers/:centerId/students/imports/:id/undo', {
    who: 'students.change',
    input: inCenter.extend({ id: Id }),
    output: Import,
  }),
}
