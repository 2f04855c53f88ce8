import { z } from 'zod'
import type { ContentNode } from '#shared/content.ts'

/**
 * Status of a verdict: `correct`, `partial` or `incorrect` with a score of 0 to 1; `invalid` if the answer
 * can't be read, which doesn't cost a try; or `ungraded` if a person has to grade it (product §7).
 */
export const VerdictStatus = z.enum(['correct', 'partial', 'incorrect', 'invalid', 'ungraded'])
export type VerdictStatus = z.infer<typeof VerdictStatus>

/**
 * Verdict on one part. `reason` is a sentence for the student that never reveals the answer. If an answer is
 * right because it follows from earlier parts whose answers differ from the key's, `follows` lists their
 * numbers.
 */
export const PartVerdict = z.object({
  status: VerdictStatus,
  score: z.number(),
  reason: z.string(),
  follows: z.array(z.int()).optional(),
})
export type PartVerdict = z.infer<typeof PartVerdict>

/** Creates a verdict without partial credit: the score is 1 for `correct`, otherwise 0. */
export const verdict = (status: Exclude<VerdictStatus, 'partial'>, reason: string): PartVerdict => ({
  status,
  score: status === 'correct' ? 1 : 0,
  reason,
})

/** Returns true if a verdict counts toward a score. */
export const isScored = ({ status }: Pick<PartVerdict, 'status'>) =>
  status !== 'invalid' && status !== 'ungraded'

/**
 * Display options of a part (spec §3, part flags): help text, right alignment as in column arithmetic,
 * superscript.
 */
export const partLook = {
  tooltip: z.string().max(200).optional(),
  rightAlign: z.boolean().optional(),
  isSuper: z.boolean().optional(),
}

/**
 * Flags that have no effect on some kinds of parts (spec §3, part flags). They are accepted and stored
 * anyway, so that every part has the same flags.
 */
export const unusedFlags = {
  hasAlias: z.array(z.string().max(200)).max(20).optional(),
  caseSensitive: z.boolean().optional(),
}

/** Fields of a part that takes an answer, besides its key: display options and the weight in the score. */
export const partAnswer = { ...partLook, weight: z.number().positive().max(100).optional() }

/**
 * Looks up rendered text of the key by its source (Markdown with TeX). Text is rendered once, when the
 * question is stored.
 */
export type RenderContent = (source: string) => ContentNode[]

const maxNumbers = 20_000

/**
 * Scratch work: lines drawn with a pen or finger, and text typed next to them. The numbers of a stroke
 * alternate between x and y, in thousandths of the paper's width; the paper is at most twice as tall as it is
 * wide (product §7).
 */
export const Drawing = z.strictObject({
  text: z.string().max(500),
  strokes: z
    .array(z.array(z.int().min(0).max(2000)).min(2).max(4000))
    .max(300)
    .refine(
      (strokes) => strokes.reduce((sum, { length }) => sum + length, 0) <= maxNumbers,
      'must have fewer points',
    ),
})
export type Drawing = z.infer<typeof Drawing>

/** Answer to one part: text, or a drawing if the part is scratch work (reliability B14). */
export const PartGiven = z.union([z.string().max(500), Drawing])
export type PartGiven = z.infer<typeof PartGiven>

/** Returns the text of an answer; for a drawing, the text typed next to it. */
export const textOf = (given: PartGiven | undefined) =>
  typeof given === 'string' ? given : (given?.text ?? '')
