import type { GivenKind } from '../given.ts'

export const matrix: GivenKind<'matrix'> = {
  empty: ({ rows = 2, columns = 2 }) => ({
    kind: 'matrix',
    rows: Array.from({ length: rows }, () => Array<string>(columns).fill('')),
  }),
  fits: ({ rows, columns }, given) =>
    !rows || (given.rows.length === rows && given.rows[0]?.length === columns),
  isBlank: ({ rows }) => !rows.flat().some((entry) => entry.trim()),
  isComplete: (_, { rows }) => rows.flat().every((entry) => entry.trim()),
  typed: () => '',
  hasOtherForms: true,
}
