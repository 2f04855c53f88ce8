import { z } from 'zod'
import { Match, Why } from '#features/students/check/rules.ts'
import { StudentStatus } from '#features/schedule/rules.ts'
import { get, post } from '#shared/contract.ts'
import { csvLimits } from '#shared/csv.ts'
import { Instant } from '#shared/days.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { Field } from './columns/rules.ts'
import { Deed } from './rules.ts'

/** `waiting` → `running` → `done`, or `failed` with a sentence in `error` and nothing stored. */
const ImportState = z.enum(['waiting', 'running', 'done', 'failed'])

/** An import; `done` of `total` rows. `created` and `changed` students, and `parents` with a new account; `undoable` as long as it can be undone. */
const Import = z.object({
  _id: Id,
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

const CellError = z.object({ column: Field.nullable(), message: z.string() })

const Student = z.object({
  studentNum: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  grade: z.string(),
  status: StudentStatus.or(z.literal('')),
})

/**
 * A row of a dry run; `row` is the line that it begins on, `do` what becomes of it unless a person decides otherwise, null when one must.
 * `candidates` are students of the centre as they are now, the surest first; `sameAs` the lines of earlier rows that are the same student.
 */
const CheckedRow = z.object({
  row: z.int(),
  student: Student,
  parents: z.array(z.object({ name: z.string(), email: z.string(), phone: z.string() })),
  errors: z.array(CellError),
  match: Match,
  candidates: z.array(z.object({ studentId: Id, now: Student, match: Match, why: z.array(Why) })),
  sameAs: z.array(z.object({ row: z.int(), match: Match })),
  family: z.object({ names: z.array(z.string()), rows: z.array(z.int()) }).nullable(),
  existsElsewhere: z.boolean(),
  do: Deed.nullable(),
  studentId: Id.nullable(),
})
export type CheckedRow = z.infer<typeof CheckedRow>

/** What a file comes to. With `errors`, which are of the file as a whole, there are no rows. */
const CheckedFile = z.object({
  columns: z.array(z.object({ header: z.string(), field: Field.nullable() })),
  errors: z.array(z.object({ line: z.int(), column: z.int().nullable(), message: z.string() })),
  rows: z.array(CheckedRow),
})
export type CheckedFile = z.infer<typeof CheckedFile>

const Choice = z.strictObject({ row: z.int().min(1), do: Deed, studentId: Id.optional() })
const inCenter = z.object({ centerId: CenterName })

/** Import of students and parents from CSV (product §5). */
export const studentImports = {
  /**
   * A dry run answers what every row comes to, and stores nothing. Otherwise all rows are imported or none: 422 names rows and columns, else 201
   * with the import, which is done, or with more than 200 rows goes on by itself. `columns` says what each column is, null for one that is not
   * imported; without it the names in the head do, and all must be known. 409 while another import of the centre runs.
   */
  start: post('/centers/:centerId/students/imports', {
    who: 'students.change',
    input: inCenter.extend({
      csv: z.string().max(csvLimits.characters, 'must be at most 1 MiB'),
      columns: z.array(Field.nullable()).max(csvLimits.columns).optional(),
      dryRun: z.boolean(),
      choices: z.array(Choice).max(csvLimits.rows).default([]),
    }),
    output: z.object({ import: Import.nullable(), checked: CheckedFile.nullable() }),
    limit: 4 * 1024 * 1024,
  }),
  /** The last imports of the centre, newest first. */
  list: get('/centers/:centerId/students/imports', { who: 'students.read', input: inCenter, output: z.array(Import) }),
  /**
   * Takes an import back within 24 hours: who was added is removed, what was changed or linked is as before unless it was changed again. 409 with
   * the names of those who have got attendance, work, places, notes, programs, parents or an account since.
   */
  undo: post('/centers/:centerId/students/imports/:id/undo', {
    who: 'students.change',
    input: inCenter.extend({ id: Id }),
    output: Import,
  }),
}
