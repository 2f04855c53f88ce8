import { z } from 'zod'
import {
  fileFields,
  type FileField,
  fileHeaders,
  studentFields,
  studentLabels,
  StudentValues,
} from '../fields.ts'
import { linkFields, parentFields, parentHeaders, parentLabels } from '../parents/fields.ts'
import { fold, StudentStatus } from '#features/students/rules.ts'
import { type CsvError, readCsv } from '#shared/csv.ts'
import { namesOf, partOf, recordOf } from '#shared/field-table.ts'

/** Columns of a file of students and parents: their names, and how their cells are read (product §5). */

/** A file has up to three parents per student. */
const parentNumbers = [1, 2, 3] as const
export const ofParent = namesOf(parentHeaders)

type ParentField = (typeof ofParent)[number]
type ParentColumn = `parent${(typeof parentNumbers)[number]}.${ParentField}`
export type Field = FileField | ParentColumn

const columnOf = (parent: (typeof parentNumbers)[number], field: ParentField): ParentColumn =>
  `parent${parent}.${field}`
const parentColumns = parentNumbers.flatMap((parent) => ofParent.map((field) => columnOf(parent, field)))

/** All fields a column can map to. */
export const fields: readonly Field[] = [...fileFields, ...parentColumns]
export const Field = z.enum(fields)

const words = new Map<Field, string>([
  ...fileFields.map((field) => [field, studentLabels[field]] as const),
  ...parentNumbers.flatMap((parent) =>
    ofParent.map(
      (field) =>
        [
          columnOf(parent, field),
          `Parent ${parent === 1 ? '' : `${parent} `}${parentLabels[field].toLowerCase()}`,
        ] as const,
    ),
  ),
])

/** Name of a field in a file's header and on screen: 'Parent 2 email'. */
export const fieldWord = (field: Field) => words.get(field) ?? field

const plainWord = (text: string) => fold(text).replaceAll(/[^\p{L}\p{N}]/gu, '')

const fieldByName = new Map<string, Field>([
  ...fileFields.flatMap((field) => fileHeaders[field].map((name) => [name, field] as const)),
  ...parentNumbers.flatMap((parent) =>
    ofParent.flatMap((field) =>
      ['parent', 'guardian']
        .flatMap((who) => (parent === 1 ? [who, `${who}1`, `${who}s`] : [`${who}${parent}`]))
        .flatMap((who) =>
          parentHeaders[field].map((name) => [`${who}${name}`, columnOf(parent, field)] as const),
        ),
    ),
  ),
])

/**
 * Matches each header name to a field, or null. If two columns name the same field, the first one gets it.
 */
export function matchColumns(head: readonly string[]): (Field | null)[] {
  const taken = new Set<Field>()
  return head.map((name) => {
    const field = fieldByName.get(plainWord(name)) ?? null
    if (field === null || taken.has(field)) return null
    taken.add(field)
    return field
  })
}

/** Error in a cell, or in the whole row if there is no column. */
export type CellError = { column: Field | null; message: string }

/** Cells of a student. */
export const StudentCells = StudentValues.pick(recordOf(fileFields, (): true => true)).extend({
  status: StudentStatus.or(z.literal('')),
})
export type StudentCells = z.infer<typeof StudentCells>
const ParentCells = z.object({
  ...partOf(parentFields, 'stored'),
  phone: linkFields.phone.stored,
  relationship: linkFields.relationship.stored.or(z.literal('')),
})
export type ParentCells = z.infer<typeof ParentCells> & { number: (typeof parentNumbers)[number] }
/**
 * A row in its stored form. `''` is an empty cell, which never overwrites. `row` is the line of the file it
 * starts on.
 */
export type ReadRow = { row: number; student: StudentCells; parents: ParentCells[]; errors: CellError[] }

const studentRules = { ...partOf(studentFields, 'check'), ...partOf(studentFields, 'cell') }
const parentTable = { ...parentFields, ...linkFields }
const parentRules = { ...partOf(parentTable, 'check'), ...partOf(parentTable, 'cell') }

/**
 * Reads a cell by its rule. An empty cell stays empty unless it `must` have a value; an invalid one adds an
 * error and becomes empty.
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
 * Reads one parent of a row; none if all cells are empty. The email address identifies a parent, as
 * everywhere in the product.
 */
function readParent(number: ParentCells['number'], cell: CellOf, errors: CellError[]): ParentCells[] {
  const said = ofParent.map((field) => cell(columnOf(number, field)))
  if (said.every((text) => text.trim() === '')) return []
  if (cell(columnOf(number, 'email')).trim() === '')
    errors.push({
      column: columnOf(number, 'email'),
      message: 'must be given, because it identifies the parent',
    })
  const part = (field: ParentField) =>
    read(parentRules[field], cell(columnOf(number, field)), { column: columnOf(number, field), errors })
  return [{ number, ...ParentCells.parse(recordOf(ofParent, part)) }]
}

/** Errors in the columns as a whole. */
function columnErrors(columns: readonly (Field | null)[], width: number): CsvError[] {
  const head = (message: string) => [{ line: 1, column: null, message }]
  if (columns.length !== width) return head(`has ${width} columns, and ${columns.length} were named`)
  const twice = columns.find((field, at) => field !== null && columns.indexOf(field) !== at)
  if (twice) return head(`has two columns for “${fieldWord(twice)}”`)
  return columns.includes('firstName') ? [] : head('has no column for the first name')
}

/** A column of a file: its header, and its field or null if it isn't imported. */
type Column = { header: string; field: Field | null }
export type ReadFile = { columns: Column[]; rows: ReadRow[]; errors: CsvError[] }

/**
 * Reads a file of students and parents. `columns` maps each column to a field; without it the header names
 * decide. If the file itself has errors, there are no rows. Errors of single cells are in their rows.
 */
export function readFile(csv: string, columns: readonly (Field | null)[] | null): ReadFile {
  const {
    rows: [head, ...rows],
    errors,
  } = readCsv(csv)
  const headers = head?.cells ?? []
  const named = columns ?? matchColumns(headers)
  const known = headers.map((header, at) => ({ header, field: named[at] ?? null }))
  const wrong = errors.length > 0 ? errors : columnErrors(named, headers.length)
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
        parents: parentNumbers.flatMap((number) => readParent(number, cell, found)),
        errors: found,
      }
    }),
  }
}
