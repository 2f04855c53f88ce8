import { v7 as newId } from 'uuid'
import { undoHours } from '#features/students/import/plan.ts'
import { lockUndoable } from '#features/students/import/undo.ts'
import { markUndone } from '#features/students/import/undo-queries.ts'
import { record } from '#server/audit.ts'
import type { CenterCall, HandlerInput } from '#server/call.ts'
import { one } from '#server/db.ts'
import type { Settings } from '#server/settings.ts'
import { withSavepoint } from '#server/transaction.ts'
import { reach } from '#shared/permissions.ts'
import { forbidden, notFound, Problem, refused } from '#shared/problem.ts'
import { withId } from '#server/records.ts'
import type { CheckedTable, tableImports } from './api.ts'
import { classImport } from './class-import.ts'
import type { ImportKind } from './columns.ts'
import { enrollmentImport } from './enrollment-import.ts'
import { importsOf, lockImports, type ImportResult, putTableImport } from './queries.ts'
import { type Cells, type FileRow, readRows } from './read-rows.ts'
import { staffImport } from './staff-import.ts'

/**
 * Result of a row. `id` identifies what the row added; it is null if nothing was added, because the data
 * already existed or a person was only asked for consent.
 */
type AddedRow = { facts: string; id: string | null; note: string; duty?: string; awaitsConsent?: boolean }

/** Adds the rows of one kind of file. Uses the same actions as the screens, so the same rules apply. */
export type Importer = {
  /** Name of a row on screen. */
  titleOf: (cell: Cells) => string
  /**
   * Reads and locks everything that the rows refer to, in the global lock order, and returns a function that
   * adds a row. That function throws a Problem with a sentence about the row.
   */
  begin: (call: CenterCall, rows: readonly FileRow[]) => Promise<(row: FileRow) => Promise<AddedRow>>
  /** Removes what was added. Throws 409 if any of it is in use. */
  undo: (call: CenterCall, made: ImportResult) => Promise<void>
}

const importerOf = (kind: ImportKind, settings: Settings): Importer =>
  ({ staff: staffImport(settings), classes: classImport, enrollments: enrollmentImport })[kind]

/** Throws 403 for a staff import unless the caller may invite people. */
function mayImport({ actor }: CenterCall, kind: ImportKind) {
  if (kind === 'staff' && !reach(actor.kind, 'staff.invite')) throw forbidden()
}

type Row = CheckedTable['rows'][number]

/** Adds a row and describes the result. If the row is wrong, rolls back its changes. */
async function rowOf(
  { db }: CenterCall,
  { row, importer, add }: { row: FileRow; importer: Importer; add: (row: FileRow) => Promise<AddedRow> },
): Promise<{ shown: Row; added: AddedRow | null }> {
  const common = { line: row.line, title: importer.titleOf(row.cell) }
  try {
    const added = await withSavepoint(db, () => add(row))
    const does = added.id === null && !added.awaitsConsent ? 'skip' : 'add'
    return { shown: { ...common, facts: added.facts, note: added.note, does }, added }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { shown: { ...common, facts: '', note: error.message, does: 'error' }, added: null }
  }
}

/** Carries the result of a dry run; thrown to roll it back. */
class DryRunResult extends Error {
  readonly checked: CheckedTable
  constructor(checked: CheckedTable) {
    super('A dry run is undone.')
    this.checked = checked
  }
}

type ImportInput = HandlerInput<typeof tableImports.start>

/** Adds every row that can be added. */
async function addRows(call: CenterCall, { kind, csv, columns: named }: ImportInput, settings: Settings) {
  const { columns, errors, rows } = readRows(kind, csv, named ?? null)
  const importer = importerOf(kind, settings)
  const add = await importer.begin(call, rows)
  const results = []
  for (const row of rows) results.push(await rowOf(call, { row, importer, add }))
  const checked: CheckedTable = { columns, errors, rows: results.map(({ shown }) => shown) }
  return { checked, added: results.flatMap(({ added }) => added ?? []) }
}

/** Reports what each row would do, by adding it and rolling back. */
async function dryRun(call: CenterCall, input: ImportInput, settings: Settings) {
  return await withSavepoint(call.db, async (): Promise<never> => {
    throw new DryRunResult((await addRows(call, input, settings)).checked)
  }).catch((error: unknown) => {
    if (error instanceof DryRunResult) return { import: null, checked: error.checked }
    throw error
  })
}

/** Throws 422 if the file or a row has an error. */
function mustBeRight({ errors, rows }: CheckedTable) {
  const [fileError] = errors
  if (fileError) throw refused('wrong_file', `Line ${fileError.line} ${fileError.message}.`, '/csv')
  const wrong = rows.find(({ does }) => does === 'error')
  if (wrong) throw refused('wrong_row', `Line ${wrong.line}: ${wrong.note}`, '/csv')
}

/** Checks a file in a dry run, or imports all of its rows or none. */
export async function importTable(call: CenterCall, input: ImportInput, settings: Settings) {
  const { db, actor, center } = call
  const { kind } = input
  mayImport(call, kind)
  if (input.dryRun) return await dryRun(call, input, settings)
  await lockImports(db, center)
  const { checked, added } = await addRows(call, input, settings)
  mustBeRight(checked)
  const ids = added.filter(({ id }) => id !== null)
  if (!checked.rows.some(({ does }) => does === 'add'))
    throw refused('no_rows', 'There are no rows to import.', '/csv')
  const made: ImportResult = {
    added: ids.flatMap(({ id }) => id ?? []),
    duties: ids.flatMap(({ duty }) => duty ?? []),
  }
  const id = newId()
  await putTableImport(db, { id, kind, center, by: actor.id, total: made.added.length, made })
  record(db, actor, { action: 'imports.add', entity: id, center, after: { kind, total: made.added.length } })
  const stored = one(await importsOf(db, center, { kind, id, hours: undoHours }), notFound)
  return { import: withId(stored), checked }
}

/** Returns the latest imports of a kind. */
export async function tableImportList(
  { db, center }: CenterCall,
  { kind }: HandlerInput<typeof tableImports.list>,
) {
  return (await importsOf(db, center, { kind, hours: undoHours })).map(withId)
}

/** Undoes an import within a day, completely or not at all. */
export async function undoTableImport(
  call: CenterCall,
  { kind, id }: HandlerInput<typeof tableImports.undo>,
  settings: Settings,
) {
  const { db, actor, center } = call
  mayImport(call, kind)
  const { made } = await lockUndoable<ImportResult>(db, center, { kind, id })
  await importerOf(kind, settings).undo(call, made)
  await markUndone(db, center, id)
  record(db, actor, { action: 'imports.undo', entity: id, center, after: { kind } })
  return withId(one(await importsOf(db, center, { kind, id, hours: undoHours }), notFound))
}
