import { z } from 'zod'
import { fileFields, studentFields } from '../fields.ts'
import { linkFields, parentFields } from '../parents/fields.ts'
import { PhoneIn } from '../check/matching.ts'
import { type CsvError, noRows, readCsv } from '#shared/csv.ts'
import { partOf, recordOf } from '#shared/field-table.ts'
import {
  StudentCells,
  columnOf,
  type Field,
  fieldWord,
  matchColumns,
  ofParent,
  type ParentField,
  parentNumbers,
} from './columns.ts'

/** Parses the rows of a file of students and parents and converts them to stored form (product §5). */

/** Error in a cell, or in the whole row if `column` is null. */
export type CellError = { column: Field | null; message: string }

const ParentCells = z.object({
  ...partOf(parentFields, 'stored'),
  phone: linkFields.phone.stored,
  relationship: linkFields.relationship.stored.or(z.literal('')),
})
export type ParentCells = z.infer<typeof ParentCells> & { number: (typeof parentNumbers)[number] }
/**
 * A row in stored form. `''` is an empty cell, which never overwrites a value. `row` is the line on which the
 * row starts.
 */
export type ReadRow = { row: number; student: StudentCells; parents: ParentCells[]; errors: CellError[] }

const studentRules = { ...partOf(studentFields, 'check'), ...partOf(studentFields, 'cell') }
const parentTable = { ...parentFields, ...linkFields }
/** Returns the rules for the cells of a parent, parsing phones as numbers in a country. */
const parentRules = (country: string) => ({
  ...partOf(parentTable, 'check'),
  ...partOf(parentTable, 'cell'),
  phone: PhoneIn(country),
})
type ParentRules = ReturnType<typeof parentRules>

/**
 * Parses a cell by its rule. An invalid cell adds an error and becomes empty. An empty cell is an error only
 * if it `must` have a value.
 */
function read<T extends string>(
  rule: z.ZodType<T>,
  text: string,
  at: { column: Field; errors: CellError[]; must?: boolean },
): T | '' {
  if (text.trim() === '' && !at.must) return ''
  const { data, error } = rule.safeParse(text)
  if (error) at.errors.push({ column: at.column, message: error.issues[0]?.message ?? 'is invalid' })
  return data ?? ''
}

type CellOf = (field: Field) => string

const readStudent = (cell: CellOf, errors: CellError[]) =>
  StudentCells.parse(
    recordOf(fileFields, (column) =>
      read(studentRules[column], cell(column), { column, errors, must: column === 'firstName' }),
    ),
  )

/**
 * Parses one parent of a row. Returns an empty list if all cells are empty. A parent is identified by the
 * email address, or else by the phone and the name.
 */
function readParent(
  number: ParentCells['number'],
  cell: CellOf,
  { rules, errors }: { rules: ParentRules; errors: CellError[] },
): ParentCells[] {
  const cells = ofParent.map((field) => cell(columnOf(number, field)))
  if (cells.every((text) => text.trim() === '')) return []
  if (['email', 'phone'].every((field) => cell(columnOf(number, field as ParentField)).trim() === ''))
    errors.push({ column: columnOf(number, 'email'), message: 'or phone is required' })
  const part = (field: ParentField) =>
    read(rules[field], cell(columnOf(number, field)), { column: columnOf(number, field), errors })
  return [{ number, ...ParentCells.parse(recordOf(ofParent, part)) }]
}

/** Returns errors about the columns as a whole. */
function columnErrors(columns: readonly (Field | null)[], width: number): CsvError[] {
  const head = (message: string) => [{ line: 1, column: null, message }]
  if (columns.length !== width) return head(`has ${width} columns, but “columns” lists ${columns.length}`)
  const twice = columns.find((field, at) => field !== null && columns.indexOf(field) !== at)
  if (twice) return head(`has two columns for “${fieldWord(twice)}”`)
  return columns.includes('firstName') ? [] : head('has no column for the first name')
}

/** A column of a file: its header, and its field or null if it isn't imported. */
type Column = { header: string; field: Field | null }
export type ReadFile = { columns: Column[]; rows: ReadRow[]; errors: CsvError[] }

/**
 * Parses a file of students and parents of a center in `country`. `columns` maps each column to a field;
 * without `columns`, the header names decide. If the file itself has errors, there are no rows. Errors in
 * single cells are listed in their rows.
 */
export function readFile(csv: string, columns: readonly (Field | null)[] | null, country: string): ReadFile {
  const ofParents = parentRules(country)
  const {
    rows: [head, ...rows],
    errors,
  } = readCsv(csv)
  const headers = head?.cells ?? []
  const named = columns ?? matchColumns(headers)
  const known = headers.map((header, at) => ({ header, field: named[at] ?? null }))
  const wrong =
    errors.length > 0 ? errors : rows.length === 0 ? [noRows] : columnErrors(named, headers.length)
  if (wrong.length > 0) return { columns: known, rows: [], errors: wrong }
  const place = new Map(named.flatMap((field, at) => (field ? [[field, at] as const] : [])))
  return {
    columns: known,
    errors: [],
    rows: rows.map(({ line, cells }) => {
      const found: CellError[] = []
      const cell: CellOf = (field) => cells[place.get(field) ?? -1] ?? ''
      return {
        row: line,
        student: readStudent(cell, found),
        parents: parentNumbers.flatMap((number) =>
          readParent(number, cell, { rules: ofParents, errors: found }),
        ),
        errors: found,
      }
    }),
  }
}
