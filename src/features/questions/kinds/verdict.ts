import { z } from 'zod'
import type { ContentNode } from '#shared/content.ts'

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

/** What every answered part has besides its answer: its looks, and how much it weighs in the question's score (1 when not said). */
export const partAnswer = { ...partLook, weight: z.number().positive().max(100).optional() }

/** What a text of the key looks like (Markdown with TeX), by its source: each is rendered once, when its question is stored. */
export type Rendered = (source: string) => ContentNode[]

const mostNumbers = 20_000

/**
 * Scratch work: lines drawn with pen or finger, and what was typed beside them. A stroke is x and y in turns, in thousandths of the paper's width;
 * the paper is twice as high as wide at most (product §7).
 */
export const Drawing = z.strictObject({
  text: z.string().max(500),
  strokes: z
    .array(z.array(z.int().min(0).max(2000)).min(2).max(4000))
    .max(300)
    .refine((strokes) => strokes.reduce((sum, { length }) => sum + length, 0) <= mostNumbers, 'must be less to draw'),
})
export type Drawing = z.infer<typeof Drawing>

/** What a student gives for one part: a text, or a drawing where the part asks for work (reliability B14). */
export const PartGiven = z.union([z.string().max(500), Drawing])
export type PartGiven = z.infer<typeof PartGiven>

/** The text of what was given; a drawing's is what was typed beside it. */
export const textOf = (given: PartGiven | undefined) => (typeof given === 'string' ? given : (given?.text ?? ''))
