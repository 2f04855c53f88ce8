import { z } from 'zod'
import type { ContentNode } from '#shared/content.ts'

/**
 * Verdict on an answer of any kind: `correct`, `partial` or `incorrect` with a score of 0 to 1; `invalid` if the answer can't be read, which
 * costs no try; `ungraded` if a person has to grade it (product §7).
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

/** True if a verdict counts in a score. */
export const isScored = ({ status }: Pick<PartVerdict, 'status'>) => status !== 'invalid' && status !== 'ungraded'

/** Spec §3, part flags that say how a part looks: help on focus, right-aligned as in column arithmetic, set as a superscript. */
export const partLook = {
  tooltip: z.string().max(200).optional(),
  rightAlign: z.boolean().optional(),
  isSuper: z.boolean().optional(),
}

/** Fields of every answered part besides its answer: its looks, and its weight in the question's score (default 1). */
export const partAnswer = { ...partLook, weight: z.number().positive().max(100).optional() }

/** Returns the rendered form of a key's text (Markdown with TeX). Each text is rendered once, when its question is stored. */
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

/** Answer to one part: a text, or a drawing if the part asks for work (reliability B14). */
export const PartGiven = z.union([z.string().max(500), Drawing])
export type PartGiven = z.infer<typeof PartGiven>

/** The text of what was given; a drawing's is what was typed beside it. */
export const textOf = (given: PartGiven | undefined) => (typeof given === 'string' ? given : (given?.text ?? ''))
