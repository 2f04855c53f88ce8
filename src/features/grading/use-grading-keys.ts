import { useKeys } from '#web/use-keys.ts'
import { type Quarter, quarters } from './rules.ts'
import type { Snippet } from './snippets/api.ts'

type Actions = {
  grade: (quarter: Quarter) => void
  /** Inserts a saved comment. */
  add: (text: string) => void
  snippets: readonly Snippet[]
  /** Moves forward or back by this many groups. */
  go: (by: number) => void
  /** Moves forward or back by this many questions. */
  step: (by: number) => void
  comment: () => void
  undo: () => void
}

/** Keys for saved comments, following those for the grades. */
export const snippetKeys = ['6', '7', '8', '9'] as const

/**
 * Handles the keyboard shortcuts of the grading screen: 1 to 5 grade, 6 to 9 insert a saved comment, and
 * letters navigate, comment and undo.
 */
export function useGradingKeys({ grade, add, snippets, go, step, comment, undo }: Actions) {
  const kept = snippetKeys.map((key, at) => {
    const text = snippets[at]?.text
    return [key, () => text !== undefined && add(text)] as const
  })
  useKeys({
    ...Object.fromEntries(quarters.map((quarter, at) => [`${at + 1}`, () => grade(quarter)])),
    ...Object.fromEntries(kept),
    j: () => go(1),
    k: () => go(-1),
    n: () => step(1),
    p: () => step(-1),
    u: undo,
    z: undo,
    c: (press) => {
      press.preventDefault()
      comment()
    },
  })
}
