import { z } from 'zod'

/**
 * What every kind of answer shares. A verdict is `correct`, `partial` or `incorrect` with a score of 0 to 1; `invalid` when the answer
 * can't be read, which costs nothing; `ungraded` when a person has to look (product §7).
 */
export const VerdictStatus = z.enum(['correct', 'partial', 'incorrect', 'invalid', 'ungraded'])
export type VerdictStatus = z.infer<typeof VerdictStatus>

/** The verdict on one part; `reason` is a sentence for the student that never tells the answer. */
export const PartVerdict = z.object({ status: VerdictStatus, score: z.number(), reason: z.string() })
export type PartVerdict = z.infer<typeof PartVerdict>

/** A verdict without partial credit: 1 for `correct`, else 0. */
export const verdict = (status: Exclude<VerdictStatus, 'partial'>, reason: string): PartVerdict => ({
  status,
  score: status === 'correct' ? 1 : 0,
  reason,
})

/** Whether a verdict counts in a score. */
export const isScored = ({ status }: Pick<PartVerdict, 'status'>) => status !== 'invalid' && status !== 'ungraded'

/** Spec §3, part flags that say how a part looks: help on focus, right-aligned as in column arithmetic, set as a superscript. */
export const partLook = {
  tooltip: z.string().max(200).optional(),
  rightAlign: z.boolean().optional(),
  isSuper: z.boolean().optional(),
}
