import type { z } from 'zod'
import { dayWords } from '#features/students/rules.ts'
import { fullName } from '#shared/full-name.ts'
import { fold } from '#shared/fold.ts'
import type { CallInput, Endpoint, InputOf } from '#shared/contract.ts'
import { type CsvError, noRows, readCsv } from '#shared/csv.ts'
import type { Day } from '#shared/days.ts'
import { Problem, refused } from '#shared/problem.ts'
import { type DateOrder, readDay } from '#shared/read-day.ts'
import { counted } from '#shared/text.ts'
import { fieldsOf, fieldWord, type ImportKind, matchColumns } from './columns.ts'

/** Reads the rows of a file. An error in a row is a Problem with a sentence. Has no side effects. */

/** Maximum number of rows in a file, so that a dry run holds its locks for a few seconds at most. */
const maxRows = 500

/** Returns the text in a row's cell for a field; empty if the file has no such column. */
export type Cells = (field: string) => string

export type FileRow = { line: number; cell: Cells }

type Column = { header: string; field: string | null }
type ReadFile = { columns: Column[]; errors: CsvError[]; rows: FileRow[] }

/** Returns errors about the columns as a whole. */
function columnErrors(kind: ImportKind, fields: readonly (string | null)[], width: number): CsvError[] {
  const head = (message: string) => [{ line: 1, column: null, message }]
  if (fields.length !== width)
    return head(`has ${counted(width, 'column')}, but “columns” lists ${fields.length}`)
  const known = fieldsOf(kind)
  const given = fields.filter((field) => field !== null)
  const wrong = given.find((field, at) => !known.includes(field) || given.indexOf(field) !== at)
  if (wrong !== undefined && known.includes(wrong))
    return head(`has two columns for “${fieldWord(kind, wrong)}”`)
  if (wrong !== undefined) return head(`can’t have “${fieldWord(kind, wrong)}” in this kind of file`)
  return given.length === 0 ? head('has no column that can be imported') : []
}

/**
 * Reads a file. `fields` maps each column to a field; without it, the header names decide. If the file itself
 * has errors, there are no rows.
 */
export function readRows(kind: ImportKind, csv: string, fields: readonly (string | null)[] | null): ReadFile {
  const {
    rows: [head, ...rows],
    errors,
  } = readCsv(csv)
  const headers = head?.cells ?? []
  const named = fields ?? matchColumns(kind, headers)
  const columns = headers.map((header, at) => ({ header, field: named[at] ?? null }))
  const wrong =
    errors.length > 0 ? errors : rows.length === 0 ? [noRows] : columnErrors(kind, named, headers.length)
  const tooLong: CsvError[] =
    rows.length > maxRows
      ? [
          {
            line: 1,
            column: null,
            message: `is in a file with more than ${maxRows} rows. Split the file into smaller ones`,
          },
        ]
      : []
  if (wrong.length + tooLong.length > 0) return { columns, errors: [...wrong, ...tooLong], rows: [] }
  const place = new Map(named.flatMap((field, at) => (field ? [[field, at] as const] : [])))
  return {
    columns,
    errors: [],
    rows: rows.map(({ line, cells }) => ({
      line,
      cell: (field) => cells[place.get(field) ?? -1]?.trim() ?? '',
    })),
  }
}

/** Returns a 422 with a sentence about a row. */
export const wrongRow = (message: string) => refused('wrong_row', message, '/csv')

/**
 * Describes the error in a cell. The schemas' number checks have no messages of their own, but their text
 * checks do.
 */
function issueWords(issue: z.core.$ZodIssue) {
  if (issue.code === 'too_small' && issue.origin !== 'string') return `must be at least ${issue.minimum}`
  if (issue.code === 'too_big' && issue.origin !== 'string') return `must be at most ${issue.maximum}`
  return issue.code === 'invalid_type' ? 'is required' : issue.message
}

/**
 * Reads the cells of a row with one function per field, and checks them against the rules of an action's
 * endpoint. Throws 422 with a sentence about every wrong cell, so that nobody has to correct a file one
 * mistake at a time.
 */
export function inputFor<E extends Endpoint>(
  kind: ImportKind,
  { input }: E,
  cells: { [K in keyof CallInput<E>]?: () => CallInput<E>[K] | undefined },
): Omit<InputOf<E>, 'centerId'> {
  const unread = new Map<string, string>()
  const values = Object.entries<(() => unknown) | undefined>(cells).map(([field, readCell]) => {
    try {
      return [field, readCell?.()] as const
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      unread.set(field, error.message)
      return [field, undefined] as const
    }
  })
  const { success, data, error } = input.omit({ centerId: true }).safeParse(Object.fromEntries(values))
  if (success && unread.size === 0) return data as Omit<InputOf<E>, 'centerId'>
  const issues = (error?.issues ?? []).filter(({ path }) => !unread.has(String(path[0])))
  throw wrongRow(
    [
      ...unread.values(),
      ...issues.map((issue) => `${fieldWord(kind, String(issue.path[0]))} ${issueWords(issue)}.`),
    ].join(' '),
  )
}

/**
 * Finds the value that has this word as one of its names, regardless of case and accents. If there is none,
 * throws a 422 that lists each value's first name.
 */
export function valueOf<V extends string>(
  text: string,
  { label, among }: { label: string; among: Readonly<Record<V, readonly [string, ...string[]]>> },
): V {
  const values = Object.entries(among) as [V, readonly [string, ...string[]]][]
  const found = values.find(([value, names]) => [value, ...names].some((name) => fold(name) === fold(text)))
  if (found) return found[0]
  const labels = values.map(([, [name]]) => name)
  throw wrongRow(`${label} must be ${labels.slice(0, -1).join(', ')} or ${labels.at(-1)}.`)
}

/** Parses a weekday: its name, or at least the first two letters. 0 is Sunday. */
export function readWeekday(text: string): number {
  const day = dayWords.findIndex((word) => fold(text).length >= 2 && fold(word).startsWith(fold(text)))
  if (day < 0) throw wrongRow('Day must be a weekday such as Monday.')
  return day
}

/** Parses a time of day such as `16:00`, `4:00 PM` or `4pm`. Returns it as `HH:MM`. */
export function readTime(text: string): string {
  const [, hours = '', minutes = '00', half] =
    /^(\d{1,2})(?:[:.](\d{2}))?\s*([ap])?\.?(?:m\.?)?$/i.exec(text.trim()) ?? []
  const isPlain = half === undefined
  const [hour, minute] = [Number(hours), Number(minutes)]
  const wrong =
    hours === '' || minute > 59 || (isPlain ? hour > 23 || !/[:.]/.test(text) : hour < 1 || hour > 12)
  if (wrong) throw wrongRow('Time must look like 16:00 or 4:00 PM.')
  const from = isPlain ? hour : (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return `${String(from).padStart(2, '0')}:${minutes}`
}

/** Countries that write the month before the day. */
const monthFirst = ['US', 'PH', 'FM', 'PW', 'MH']
export const orderIn = (country: string): DateOrder =>
  monthFirst.includes(country) ? 'month first' : 'day first'

/** Parses a date, in the order of the center's country. An empty cell is undefined. */
export function readDate(label: string, text: string, order: DateOrder): Day | undefined {
  if (text === '') return undefined
  const day = readDay(text, order)
  if (day === null) throw wrongRow(`${label} must be a date like 2026-09-07.`)
  return day
}

/** Parses a whole number. An empty cell is undefined. */
export function readWhole(label: string, text: string): number | undefined {
  if (text === '') return undefined
  if (!/^\d{1,6}$/.test(text)) throw wrongRow(`${label} must be a whole number.`)
  return Number(text)
}

/** Splits a full name at its last space: `Rosa Maria Diaz` is Rosa Maria, Diaz. `Diaz, Rosa` works too. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [last, first] = name.split(',').map((part) => part.trim())
  if (first) return { firstName: first, lastName: last ?? '' }
  const at = name.lastIndexOf(' ')
  return at < 0
    ? { firstName: name, lastName: '' }
    : { firstName: name.slice(0, at).trim(), lastName: name.slice(at + 1) }
}

/** Returns the ways to write a person's full name in a cell. */
export const spellingsOf = ({ firstName, lastName }: { firstName: string; lastName: string }) => [
  fullName({ firstName, lastName }),
  `${lastName}, ${firstName}`,
]

/**
 * Returns a function that finds items by name, regardless of case and accents. Each name is folded once,
 * because a file has hundreds of rows.
 */
export function nameIndex<T>(all: readonly T[], namesOf: (item: T) => readonly string[]) {
  const byName = new Map<string, T[]>()
  for (const item of all)
    for (const name of new Set(namesOf(item).map(fold))) {
      const known = byName.get(name)
      if (known) known.push(item)
      else byName.set(name, [item])
    }
  return (text: string): readonly T[] => byName.get(fold(text)) ?? []
}

/** Returns the only item. Throws 422 with the sentence `none` or `several` if there isn't exactly one. */
export function onlyMatch<T>(found: readonly T[], none: string, several: string): T {
  const [item] = found
  if (item === undefined) throw wrongRow(none)
  if (found.length > 1) throw wrongRow(several)
  return item
}
