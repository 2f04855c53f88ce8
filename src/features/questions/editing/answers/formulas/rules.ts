import { read } from '#features/questions/kinds/fr/expression/reading/rules.ts'
import { tex, writeAnswer } from '#features/questions/kinds/fr/expression/writing/rules.ts'
import type { AnswerKey } from '#features/questions/rules.ts'

/** No dot where none is written by hand: `2x`, `xy`, `2(x + 1)`. */
const withoutDots = (written: string) => written.replace(/(?<=[\da-zA-Z)])\\cdot (?=[a-zA-Z]|\\(?:left\(|pi|sqrt))/g, '')

/** An expression as Markdown with a formula, or null when it can't be read. */
export function formulaOf(value: string, letters: readonly string[] = []): string | null {
  const found = read(value, letters)
  return found.ok ? `$${withoutDots(writeAnswer(found.answer, tex))}$` : null
}

/** The expressions of a key as they are read, each as Markdown. */
export const formulasIn = (key: AnswerKey): string[] =>
  key.kind === 'fr'
    ? [...new Set(key.parts.flatMap((part) => (part.kind === 'expression' ? (formulaOf(part.value, part.variables) ?? []) : [])))]
    : []
