import { latexOf } from '#math/latex.ts'
import { type AnswerKey, partsOf } from '../../rules.ts'

/** Converts an expression to a formula in Markdown, or returns null if it can't be parsed. */
export function formulaOf(value: string, letters: readonly string[] = []): string | null {
  const latex = latexOf(value, letters)
  return latex === null ? null : `$${latex.trim()}$`
}

/** Converts the entries of a matrix to a formula in Markdown, or returns null if one can't be parsed. */
export function matrixFormulaOf(rows: readonly (readonly string[])[]): string | null {
  const lines = rows.map((row) => row.map((entry) => latexOf(entry)?.trim()))
  if (lines.flat().some((entry) => entry === undefined)) return null
  const inner = lines.map((line) => line.join(' & ')).join(' \\\\ ')
  return `$\\begin{bmatrix} ${inner} \\end{bmatrix}$`
}

/**
 * Returns the expressions and the matrix of a key as parsed, each as Markdown. Leaves out those that can't be
 * parsed.
 */
export const formulasIn = (key: AnswerKey): string[] => [
  ...new Set([
    ...partsOf(key).flatMap((part) =>
      part.kind === 'expression' ? (formulaOf(part.value, part.variables) ?? []) : [],
    ),
    ...(key.kind === 'matrix' ? [matrixFormulaOf(key.entries.rows) ?? []].flat() : []),
  ]),
]
