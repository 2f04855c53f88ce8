import { plain } from '#shared/text.ts'
import { useKeys } from '#web/use-keys.ts'
import { type Quarter, quarters } from './rules.ts'
import type { Snippet } from './snippets/api.ts'

type Actions = {
  grade: (quarter: Quarter) => void
  /** Writes a kept comment. */
  add: (text: string) => void
  snippets: readonly Snippet[]
  /** So many groups on or back. */
  go: (by: number) => void
  /** So many questions on or back. */
  step: (by: number) => void
  comment: () => void
  undo: () => void
}

/** The keys that have a kept comment, after those of the quarters. */
export const snippetKeys = ['6', '7', '8', '9'] as const

/** The grading screen's keys: 1 to 5 grade, 6 to 9 write a kept comment, the rest go about (looks, Grading). */
export function useGradingKeys({ grade, add, snippets, go, step, comment, undo }: Actions) {
  const kept = snippetKeys.map((key, at) => {
    const text = snippets[at]?.text
    return [key, () => text !== undefined && add(plain(text))] as const
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
