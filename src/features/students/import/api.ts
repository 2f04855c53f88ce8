import { z } from 'zod'
import { Match, Why } from '../check/matching.ts'
import { StudentStatus } from '../rules.ts'
import { del, get, Nothing, post } from '#shared/contract.ts'
import { csvLimits } from '#shared/csv.ts'
import { Instant } from '#shared/days.ts'
import { Text } from '#shared/fields.ts'
import { CenterName, Id } from '#shared/ids.ts'
import { Field } from './columns.ts'
import { Action } from './plan.ts'

/**
 * `waiting` → `running` → `done`, or `failed` with a sentence in `error` and nothing stored. `undoing` → `done` with `undoneAt`, or with a sentence in
 * `error` that says why it was not undone.
 */
const ImportState = z.enum(['waiting', 'running', 'done', 'failed', 'undoing'])

/**
 * An import; `done` of `total` rows, which of a large file are at first as many as its lines. A dry run has `done` of `total` steps. `created` and `changed` students, and `parents` with a new account;
 * `undoable` as long as it can be undone.
 */
const Import = z.object({
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
 * `candidates` are students of the center as they are now, the surest first; `sameAs` the lines of earlier rows that are the same student.
 */
const CheckedRow = z.object({
  row: z.int(),
  student: Student,
  parents: z.array(z.object({ name: z.string(), email: z.string(), phone: z.string() })),
  errors: z.array(CellError),
  match: Match,
  candidates: z.array(z.object({ studentId: Id, now: Student.extend({ renamable: z.boolean() }), match: Match, why: z.array(Why) })),
  sameAs: z.array(z.object({ row: z.int(), match: Match })),
  family: z.object({ names: z.array(z.string()), rows: z.array(z.int()) }).nullable(),
  existsElsewhere: z.boolean(),
  do: Action.nullable(),
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

const Choice = z.strictObject({ row: z.int().min(1), do: Action, studentId: Id.optional() })
const inCenter = z.object({ centerId: CenterName })

/** Import of students and parents from CSV (product §5). */
export const studentImports = {
  /**
   * A dry run stores no student, and tells what every row comes to: in `checked` at once for up to 200 rows; a larger file is checked in the
   * background, and `one` has the result. It takes the place of the caller's last one here, and is kept with the file until it is imported,
   * discarded or a day old. 429 while another person's file is being checked at the center.
   *
   * Otherwise all rows are imported or none. Up to 200 rows are imported with the call: 422 names rows and columns. More go on by themselves, and
   * fail with a sentence. 409 while another import of the center runs. `columns` says what each column is, null for one that is not imported;
   * without it the names in the head do, and all must be known. `name` is what the caller calls the file.
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
  /** The last imports of the center, newest first, with the caller's own dry run. */
  list: get('/centers/:centerId/students/imports', { who: 'students.read', input: inCenter, output: z.array(Import) }),
  /** An import; of the caller's own dry run the result as soon as it is done, and on request the file. 404 for anybody else's dry run. */
  one: get('/centers/:centerId/students/imports/:id', {
    who: 'students.change',
    input: inCenter.extend({ id: Id, withFile: z.boolean().default(false) }),
    output: z.object({
      import: Import,
      checked: CheckedFile.nullable(),
      file: z
        .object({ csv: z.string(), columns: z.array(Field.nullable()).nullable(), choices: z.array(Choice), name: z.string() })
        .nullable(),
    }),
  }),
  /** Gives up the caller's dry run at the center, if there is one: its file and its result are deleted. */
  discard: del('/centers/:centerId/students/imports/dry-run', { who: 'students.change', input: inCenter, output: Nothing }),
  /**
   * Takes an import back within 24 hours: who was added is removed, what was changed or linked is as before unless it was changed again. 409 with
   * the names of those who have got attendance, work, places, notes, programs, parents or an account since. More than 200 students are removed by a
   * job: the import is `undoing` meanwhile.
   */
  undo: post('/centers/:centerId/students/imports/:id/undo', {
    who: 'students.change',
    input: inCenter.extend({ id: Id }),
    output: Import,
  }),
}
