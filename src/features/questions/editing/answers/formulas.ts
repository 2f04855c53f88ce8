import { latexOf } from '#math/latex.ts'
import { type AnswerKey, partsOf } from '#features/questions/rules.ts'

/** Returns an expression as Markdown with a formula, or null if it can't be parsed. */
export function formulaOf(value: string, letters: readonly string[] = []): string | null {
  const latex = latexOf(value, letters)
  return latex === null ? null : `$${latex.trim()}$`
}

/** Returns the expressions of a key as they are parsed, each as Markdown. */
export const formulasIn = (key: AnswerKey): string[] => [
  ...new Set(
    partsOf(key).flatMap((part) =>
      part.kind === 'expression' ? (formulaOf(part.value, part.variables) ?? []) : [],
    ),
  ),
]
