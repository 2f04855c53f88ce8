import { nameOfAnswer } from './shapes.ts'
import { readPrinted, read } from './parse.ts'
import type { Answer } from './tree.ts'
import { tex, writeAnswer } from './print.ts'

/**
 * Returns a name that two answers share if their formulas are the same, apart from the order of terms and
 * factors.
 */
const meaningOf = (answer: Answer) => `${answer.is === 'list' ? answer.joined : ''} ${nameOfAnswer(answer)}`

/**
 * Removes multiplication dots where nobody writes them by hand: `2x`, `xy`, `2(x + 1)`. Replaces dots between
 * numbers with crosses.
 */
const withoutDots = (latex: string) =>
  latex
    .replace(/(?<=[\da-zA-Z)}]|\\pi )\\cdot (?=[a-zA-Z]|\\(?:left\(|pi|sqrt))/g, '')
    .replace(/(?<=\d)\\cdot (?=\d)/g, '\\times ')

/** Combines two formulas that differ only in a sign into one with ±, or returns null. */
function withPlusMinus(upper: string, lower: string): string | null {
  for (const { index } of lower.matchAll(/-/g)) {
    const [before, after] = [lower.slice(0, index), lower.slice(index + 1)]
    if (upper === before + after || upper === `${before}+${after}`) return `${before}\\pm ${after}`
  }
  return null
}

/** Returns ways to print an answer, starting with the one closest to the typed text. */
function prints(text: string, answer: Answer): string[] {
  const plain = writeAnswer(answer, tex)
  const items = answer.is === 'list' ? answer.items.map((item) => writeAnswer(item, tex)) : []
  const [upper, lower] = items
  const isDouble = /±|\\pm|\+\/-/.test(text) && items.length === 2
  const double = isDouble && upper !== undefined && lower !== undefined ? withPlusMinus(upper, lower) : null
  const isSet = items.length > 0 && /^\s*(?:\\left\s*)?(?:\\?\{|\\lbrace)/.test(text)
  const first = isSet ? `\\left\\lbrace ${plain}\\right\\rbrace ` : double
  return (first === null ? [plain] : [first, plain]).flatMap((latex) => [withoutDots(latex), latex])
}

/**
 * Prints typed text or TeX as LaTeX that MathLive and KaTeX show as the same formula. Returns null if the
 * text can't be read, or if the output doesn't read back as the same formula: the caller must then show it as
 * plain text.
 */
export function latexOf(text: string, letters: readonly string[] = []): string | null {
  const found = read(text, letters)
  if (!found.ok) return null
  const meaning = meaningOf(found.answer)
  const isSame = (latex: string) => {
    const again = readPrinted(latex, letters)
    return again.ok && meaningOf(again.answer) === meaning
  }
  return prints(text, found.answer).find(isSame) ?? null
}
