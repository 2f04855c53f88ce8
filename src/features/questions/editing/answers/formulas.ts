import { latexOf } from '#math/latex.ts'
import { type AnswerKey, partsOf } from '#features/questions/rules.ts'

/** Converts an expression to a formula in Markdown, or returns null if it can't be parsed. */
export function formulaOf(value: string, letters: readonly string[] = []): string | null {
  const latex = latexOf(value, letters)
  return latex === null ? null : `$${latex.trim()}$`
}

/** Returns the expressions of a key as parsed, each as Markdown. */
export const formulasIn = (key: AnswerKey): string[] => [
  ...new Set(
    partsOf(key).flatMap((part) =>
      part.kind === 'expression' ? (formulaOf(part.value, part.variables) ?? []) : [],
    ),
  ),
]
