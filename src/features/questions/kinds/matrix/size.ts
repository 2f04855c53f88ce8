/** Maximum number of rows, and of columns, of a matrix. */
export const maxLines = 5

export type Size = { rows: number; columns: number }

export const sizeOf = (rows: readonly (readonly string[])[]): Size => ({
  rows: rows.length,
  columns: rows[0]?.length ?? 0,
})

/** Returns true if all rows have the same number of entries. */
export const isRectangular = (rows: readonly (readonly string[])[]) =>
  rows.every(({ length }) => length === rows[0]?.length)

/** Resizes a matrix of entries. New entries are taken from the same position in `before`, or are empty. */
export const resized = (
  rows: readonly (readonly string[])[],
  size: Size,
  before: readonly (readonly string[])[] = [],
): string[][] =>
  Array.from({ length: size.rows }, (_, row) =>
    Array.from({ length: size.columns }, (__, column) => rows[row]?.[column] ?? before[row]?.[column] ?? ''),
  )

/** Returns a matrix in one line: `[1, 2; 3, 4]`, with semicolons between its rows. */
export const inOneLine = (rows: readonly (readonly string[])[]) =>
  `[${rows.map((row) => row.map((entry) => entry.trim()).join(', ')).join('; ')}]`
