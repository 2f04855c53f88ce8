/**
 * CSV as in RFC 4180. Parsing is strict, and files are written so that spreadsheets don't treat any cell as a
 * formula (product §5).
 */

import { plain } from './text.ts'

/** A record in a file. `line` is its first line, counted from 1. */
export type CsvRow = { line: number; cells: string[] }
/** An error in a file. `column` counts from 1, or is null for the whole record. */
export type CsvError = { line: number; column: number | null; message: string }

export const csvLimits = { characters: 1024 * 1024, rows: 5000, columns: 50 } as const

const separators = [',', ';', '\t'] as const

/** Returns the most frequent separator outside quotes in the first record, or a comma if there is none. */
function separatorOf(text: string) {
  const head = /^(?:"[^"]*"|[^"\r\n])*/.exec(text)?.[0].replaceAll(/"[^"]*"/g, '') ?? ''
  const many = (separator: string) => head.split(separator).length
  return separators.reduce((best, each) => (many(each) > many(best) ? each : best))
}

/** Returns the index after a cell's closing quote, or null if there is none. */
function closed(text: string, start: number) {
  let at = text.indexOf('"', start + 1)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at < 0 ? null : at + 1
}

type Cell = { value: string; next: number; error?: string }

function readCell(text: string, start: number, separator: string): Cell {
  const ends = (at: number) =>
    at >= text.length || text[at] === separator || text[at] === '\n' || text[at] === '\r'
  const quoted = text[start] === '"'
  const close = quoted ? closed(text, start) : null
  if (quoted && close === null)
    return { value: '', next: text.length, error: 'has an opening quotation mark but no closing one' }
  let next = close ?? start
  while (!ends(next)) next += 1
  if (close !== null && next > close)
    return { value: '', next, error: 'has text after its closing quotation mark' }
  if (close !== null) return { value: text.slice(start + 1, close - 1).replaceAll('""', '"'), next }
  const value = text.slice(start, next)
  return value.includes('"')
    ? { value, next, error: 'has a quotation mark. Put the whole cell in quotes and double the mark' }
    : { value, next }
}

type ReadRow = CsvRow & { next: number; lines: number; errors: CsvError[] }

/** Reads one record. `next` is the index after it, and `lines` is the number of lines that it spans. */
function readRow(
  text: string,
  { start, line, separator }: { start: number; line: number; separator: string },
): ReadRow {
  const cells: string[] = []
  const errors: CsvError[] = []
  let at = start
  for (;;) {
    const { value, next, error } = readCell(text, at, separator)
    cells.push(value)
    if (error) errors.push({ line, column: cells.length, message: error })
    at = next
    if (text[at] !== separator) break
    at += 1
  }
  const next = at + (text.startsWith('\r\n', at) ? 2 : 1)
  return { line, cells, next, lines: text.slice(start, next).split(/\r\n|\r|\n/).length - 1, errors }
}

/**
 * Returns errors in the structure of the file: no records, too many columns or records, or records whose
 * number of cells differs from the header's.
 */
function shapeErrors([head, ...rows]: readonly CsvRow[]): CsvError[] {
  if (!head) return [{ line: 1, column: null, message: 'is empty' }]
  const width = head.cells.length
  if (width > csvLimits.columns)
    return [
      {
        line: head.line,
        column: null,
        message: `has ${width} columns, but at most ${csvLimits.columns} are allowed`,
      },
    ]
  const beyond = rows[csvLimits.rows]
  if (beyond)
    return [
      {
        line: beyond.line,
        column: null,
        message: `is one row too many. At most ${csvLimits.rows} can be read at once`,
      },
    ]
  return rows
    .filter(({ cells }) => cells.length !== width)
    .map(({ line, cells }) => ({
      line,
      column: null,
      message: `has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}, but the header has ${width}`,
    }))
}

/** Error for an import file that has only a header. */
export const noRows: CsvError = {
  line: 1,
  column: null,
  message: 'has the column names, but no rows follow',
}

/**
 * Reads a file whose first record is the header. Cells are separated by comma, semicolon or tab, whichever
 * the header uses. Lines end with CR LF, LF or CR. Skips a byte order mark, blank lines and the apostrophe
 * with which {@link writeCsv} turns a formula into text. If there are errors, use the rows only to show where
 * they are. Never throws.
 */
export function readCsv(source: string): { rows: CsvRow[]; errors: CsvError[] } {
  const text = source.replace(/^\ufeff/, '')
  if (text.length > csvLimits.characters)
    return { rows: [], errors: [{ line: 1, column: null, message: 'is longer than 1 MiB' }] }
  const separator = separatorOf(text)
  const rows: CsvRow[] = []
  const errors: CsvError[] = []
  let [start, line] = [0, 1]
  while (start < text.length) {
    const row = readRow(text, { start, line, separator })
    if (row.cells.some((cell) => cell.trim() !== '') || row.errors.length > 0)
      rows.push({ line, cells: row.cells.map(asTyped) })
    errors.push(...row.errors)
    start = row.next
    line += row.lines
  }
  return { rows, errors: errors.length > 0 ? errors : shapeErrors(rows) }
}

/**
 * Matches a cell that a spreadsheet would run as a formula, even if it starts with a full-width sign from an
 * East Asian keyboard. Also matches a cell with apostrophes before the formula, so that it gets one more
 * apostrophe and is read back unchanged.
 */
// eslint-disable-next-line no-control-regex -- NUL is one of them
const formula = /^'*[=+\-@＝＋－＠\t\r\0]/

/** Puts an apostrophe before a formula, which turns it into text. */
const harmless = (cell: string) => (formula.test(cell) ? `'${cell}` : cell)
/** Removes the apostrophe before a formula. */
const asTyped = (cell: string) => (cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell)

const quoted = (cell: string) => (/[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/**
 * Writes records as CSV: commas, CR LF, quotes where needed, and no text that a spreadsheet would take for a
 * formula. Numbers are written unchanged, including negative ones.
 */
export const writeCsv = (rows: readonly (readonly (string | number)[])[]) =>
  rows
    .map((cells) => cells.map((cell) => (typeof cell === 'number' ? String(cell) : quoted(harmless(cell)))))
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('')

/**
 * Columns of a list's CSV file. Each has a title and a function that returns its value in a row: text as
 * stored, a number, or null for an empty cell.
 */
export type Columns<R> = readonly (readonly [title: string, value: (row: R) => string | number | null])[]

/** Returns the cells of each row, with text as its author typed it. */
export const tableOf = <R>(columns: Columns<R>, rows: readonly R[]) =>
  rows.map((row) =>
    columns.map(([, value]) => {
      const cell = value(row) ?? ''
      return typeof cell === 'number' ? cell : plain(cell)
    }),
  )
